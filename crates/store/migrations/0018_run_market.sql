-- no-transaction: built while workers go on writing. A market that resolves looks for the runs that were about it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS run_market ON run (tenant, (body->'asked'->'market'->>'condition_id'));
