-- no-transaction: built while workers go on writing. A tenant's notes are listed newest first, in pages.
CREATE INDEX CONCURRENTLY IF NOT EXISTS note_tenant_made ON note (tenant, made_at DESC, id DESC);
