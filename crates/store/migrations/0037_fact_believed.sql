-- no-transaction: built while workers go on writing. A tenant believes one value of an attribute at a time.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS fact_believed_by ON fact (entity, attribute, valid_from, coalesce(tenant, ''), public) WHERE retired_at IS NULL;
