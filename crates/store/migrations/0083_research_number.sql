-- Number of a version within its entity and tenant, which is shown. `version` counts those of all tenants. NULL: written by an earlier
-- version of Auspex, and the same as `version`.
ALTER TABLE research ADD COLUMN number bigint;
