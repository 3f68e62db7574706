-- no-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS dispatch_key ON dispatch (id, consumer);
