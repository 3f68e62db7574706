-- no-transaction: built while workers go on writing. Results of one tenant by the time at which they were stored, for replays of webhooks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS result_stored ON result (tenant, stored_at, id);
