-- no-transaction: built while workers go on writing. The costs of recent research outside of runs are read newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS event_researched ON event (received_at DESC) WHERE tasks > 0;
