-- Event streams of results: the tenants that read them, and the results that retention has deleted.

-- While a row is valid, the results about groups of quiet events of its tenant are stored, as for a webhook that selects them.
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

-- With the rights of the owner, so that no process may write the table itself, and none fails before its privileges are applied. Rows of older
-- versions have no position.
CREATE FUNCTION result_removed_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.result_removed AS known (tenant, xid, id, at)
    SELECT DISTINCT ON (tenant) tenant, xid, id, now() FROM gone WHERE xid IS NOT NULL ORDER BY tenant, xid DESC, id DESC
    ON CONFLICT (tenant) DO UPDATE SET xid = excluded.xid, id = excluded.id, at = excluded.at
    WHERE (excluded.xid, excluded.id) > (known.xid, known.id);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION result_removed_note() FROM PUBLIC;
CREATE TRIGGER result_removed AFTER DELETE ON result REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION result_removed_note();
