-- no-transaction: built while workers go on writing. A tenant's dead letters are listed newest first, in pages.
CREATE INDEX CONCURRENTLY IF NOT EXISTS dead_letter_tenant ON dead_letter (tenant, at DESC, id DESC);
