//! No role of a process runs code with the rights of the owner of the tables.

#![allow(clippy::unwrap_used, reason = "a test may")]

use domain::port::Ledger;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::roles;

use crate::ledger::{budget, go, intent};
use crate::roles::{database, url_as};
use crate::support::execute;

/// The only safe path of a function that runs with the rights of its owner. No role can create anything in
/// `pg_catalog`, and `pg_temp` is searched first unless it is named.
const SAFE_PATH: &str = "search_path=pg_catalog, pg_temp";

/// Our functions: name, settings, body, the right to call it, and the tables of its triggers.
const FUNCTIONS: &str = "
SELECT p.oid::regprocedure::text, coalesce(p.proconfig, '{}'), p.prosrc, has_function_privilege('public', p.oid, 'EXECUTE'),
       ARRAY(SELECT DISTINCT name::text FROM pg_trigger t, unnest(ARRAY[t.tgnewtable, t.tgoldtable]) AS name
             WHERE t.tgfoid = p.oid AND name IS NOT NULL)
FROM pg_proc p WHERE p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
ORDER BY 1";

type Function = (String, Vec<String>, String, bool, Vec<String>);

#[tokio::test]
async fn every_function_has_a_safe_path_names_schemas_and_cannot_be_called_by_everybody() {
    let (_, url, _) = database().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let functions: Vec<Function> = sqlx::query_as(FUNCTIONS).fetch_all(&mut conn).await.unwrap();
    assert!(!functions.is_empty(), "the query finds the functions of migrations");
    for (name, settings, body, is_public, transitions) in functions {
        // Inlined into indexes and statements, which its own path would prevent. It runs with the rights of its
        // caller and calls functions of pg_catalog only, which is searched first.
        if name.starts_with("subject_topic(") {
            assert_eq!(unqualified(&body), Vec::<String>::new());
            continue;
        }
        assert!(settings.iter().any(|setting| setting == SAFE_PATH), "{name} has no safe path: {settings:?}");
        assert!(!is_public, "{name}: REVOKE EXECUTE … FROM PUBLIC");
        for relation in unqualified(&body) {
            let system = format!("SELECT to_regclass('pg_catalog.{relation}') IS NOT NULL");
            let is_system: bool = sqlx::query_scalar(AssertSqlSafe(system)).fetch_one(&mut conn).await.unwrap();
            assert!(is_system || transitions.contains(&relation), "{name} names {relation} without its schema");
        }
    }
}

/// Returns the relations of a function's body that have no schema.
fn unqualified(body: &str) -> Vec<String> {
    let spaced = body.replace(['(', ')', ',', ';'], " \u{0} ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let names = words.windows(2).filter(|pair| {
        ["from", "join", "into", "update", "using", "table", "only"].contains(&pair[0].to_lowercase().as_str())
    });
    // `ON CONFLICT … DO UPDATE SET` names no relation.
    let is_relation = |name: &String| name != "\u{0}" && !name.eq_ignore_ascii_case("set") && !name.contains('.');
    names.map(|pair| pair[1].to_owned()).filter(is_relation).collect()
}

#[test]
fn relations_without_a_schema_are_found() {
    let body = "INSERT INTO list (a) SELECT b FROM public.one JOIN two ON true; DELETE FROM public.x USING y; SELECT (SELECT 1 FROM (SELECT 2) z); INSERT INTO public.a VALUES (1) ON CONFLICT DO UPDATE SET b = 1";
    assert_eq!(unqualified(body), ["list", "two", "y"]);
}

#[tokio::test]
async fn nothing_else_runs_with_the_rights_of_the_owner() {
    let (_, url, _) = database().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let views = "SELECT relname::text FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
                   AND NOT coalesce('security_invoker=true' = ANY (reloptions), false)
                   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e') ORDER BY 1";
    let views: Vec<String> = sqlx::query_scalar(views).fetch_all(&mut conn).await.unwrap();
    assert_eq!(
        views,
        ["scoped_call", "scoped_entity", "scoped_note", "scoped_research"],
        "they repeat the condition of the policy (0054, 0085)"
    );
    for none in [
        "SELECT count(*) FROM pg_event_trigger",
        "SELECT count(*) FROM pg_default_acl",
        "SELECT count(*) FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
         WHERE r.rulename <> '_RETURN' AND c.relnamespace = 'public'::regnamespace",
        "SELECT count(*) FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname LIKE 'roles_%'",
        "SELECT count(*) FROM pg_database WHERE datname = current_database() AND has_database_privilege('public', oid, 'TEMPORARY, CREATE')",
        "SELECT count(*) FROM pg_namespace WHERE nspname = 'public' AND has_schema_privilege('public', oid, 'CREATE')",
    ] {
        let number: i64 = sqlx::query_scalar(none).fetch_one(&mut conn).await.unwrap();
        assert_eq!(number, 0, "{none}");
    }
}

