-- Outcomes of questions, and the calibration that is fitted on them.

-- A correction retires the row that it corrects; nothing is deleted and nothing is overwritten, so that the knowledge
-- of any past time can be read.
CREATE TABLE outcome (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant      text NOT NULL,
    key         text NOT NULL,              -- one question: `<kind of event>:<publisher's id>`, e.g. `question:manifold:2gZ@2026-03-01`
    run         uuid,                       -- the run that this event has or would have (derived from it); forecasts are scored by it
    question    text NOT NULL,
    background  text NOT NULL DEFAULT '',   -- its description, shortened: the classes derive from both
    topic       text NOT NULL DEFAULT '',   -- as the question's topic: a source, a subject
    asked_at    timestamptz NOT NULL,       -- when it was asked: what a forecaster could know ends here
    due_at      timestamptz,                -- when it was to be decided at the latest, as far as that was known then
    value       double precision NOT NULL CHECK (value BETWEEN 0 AND 1),  -- 1 is YES, 0 is NO, between: resolved in part
    resolved_at timestamptz NOT NULL,       -- when it was decided
    learned_at  timestamptz NOT NULL,       -- when it was recorded here
    retired_at  timestamptz,                -- when a correction replaced it, or it was withdrawn; NULL: still believed
    withdrawn   text,                       -- reason of a withdrawal; NULL: none
    origin      text NOT NULL CHECK (origin IN ('hand', 'file', 'market', 'import')),
    because     text NOT NULL DEFAULT '',   -- the source, or the reason of the correction
    labelled    smallint NOT NULL DEFAULT 0 -- version of its rows in outcome_class
);
CREATE UNIQUE INDEX outcome_believed ON outcome (tenant, key) WHERE retired_at IS NULL;
CREATE INDEX outcome_key ON outcome (tenant, key);
CREATE INDEX outcome_run ON outcome (run) WHERE run IS NOT NULL;     -- at most one believed row a run
CREATE INDEX outcome_learned ON outcome (learned_at);
CREATE INDEX outcome_labelled ON outcome (labelled);

-- Answers to questions that yes or no alone does not answer: options, numbers, times, and answers under a condition. A
-- correction retires the row that it corrects.
CREATE TABLE answer_outcome (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant      text NOT NULL,
    run         uuid NOT NULL,
    answer      json NOT NULL,              -- domain::answer::ResolvedAnswer
    asked_at    timestamptz NOT NULL,
    due_at      timestamptz,                -- the scheduled close, if known
    resolved_at timestamptz NOT NULL,
    learned_at  timestamptz NOT NULL,
    retired_at  timestamptz,                -- NULL: still believed
    withdrawn   text,                       -- reason of a withdrawal; NULL: none
    origin      text NOT NULL CHECK (origin IN ('hand', 'file', 'market', 'import')),
    because     text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX answer_outcome_believed ON answer_outcome (run) WHERE retired_at IS NULL;
CREATE INDEX answer_outcome_run ON answer_outcome (run);
CREATE INDEX answer_outcome_tenant ON answer_outcome (tenant, asked_at DESC);

-- The reference classes of a question, derived by Rust from its own words (`forecasting::base_rates`).
CREATE TABLE outcome_class (
    tenant  text NOT NULL,
    class   text NOT NULL,
    outcome bigint NOT NULL,
    PRIMARY KEY (tenant, class, outcome)
);
CREATE INDEX outcome_class_outcome ON outcome_class (outcome);

-- Calibration maps, fitted once an hour for each kind of forecast.
CREATE TABLE recalibration (
    tenant     text NOT NULL,
    model      text NOT NULL,
    with_crowd boolean NOT NULL,             -- a market's price was in the pool
    hour       bigint NOT NULL,              -- hours since 1970; fitted on what was known when it began
    kind       text NOT NULL DEFAULT 'binary',   -- of the questions: binary, conditional, multiple_choice, numeric or date
    map        json NOT NULL,
    fitted_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, model, with_crowd, hour, kind)
);
