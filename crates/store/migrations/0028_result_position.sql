-- no-transaction: built while workers go on writing. Results of one tenant in the order of their transactions, for webhooks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS result_position ON result (tenant, xid, id);
