-- Forecasts from question to answer.

CREATE TABLE run (
    id          uuid PRIMARY KEY,
    tenant      text NOT NULL,
    event       uuid NOT NULL,
    question    text NOT NULL,
    body        json NOT NULL,
    phase       text NOT NULL CHECK (phase IN ('waiting', 'analyzing', 'done')),
    iteration   int NOT NULL,
    outstanding int NOT NULL CHECK (outstanding >= 0),   -- derivable: questions of the round minus answers
    version     bigint NOT NULL,
    deadline    timestamptz NOT NULL,
    started_at  timestamptz NOT NULL DEFAULT now(),
    changed_at  timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE INDEX run_waiting ON run (deadline) WHERE phase = 'waiting';
CREATE INDEX run_started ON run (started_at DESC);

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

CREATE TABLE forecast (
    run         uuid PRIMARY KEY,
    tenant      text NOT NULL,
    probability double precision NOT NULL,
    cost        bigint NOT NULL,
    body        json NOT NULL,
    made_at     timestamptz NOT NULL
);
CREATE INDEX forecast_made ON forecast (made_at DESC);
