//! Lists of one tenant among 200,000 rows of 500 tenants, and runs that have not begun.

use domain::{EntityId, JobId, RunId, Tenant, Time};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::events::EventFilter;
use store::intake::Submission;
use store::page::Before;
use store::runs::{EntityRuns, RunSelection};
use store::statements::{entity_statements, list_statements};

use crate::gateway::event;
use crate::support::{execute, fill_in_parts, store};

/// Row `n` belongs to tenant `n % 500` and is `n` seconds old.
const FILL: &[&str] = &[
    "DROP INDEX note_search, note_summary_like",
    "INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, started_at)
     SELECT gen_random_uuid(), 't' || n % 500, gen_random_uuid(), 'Will it?', '{}', 'done', 1, 0, 1, now(), now() - make_interval(secs => n)
     FROM generate_series(1, 200000) AS n",
    "INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at)
     SELECT gen_random_uuid(), 't' || n % 500, 'It rises.', '', '', '', 'fact', '', now() - make_interval(secs => n)
     FROM generate_series(1, 200000) AS n",
    "INSERT INTO report (key, tenant, markdown, made_at)
     SELECT 'runs/' || n, 't' || n % 500, '# It', now() - make_interval(secs => n) FROM generate_series(1, 200000) AS n",
    "INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at)
     SELECT gen_random_uuid(), 'c', gen_random_uuid(), 't' || n % 500, 's', '[]', '', 'rejected', '{}', 1, '',
            now() - make_interval(secs => n) FROM generate_series(1, 200000) AS n",
    "ANALYZE run, note, report, dead_letter, forecast",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_list_reads_its_page_from_the_index_of_the_tenant() {
    let (store, url) = store().await;
    for statement in FILL {
        fill_in_parts(&url, statement).await;
    }
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    for (statement, index) in list_statements() {
        let id = if statement.contains("report") { "runs/9" } else { "00000000-0000-0000-0000-000000000000" };
        // As the store executes it: planned with the values.
        let explain = AssertSqlSafe(format!(
            "DEALLOCATE ALL; PREPARE list AS {statement}; EXPLAIN EXECUTE list('t7', now() - interval '1 day', '{id}', 51)"
        ));
        let rows = sqlx::raw_sql(explain).fetch_all(&mut conn).await.expect("a plan");
        let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, 0)).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(index) && !plan.contains("Sort"), "{plan}");
        let condition = plan.lines().find(|line| line.contains("Index Cond")).unwrap_or_default();
        assert!(condition.contains("ROW("), "the page is a range of the index: {plan}");
    }
    let tenant = Tenant::parse("t7").expect("a tenant");
    // The middle of 400 rows of the tenant.
    let at: Time =
        sqlx::query_scalar("SELECT started_at FROM run WHERE tenant = 't7' ORDER BY started_at OFFSET 200 LIMIT 1")
            .fetch_one(&mut conn)
            .await
            .expect("a time");
    let page = Some(Before { at, id: uuid::Uuid::nil() });
    assert_eq!(store.runs().figures(RunSelection::All, &tenant, (page, 50)).await.expect("runs").len(), 50);
    assert_eq!(store.memory().notes(&tenant, page, 50).await.expect("notes").len(), 50);
    assert_eq!(store.dead_letters().page(&tenant, page, 50).await.expect("letters").len(), 50);
    let before = Some(Before { at, id: String::new() });
    assert_eq!(store.reports().page(&tenant, before, 50).await.expect("reports").len(), 50);
}

/// Run 1 rests on a fact that research of `e` saw as well, the event of run 2 asked for research of `e`, run 3 has
/// neither, and run 4 belongs to another tenant.
const USES: &str = "
INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, started_at)
SELECT md5('run' || n)::uuid, CASE n WHEN 4 THEN 'other' ELSE 'acme' END, md5('event' || n)::uuid, 'Will it?', '{}',
       CASE n WHEN 2 THEN 'waiting' ELSE 'done' END, 1, 0, 1, now(), now() - make_interval(secs => n)
