-- Research belongs to the tenant whose evidence names the entity, if there is only one. A version of its own, because the transaction
-- of version 36 holds exclusive locks.
WITH owner AS (
    SELECT entity, min(tenant) AS tenant FROM evidence WHERE entity IS NOT NULL GROUP BY entity HAVING min(tenant) = max(tenant)
), researched AS (
    UPDATE research r SET tenant = o.tenant FROM owner o WHERE o.entity = r.entity
)
UPDATE fact f SET tenant = o.tenant FROM owner o WHERE o.entity = f.entity AND f.attribute LIKE 'finding:%';
