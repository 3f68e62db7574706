-- Entities, representations and keys belong to the tenant that wrote them; '' is the common catalogue (ADR 0019). Rows written before stay
-- common.
ALTER TABLE entity ADD COLUMN tenant text NOT NULL DEFAULT '';
ALTER TABLE representation ADD COLUMN tenant text NOT NULL DEFAULT '';
ALTER TABLE representation_context ADD COLUMN tenant text NOT NULL DEFAULT '';
ALTER TABLE entity_key
    ADD COLUMN tenant text NOT NULL DEFAULT '',
    ADD COLUMN rank smallint NOT NULL DEFAULT 1;         -- 0: verified, found before all others

-- The description of an entity without a mint: the length separates the symbol from the name.
UPDATE entity SET identity = kind || ':' || octet_length(coalesce(symbol_key, '')) || ':' || coalesce(symbol_key, '') || ':' || name_key
WHERE NOT starts_with(identity, 'mint:');
ALTER TABLE entity DROP CONSTRAINT entity_identity_key;
CREATE UNIQUE INDEX entity_identity ON entity (identity, tenant);

-- A key belongs to one entity of its owner. Of several the oldest entity keeps it.
DELETE FROM representation_context c USING representation_context other, entity e, entity o
WHERE other.key = c.key AND other.value = c.value AND e.id = c.entity AND o.id = other.entity AND (o.created_at, o.id) < (e.created_at, e.id);
ALTER TABLE representation_context DROP CONSTRAINT representation_context_pkey, ADD PRIMARY KEY (key, value, tenant);
-- The mint that describes an entity is one of its keys.
INSERT INTO representation_context (key, value, entity) SELECT 'mint', substr(identity, 6), id FROM entity
WHERE starts_with(identity, 'mint:') ON CONFLICT DO NOTHING;
DROP INDEX representation_context_value;

-- A look-up reads a limited number of rows of the catalogue and of one tenant, verified ones first.
ALTER TABLE entity_key DROP CONSTRAINT entity_key_pkey, ADD PRIMARY KEY (kind, key, tenant, rank, entity);
DROP INDEX entity_name;
DROP INDEX entity_symbol;
CREATE INDEX entity_name ON entity (name_key, tenant, verified DESC, id);
CREATE INDEX entity_symbol ON entity (symbol_key, tenant, verified DESC, id);
CREATE INDEX entity_tenant ON entity (tenant, id) WHERE tenant <> '';
-- Similar names of the catalogue. A tenant's own entities are few enough to be compared one by one.
DROP INDEX entity_name_like;
DROP INDEX entity_symbol_like;
CREATE INDEX entity_name_like ON entity USING gist (name_key gist_trgm_ops) WHERE tenant = '';
CREATE INDEX entity_symbol_like ON entity USING gist (symbol_key gist_trgm_ops) WHERE tenant = '';

-- Under a policy, Postgres does not use an index for the operators of trigrams. This view has the condition of the policy without that barrier.
CREATE VIEW scoped_entity AS SELECT id, name_key, symbol_key, tenant FROM entity
WHERE tenant = '' OR tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (SELECT current_setting('auspex.tenant', true)) = '*';
