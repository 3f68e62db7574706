-- Verdicts about quiet events, and marks of jobs that ended in the ordinary way. The primary key decides which of the two a job has.
CREATE TABLE verdict (
    job       uuid PRIMARY KEY,
    sequence  bigint,                      -- position of the event in the inbound stream, which keeps its body for a while
    grp       bigint,                      -- verdict_group; NULL for a mark
    score     real,
    kind      smallint,                    -- position in the list of kinds, from 1
    rule      smallint,
    digest    bytea,                       -- SHA-256 of the body
    marked_at timestamptz                  -- time of a mark: the job has an ordinary outcome in inbox
);
CREATE INDEX verdict_marked ON verdict (marked_at) WHERE marked_at IS NOT NULL;

CREATE SEQUENCE verdict_group_id;

-- Verdicts that were settled together. The jobs find the verdicts again without an index on grp.
CREATE TABLE verdict_group (
    id          bigint PRIMARY KEY,
    message     uuid NOT NULL,             -- message on auspex.classification.grouped
    tenant      text NOT NULL,
    made_at     timestamptz NOT NULL,
    kinds       smallint[] NOT NULL,       -- kinds of the events, each once
    counts      int[] NOT NULL,            -- number of events of each kind
    jobs        uuid[] NOT NULL,
    answered_at timestamptz                -- the result is committed
) WITH (fillfactor = 90);
-- Random bytes do not compress.
ALTER TABLE verdict_group ALTER COLUMN jobs SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX verdict_group_message ON verdict_group (message);
CREATE INDEX verdict_group_made ON verdict_group (made_at);
