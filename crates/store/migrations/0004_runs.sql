-- Forecasts from question to answer.

CREATE TABLE run (
    id          uuid PRIMARY KEY,
    tenant      text NOT NULL,
    event       uuid NOT NULL,
    question    text NOT NULL,
    body        json NOT NULL,
    format      int NOT NULL DEFAULT 1,              -- of the stored run (domain::run::FORMAT); a binary refuses a newer one than its own
    phase       text NOT NULL CHECK (phase IN ('waiting', 'analyzing', 'done')),
    iteration   int NOT NULL,
    outstanding int NOT NULL CHECK (outstanding >= 0),   -- derivable: questions of the round minus answers
    version     bigint NOT NULL,
    deadline    timestamptz NOT NULL,
    cancelled   json,                                -- domain::run::Cancellation: the run ends at its next step
    ended       json,                                -- domain::run::NoForecast: why a run that is done has no forecast
    started_at  timestamptz NOT NULL DEFAULT now(),
    changed_at  timestamptz NOT NULL DEFAULT now(),
    market      text,                                -- key of the market; the policy would keep an index on the body from being used
    forecast_state text NOT NULL DEFAULT 'none' CHECK (forecast_state IN ('none', 'pending', 'published')),   -- kept by a trigger; none: there is none, or its review did not approve it
    family      text,                                -- key of the questions that differ only in deadline or limit (domain::reading::Family)
    event_option text                                -- key of the event of which the question asks about one option (domain::reading::EventOption)
) WITH (fillfactor = 50);
CREATE INDEX run_event ON run (event);
CREATE INDEX run_started ON run (started_at DESC);
CREATE INDEX run_tenant ON run (tenant, started_at DESC, id DESC);            -- a tenant's list, newest first, in pages
CREATE INDEX run_open ON run (tenant, started_at DESC, id DESC) WHERE phase <> 'done';   -- the same of open runs
CREATE INDEX run_done ON run (tenant, forecast_state, started_at DESC, id DESC) WHERE phase = 'done';   -- with and without a forecast
CREATE INDEX run_waiting ON run (deadline) WHERE phase = 'waiting';
CREATE INDEX run_analyzing ON run (deadline) WHERE phase = 'analyzing';
CREATE INDEX run_market ON run (tenant, (body->'asked'->'market'->>'condition_id'));   -- runs about a market that resolves
CREATE INDEX run_same_market ON run (tenant, market, started_at DESC) WHERE market IS NOT NULL;   -- earlier answers
CREATE INDEX run_family ON run (tenant, family, started_at DESC) WHERE family IS NOT NULL;        -- related questions
CREATE INDEX run_event_option ON run (tenant, event_option, started_at DESC) WHERE event_option IS NOT NULL;   -- other options
CREATE INDEX run_same_question ON run USING hash (question);                  -- the same; takes questions of any length

CREATE TABLE question (
    run       uuid NOT NULL,
    id        text NOT NULL,
    iteration int NOT NULL,
    ordinal   int NOT NULL,
    body      json NOT NULL,
    PRIMARY KEY (run, id)
);

CREATE TABLE answer (
    run         uuid NOT NULL,
    question    text NOT NULL,
    late        boolean NOT NULL,
    body        json NOT NULL,
    answered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (run, question)
);

-- Value of another round of research before it was bought. Separate from the run: it decides nothing, so writing it
-- locks no row of a run.
CREATE TABLE valuation (
    run       uuid NOT NULL,
    round     int NOT NULL,                -- the round that had ended
    body      json NOT NULL,               -- domain::forecast::Valuation
    valued_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run, round)
);

-- Runs that were stopped before they began. The commit that begins the run finds this and ends it.
CREATE TABLE run_stop (
    run        uuid PRIMARY KEY,
    body       json NOT NULL,              -- domain::run::Cancellation
    stopped_at timestamptz NOT NULL DEFAULT now(),
    tenant     text DEFAULT nullif(current_setting('auspex.tenant', true), '')  -- NULL: written by a process that serves all tenants
);
CREATE INDEX run_stop_stopped ON run_stop (stopped_at);

-- Rounds whose decision is a dead letter. At the round's deadline the run ends without it, unless it was redriven
-- before.
CREATE TABLE run_given_up (
    run         uuid NOT NULL,
    round       int NOT NULL,
    because     text NOT NULL,
    given_up_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run, round)
);
CREATE INDEX run_given_up_at ON run_given_up (given_up_at);

-- `body` is the model's forecast: it is scored, and calibrations are fitted on it.
CREATE TABLE forecast (
    run         uuid PRIMARY KEY,
    tenant      text NOT NULL,
    probability double precision NOT NULL, -- as domain::Forecast describes it
    answer      text,                      -- the answer in one line; NULL if it is a probability of YES
    cost        bigint NOT NULL,           -- micro-dollars
    body        json NOT NULL,             -- domain::Forecast
    review      text,                      -- pending, approved, rejected or expired; NULL if the question asks for no review
    approved    json,                      -- domain::Forecast with the reviewer's changes; NULL before an approval
    ending      json,                      -- domain::run::NoForecast, if the forecast was not approved
    made_at     timestamptz NOT NULL
);
CREATE INDEX forecast_made ON forecast (made_at DESC);

-- With the rights of the owner: a gateway that decides a review may not write runs.
CREATE FUNCTION run_forecast_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE public.run r SET forecast_state = c.state
    FROM (SELECT run, CASE WHEN coalesce(review, 'approved') = 'approved' THEN 'published' WHEN review = 'pending' THEN 'pending' ELSE 'none' END AS state
          FROM changed) AS c
    WHERE r.id = c.run AND r.forecast_state <> c.state;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION run_forecast_state() FROM PUBLIC;
CREATE TRIGGER run_forecast_made AFTER INSERT ON forecast REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION run_forecast_state();
CREATE TRIGGER run_forecast_reviewed AFTER UPDATE ON forecast REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION run_forecast_state();

CREATE TABLE schedule (
    tenant     text NOT NULL,
    name       text NOT NULL,
    cron       text NOT NULL,              -- five or six fields, UTC
    event      json NOT NULL,              -- what is published; its id is derived for every firing
    next_at    timestamptz,                -- NULL: it is over
    fired      bigint NOT NULL DEFAULT 0,  -- number of firings
    last_at    timestamptz,                -- the instant that it was last fired for
    last_job   uuid,                       -- the job of that firing's event
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, name)
);
CREATE INDEX schedule_due ON schedule (next_at) WHERE next_at IS NOT NULL;
