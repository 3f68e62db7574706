-- The journal: which jobs are done, what they published, and what is still to be delivered. Later versions only add: a
-- column or table is never renamed or removed while a released binary uses it.

-- Running processes. The lease of a live one is renewed.
CREATE TABLE instance (
    name        text PRIMARY KEY,
    alive_until timestamptz NOT NULL,
    started_at  timestamptz NOT NULL DEFAULT now(),
    left_at     timestamptz                  -- it ended cleanly: its jobs are free at once, and its end is no death
);

-- One row per (consumer, job), from the first start to the outcome. One table for both, because a start then costs one
-- insert and an outcome one update that touches no index (fillfactor leaves room for it on the same page).
CREATE TABLE inbox (
    consumer   text NOT NULL,
    job        uuid NOT NULL,
    holder     text,                         -- the instance that works on it
    strikes    int NOT NULL DEFAULT 0,       -- starts that ended with the death of their instance
    failures   int NOT NULL DEFAULT 0,       -- transient failures
    last_error text,
    begun_at   timestamptz NOT NULL DEFAULT now(),
    done_at    timestamptz,                  -- its outcome is committed
    PRIMARY KEY (consumer, job)
) WITH (fillfactor = 70);
CREATE INDEX inbox_begun ON inbox (begun_at);

-- Keys of jobs that ended before (ADR 0009). Every start and every outcome writes the inbox at a random place of its
-- index, so the inbox keeps recent jobs only. One partition receives rows, the other is only read until it is past the
-- deduplication window and is truncated as a whole.
CREATE TABLE inbox_old (
    job      uuid NOT NULL,
    slot     smallint NOT NULL,
    consumer text NOT NULL
) PARTITION BY LIST (slot);
CREATE TABLE inbox_old_0 PARTITION OF inbox_old FOR VALUES IN (0);
CREATE TABLE inbox_old_1 PARTITION OF inbox_old FOR VALUES IN (1);
CREATE INDEX inbox_old_key ON inbox_old (job, consumer);

-- Partitions of `inbox_old` in use. The one without a time of closing receives rows.
CREATE TABLE inbox_period (
    slot      smallint PRIMARY KEY,
    opened_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz
);
CREATE UNIQUE INDEX inbox_period_open ON inbox_period ((closed_at IS NULL)) WHERE closed_at IS NULL;
INSERT INTO inbox_period (slot) VALUES (0);

