-- Research, notes and evidence.

-- Every version is kept; the highest is the current one. New evidence ends the validity of an earlier version, which
-- stays.
CREATE TABLE research (
    entity        text NOT NULL,
    version       bigint NOT NULL,              -- counts those of all tenants
    number        bigint NOT NULL,              -- of the version within its entity and tenant, which is shown
    tenant        text,                         -- the tenant that it was made for
    public        boolean NOT NULL DEFAULT true,
    fence         bigint NOT NULL,
    body          json NOT NULL,
    summary       text NOT NULL,
    made_at       timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    ended_at      timestamptz,
    ended_because text NOT NULL DEFAULT '',
    stored_at     timestamptz NOT NULL DEFAULT now(),
    search        tsvector NOT NULL DEFAULT '',     -- lexemes of the entity and the summary, in their language
    search_version smallint NOT NULL DEFAULT 0,     -- of the rules that made them; older ones are made anew in the background
    PRIMARY KEY (entity, version)
);
CREATE INDEX research_search_version ON research (search_version, made_at DESC, entity DESC, version DESC) WHERE ended_at IS NULL;
CREATE INDEX research_search ON research USING gin (search);
CREATE INDEX research_tenant ON research (tenant) WHERE ended_at IS NULL;      -- counted at every look-up
CREATE INDEX research_ended ON research (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX research_made ON research (made_at DESC, entity DESC, version DESC) WHERE ended_at IS NULL;  -- the walk that adds vectors

-- A note ends when the research from which it was made is contradicted. It stays, with the reason, and so do its links.
CREATE TABLE note (
    id            uuid PRIMARY KEY,
    tenant        text NOT NULL,
    text          text NOT NULL,
    summary       text NOT NULL,
    keywords      text NOT NULL,            -- joined by line breaks
    tags          text NOT NULL,            -- joined by line breaks
    kind          text NOT NULL,
    source_url    text NOT NULL,
    made_at       timestamptz NOT NULL,
    ended_at      timestamptz,
    ended_because text,
    search        tsvector NOT NULL DEFAULT '',     -- lexemes of summary, keywords, tags and text, in their language
    search_version smallint NOT NULL DEFAULT 0      -- as research.search_version
);
CREATE INDEX note_search_version ON note (search_version, made_at DESC, id DESC) WHERE ended_at IS NULL;
CREATE INDEX note_search ON note USING gin (search);
CREATE INDEX note_summary_like ON note USING gin (summary gin_trgm_ops);
CREATE INDEX note_tenant ON note (tenant);
CREATE INDEX note_valid ON note (tenant, id) WHERE ended_at IS NULL;          -- counted at every look-up, without reading the notes; a sample by id
CREATE INDEX note_tenant_made ON note (tenant, made_at DESC, id DESC);        -- a tenant's list, newest first, in pages
CREATE INDEX note_ended ON note (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX note_made ON note (made_at DESC, id DESC) WHERE ended_at IS NULL;  -- the walk that adds vectors

-- The research from which a note was made.
CREATE TABLE note_of (
    entity  text NOT NULL,
    made_at timestamptz NOT NULL,           -- of the research; its version is not known when the note is written
    note    uuid NOT NULL,
    PRIMARY KEY (entity, made_at, note)
);

-- Vectors of notes, one per note, by the model that made them. The column `embedding` and its indexes need the extension
-- pgvector, which is optional; they are added after the migrations (memory/vectors).
CREATE TABLE note_embedding (
    note       uuid PRIMARY KEY,
    tenant     text NOT NULL,
    model      text NOT NULL,
    dimensions integer NOT NULL,                 -- number of components
    made_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX note_embedding_tenant ON note_embedding (tenant, model, dimensions);

-- Vectors of research: of the newest version of each entity and tenant. As note_embedding.
CREATE TABLE research_embedding (
    entity     text NOT NULL,
    version    bigint NOT NULL,
    tenant     text NOT NULL,
    public     boolean NOT NULL,
    model      text NOT NULL,
    dimensions integer NOT NULL,
    made_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (entity, version)
);
CREATE INDEX research_embedding_tenant ON research_embedding (tenant, model, dimensions);
CREATE INDEX research_embedding_public ON research_embedding (model, dimensions) WHERE public;

-- Which notes are about the same, as the ranking decided when the newer one was written.
CREATE TABLE note_link (
    note  uuid NOT NULL,                    -- the newer one
    other uuid NOT NULL,
    score double precision NOT NULL,        -- 0 to 1: how surely `other` answers the text of `note`
    PRIMARY KEY (note, other)
);
CREATE INDEX note_link_other ON note_link (other);

CREATE TABLE evidence (
    job       uuid PRIMARY KEY,
    event     uuid NOT NULL,
    tenant    text NOT NULL,
    label     text NOT NULL,
    entity    text,
    body      json NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX evidence_event ON evidence (event);
CREATE INDEX evidence_entity ON evidence (entity, tenant, stored_at DESC) WHERE entity IS NOT NULL;   -- from an entity to the events and forecasts that used it

-- Under a policy, Postgres uses an index only for operators that it trusts not to reveal a row in an error message.
-- Those of text search are not among them. These views have the same condition as the policies, without that barrier:
-- their owner reads the tables.
CREATE VIEW scoped_note AS SELECT id, tenant, search, ended_at FROM note
WHERE tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

CREATE VIEW scoped_research AS SELECT entity, version, search, ended_at, tenant, public FROM research
WHERE tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (public AND (SELECT current_setting('auspex.shared_memory', true)) = 'on')
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

-- The 3,000 most frequent words of each table, from a sample of 90,000 rows: words that a look-up need not count.
ALTER TABLE note ALTER COLUMN search SET STATISTICS 300;
ALTER TABLE research ALTER COLUMN search SET STATISTICS 300;

-- Statistics of the words in notes and research. Postgres hides those of a table from each role to which a policy
-- applies; the owner reads them for all.
CREATE FUNCTION word_shares() RETURNS TABLE (is_note boolean, stem text, holders double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
SELECT s.tablename = 'note', e.stem,
       f.share::float8 * greatest((SELECT reltuples FROM pg_class WHERE oid = to_regclass('public.' || s.tablename::text)), 0)::float8
FROM pg_stats s,
     unnest(s.most_common_elems::text::text[]) WITH ORDINALITY AS e (stem, n),
     unnest(s.most_common_elem_freqs) WITH ORDINALITY AS f (share, m)
WHERE s.schemaname = 'public' AND s.tablename IN ('note', 'research') AND s.attname = 'search' AND e.n = f.m
$$;
REVOKE EXECUTE ON FUNCTION word_shares() FROM PUBLIC;
