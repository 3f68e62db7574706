//! Roles of processes: each runs its statements under its role, and is refused the statements of others.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::time::Duration;

use domain::effect::{Owner, When};
use domain::entity::fact::Statement;
use domain::port::{CallEnd, Committed, Confirmed, HandBackReason, Journal, Ledger, StepKey, Tokens, Watched};
use domain::{Effect, EntityId, MicroUsd, Tenant};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{CountScope, History, Memory, PostgresConfig, Retention, Runs, Store, roles};

use crate::conformance;
use crate::dead_letters::letter;
use crate::ledger::{budget, go, intent};
use crate::samples::{at, holder, id, job, message, note, owner, researched, result, settled, started};
use crate::support::{LEASE, store};

/// Creates a migrated database with roles. Roles belong to the server, so their prefix is that of the database.
pub(crate) async fn database() -> (Store, String, String) {
    let (owner, url) = store().await;
    let prefix = format!("roles_{}", url.rsplit('/').next().expect("a database"));
    owner.roles().apply(&prefix).await.expect("roles");
    owner.roles().apply(&prefix).await.expect("roles, repeated");
    (owner, url, prefix)
}

pub(crate) fn url_as(url: &str, prefix: &str, process: &str) -> String {
    roles::url_as(url, &roles::role(prefix, process))
}

pub(crate) async fn connect(url: &str, prefix: &str, process: &str) -> Store {
    let config = PostgresConfig::new(url_as(url, prefix, process), process);
    let config = PostgresConfig { names_tenants: process == "gateway", ..config };
    let store = Store::connect(config).await.expect("a store");
    store.journal().renew_lease(LEASE).await.expect("alive");
    store
}

