-- Bytes of stored events that no consumer has settled, per tenant, for the limit of a tenant. Each statement that stores or settles events
-- appends its change, so that transactions of one tenant do not wait for one another; changes are added up about once a second.
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

-- With the rights of the owner, so that no process may write the table itself, and none fails before its privileges are applied.
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
