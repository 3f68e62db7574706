-- The truth about money, in micro-dollars.

CREATE TABLE budget (
    scope     text PRIMARY KEY,
    "limit"   bigint NOT NULL CHECK ("limit" >= 0),
    committed bigint NOT NULL DEFAULT 0 CHECK (committed >= 0)   -- reserved and settled together
) WITH (fillfactor = 50);

CREATE TABLE call (
    id        uuid PRIMARY KEY,
    job       uuid NOT NULL,
    step      text NOT NULL,
    input     text NOT NULL,
    attempt   int NOT NULL,
    state     text NOT NULL CHECK (state IN ('intent', 'settled', 'wasted', 'refused', 'unknown')),
    max       bigint NOT NULL CHECK (max >= 0),
    charged   bigint NOT NULL CHECK (charged >= 0),  -- intent and unknown: max; settled and wasted: actual; refused: 0
    budgets   text[] NOT NULL,                       -- scopes that carry the charge
    tenant    text NOT NULL,
    agent     text NOT NULL,
    provider  text NOT NULL,
    model     text NOT NULL,
    instance  text NOT NULL,
    opening   bigint NOT NULL,                       -- which `open` of that instance: a repetition of the same finds itself
    opened_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz
);
CREATE INDEX call_step ON call (job, step, input);
CREATE INDEX call_open ON call (instance) WHERE state = 'intent';
CREATE INDEX call_unknown ON call (opened_at) WHERE state = 'unknown';
CREATE INDEX call_budgets ON call USING gin (budgets) WITH (fastupdate = on);
