-- no-transaction: built while workers go on writing. The owner of a run that has not begun is found through its event.
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_run ON event (run) WHERE run IS NOT NULL;
