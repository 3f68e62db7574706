-- Model calls through the batch endpoints of providers. The money of a call is in `call`, as for every other call.

-- A lane is a worker with its endpoint and model. One instance at a time sends and collects its batches.
CREATE TABLE batch_lane (
    lane       text PRIMARY KEY,
    holder     text NOT NULL,
    held_until timestamptz NOT NULL
);

CREATE TABLE batch (
    id            uuid PRIMARY KEY,
    lane          text NOT NULL,
    -- formed: not sent; submitting: sent, or about to be, and the provider's id is not known; running: the provider works on it
    state         text NOT NULL DEFAULT 'formed' CHECK (state IN ('formed', 'submitting', 'running', 'done')),
    provider_id   text,
    formed_at     timestamptz NOT NULL DEFAULT now(),
    submitted_at  timestamptz,
    next_check_at timestamptz NOT NULL DEFAULT now(),
    done_at       timestamptz
);
CREATE INDEX batch_open ON batch (lane, next_check_at) WHERE state <> 'done';

CREATE TABLE batch_item (
    call         uuid PRIMARY KEY,
    job          uuid NOT NULL,
    step         text NOT NULL,
    input        text NOT NULL,
    lane         text NOT NULL,
    request      bytea NOT NULL,                       -- empty after the end of its batch
    batch        uuid,
    queued_at    timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz                           -- was never sent and never will be
);
CREATE UNIQUE INDEX batch_item_step ON batch_item (job, step);
CREATE INDEX batch_item_queue ON batch_item (lane, queued_at) WHERE batch IS NULL AND withdrawn_at IS NULL;
CREATE INDEX batch_item_batch ON batch_item (batch) WHERE batch IS NOT NULL;
CREATE INDEX batch_item_age ON batch_item (queued_at);       -- for the deletion of old rows

-- Owns the open calls of batches, which outlive every process. It never dies, so that no version settles them as unknown.
INSERT INTO instance (name, alive_until) VALUES ('batch', 'infinity') ON CONFLICT (name) DO NOTHING;
