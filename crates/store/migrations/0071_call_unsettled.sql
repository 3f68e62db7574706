-- Calls without a final state, so that their search needs no index that names `call.state`: an update of a call then changes no indexed
-- column and stays in its page (HOT). A trigger keeps the table, so that workers of the previous version keep it too. It runs with the
-- rights of the table's owner: workers need none on this table to open and to close calls.
CREATE TABLE call_unsettled (
    call uuid PRIMARY KEY
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

CREATE FUNCTION call_unsettled_keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO call_unsettled (call)
        SELECT id FROM changed WHERE state IN ('intent', 'unknown') ON CONFLICT (call) DO NOTHING;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM call_unsettled u USING changed c
        WHERE u.call = c.id AND (TG_OP = 'DELETE' OR c.state NOT IN ('intent', 'unknown'));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER call_unsettled_insert AFTER INSERT ON call REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
CREATE TRIGGER call_unsettled_update AFTER UPDATE ON call REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
CREATE TRIGGER call_unsettled_delete AFTER DELETE ON call REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION call_unsettled_keep();
INSERT INTO call_unsettled (call)
SELECT id FROM call WHERE state IN ('intent', 'unknown');

-- Space for the new version of a row beside the old one.
ALTER TABLE call SET (fillfactor = 70);
