-- How entities are told apart, and what was true of them when. Only adds: yesterday's workers go on writing.

ALTER TABLE entity
    ADD COLUMN banned  text,                                    -- why a trusted list bans it
    ADD COLUMN aliases json NOT NULL DEFAULT '[]',              -- what else it is or was called
    ADD COLUMN keyed   smallint NOT NULL DEFAULT 0,             -- version of its rows in entity_key
    ADD COLUMN changed xid8 NOT NULL DEFAULT pg_current_xact_id();  -- who wrote it last: copies ask for what is newer
CREATE INDEX entity_changed ON entity (changed);
CREATE INDEX entity_keyed ON entity (keyed);

-- Everything that finds an entity exactly, made by Rust: context values, folded symbols and names, looks, near misses.
CREATE TABLE entity_key (
    kind   smallint NOT NULL,
    key    text NOT NULL,
    entity text NOT NULL,
    PRIMARY KEY (kind, key, entity)
);
CREATE INDEX entity_key_entity ON entity_key (entity);
CREATE INDEX representation_context_entity ON representation_context (entity);

-- What was true from when to when, and what was believed from when to when. Rows are retired, never deleted.
CREATE TABLE fact (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entity      text NOT NULL,
    attribute   text NOT NULL,
    value       text NOT NULL,
    valid_from  timestamptz NOT NULL,
    valid_until timestamptz,                -- NULL: still true
    learned_at  timestamptz NOT NULL,
    retired_at  timestamptz,                -- NULL: still believed
    source      text NOT NULL,
    because     text NOT NULL DEFAULT '',
    CHECK (valid_until IS NULL OR valid_from < valid_until)
);
CREATE INDEX fact_entity ON fact (entity, attribute);
CREATE UNIQUE INDEX fact_believed ON fact (entity, attribute, valid_from) WHERE retired_at IS NULL;

-- New evidence ends the validity of what was found before; the version stays.
ALTER TABLE research
    ADD COLUMN ended_at      timestamptz,
    ADD COLUMN ended_because text NOT NULL DEFAULT '';

-- The timeline of an entity leads from its evidence to the events and the forecasts that used it.
CREATE INDEX evidence_entity ON evidence (entity) WHERE entity IS NOT NULL;
CREATE INDEX run_event ON run (event);
