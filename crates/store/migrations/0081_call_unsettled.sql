-- Calls without a final state, so that their search needs no index that names `call.state`: an update of a call then changes no indexed
-- column and stays in its page (HOT). A trigger keeps the table. It runs with the rights of the table's owner: workers need none on this
-- table to open and to close calls. Version 82 adds the calls that exist, in a transaction of its own, because CREATE TRIGGER locks out
-- all writers of `call` until its transaction ends.
-- Repeatable, because databases of development have these parts from a version with another number.
CREATE TABLE IF NOT EXISTS call_unsettled (
    call uuid PRIMARY KEY
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- The path names no schema in which a role can create anything, and pg_temp last: without that entry it would be searched first. `changed`
-- is the table of the trigger, which no other table can hide.
CREATE OR REPLACE FUNCTION call_unsettled_keep() RETURNS trigger
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
CREATE OR REPLACE TRIGGER call_unsettled_insert AFTER INSERT ON call REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
CREATE OR REPLACE TRIGGER call_unsettled_update AFTER UPDATE ON call REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
CREATE OR REPLACE TRIGGER call_unsettled_delete AFTER DELETE ON call REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();

-- Space for the new version of a row beside the old one.
ALTER TABLE call SET (fillfactor = 70);
