-- What the fleet knows.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE entity (
    id         text PRIMARY KEY,
    identity   text NOT NULL UNIQUE,     -- what makes it the same thing when it is described again
    kind       text NOT NULL,
    name       text NOT NULL,
    symbol     text,
    name_key   text NOT NULL,            -- folded by Rust, so that every collation agrees
    symbol_key text,
    verified   boolean NOT NULL,
    metadata   json NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX entity_name ON entity (name_key);
CREATE INDEX entity_symbol ON entity (symbol_key);
CREATE INDEX entity_name_like ON entity USING gist (name_key gist_trgm_ops);
CREATE INDEX entity_symbol_like ON entity USING gist (symbol_key gist_trgm_ops);

CREATE TABLE representation (
    entity   text NOT NULL,
    kind     text NOT NULL,
    protocol text NOT NULL,
    chain    text NOT NULL,
    context  jsonb NOT NULL,             -- jsonb, so that equal contexts are equal
    active   boolean NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (entity, kind, protocol, chain, context)
);

-- Each context value by itself, for exact look-ups.
CREATE TABLE representation_context (
    key    text NOT NULL,
    value  text NOT NULL,
    entity text NOT NULL,
    PRIMARY KEY (key, value, entity)
);
CREATE INDEX representation_context_value ON representation_context (value);

-- Every version is kept; the highest is the current one.
CREATE TABLE research (
    entity     text NOT NULL,
    version    bigint NOT NULL,
    fence      bigint NOT NULL,
    body       json NOT NULL,
    summary    text NOT NULL,
    made_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    stored_at  timestamptz NOT NULL DEFAULT now(),
    search     tsvector GENERATED ALWAYS AS (to_tsvector('english', replace(entity, '-', ' ') || ' ' || summary)) STORED,
    PRIMARY KEY (entity, version)
);
CREATE INDEX research_search ON research USING gin (search);

-- Who may write about an entity. The fence only grows; a write that carries an older one is refused.
CREATE TABLE entity_lease (
    entity      text PRIMARY KEY,
    fence       bigint NOT NULL,
    holder      text,
    lease_until timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE note (
    id         uuid PRIMARY KEY,
    tenant     text NOT NULL,
    text       text NOT NULL,
    summary    text NOT NULL,
    keywords   text NOT NULL,            -- joined by line breaks
    tags       text NOT NULL,
    kind       text NOT NULL,
    source_url text NOT NULL,
    made_at    timestamptz NOT NULL,
    search     tsvector GENERATED ALWAYS AS (to_tsvector('english', summary || ' ' || keywords || ' ' || tags || ' ' || text)) STORED
);
CREATE INDEX note_search ON note USING gin (search);
CREATE INDEX note_summary_like ON note USING gin (summary gin_trgm_ops);

CREATE TABLE evidence (
    job        uuid PRIMARY KEY,
    event      uuid NOT NULL,
    tenant     text NOT NULL,
    label      text NOT NULL,
    entity     text,
    body       json NOT NULL,
    stored_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX evidence_event ON evidence (event);