-- Messages exactly as they are published. Never updated.
CREATE TABLE outbox (
    id          uuid PRIMARY KEY,
    subject     text NOT NULL,
    tenant      text NOT NULL,
    payload     bytea NOT NULL,
    traceparent text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_created_at ON outbox (created_at);
CREATE INDEX outbox_verdicts ON outbox (created_at) WHERE starts_with(subject, 'auspex.result.classifications.');

-- The part of a subject on which permissions, relays and consumers are decided. All results have one, because one
-- process publishes them.
CREATE FUNCTION subject_topic(subject text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN starts_with(subject, 'auspex.result.') THEN 'auspex.result'
            ELSE rtrim(split_part(subject, '.', 1) || '.' || split_part(subject, '.', 2) || '.' || split_part(subject, '.', 3), '.') END
$$;

-- Deliveries of outbox rows, small, so that an update copies no payload. One row per message and consumer: the commit
-- of the consumer deletes it by its key. A message that nobody consumes has one row with an empty consumer, until the
-- stream confirms it.
CREATE TABLE dispatch (
    id          uuid NOT NULL,
    consumer    text NOT NULL DEFAULT '',
    subject     text NOT NULL,
    bytes       int NOT NULL DEFAULT 0,              -- of the payload, by which a claim is limited
    run         uuid,                                -- the run that the event may start
    created_at  timestamptz NOT NULL DEFAULT now(),
    look_at     timestamptz NOT NULL DEFAULT now(),  -- when the relay or the reconciler looks at it next
    relayed     int NOT NULL DEFAULT 0,              -- claims by a relay, which delay the next claim
    sent_at     timestamptz,
    sequence    bigint,                              -- position in its stream, which proves whether the stream lost the message
    republished int NOT NULL DEFAULT 0,
    CONSTRAINT dispatch_key PRIMARY KEY (id, consumer)
);
-- One index per state of a row: unsent for the first time or again, at a position of its stream, or at none, because it
-- is parked or lost.
CREATE INDEX dispatch_fresh ON dispatch (subject_topic(subject), look_at) WHERE sent_at IS NULL AND relayed = 0;
CREATE INDEX dispatch_retried ON dispatch (subject_topic(subject), look_at) WHERE sent_at IS NULL AND relayed > 0;
CREATE INDEX dispatch_placed ON dispatch (subject_topic(subject), consumer, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX dispatch_unplaced ON dispatch (subject_topic(subject), consumer, look_at) WHERE sequence IS NULL AND sent_at IS NOT NULL;
CREATE INDEX dispatch_run ON dispatch (run) WHERE run IS NOT NULL;

-- Consumers by topic. A commit writes one row of `dispatch` for each consumer of its message.
CREATE TABLE hearer (
    subject  text NOT NULL,                          -- a topic, as `subject_topic` returns it
    consumer text NOT NULL,
    seen_at  timestamptz NOT NULL DEFAULT now(),     -- a worker last registered the consumer; rows of removed consumers are deleted
    PRIMARY KEY (subject, consumer)
);

-- Starts of nats-server at which the redelivery of unacknowledged messages was requested, by consumer. A server has a
-- new id at each start.
CREATE TABLE nats_server (
    consumer text NOT NULL,
    server   text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, server)
);

-- Results of paid or slow work of a job, by the hash of their input.
CREATE TABLE step (
    job     uuid NOT NULL,
    step    text NOT NULL,
    input   text NOT NULL,
    value   bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job, step, input)
);
CREATE INDEX step_made ON step (made_at);

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
    count       bigint NOT NULL DEFAULT 1,           -- messages that it stands for: in a storm of one tenant and class, one stands for many
    trace_id    text NOT NULL,
    at          timestamptz NOT NULL,
    redriven_at timestamptz,
    dropped_at  timestamptz,                         -- closed by a person; nobody will redrive it
    xid         xid8 DEFAULT pg_current_xact_id()    -- transaction that wrote the row, as in `result`
);
CREATE INDEX dead_letter_at ON dead_letter (at DESC);
CREATE INDEX dead_letter_job ON dead_letter (job);
CREATE INDEX dead_letter_tenant ON dead_letter (tenant, at DESC, id DESC);   -- a tenant's list, newest first, in pages
CREATE INDEX dead_letter_open ON dead_letter (tenant, consumer, class, at DESC) WHERE redriven_at IS NULL;   -- groups of a tenant
CREATE INDEX dead_letter_position ON dead_letter (tenant, xid, id);          -- for webhooks

-- Redrives of many dead letters, which gateways execute. NULL in a filter selects all; without a class the undecodable
-- letters are not selected.
CREATE TABLE redrive (
    id         uuid PRIMARY KEY,
    tenant     text NOT NULL,
    consumer   text,
    class      text,
    reason     text,                                 -- in the form of a group
    letters    int NOT NULL,                         -- selected at the start; not more are redriven
    per_second int NOT NULL,
    state      text NOT NULL CHECK (state IN ('canary', 'running', 'paused', 'cancelled', 'done')),
    note       text NOT NULL DEFAULT '',             -- why it is paused or cancelled
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,                 -- later letters are not selected
    updated_at timestamptz NOT NULL DEFAULT now(),
    next_at    timestamptz NOT NULL DEFAULT now()    -- when a gateway may redrive the next letters
);
CREATE INDEX redrive_tenant ON redrive (tenant, created_at DESC, id DESC);
CREATE INDEX redrive_created ON redrive (created_at);
CREATE INDEX redrive_due ON redrive (next_at) WHERE state IN ('canary', 'running');
-- One redrive of the same letters at a time.
CREATE UNIQUE INDEX redrive_open ON redrive (tenant, coalesce(consumer, ''), coalesce(class, ''), coalesce(reason, ''))
    WHERE state IN ('canary', 'running', 'paused');

-- Letters that a redrive has redriven. `job` and `xid` are those of the letter at that time: the job has died again if
-- the letter has the same job and another transaction.
CREATE TABLE redrive_letter (
    redrive uuid NOT NULL,
    letter  uuid NOT NULL,
    job     uuid NOT NULL,
    xid     xid8,
    at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (redrive, letter)
);
CREATE INDEX redrive_letter_at ON redrive_letter (at);

-- The work of each worker for each tenant at present, for `auspex doctor`. A worker replaces its rows every 15 s while
-- it has work; it names at most eight tenants per consumer, so the table stays small.
CREATE TABLE tenant_load (
    instance  text NOT NULL,
    consumer  text NOT NULL,
    tenant    text NOT NULL,
    running   int NOT NULL,                          -- jobs in progress
    held_back int NOT NULL,                          -- deliveries above a limit, at most
    limited   text,                                  -- the limit: `rate` or `in_flight`
    oldest_at timestamptz,                           -- when the oldest of them was published
    at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (instance, consumer, tenant)
);
