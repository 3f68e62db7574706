-- What row-level security needs (ADR 0023). Its policies name roles, so `auspex database roles` creates them.

-- The tenant of rows that named none: that of the transaction that writes them. NULL: written by an earlier version, or by a process
-- that serves all tenants. The default is set separately, so that no table is rewritten.
ALTER TABLE mcp_session ADD COLUMN tenant text;
ALTER TABLE mcp_session ALTER COLUMN tenant SET DEFAULT nullif(current_setting('auspex.tenant', true), '');
ALTER TABLE mcp_shown ADD COLUMN tenant text;
ALTER TABLE mcp_shown ALTER COLUMN tenant SET DEFAULT nullif(current_setting('auspex.tenant', true), '');
ALTER TABLE mcp_task ADD COLUMN tenant text;
ALTER TABLE mcp_task ALTER COLUMN tenant SET DEFAULT nullif(current_setting('auspex.tenant', true), '');
ALTER TABLE run_stop ADD COLUMN tenant text;
ALTER TABLE run_stop ALTER COLUMN tenant SET DEFAULT nullif(current_setting('auspex.tenant', true), '');
ALTER TABLE webhook_secret ADD COLUMN tenant text;
ALTER TABLE webhook_secret ALTER COLUMN tenant SET DEFAULT nullif(current_setting('auspex.tenant', true), '');

-- Under a policy, Postgres uses an index only for operators that it trusts not to reveal a row in an error message. Those of text search
-- and of arrays are not among them. These views have the same condition as the policies, without that barrier: their owner reads the tables.
CREATE VIEW scoped_note AS SELECT id, tenant, search, ended_at FROM note
WHERE tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

CREATE VIEW scoped_research AS SELECT entity, version, search, ended_at, tenant, public FROM research
WHERE tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (public AND (SELECT current_setting('auspex.shared_memory', true)) = 'on')
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

CREATE VIEW scoped_call AS
SELECT id, job, state, charged, budgets, tenant, agent, provider, model, tokens_read, tokens_written FROM call
WHERE tenant = ANY ((SELECT string_to_array(current_setting('auspex.tenant', true), ','))::text[])
   OR (SELECT current_setting('auspex.tenant', true)) = '*';

-- Statistics of the words in notes and research. Postgres hides those of a table from each role to which a policy applies; the owner
-- reads them for all.
CREATE FUNCTION word_shares() RETURNS TABLE (is_note boolean, stem text, holders double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
SELECT s.tablename = 'note', e.stem,
       f.share::float8 * greatest((SELECT reltuples FROM pg_class WHERE oid = to_regclass('public.' || s.tablename::text)), 0)::float8
FROM pg_stats s,
     unnest(s.most_common_elems::text::text[]) WITH ORDINALITY AS e (stem, n),
     unnest(s.most_common_elem_freqs) WITH ORDINALITY AS f (share, m)
WHERE s.schemaname = 'public' AND s.tablename IN ('note', 'research') AND s.attname = 'search' AND e.n = f.m
$$;
REVOKE EXECUTE ON FUNCTION word_shares() FROM PUBLIC;
