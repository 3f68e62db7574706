-- Sessions of research macros, their results, and the reviews of these results and of forecasts.

CREATE TABLE macro_session (
    tenant     text NOT NULL,
    id         uuid NOT NULL,
    version    bigint NOT NULL CHECK (version >= 0),
    state      text NOT NULL CHECK (state IN ('idle', 'pending_review', 'verbs_ready', 'executed')),
    result     uuid,                       -- the pending result, or the one decided last
    changed    json,                       -- domain::review::Change; NULL before the first use
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, id),
    CHECK (state <> 'pending_review' OR result IS NOT NULL)
) WITH (fillfactor = 70);
CREATE INDEX macro_session_changed ON macro_session (changed_at);

CREATE TABLE macro_result (
    id         uuid PRIMARY KEY,
    tenant     text NOT NULL,
    session    uuid NOT NULL,
    subject    text NOT NULL DEFAULT 'macro' CHECK (subject IN ('macro', 'forecast')),   -- the id of a reviewed forecast is its run
    name       text NOT NULL CHECK (octet_length(name) <= 512),
    version    text NOT NULL CHECK (octet_length(version) <= 512),
    state      text NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'expired', 'executed')),
    event_id   text NOT NULL,
    event      uuid NOT NULL,
    body       json NOT NULL CHECK (octet_length(body::text) <= 1048576),        -- domain::MacroResult, as it was researched
    definition text NOT NULL CHECK (octet_length(definition) <= 131072),         -- text of the version that produced the result
    review     json CHECK (octet_length(review::text) <= 1048576),               -- domain::review::Review
    execution  json CHECK (octet_length(execution::text) <= 262144),             -- domain::review::Execution
    made_at    timestamptz NOT NULL,
    expires_at timestamptz,                                                      -- NULL if the result never waited for a review
    changed_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant, session) REFERENCES macro_session (tenant, id),
    CHECK ((state = 'pending') = (review IS NULL)),
    CHECK ((state = 'executed') = (execution IS NOT NULL))
) WITH (fillfactor = 70);
-- A session holds at most one pending result.
CREATE UNIQUE INDEX macro_result_pending ON macro_result (tenant, session) WHERE state = 'pending';
CREATE INDEX macro_result_queue ON macro_result (tenant, state, made_at DESC, id DESC);
CREATE INDEX macro_result_session ON macro_result (tenant, session, made_at DESC);
CREATE INDEX macro_result_due ON macro_result (expires_at) WHERE state = 'pending';
CREATE INDEX macro_result_made ON macro_result (made_at);
CREATE INDEX macro_result_decided ON macro_result (changed_at) WHERE state <> 'pending';

-- One row for each decision about a result, for audits. Rows are never changed.
CREATE TABLE macro_review (
    result     uuid NOT NULL,
    state      text NOT NULL,              -- the state that the decision led to
    version    bigint NOT NULL,            -- of the session after the decision
    by         text NOT NULL,
    at         timestamptz NOT NULL,
    reason     text NOT NULL,
    edits      int NOT NULL,               -- number of edits; macro_result.review contains them
    PRIMARY KEY (result, state)
);
CREATE INDEX macro_review_at ON macro_review (at);
