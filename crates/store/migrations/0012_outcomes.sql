-- What questions came to. A correction retires the row that it corrects; nothing is deleted and nothing is overwritten, so
-- that "what was known then" has an answer for every "then".

CREATE TABLE outcome (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant      text NOT NULL,
    key         text NOT NULL,              -- one question: `<kind of event>:<publisher's id>`, e.g. `question:manifold:2gZ@2026-03-01`
    run         uuid,                       -- the run that this event has or would have (derived from it); what forecasts are scored by
    question    text NOT NULL,
    background  text NOT NULL DEFAULT '',   -- what was said with it, shortened: its classes are made of both
    topic       text NOT NULL DEFAULT '',   -- as the question's topic: a source, a subject
    asked_at    timestamptz NOT NULL,       -- when it was asked: what a forecaster could know ends here
    due_at      timestamptz,                -- when it was to be decided at the latest, as far as that was known then
    value       double precision NOT NULL CHECK (value BETWEEN 0 AND 1),  -- 1 is YES, 0 is NO, between: resolved in part
    resolved_at timestamptz NOT NULL,       -- when the world decided
    learned_at  timestamptz NOT NULL,       -- when this fleet was told
    retired_at  timestamptz,                -- when a correction took its place; NULL: still believed
    origin      text NOT NULL CHECK (origin IN ('hand', 'file', 'market', 'import')),
    because     text NOT NULL DEFAULT '',   -- who says so, or why it was corrected
    labelled    smallint NOT NULL DEFAULT 0 -- version of its rows in outcome_class
);
CREATE UNIQUE INDEX outcome_believed ON outcome (tenant, key) WHERE retired_at IS NULL;
CREATE INDEX outcome_run ON outcome (run) WHERE run IS NOT NULL;     -- at most one believed row a run
CREATE INDEX outcome_learned ON outcome (learned_at);
CREATE INDEX outcome_labelled ON outcome (labelled);

-- The reference classes that a question belongs to, made by Rust from its own words (`crates/reference`).
CREATE TABLE outcome_class (
    tenant  text NOT NULL,
    class   text NOT NULL,
    outcome bigint NOT NULL,
    PRIMARY KEY (tenant, class, outcome)
);
CREATE INDEX outcome_class_outcome ON outcome_class (outcome);