/// Statements that would give a role code, or rights, of the owner. `{me}` is the role.
const ATTACKS: &[&str] = &[
    "CREATE TEMP TABLE call_unsettled (call uuid PRIMARY KEY)",
    "CREATE TEMP VIEW call AS SELECT 1",
    "CREATE FUNCTION pg_temp.evil() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE TABLE public.evil (id int)",
    "CREATE FUNCTION public.evil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "CREATE OPERATOR public.= (FUNCTION = pg_catalog.int4eq, LEFTARG = int4, RIGHTARG = int4)",
    "CREATE TYPE public.evil AS ENUM ('a')",
    "CREATE DOMAIN public.evil AS int",
    "CREATE CAST (text AS int4) WITH INOUT AS IMPLICIT",
    "CREATE AGGREGATE public.evil (int4) (SFUNC = int4larger, STYPE = int4)",
    "CREATE VIEW public.evil AS SELECT 1",
    "CREATE OR REPLACE VIEW public.scoped_note AS SELECT id, tenant, search, ended_at FROM public.note",
    "UPDATE public.scoped_note SET tenant = 'other'",
    "INSERT INTO public.scoped_entity (id, name_key, symbol_key, tenant) VALUES ('evil', 'a', 'a', '')",
    "DELETE FROM public.scoped_research",
    "SELECT lo_import('/etc/passwd')",
    "CREATE SCHEMA evil",
    "CREATE SCHEMA AUTHORIZATION CURRENT_USER",
    "CREATE TRIGGER evil BEFORE UPDATE ON public.call EXECUTE FUNCTION public.call_unsettled_keep()",
    "CREATE RULE evil AS ON UPDATE TO public.call DO NOTHING",
    "CREATE POLICY evil ON public.note USING (true)",
    "CREATE INDEX evil ON public.call ((pg_catalog.length(state)))",
    "ALTER FUNCTION public.call_unsettled_keep() SET search_path = public",
    "CREATE OR REPLACE FUNCTION public.call_unsettled_keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "ALTER TABLE public.call DISABLE TRIGGER ALL",
    "CREATE EVENT TRIGGER evil ON ddl_command_start EXECUTE FUNCTION public.call_unsettled_keep()",
    "SET session_replication_role = replica",
    "SET ROLE postgres",
    "SET SESSION AUTHORIZATION postgres",
    "ALTER ROLE {me} SUPERUSER",
    "GRANT pg_execute_server_program TO {me}",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
    "ALTER SYSTEM SET jit = off",
    "INSERT INTO gateway_token SELECT * FROM gateway_token",
    "INSERT INTO public.call_unsettled VALUES (gen_random_uuid())",
    "DELETE FROM public.call_unsettled",
    "SELECT pg_catalog.setval('public.entity_fence', 1)",
    "SELECT pg_catalog.setval('public.verdict_group_id', 1)",
    "ALTER SEQUENCE public.entity_fence RESTART",
    "ALTER ROLE {me} SET auspex.tenant = '*'",
];

#[tokio::test]
async fn no_role_can_create_what_the_owners_code_would_use() {
    let (_, url, prefix) = database().await;
    let mut allowed = Vec::new();
    for process in roles::processes() {
        let me = roles::role(&prefix, process);
        for attack in ATTACKS.iter().filter(|attack| !(process == "operator" && attack.contains("gateway_token"))) {
            let mut conn = PgConnection::connect(&url_as(&url, &prefix, process)).await.unwrap();
            let tried = sqlx::raw_sql(AssertSqlSafe(attack.replace("{me}", &me))).execute(&mut conn).await;
            let code =
                tried.err().and_then(|error| error.as_database_error().and_then(|it| it.code().map(String::from)));
            if code.as_deref() != Some("42501") {
                allowed.push(format!("{process}: {attack}: {code:?}"));
            }
        }
    }
    assert!(allowed.is_empty(), "{allowed:#?}");
}

/// Hides every relation of ours and of the catalogue behind a temporary table whose trigger reports the user.
const HIDE: &str = "
CREATE FUNCTION pg_temp.evil() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'runs as %', current_user; END $f$;
DO $do$
DECLARE name text;
BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'v')
        AND relnamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace) LOOP
        EXECUTE format('CREATE TEMP TABLE %I (call uuid PRIMARY KEY)', name);
        EXECUTE format('CREATE TRIGGER evil BEFORE INSERT OR UPDATE OR DELETE ON pg_temp.%I EXECUTE FUNCTION pg_temp.evil()', name);
        EXECUTE format('GRANT ALL ON pg_temp.%I TO PUBLIC', name);
    END LOOP;
END $do$";

/// The owner of the tables may not own the database, so that PUBLIC keeps TEMPORARY. The functions are safe by
/// themselves.
#[tokio::test]
async fn a_temporary_table_is_used_by_no_function_of_the_owner() {
    let (owner, url, prefix) = database().await;
    go(&owner.ledger().open(&intent("step", 10, &[budget("b", 1_000)])).await.unwrap());
    execute(&url, &format!("GRANT TEMPORARY ON DATABASE {} TO PUBLIC", url.rsplit('/').next().unwrap())).await;
    let mut tried = 0;
    for process in roles::processes() {
        let mut conn = PgConnection::connect(&url_as(&url, &prefix, process)).await.unwrap();
        let writes: bool = sqlx::query_scalar("SELECT has_table_privilege('public.call', 'UPDATE')")
            .fetch_one(&mut conn)
            .await
            .unwrap();
        sqlx::raw_sql(HIDE).execute(&mut conn).await.unwrap();
        sqlx::raw_sql("SELECT * FROM public.word_shares()").execute(&mut conn).await.unwrap();
        if writes {
            sqlx::raw_sql("UPDATE public.call SET charged = charged").execute(&mut conn).await.unwrap();
            tried += 1;
        }
    }
    assert_eq!(tried, 5, "workers that write calls");
}
