-- The truth about work. Expand only: a column or table is never renamed or dropped while a released binary knows it.

CREATE TABLE instance (
    name        text PRIMARY KEY,
    alive_until timestamptz NOT NULL
);

-- One row per (consumer, job), from the first start to the outcome. One table for both, because a start then costs one
-- insert and an outcome one update that touches no index (fillfactor leaves room for it on the same page).
CREATE TABLE inbox (
    consumer   text NOT NULL,
    job        uuid NOT NULL,
    holder     text,                                -- the instance that works on it
    strikes    int NOT NULL DEFAULT 0,              -- starts that ended with the death of their instance
    failures   int NOT NULL DEFAULT 0,              -- transient failures
    last_error text,
    begun_at   timestamptz NOT NULL DEFAULT now(),
    done_at    timestamptz,                         -- its outcome is committed
    PRIMARY KEY (consumer, job)
) WITH (fillfactor = 70);

-- Messages exactly as they are published. Never updated.
CREATE TABLE outbox (
    id          uuid PRIMARY KEY,
    subject     text NOT NULL,
    tenant      text NOT NULL,
    payload     bytea NOT NULL,
    traceparent text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_created ON outbox USING brin (created_at) WITH (autosummarize = on);

-- What still has to be watched of an outbox row: is it sent, was it heard? Small, so that an update copies no payload; gone
-- when every hearer has an outcome.
CREATE TABLE dispatch (
    id            uuid PRIMARY KEY,
    subject       text NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    claimed_until timestamptz NOT NULL DEFAULT '-infinity',  -- a relay is sending it
    sent_at       timestamptz,
    look_at       timestamptz NOT NULL DEFAULT '-infinity',  -- not to be republished before
    republished   int NOT NULL DEFAULT 0
);
CREATE INDEX dispatch_unsent ON dispatch (created_at) WHERE sent_at IS NULL;

-- Who hears what, as the reconcilers told it. A message is forgotten when all that are known have an outcome.
CREATE TABLE hearer (
    subject  text NOT NULL,
    consumer text NOT NULL,
    PRIMARY KEY (subject, consumer)
);

CREATE TABLE step (
    job     uuid NOT NULL,
    step    text NOT NULL,
    input   text NOT NULL,
    value   bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job, step, input)
);

CREATE TABLE dead_letter (
    id          uuid PRIMARY KEY,
    consumer    text NOT NULL,
    job         uuid NOT NULL,
    tenant      text NOT NULL,
    subject     text NOT NULL,
    headers     json NOT NULL,
    payload     bytea NOT NULL,
    class       text NOT NULL,
    errors      text[] NOT NULL,
    attempts    int NOT NULL,
    trace_id    text NOT NULL,
    at          timestamptz NOT NULL,
    redriven_at timestamptz
);
CREATE INDEX dead_letter_at ON dead_letter (at DESC);
CREATE INDEX dead_letter_job ON dead_letter (job);
