-- Entities, what identifies them, and what was true of them when.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Entities, representations and keys belong to the tenant that wrote them; '' is the common catalogue (ADR 0019).
CREATE TABLE entity (
    id         text PRIMARY KEY,
    identity   text NOT NULL,                                  -- equal if the same entity of one owner is described again
    tenant     text NOT NULL DEFAULT '',
    kind       text NOT NULL,
    name       text NOT NULL,
    symbol     text,
    name_key   text NOT NULL,                                  -- folded by Rust, so that every collation agrees
    symbol_key text,
    verified   boolean NOT NULL,
    banned     text,                                           -- why a trusted list bans it
    aliases    json NOT NULL DEFAULT '[]',                     -- other and earlier names
    metadata   json NOT NULL,
    keyed      smallint NOT NULL DEFAULT 0,                    -- version of its rows in entity_key
    changed    xid8 NOT NULL DEFAULT pg_current_xact_id(),     -- transaction that wrote it last: copies request what is newer
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX entity_identity ON entity (identity, tenant);
CREATE INDEX entity_changed ON entity (changed);
CREATE INDEX entity_keyed ON entity (keyed);
-- A look-up reads a limited number of rows of the catalogue and of one tenant, verified ones first.
CREATE INDEX entity_name ON entity (name_key, tenant, verified DESC, id);
CREATE INDEX entity_symbol ON entity (symbol_key, tenant, verified DESC, id);
CREATE INDEX entity_tenant ON entity (tenant, id) WHERE tenant <> '';
-- Similar names of the catalogue. A tenant's own entities are few enough to be compared one by one.
CREATE INDEX entity_name_like ON entity USING gist (name_key gist_trgm_ops) WHERE tenant = '';
CREATE INDEX entity_symbol_like ON entity USING gist (symbol_key gist_trgm_ops) WHERE tenant = '';

-- Under a policy, Postgres does not use an index for the operators of trigrams. This view has the condition of the
-- policy without that barrier.
CREATE VIEW scoped_entity AS SELECT id, name_key, symbol_key, tenant FROM entity
WHERE tenant = '' OR tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

CREATE TABLE representation (
    entity   text NOT NULL,
    tenant   text NOT NULL DEFAULT '',
    kind     text NOT NULL,
    protocol text NOT NULL,
    chain    text NOT NULL,
    context  jsonb NOT NULL,             -- jsonb, so that equal contexts are equal
    active   boolean NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (entity, kind, protocol, chain, context)
);

-- Each context value by itself, for exact look-ups. A key belongs to one entity of its owner. The mint that describes
-- an entity is one of them.
CREATE TABLE representation_context (
    key    text NOT NULL,
    value  text NOT NULL,
    tenant text NOT NULL DEFAULT '',
    entity text NOT NULL,
    PRIMARY KEY (key, value, tenant)
);
CREATE INDEX representation_context_entity ON representation_context (entity);

-- Everything that finds an entity exactly, derived by Rust: context values, folded symbols and names, look-alikes, near
-- misses.
CREATE TABLE entity_key (
    kind   smallint NOT NULL,
    key    text NOT NULL,
    tenant text NOT NULL DEFAULT '',
    rank   smallint NOT NULL DEFAULT 1,  -- 0: verified, found before all others
    entity text NOT NULL,
    PRIMARY KEY (kind, key, tenant, rank, entity)
);
CREATE INDEX entity_key_entity ON entity_key (entity);

-- What was true from when to when, and what was believed from when to when. Rows are retired, never deleted.
CREATE TABLE fact (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entity      text NOT NULL,
    attribute   text NOT NULL,
    value       text NOT NULL,
    valid_from  timestamptz NOT NULL,
    valid_until timestamptz,                    -- NULL: still true
    learned_at  timestamptz NOT NULL,
    retired_at  timestamptz,                    -- NULL: still believed
    source      text NOT NULL,
    because     text NOT NULL DEFAULT '',
    tenant      text,                           -- the tenant that it was researched for; NULL: from the operator's token lists
    public      boolean NOT NULL DEFAULT true,
    CHECK (valid_until IS NULL OR valid_from < valid_until)
);
CREATE INDEX fact_entity ON fact (entity, attribute);
-- A tenant believes one value of an attribute at a time.
CREATE UNIQUE INDEX fact_believed_by ON fact (entity, attribute, valid_from, coalesce(tenant, ''), public) WHERE retired_at IS NULL;

-- The job that may write about an entity. The fence only grows; a write that carries an older one is refused. While the
-- instance that works on the job is alive, so is the lease, however late its renewals are.
CREATE TABLE entity_lease (
    entity      text NOT NULL,
    scope       text NOT NULL,                  -- the tenant; empty while memory is shared, when research is for all tenants
    fence       bigint NOT NULL,                -- of entity_fence
    holder      text,
    lease_until timestamptz NOT NULL,
    consumer    text,
    job         uuid,
    tenant      text,                           -- of the job
    PRIMARY KEY (entity, scope)
) WITH (fillfactor = 50);
CREATE SEQUENCE entity_fence;
