-- Changes over HTTP in the audit trail: the token that made them. NULL for the work of the fleet.
ALTER TABLE audit ADD COLUMN token uuid;
ALTER TABLE audit ADD COLUMN token_name text;
CREATE INDEX audit_changes ON audit (tenant, at DESC, job DESC) WHERE token IS NOT NULL;
