-- The tenant that knowledge was researched for. NULL: written by an earlier version, or a fact of the operator's token lists. Such
-- research, and such facts that are findings, are read only while memory is shared (AUSPEX_SHARED_MEMORY). New columns without a
-- volatile default rewrite nothing.
ALTER TABLE research ADD COLUMN tenant text, ADD COLUMN public boolean NOT NULL DEFAULT true;
ALTER TABLE fact ADD COLUMN tenant text, ADD COLUMN public boolean NOT NULL DEFAULT true;
-- Research in progress for one tenant is not in progress for another.
ALTER TABLE entity_lease ADD COLUMN tenant text;

-- Tenants believe different findings. The index of version 37 replaces this one; the row lock of the entity prevents equal rows until then.
DROP INDEX fact_believed;
