-- no-transaction: built while workers go on writing. A tenant's reports are listed newest first, in pages.
CREATE INDEX CONCURRENTLY IF NOT EXISTS report_tenant ON report (tenant, made_at DESC, key DESC);