FROM generate_series(1, 4) AS n;
INSERT INTO evidence (job, event, tenant, label, entity, body)
SELECT md5('job' || n)::uuid, md5('event' || n)::uuid, CASE n WHEN 4 THEN 'other' ELSE 'acme' END, '', CASE WHEN n IN (2, 4) THEN 'e' END, '{}'
FROM generate_series(1, 4) AS n;
INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at)
SELECT md5('note' || n)::uuid, 'acme', 'It rises.', '', '', '', 'fact', '', now() FROM generate_series(1, 2) AS n;
INSERT INTO note_sighting (note, research, tenant, entity, made_at)
VALUES (md5('note1')::uuid, md5('job1')::uuid, 'acme', NULL, now()), (md5('note1')::uuid, md5('research')::uuid, 'acme', 'e', now()),
       (md5('note2')::uuid, md5('job3')::uuid, 'acme', NULL, now())";

/// What other tenants learned about `e` later: more than a list follows.
const CROWD: &str = "
INSERT INTO note_sighting (note, research, tenant, entity, made_at)
SELECT md5('crowd' || n)::uuid, md5('crowd job' || n)::uuid, 'other' || n % 3, 'e', now() + interval '1 hour' FROM generate_series(1, 10500) AS n;
INSERT INTO evidence (job, event, tenant, label, entity, body, stored_at)
SELECT md5('crowd job' || n)::uuid, md5('crowd event' || n)::uuid, 'other' || n % 3, '', 'e', '{}', now() + interval '1 hour' FROM generate_series(1, 10500) AS n;
ANALYZE note_sighting, evidence";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_runs_and_notes_of_an_entity_are_those_of_its_research() {
    let (store, url) = store().await;
    for statement in USES.split(';') {
        execute(&url, statement).await;
    }
    let (acme, entity) = (Tenant::parse("acme").expect("a tenant"), EntityId::slug("e"));
    let check = async || {
        let runs = async |selection| {
            let wanted = EntityRuns { tenant: &acme, entity: &entity, selection };
            let listed = store.runs().figures_about(wanted, (None, 50)).await.expect("runs");
            let count = store.runs().count_about(wanted).await.expect("a count");
            let (first, counted) = store.runs().counted_about(wanted, (None, 1)).await.expect("runs and their number");
            assert_eq!((listed.len() as u64, counted), (count, count), "{selection:?}");
            assert_eq!(first, listed[..first.len()], "{selection:?}");
            count
        };
        assert_eq!([runs(RunSelection::All).await, runs(RunSelection::Open).await], [2, 1]);
        assert_eq!([runs(RunSelection::Ended).await, runs(RunSelection::Forecast).await], [1, 0]);
        let memory = store.memory();
        let (notes, count) = memory.notes_about(&entity, &acme, (None, 50)).await.expect("notes");
        assert_eq!((notes.len(), count), (1, 1));
        let other = Tenant::parse("other").expect("a tenant");
        let (notes, count) = memory.notes_about(&entity, &other, (None, 50)).await.expect("notes");
        assert_eq!((notes.len(), count), (0, 0));
    };
    check().await;
    for statement in CROWD.split(';') {
        execute(&url, statement).await;
    }
    check().await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    for (statement, arguments) in entity_statements() {
        let explain =
            AssertSqlSafe(format!("DEALLOCATE ALL; PREPARE list AS {statement}; EXPLAIN EXECUTE list({arguments})"));
        let rows = sqlx::raw_sql(explain).fetch_all(&mut conn).await.expect("a plan");
        let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, 0)).collect();
        let by_entity = |lines: &&[String]| {
            ["note_sighting_entity", "evidence_entity"].iter().any(|index| lines[0].contains(index))
        };
        let read: Vec<&[String]> = plan.windows(2).filter(by_entity).collect();
        assert!(!read.is_empty() && read.iter().all(|lines| lines[1].contains("tenant =")), "{plan:#?}");
    }
}