const TABLES: &str = "
SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND (c.relkind IN ('r', 'p', 'v')
    OR c.relkind = 'S' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')))";

#[tokio::test]
async fn every_table_has_a_grant_and_every_grant_has_a_table() {
    let (_, url) = store().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(TABLES).fetch_all(&mut conn).await.unwrap();
    let granted: BTreeSet<String> = roles::granted_tables().into_iter().map(str::to_owned).collect();
    assert_eq!(tables.into_iter().collect::<BTreeSet<_>>(), granted, "src/roles/grants.rs names every table");
}

/// Operations of every worker: jobs, steps, dead letters, the relay, model calls, and the deletion of old rows.
async fn works(worker: &Store, name: &str) {
    let named = |what: &str| format!("{name} {what}");
    worker.journal().register_consumers(&[("auspex.test.made", "tests")]).await.unwrap();
    worker.journal().begin(&job(&named("a"))).await.unwrap();
    worker.journal().hand_back(&job(&named("a")), &HandBackReason::Defer("wait".into())).await.unwrap();
    worker.journal().begin(&job(&named("a"))).await.unwrap();
    let step = StepKey::new(id(&named("a")), "step", b"input");
    worker.journal().store_step(&step, b"value".to_vec()).await.unwrap();
    assert!(worker.journal().load_step(&step).await.unwrap().is_some());
    let mut outcome = settled(&named("a"));
    outcome.outgoing.push(message(&named("message"), When::Always));
    let Committed::New(messages) = worker.journal().commit(outcome).await.unwrap() else { panic!("{name}: not new") };
    let confirmed: Vec<_> = messages.iter().map(|message| Confirmed { id: message.id, sequence: 1 }).collect();
    worker.journal().sent(&confirmed).await.unwrap();
    let watched = Watched { subject: "auspex.test.made", consumer: "tests", open: None };
    worker.journal().unconsumed(&[watched], Duration::ZERO, 10).await.unwrap();
    worker.journal().elect("tests", LEASE).await.unwrap();
    let why = HandBackReason::Shutdown;
    let parking = domain::port::Parking { why, after: LEASE, message: Some(message(&named("parked"), When::Always)) };
    worker.journal().park(&job(&named("a")), &parking).await.unwrap();
    assert!(!worker.journal().is_server_known("tests", &named("server")).await.unwrap());
    worker.journal().record_server("tests", &named("server")).await.unwrap();
    let mut dead = settled(&named("dead"));
    let mut letter = letter();
    letter.id = id(&named("letter"));
    dead.dead = Some(Box::new(letter));
    worker.journal().commit(dead).await.unwrap();
    let budgets = [budget(&named("budget"), 1_000)];
    let call = go(&worker.ledger().open(&intent(&named("step"), 10, &budgets)).await.unwrap());
    let end =
        CallEnd::Settled { actual: MicroUsd(3), reply: b"reply".to_vec(), tokens: Tokens { read: 1, written: 1 } };
    worker.ledger().close(call, end).await.unwrap();
    worker.ledger().left(&budgets[0]).await.unwrap();
    worker.ledger().sweep().await.unwrap();
    worker.ledger().unknown_calls(10).await.unwrap();
    worker.journal().end_lease().await.unwrap();
}

#[tokio::test]
async fn every_worker_works_under_its_role() {
    let (_, url, prefix) = database().await;
    for worker in ["classifier", "researcher", "filter", "forecaster", "writer"] {
        works(&connect(&url, &prefix, worker).await, worker).await;
    }
    connect(&url, &prefix, "writer").await.maintenance().prune(&Retention::shortest()).await.unwrap();
}

#[tokio::test]
async fn each_worker_stores_what_it_makes_under_its_role() {
    let (_, url, prefix) = database().await;
    let researcher = connect(&url, &prefix, "researcher").await;
    conformance::entities(&researcher.memory()).await.unwrap();
    let fact = Statement { attribute: "finding:1".into(), value: "x".into(), valid_from: at(0), source: "s".into() };
    let entity = EntityId::slug("bonk");
    let fence = researcher.memory().take_fence(&entity, &holder("r"), LEASE).await.unwrap().expect("free");
    let owner: Owner = owner();
    let mut outcome = settled("r");
    outcome.effects = vec![
        researched(&entity, "validators stake", fence),
        Effect::FactsLearned { entity: entity.clone(), statements: vec![fact], owner },
    ];
    researcher.journal().commit(outcome).await.unwrap();
    researcher.memory().retrieve(&Tenant::default(), "validators stake", 5).await.unwrap();
    researcher.memory().timeline(&Tenant::default(), &entity, &store::memory::Span::newest(5)).await.unwrap();
    let classifier = connect(&url, &prefix, "classifier").await;
    classifier.memory().freshness_of(&Tenant::default(), &["bonk".to_owned()]).await.unwrap();
    let writer = connect(&url, &prefix, "writer").await;
    assert_eq!(writer.memory().versions(&Tenant::default(), &entity, 4).await.unwrap().len(), 1);
    let mut outcome = settled("w");
    outcome.effects = vec![
        Effect::NoteStored(Box::new(note("n", "text"))),
        Effect::ResearchContradicted { entity, version: 1, at: at(1), because: "no".to_owned() },
        result("w"),
    ];
    writer.journal().commit(outcome).await.unwrap();
    let forecaster = connect(&url, &prefix, "forecaster").await;
    conformance::rounds(&forecaster.runs(), &forecaster).await.unwrap();
    assert!(forecaster.forecasts().scored(&store::forecasts::ScoredFilter::default()).await.unwrap().is_empty());
    forecaster.schedules().list(None).await.unwrap();
    let filter = connect(&url, &prefix, "filter").await;
    filter.runs().load(crate::samples::run().id).await.unwrap();
}

#[tokio::test]
async fn the_operator_reads_the_state_of_the_fleet_under_its_role() {
    let (_, url, prefix) = database().await;
    let operator = connect(&url, &prefix, "operator").await;
    let about = operator.server().about().await.unwrap();
    assert_eq!(about.schema, about.schema_wanted);
    operator.jobs().open(5).await.unwrap();
    operator.events().counts(&CountScope::default()).await.unwrap();
    operator.audit().counts(&CountScope::default()).await.unwrap();
    operator.dead_letters().list(true, 5).await.unwrap();
    operator.ledger().totals(None).await.unwrap();
    operator.ledger().money(None).await.unwrap();
    operator.tokens().list(None).await.unwrap();
    operator.worker_models().list().await.unwrap();
    let mut start = settled("start");
    start.effects.push(started(&["q"], at(60)));
    connect(&url, &prefix, "forecaster").await.journal().commit(start).await.unwrap();
}

#[tokio::test]
async fn a_gateway_that_connects_as_the_owner_is_reported_and_its_role_is_not() {
    let (owner, url, prefix) = database().await;
    let limited = connect(&url, &prefix, "gateway").await;
    assert_eq!(owner.roles().unlimited_users("gateway").await.unwrap(), Vec::<String>::new());
    assert_eq!(owner.roles().tables_without_policies("gateway").await.unwrap(), Vec::<String>::new());
    let mut conn = PgConnection::connect(&url).await.unwrap();
    sqlx::query("ALTER TABLE note DISABLE ROW LEVEL SECURITY").execute(&mut conn).await.unwrap();
    assert_eq!(owner.roles().tables_without_policies("gateway").await.unwrap(), ["note"]);
    let unlimited = Store::connect(PostgresConfig::new(&url, "gateway")).await.unwrap();
    assert_eq!(limited.roles().unlimited_users("gateway").await.unwrap(), ["postgres"]);
    drop(unlimited);
}

#[tokio::test]
async fn a_statement_of_another_process_is_refused() {
    let (_, url, prefix) = database().await;
    for (process, statement) in [
        ("gateway", "UPDATE call SET charged = 0"),
        ("gateway", "DELETE FROM call"),
        ("gateway", "SELECT value FROM step"),
        ("gateway", "DELETE FROM research"),
        ("gateway", "UPDATE gateway_token SET tenant = 'acme'"),
        ("gateway", "INSERT INTO gateway_token SELECT * FROM gateway_token"),
        ("researcher", "SELECT secret_hash FROM gateway_token"),
        ("researcher", "SELECT secret FROM webhook_secret"),
        ("researcher", "UPDATE forecast SET probability = 1"),
        ("classifier", "SELECT 1 FROM webhook_secret"),
        ("filter", "SELECT text FROM note"),
        ("forecaster", "UPDATE research SET summary = ''"),
        ("forecaster", "SELECT 1 FROM gateway_token"),
        ("writer", "UPDATE run SET phase = 'done'"),
        ("filter", "DELETE FROM budget"),
        ("operator", "UPDATE call SET charged = 0"),
        ("gateway", "CREATE TABLE more (id int)"),
        ("gateway", "ALTER TABLE note DISABLE ROW LEVEL SECURITY"),
    ] {
        let mut conn = PgConnection::connect(&url_as(&url, &prefix, process)).await.unwrap();
        let refused = sqlx::query(AssertSqlSafe(statement)).execute(&mut conn).await;
        let Err(sqlx::Error::Database(error)) = refused else { panic!("{process} may {statement}") };
        assert_eq!(error.code().as_deref(), Some("42501"), "{process} {statement}: {error}");
    }
}
