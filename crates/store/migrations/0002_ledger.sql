-- The ledger: budgets and model calls, in micro-dollars.

-- A tenant's daily budget is divided into shares, so that replicas do not wait for each other's commits. `limit` of a
-- share is the part of the whole budget that it may use; the sum of these parts is committed in the row of the whole
-- budget.
CREATE TABLE budget (
    scope       text PRIMARY KEY,
    "limit"     bigint NOT NULL CHECK ("limit" >= 0),                    -- a limit that workers name is only ever lowered
    added       bigint NOT NULL DEFAULT 0 CHECK (added >= 0),            -- what an operator added to the limit of one day
    committed   bigint NOT NULL DEFAULT 0 CHECK (committed >= 0),        -- reserved and settled together
    closed      boolean NOT NULL DEFAULT false,                          -- no call reserves from it; open reservations are settled as usual
    share_of    text,                                                    -- of a share: scope of the whole budget
    share_limit bigint,                                                  -- of a share: limit of the whole budget when it was last divided
    made_at     timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE INDEX budget_made ON budget (made_at);
CREATE INDEX budget_share ON budget (share_of) WHERE share_of IS NOT NULL;

-- Calls that were not made because a budget had too little left: one row for each tenant, day, worker and kind of
-- budget, for people. No decision reads it.
CREATE TABLE budget_refusal (
    tenant    text NOT NULL,
    day       date NOT NULL,                                    -- UTC
    agent     text NOT NULL,
    budget    text NOT NULL,                                    -- kind of the scope: call, run, agent, task or tenant
    calls     bigint NOT NULL CHECK (calls > 0),
    amount    bigint NOT NULL CHECK (amount >= 0),              -- sum of the lowest maxima of the calls
    first_at  timestamptz NOT NULL DEFAULT now(),
    newest_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, day, agent, budget)
) WITH (fillfactor = 70);
CREATE INDEX budget_refusal_day ON budget_refusal (day);

-- No index names `state`: settling a call changes no indexed column and stays in its page (HOT), for which fillfactor
-- leaves room.
CREATE TABLE call (
    id             uuid PRIMARY KEY,
    job            uuid NOT NULL,
    step           text NOT NULL,
    input          text NOT NULL,
    attempt        int NOT NULL,
    state          text NOT NULL CHECK (state IN ('intent', 'settled', 'wasted', 'refused', 'unknown')),
    max            bigint NOT NULL CHECK (max >= 0),
    charged        bigint NOT NULL CHECK (charged >= 0),   -- intent and unknown: max; settled and wasted: actual; refused: 0
    budgets        text[] NOT NULL,                        -- scopes that carry the charge
    tenant         text NOT NULL,
    agent          text NOT NULL,
    provider       text NOT NULL,
    model          text NOT NULL,
    tokens_read    bigint CHECK (tokens_read >= 0),        -- NULL: the provider reported none
    tokens_written bigint CHECK (tokens_written >= 0),
    unanswered     boolean NOT NULL DEFAULT false,         -- paid, and its worker got no reply; a step with three of them is not tried again
    instance       text NOT NULL,
    opening        bigint NOT NULL,                        -- number of the `open` of that instance: its repetition finds this row
    opened_at      timestamptz NOT NULL DEFAULT now(),
    closed_at      timestamptz
) WITH (fillfactor = 70);
CREATE INDEX call_step ON call (job, step, input);
CREATE INDEX call_opened ON call (opened_at);
CREATE INDEX call_budgets ON call USING gin (budgets) WITH (fastupdate = on);

-- Calls without a final state. Triggers keep the table, with the rights of its owner: workers need none on it to open
-- and to close calls.
CREATE TABLE call_unsettled (
    call uuid PRIMARY KEY
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- The path names no schema in which a role can create anything, and pg_temp last: without that entry it would be
-- searched first. `changed` is the table of the trigger, which no other table can hide.
CREATE FUNCTION call_unsettled_keep() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO public.call_unsettled (call)
        SELECT id FROM changed WHERE state IN ('intent', 'unknown') ON CONFLICT (call) DO NOTHING;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM public.call_unsettled u USING changed c
        WHERE u.call = c.id AND (TG_OP = 'DELETE' OR c.state NOT IN ('intent', 'unknown'));
    END IF;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION call_unsettled_keep() FROM PUBLIC;
CREATE TRIGGER call_unsettled_insert AFTER INSERT ON call REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
CREATE TRIGGER call_unsettled_update AFTER UPDATE ON call REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
CREATE TRIGGER call_unsettled_delete AFTER DELETE ON call REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();

-- Under a policy, Postgres uses an index only for operators that it trusts not to reveal a row in an error message.
-- Those of arrays are not among them. This view has the condition of the policy without that barrier: its owner reads
-- the table.
CREATE VIEW scoped_call AS
SELECT id, job, state, charged, budgets, tenant, agent, provider, model, tokens_read, tokens_written, step, opened_at, closed_at FROM call
WHERE tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

-- The model of each worker as its newest process read it, for people who cannot read the workers' settings.
CREATE TABLE worker_model (
    worker  text PRIMARY KEY,
    body    json NOT NULL,                       -- provider, model, limits, price; never a key
    seen_at timestamptz NOT NULL DEFAULT now(),  -- written again while a process of the worker runs
    changed_at timestamptz                       -- the last time at which the body became another one; NULL: never
);

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
    -- formed: not sent; submitting: sent, or about to be, and the provider's id is not known; running: the provider
    -- works on it
    state         text NOT NULL DEFAULT 'formed' CHECK (state IN ('formed', 'submitting', 'running', 'done')),
    provider_id   text,
    formed_at     timestamptz NOT NULL DEFAULT now(),
    submitted_at  timestamptz,
    next_check_at timestamptz NOT NULL DEFAULT now(),
    done_at       timestamptz
);
CREATE INDEX batch_open ON batch (lane, next_check_at) WHERE state <> 'done';
CREATE INDEX batch_lane_sent ON batch (lane) WHERE provider_id IS NOT NULL;
CREATE INDEX batch_done ON batch (done_at) WHERE done_at IS NOT NULL;

CREATE TABLE batch_item (
    call         uuid PRIMARY KEY,
    job          uuid NOT NULL,
    step         text NOT NULL,
    input        text NOT NULL,
    lane         text NOT NULL,
    request      bytea NOT NULL,                       -- empty after the end of its batch
    batch        uuid,
    queued_at    timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz                           -- it was never sent and never will be
);
CREATE UNIQUE INDEX batch_item_step ON batch_item (job, step);
CREATE INDEX batch_item_queue ON batch_item (lane, queued_at) WHERE batch IS NULL AND withdrawn_at IS NULL;
CREATE INDEX batch_item_batch ON batch_item (batch) WHERE batch IS NOT NULL;
CREATE INDEX batch_item_age ON batch_item (queued_at);

-- Owns the open calls of batches, which outlive every process. It never dies, so that no process settles them as
-- unknown.
INSERT INTO instance (name, alive_until) VALUES ('batch', 'infinity');
