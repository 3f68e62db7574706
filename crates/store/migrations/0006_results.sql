-- What is published about events, and the audit trail of the work in between.

CREATE TABLE result (
    id        uuid PRIMARY KEY,
    kind      text NOT NULL,
    tenant    text NOT NULL,
    event     uuid NOT NULL,
    run       uuid,
    body      json NOT NULL,
    made_at   timestamptz NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now(),
    -- Transaction that wrote the row. Results commit in another order than their times; all rows of transactions below
    -- pg_snapshot_xmin() are visible, so a reader that stays below it and remembers its position misses none.
    xid       xid8 DEFAULT pg_current_xact_id()
);
CREATE INDEX result_event ON result (event);
CREATE INDEX result_position ON result (tenant, xid, id);       -- in the order of their transactions, for webhooks and streams
CREATE INDEX result_stored ON result (tenant, stored_at, id);   -- for replays of webhooks

-- A result answers its event. The result of a group of quiet events is about none, and an outcome answers nothing.
CREATE FUNCTION event_answered() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.event_state (job, tenant, answered)
    SELECT event, min(tenant), true FROM changed WHERE kind NOT IN ('classifications', 'outcome') GROUP BY event ORDER BY event
    ON CONFLICT (job) DO UPDATE SET answered = true WHERE NOT event_state.answered;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION event_answered() FROM PUBLIC;
CREATE TRIGGER event_answered AFTER INSERT ON result REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION event_answered();

-- Event streams of results: the tenants that read them, and the results that retention has deleted.

-- While a row is valid, the results about groups of quiet events of its tenant are stored, as for a webhook that
-- selects them.
CREATE TABLE result_reader (
    tenant text PRIMARY KEY,
    since  xid8 NOT NULL,                 -- results of earlier transactions may be missing
    until  timestamptz NOT NULL
);

-- The last position of each tenant at which a result was deleted.
CREATE TABLE result_removed (
    tenant text PRIMARY KEY,
    xid    xid8 NOT NULL,
    id     uuid NOT NULL,
    at     timestamptz NOT NULL
);

-- With the rights of the owner, so that no process may write the table itself.
CREATE FUNCTION result_removed_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.result_removed AS known (tenant, xid, id, at)
    SELECT DISTINCT ON (tenant) tenant, xid, id, now() FROM gone WHERE xid IS NOT NULL ORDER BY tenant, xid DESC, id DESC
    ON CONFLICT (tenant) DO UPDATE SET xid = excluded.xid, id = excluded.id, at = excluded.at
    WHERE (excluded.xid, excluded.id) > (known.xid, known.id);
    -- The event was deleted before, or never classified.
    DELETE FROM public.event_state WHERE received_at IS NULL AND job IN (SELECT event FROM gone);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION result_removed_note() FROM PUBLIC;
CREATE TRIGGER result_removed AFTER DELETE ON result REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION result_removed_note();

-- Forecasts as people read them, with the rights of the reader: `unpublished` is NULL, or the state of the review because
-- of which probability, answer and body are NULL. The probability is that of YES: it is NULL for an answer of another kind.
CREATE VIEW run_forecast WITH (security_invoker = true) AS
SELECT f.run, f.tenant, f.cost, f.made_at, f.ending, s.unpublished,
       CASE WHEN s.unpublished IS NULL AND f.answer IS NULL THEN coalesce((f.approved->>'probability')::float8, f.probability) END AS probability,
       CASE WHEN s.unpublished IS NULL THEN f.answer END AS answer,
       CASE WHEN s.unpublished IS NULL THEN coalesce(f.approved, f.body) END AS body
FROM forecast f CROSS JOIN LATERAL (SELECT nullif(f.review, 'approved') AS unpublished) AS s;

CREATE TABLE report (
    key      text PRIMARY KEY,
    tenant   text NOT NULL,
    markdown text NOT NULL,
    made_at  timestamptz NOT NULL
);
CREATE INDEX report_made ON report (made_at);
CREATE INDEX report_tenant ON report (tenant, made_at DESC, key DESC);        -- a tenant's list, newest first, in pages

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
    cost       bigint NOT NULL,          -- micro-dollars
    errors     text NOT NULL,            -- joined by line breaks
    token      uuid,                     -- gateway_token that made the change; NULL: work of the fleet
    token_name text,
    at         timestamptz NOT NULL,
    PRIMARY KEY (job, worker, action, ordinal)
);
CREATE INDEX audit_event ON audit (event);
CREATE INDEX audit_at ON audit USING brin (at) WITH (autosummarize = on);
CREATE INDEX audit_changes ON audit (tenant, at DESC, job DESC) WHERE token IS NOT NULL;
