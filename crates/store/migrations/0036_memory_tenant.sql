-- The tenant that knowledge was researched for. NULL: written by an earlier version, or a fact of the operator's token lists. Such
-- research, and such facts that are findings, are read only while memory is shared (AUSPEX_SHARED_MEMORY). New columns without a
-- volatile default rewrite nothing.
ALTER TABLE research ADD COLUMN tenant text, ADD COLUMN public boolean NOT NULL DEFAULT true;
ALTER TABLE fact ADD COLUMN tenant text, ADD COLUMN public boolean NOT NULL DEFAULT true;
-- Research in progress for one tenant is not in progress for another.
ALTER TABLE entity_lease ADD COLUMN tenant text;

-- Tenants believe different findings. The index of version 37 replaces this one; the row lock of the entity prevents equal rows until then.
DROP INDEX fact_believed;

-- Research belongs to the tenant whose evidence names the entity, if there is only one.
WITH owner AS (
    SELECT entity, min(tenant) AS tenant FROM evidence WHERE entity IS NOT NULL GROUP BY entity HAVING min(tenant) = max(tenant)
), researched AS (
    UPDATE research r SET tenant = o.tenant FROM owner o WHERE o.entity = r.entity
)
UPDATE fact f SET tenant = o.tenant FROM owner o WHERE o.entity = f.entity AND f.attribute LIKE 'finding:%';