const REASONS: &str = r#"
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body)
SELECT md5('about' || n)::uuid, 'about' || n, 'macro', 'acme', '', true, 1, 'rule', CASE n WHEN 3 THEN md5('run1')::uuid END, 0,
       CASE n WHEN 1 THEN '{"reason": "a trade"}' ELSE '{"reason": "a\u0000trade"}' END::json
FROM generate_series(1, 3) AS n"#;

/// A reason with NUL, which Postgres cannot read as text, hides itself and no event.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_is_listed_with_its_question_or_the_reason_of_its_classification() {
    let (store, url) = store().await;
    for statement in USES.split(';') {
        execute(&url, statement).await;
    }
    execute(&url, REASONS).await;
    let (acme, since) = (Tenant::parse("acme").expect("a tenant"), Time::UNIX_EPOCH);
    let filter = EventFilter { kind: None, state: None, since };
    let mut listed = store.events().list(&acme, &filter, (None, 50)).await.expect("events");
    listed.sort_by(|one, other| one.id.cmp(&other.id));
    let about: Vec<&str> = listed.iter().map(|event| event.about.as_str()).collect();
    assert_eq!(about, ["a trade", "", "Will it?"]);
    let values = store.events().values(&acme, since, 2).await.expect("values");
    let counts: Vec<_> = values.iter().filter(|one| one.count > 0).map(|one| (one.kind.as_str(), one.state)).collect();
    assert_eq!(
        (counts, values.iter().map(|one| one.count).max()),
        (vec![("macro", "open")], Some(2)),
        "up to the limit"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_is_awaited_by_the_tenant_of_its_event_only() {
    let (store, url) = store().await;
    let asked = event("asked");
    let (acme, other) = (asked.tenant.clone(), Tenant::parse("other").expect("a tenant"));
    let run = RunId::for_event(asked.id);
    assert!(!store.runs().is_expected(&acme, run).await.expect("an answer"), "the event is not known");
    store.intake().accept(Submission { events: vec![asked], key: None, change: None }).await.expect("accepted");
    assert!(store.runs().is_expected(&acme, run).await.expect("an answer"));
    assert!(!store.runs().is_expected(&other, run).await.expect("an answer"));
    // The event is classified and its message is forgotten.
    execute(&url, "DELETE FROM dispatch").await;
    assert!(!store.runs().is_expected(&acme, run).await.expect("an answer"));
    let classified = AssertSqlSafe(format!(
        "INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body)
         VALUES ('{}', 'asked', 'question', 'acme', '', true, 1, 'rule', '{run}', 0, '{{}}')",
        JobId::named(&["event", "asked"])
    ));
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::query(classified).execute(&mut conn).await.expect("a statement");
    assert!(store.runs().is_expected(&acme, run).await.expect("an answer"));
    assert!(!store.runs().is_expected(&other, run).await.expect("an answer"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_model_of_each_worker_is_listed() {
    let (store, _) = store().await;
    for (worker, model) in [("writer", "a"), ("filter", "b"), ("writer", "c")] {
        store.worker_models().record(worker, &serde_json::json!({ "model": model })).await.expect("recorded");
    }
    let models = store.worker_models().list().await.expect("a list");
    let models: Vec<_> = models.iter().map(|one| (one.worker.as_str(), one.body["model"].as_str())).collect();
    assert_eq!(models, [("filter", Some("b")), ("writer", Some("c"))]);
    store.worker_models().record("filter", &serde_json::json!({ "model": "b" })).await.expect("recorded");
    let models = store.worker_models().list().await.expect("a list");
    let changed: Vec<bool> = models.iter().map(|one| one.changed_at.is_some()).collect();
    assert_eq!(changed, [false, true], "the same settings are no change");
}
