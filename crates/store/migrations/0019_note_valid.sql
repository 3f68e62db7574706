-- no-transaction: built while workers go on writing. Every look-up counts the notes that still stand, by tenant: from this index
-- alone, without reading the notes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS note_valid ON note (tenant) WHERE ended_at IS NULL;
