-- no-transaction: built while workers go on writing. Totals of a day read by time.
CREATE INDEX CONCURRENTLY IF NOT EXISTS call_opened ON call (opened_at);
