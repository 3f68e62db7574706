//! Lists of one tenant among 200,000 rows of 500 tenants, and runs that have not begun.

use domain::{JobId, RunId, Tenant, Time};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::intake::Submission;
use store::page::Before;
use store::runs::RunSelection;
use store::statements::list_statements;

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
