-- Facts: notes that state one fact each, with their sources, the research in which they were seen, and the questions
-- that research has answered. The tables are new, so none of them locks a table that has rows.

-- One row per note of a fact; its id derives from the tenant and the fact.
CREATE TABLE note_fact (
    note     uuid PRIMARY KEY,
    tenant   text NOT NULL,
    topic    uuid NOT NULL,                 -- at most one of the facts about a topic holds
    research uuid NOT NULL,                 -- the job that stored the research in which it was seen first
    question text NOT NULL,
    context  text NOT NULL,
    dated    timestamptz NOT NULL,          -- date of the fact
    seen_at  timestamptz NOT NULL,          -- when a source was last read that states it
    tier     smallint NOT NULL,             -- best tier of its sources: 0 other, 1 secondary, 2 official
    ended_by uuid                           -- the note that replaced it
);
CREATE INDEX note_fact_topic ON note_fact (topic, dated DESC, note);

CREATE TABLE note_source (
    note         uuid NOT NULL,
    url          text NOT NULL,
    title        text NOT NULL,
    publisher    text NOT NULL,
    tier         smallint NOT NULL,
    tier_reason  text NOT NULL,
    quote        text NOT NULL,
    published_at timestamptz,
    fetched_at   timestamptz NOT NULL,
    content_hash text NOT NULL
);
-- An address may be longer than the key of an index.
CREATE UNIQUE INDEX note_source_key ON note_source (note, md5(url));

-- Research in which a fact was seen.
CREATE TABLE note_sighting (
    note     uuid NOT NULL,
    research uuid NOT NULL,                 -- the job that stored it
    tenant   text NOT NULL,                 -- that of the note
    entity   text,
    made_at  timestamptz NOT NULL,          -- of the research; its version is not known when the note is written
    PRIMARY KEY (note, research)
);
CREATE INDEX note_sighting_research ON note_sighting (research);
-- A list of one tenant reads no rows of others; a contradiction reads those of all tenants.
CREATE INDEX note_sighting_entity ON note_sighting (entity, tenant, made_at) WHERE entity IS NOT NULL;

-- Evidence that answers a question completely. The key is equal for equal questions of a tenant.
CREATE TABLE answered_question (
    question uuid NOT NULL,
    job      uuid NOT NULL,                 -- of the evidence
    tenant   text NOT NULL,
    made_at  timestamptz NOT NULL,
    PRIMARY KEY (question, job)
);
CREATE INDEX answered_question_newest ON answered_question (question, made_at DESC);
CREATE INDEX answered_question_job ON answered_question (job);
