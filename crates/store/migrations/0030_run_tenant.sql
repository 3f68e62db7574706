-- no-transaction: built while workers go on writing. A tenant's runs are listed newest first, in pages.
CREATE INDEX CONCURRENTLY IF NOT EXISTS run_tenant ON run (tenant, started_at DESC, id DESC);
