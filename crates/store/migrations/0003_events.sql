-- Events that came in, and the verdicts about those that need no answer.

-- Every event that was taken in. Whether it is answered or dead is in `event_state`.
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
    body        json NOT NULL,             -- the whole classification
    received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_received ON event USING brin (received_at) WITH (autosummarize = on);
CREATE INDEX event_tenant ON event (tenant, received_at DESC, job DESC);      -- a tenant's list, newest first, in pages
CREATE INDEX event_run ON event (run) WHERE run IS NOT NULL;                  -- the owner of a run that has not begun
CREATE INDEX event_researched ON event (received_at DESC) WHERE tasks > 0;    -- costs of recent research outside of runs
CREATE INDEX event_quiet ON event (received_at) WHERE NOT interesting AND tasks = 0 AND run IS NULL;
CREATE INDEX event_kept ON event (received_at) WHERE interesting OR tasks > 0 OR run IS NOT NULL;

-- State of each classified event, by which the lists select: one small row beside the event, so that a state neither
-- rewrites the event nor is searched for. A result may be committed before the classification: the row then has no time,
-- and no list shows it. Triggers keep it, so that it cannot differ from `result` and `dead_letter`.
CREATE TABLE event_state (
    job         uuid PRIMARY KEY,
    tenant      text NOT NULL,
    kind        text,
    received_at timestamptz,
    answered    boolean NOT NULL DEFAULT false,   -- it has a result
    dead        boolean NOT NULL DEFAULT false,   -- its own job is a dead letter that was not redriven
    state       smallint GENERATED ALWAYS AS (CASE WHEN dead THEN 2 WHEN answered THEN 1 ELSE 0 END) STORED
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);   -- a list passes the entries of events that were open
CREATE INDEX event_state_listed ON event_state (tenant, state, kind, received_at DESC, job DESC) WHERE received_at IS NOT NULL;

-- With the rights of the owner, so that no process may write the table itself. In the order of the jobs, so that batches
-- cannot deadlock.
CREATE FUNCTION event_classified() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.event_state (job, tenant, kind, received_at, dead)
    SELECT job, tenant, kind, received_at,
           EXISTS (SELECT FROM public.dead_letter d WHERE d.job = changed.job AND d.redriven_at IS NULL)
    FROM changed ORDER BY job
    ON CONFLICT (job) DO UPDATE SET kind = excluded.kind, received_at = excluded.received_at, dead = excluded.dead;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION event_classified() FROM PUBLIC;
CREATE FUNCTION event_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM public.event_state WHERE job IN (SELECT job FROM gone);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION event_removed() FROM PUBLIC;
CREATE FUNCTION event_dead() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE public.event_state s SET dead = NOT s.dead
    WHERE s.job IN (SELECT job FROM changed)
      AND s.dead <> EXISTS (SELECT FROM public.dead_letter d WHERE d.job = s.job AND d.redriven_at IS NULL);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION event_dead() FROM PUBLIC;
CREATE TRIGGER event_classified AFTER INSERT ON event REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION event_classified();
CREATE TRIGGER event_removed AFTER DELETE ON event REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION event_removed();
CREATE TRIGGER event_dead AFTER INSERT ON dead_letter REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION event_dead();
CREATE TRIGGER event_dead_now AFTER UPDATE ON dead_letter REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION event_dead();
CREATE TRIGGER event_dead_before AFTER UPDATE ON dead_letter REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION event_dead();
CREATE TRIGGER event_dead_removed AFTER DELETE ON dead_letter REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION event_dead();

-- Events whose results may be reviewed or cancelled: who requested them, for reviews by another token, and the run that
-- they start, for cancellations before it begins.
CREATE TABLE event_requester (
    event  uuid PRIMARY KEY,               -- job of the event
    tenant text NOT NULL,
    token  uuid,                           -- NULL: a schedule
    run    uuid NOT NULL,
    at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_requester_run ON event_requester (run);
CREATE INDEX event_requester_at ON event_requester (at);

-- Bytes of stored events that no consumer has settled, per tenant, for the limit of a tenant. Each statement that
-- stores or settles events appends its change, so that transactions of one tenant do not wait for one another; changes
-- are added up about once a second.
CREATE TABLE intake (
    tenant text PRIMARY KEY,
    events bigint NOT NULL,
    bytes  bigint NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE intake_change (
    tenant text NOT NULL,
    events bigint NOT NULL,
    bytes  bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- With the rights of the owner, so that no process may write the table itself.
CREATE FUNCTION intake_stored() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.intake_change (tenant, events, bytes)
    SELECT o.tenant, count(*), sum(octet_length(o.payload)) FROM changed d JOIN public.outbox o ON o.id = d.id
    WHERE starts_with(d.subject, 'auspex.event.') GROUP BY o.tenant;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION intake_stored() FROM PUBLIC;
CREATE FUNCTION intake_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.intake_change (tenant, events, bytes)
    SELECT o.tenant, -count(*), -sum(octet_length(o.payload)) FROM changed d JOIN public.outbox o ON o.id = d.id
    WHERE starts_with(d.subject, 'auspex.event.') GROUP BY o.tenant;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION intake_settled() FROM PUBLIC;
CREATE TRIGGER intake_stored AFTER INSERT ON dispatch REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION intake_stored();
CREATE TRIGGER intake_settled AFTER DELETE ON dispatch REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION intake_settled();

-- Verdicts about quiet events, and marks of jobs that ended in the ordinary way, in partitions by time as in inbox_old
-- (ADR 0009). Each partition has a unique index, which decides which of the two a job has.
CREATE TABLE verdict (
    job      uuid NOT NULL,
    sequence bigint,                       -- position of the event in the inbound stream, which keeps its body for a while
    grp      bigint,                       -- verdict_group; NULL for a mark: the job has an ordinary outcome in inbox
    score    real,
    kind     smallint,                     -- position in the list of kinds, from 1
    rule     smallint,
    slot     smallint NOT NULL,
    digest   bytea                         -- SHA-256 of the body
) PARTITION BY LIST (slot);
CREATE TABLE verdict_0 PARTITION OF verdict (PRIMARY KEY (job)) FOR VALUES IN (0);
CREATE TABLE verdict_1 PARTITION OF verdict (PRIMARY KEY (job)) FOR VALUES IN (1);

-- Partitions of `verdict` in use, as in inbox_period.
CREATE TABLE verdict_period (
    slot      smallint PRIMARY KEY,
    opened_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz
);
CREATE UNIQUE INDEX verdict_period_open ON verdict_period ((closed_at IS NULL)) WHERE closed_at IS NULL;
INSERT INTO verdict_period (slot) VALUES (0);

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
-- Random bytes do not compress. Postgres 15 has no such clause in CREATE TABLE.
ALTER TABLE verdict_group ALTER COLUMN jobs SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX verdict_group_message ON verdict_group (message);
CREATE INDEX verdict_group_made ON verdict_group (made_at);
