-- What came in, what went out, and what was done in between.

-- Every event that was taken in. Whether it is answered or dead is derived from `result` and `dead_letter`.
CREATE TABLE event (
    job         uuid PRIMARY KEY,
    id          text NOT NULL,
    kind        text NOT NULL,
    tenant      text NOT NULL,
    source      text NOT NULL,
    interesting boolean NOT NULL,
    score       double precision NOT NULL,
    decided_by  text NOT NULL,
    run         uuid,
    tasks       int NOT NULL,
    body        json NOT NULL,           -- the classification, whole
    received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_received ON event USING brin (received_at) WITH (autosummarize = on);

CREATE TABLE result (
    id        uuid PRIMARY KEY,
    kind      text NOT NULL,
    tenant    text NOT NULL,
    event     uuid NOT NULL,
    run       uuid,
    body      json NOT NULL,
    made_at   timestamptz NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX result_event ON result (event);

CREATE TABLE report (
    key      text PRIMARY KEY,
    tenant   text NOT NULL,
    markdown text NOT NULL,
    made_at  timestamptz NOT NULL
);

CREATE TABLE audit (
    job        uuid NOT NULL,
    ordinal    int NOT NULL,
    event      uuid NOT NULL,
    tenant     text NOT NULL,
    worker     text NOT NULL,
    action     text NOT NULL,
    subject    text NOT NULL,
    from_cache boolean,
    tools      text NOT NULL,            -- joined by line breaks
    cost       bigint NOT NULL,
    errors     text NOT NULL,            -- joined by line breaks
    at         timestamptz NOT NULL,
    PRIMARY KEY (job, worker, action, ordinal)
);
CREATE INDEX audit_event ON audit (event);
CREATE INDEX audit_at ON audit USING brin (at) WITH (autosummarize = on);
