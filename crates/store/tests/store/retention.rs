//! Retention: every old row is found by an index, and what is in use stays.

use std::time::Duration;

use domain::port::{Journal, Watched};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{Pages, Retention, prune_statements};

use crate::samples::{at, id, settled};
use crate::support::{execute, number, store};

/// Rows that grow with the number of events, and their times: from today back to two years ago.
const FILL: &[&str] = &[
    "INSERT INTO inbox (consumer, job, begun_at, done_at)
     SELECT 'c', gen_random_uuid(), now() - i * interval '50 minutes', now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO outbox (id, subject, tenant, payload, traceparent, created_at)
     SELECT gen_random_uuid(), 's', 't', repeat('x', 200)::bytea, '', now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO step (job, step, input, value, made_at)
     SELECT gen_random_uuid(), 's', 'i', repeat('x', 200)::bytea, now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body, received_at)
     SELECT gen_random_uuid(), i::text, 'k', 't', 's', i % 10 = 0, 0, 'rules', 0, '{}', now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO result (id, kind, tenant, event, body, made_at) SELECT gen_random_uuid(), 'k', 't', job, '{}', received_at FROM event",
    "INSERT INTO evidence (job, event, tenant, label, body) SELECT gen_random_uuid(), job, 't', 'l', '{}' FROM event",
    "INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, tools, cost, errors, at)
     SELECT job, 0, job, 't', 'w', 'a', 's', '', 0, '', received_at FROM event",
    "INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at)
     SELECT gen_random_uuid(), 'c', gen_random_uuid(), 't', 's', '[]', '', 'rejected', '{}', 1, '', now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO call (id, job, step, input, attempt, state, max, charged, budgets, tenant, agent, provider, model, instance, opening, opened_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 's', 'i', 1, 'settled', 1, 1, '{}', 't', 'a', 'p', 'm', 'x', 1, now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO page_use (job, url, hash, used_at)
     SELECT gen_random_uuid(), 'u', md5(i::text), now() - i * interval '50 minutes' FROM generate_series(1, 20000) i",
    "INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, ended_at)
     SELECT gen_random_uuid(), 't', 'x', 'y', '', '', 'k', '', now(), CASE WHEN i % 10 = 0 THEN now() - i * interval '2 hours' END FROM generate_series(1, 5000) i",
    "INSERT INTO verdict_group (id, message, tenant, made_at, kinds, counts, jobs)
     SELECT i, gen_random_uuid(), 't', now() - i * interval '8 hours', '{1}', '{10}', ARRAY(SELECT md5(i::text || n)::uuid FROM generate_series(1, 10) n) FROM generate_series(1, 2000) i",
    "INSERT INTO verdict (job, grp, slot) SELECT unnest(jobs), id, 0 FROM verdict_group",
    "INSERT INTO dispatch (id, subject) SELECT id, 's' FROM outbox ORDER BY created_at DESC LIMIT 1000",
    "INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, started_at)
     SELECT md5(i::text)::uuid, 't', gen_random_uuid(), 'q', '{}', CASE WHEN i % 100 = 0 THEN 'analyzing' ELSE 'done' END, 1, 0, 1, now(), now() - i * interval '2 hours'
     FROM generate_series(1, 10000) i",
    "INSERT INTO question (run, id, iteration, ordinal, body) SELECT id, 'q', 1, 1, '{}' FROM run",
    "INSERT INTO answer (run, question, late, body) SELECT id, 'q', false, '{}' FROM run",
    "INSERT INTO valuation (run, round, body) SELECT id, 1, '{}' FROM run",
    "INSERT INTO forecast (run, tenant, probability, cost, body, made_at) SELECT id, 't', 0.5, 1, '{}', started_at FROM run",
    "INSERT INTO research (entity, version, number, fence, body, summary, made_at, expires_at, tenant, ended_at)
     SELECT 'e' || i / 2, 1 + i % 2, 1 + i % 2, 1, '{}', 's', now() - i * interval '4 hours', now(), 't', CASE WHEN i % 2 = 0 THEN now() - i * interval '4 hours' END
     FROM generate_series(2, 5001) i",
    "INSERT INTO note_of (entity, made_at, note) SELECT entity, made_at, gen_random_uuid() FROM research",
    "INSERT INTO report (key, tenant, markdown, made_at) SELECT 'k' || i, 't', 'm', now() - i * interval '4 hours' FROM generate_series(1, 5000) i",
    "ANALYZE",
];

const FILLED: &[&str] = &[
    "inbox",
    "outbox",
    "step",
    "event",
    "result",
    "evidence",
    "audit",
    "dead_letter",
    "call",
    "page_use",
    "note",
    "verdict",
    "run",
    "research",
    "report",
];

/// Tables with a row per process, per consumer, or per reader.
const SMALL: &[&str] = &["instance", "hearer"];

async fn plan(conn: &mut PgConnection, sql: &str) -> Vec<String> {
    let sql = format!("EXPLAIN {}", sql.replace("$1", "2592000"));
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(conn).await.expect("a plan")
}

fn scanned(plan: &[String]) -> Vec<&str> {
    let tables = plan.iter().filter_map(|line| line.split("Seq Scan on ").nth(1));
    tables.filter_map(|rest| rest.split_whitespace().next()).collect()
}

#[tokio::test]
async fn no_pruning_statement_scans_a_table() {
    let (_store, url) = store().await;
    for sql in FILL {
        execute(&url, sql).await;
    }
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    for (table, sql) in prune_statements() {
        let plan = plan(&mut conn, sql).await;
        let scans = scanned(&plan);
        assert!(!scans.iter().any(|scanned| FILLED.contains(scanned)), "{table}: {plan:#?}");
    }
    // Postgres prefers to scan a table that is almost empty. Without this preference each of the others has a suitable
    // index, too.
    sqlx::query("SET enable_seqscan = off").execute(&mut conn).await.expect("a setting");
    for (table, sql) in prune_statements().filter(|(table, _)| !SMALL.contains(table)) {
        let plan = plan(&mut conn, sql).await;
        let scans: Vec<&str> = scanned(&plan).into_iter().filter(|scanned| !SMALL.contains(scanned)).collect();
        assert_eq!(scans, Vec::<&str>::new(), "{table}: {plan:#?}");
    }
}

#[tokio::test]
async fn quiet_events_are_pruned_with_their_rows_and_history_only_when_asked() {
    let (store, url) = store().await;
    for sql in FILL {
        execute(&url, sql).await;
    }
    let kept = Retention { history: None, ..Retention::shortest() };
    let quiet = "SELECT count(*) FROM event WHERE NOT interesting AND received_at < now() - interval '30 days'";
    let before = number(&url, quiet).await;
    assert!(before > 15_000);
    let pruned = store.maintenance().prune(&kept).await.expect("pruned");
    assert_eq!(pruned.events, u64::try_from(before).expect("a count"));
    assert_eq!(
        (pruned.calls, pruned.notes, pruned.runs, pruned.research, pruned.reports),
        (0, 0, 0, 0, 0),
        "history is kept"
    );
    assert!(pruned.inbox > 15_000 && pruned.dead_letters > 15_000, "{pruned:?}");
    for table in ["result", "evidence", "audit"] {
        let orphans =
            format!("SELECT count(*) FROM {table} x WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.job = x.event)");
        let mut conn = PgConnection::connect(&url).await.expect("the server runs");
        let orphans: i64 = sqlx::query_scalar(AssertSqlSafe(orphans)).fetch_one(&mut conn).await.expect("a number");
        assert_eq!(orphans, 0, "{table}");
    }
    assert_eq!(number(&url, "SELECT count(*) FROM event WHERE interesting").await, 2_000);
    let pruned = store.maintenance().prune(&Retention::shortest()).await.expect("pruned");
    assert!(pruned.events > 500 && pruned.calls > 5_000 && pruned.notes > 50, "{pruned:?}");
    let old = "SELECT count(*) FROM event WHERE received_at < now() - interval '366 days'";
    assert_eq!(number(&url, old).await, 0);
    assert!(pruned.runs > 5_000 && pruned.research > 1_000 && pruned.reports > 2_000, "{pruned:?}");
    const OPEN: &str = "SELECT count(*) FROM run WHERE phase <> 'done'";
    assert_eq!(number(&url, OPEN).await, 100, "a run that has not ended is kept");
    for part in ["question", "answer", "valuation", "forecast"] {
        let orphans = format!("SELECT count(*) FROM {part} x WHERE NOT EXISTS (SELECT FROM run r WHERE r.id = x.run)");
        let mut conn = PgConnection::connect(&url).await.expect("the server runs");
        let orphans: i64 = sqlx::query_scalar(AssertSqlSafe(orphans)).fetch_one(&mut conn).await.expect("a number");
        assert_eq!(orphans, 0, "{part}");
    }
    assert_eq!(
        number(&url, "SELECT count(*) FROM research WHERE ended_at IS NULL").await,
        2_500,
        "the newest version is kept"
    );
    assert_eq!(number(&url, "SELECT (SELECT count(*) FROM note_of) - (SELECT count(*) FROM research)").await, 0);
}

#[tokio::test]
async fn registrations_of_removed_consumers_expire_and_used_ones_are_renewed() {
    const ALL: &[(&str, &str)] = &[("said", "ear"), ("said", "removed")];
    let (store, url) = store().await;
    store.journal().register_consumers(ALL).await.expect("registered");
    execute(&url, "UPDATE hearer SET seen_at = now() - interval '40 days'").await;
    let watched = Watched { subject: "said", consumer: "ear", open: None };
    store.journal().unconsumed(&[watched], Duration::ZERO, 10).await.expect("renewed");
    assert_eq!(store.maintenance().prune(&Retention::shortest()).await.expect("pruned").consumers, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM hearer WHERE consumer = 'ear'").await, 1);
}

#[tokio::test]
async fn a_table_that_cannot_be_pruned_does_not_keep_others_from_it() {
    let (store, url) = store().await;
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused by the test''; END'";
    execute(&url, refuse).await;
    execute(&url, "CREATE TRIGGER refuse BEFORE DELETE ON inbox FOR EACH ROW EXECUTE FUNCTION refuse()").await;
    for sql in &FILL[..3] {
        execute(&url, sql).await;
    }
    assert!(store.maintenance().prune(&Retention::shortest()).await.is_err());
    assert!(number(&url, "SELECT count(*) FROM inbox").await == 20_000);
    assert!(number(&url, "SELECT count(*) FROM step").await < 2_000);
}

/// The source of a finding can be traced for a year; then unreferenced pages and answers are deleted.
#[tokio::test]
async fn old_pages_are_pruned_when_no_job_references_them() {
    let (one, url) = store().await;
    let basis = |url: &str, hash: &str, body: Option<&str>| domain::effect::Basis {
        url: url.to_owned(),
        hash: hash.repeat(64),
        body: body.map(str::to_owned),
    };
    let mut outcome = settled("rests");
    outcome.effects = vec![domain::Effect::RestedOn(vec![
        basis("https://a.example", "a", None),
        basis("ask:web_search?{}", "b", Some("[]")),
    ])];
    one.journal().commit(outcome).await.unwrap();
    one.pages().keep_answer(&basis("ask:web_search?{}", "c", Some("[1]"))).await.unwrap();
    for (address, hash) in [("https://a.example", "a"), ("https://b.example", "d")] {
        let page = store::pages::KeptPage {
            url: address.to_owned(),
            hash: hash.repeat(64),
            final_url: address.to_owned(),
            content_type: "text/html".to_owned(),
            etag: None,
            last_modified: None,
            fetched_at: at(0),
            checked_at: at(0),
            fresh_until: at(0),
        };
        one.pages().keep(&page).await.unwrap();
    }
    execute(&url, "UPDATE page SET checked_at = now() - interval '300 days'").await;
    execute(&url, "UPDATE kept_answer SET answered_at = now() - interval '300 days'").await;
    assert_eq!(
        one.maintenance().prune(&store::Retention::shortest()).await.unwrap().pages,
        0,
        "not within a year, whatever was asked"
    );
    execute(&url, "UPDATE page SET checked_at = now() - interval '400 days'").await;
    execute(&url, "UPDATE kept_answer SET answered_at = now() - interval '400 days'").await;
    let pruned = one.maintenance().prune(&store::Retention::shortest()).await.unwrap();
    assert_eq!((pruned.uses, pruned.pages), (0, 2), "unreferenced ones");
    assert_eq!(one.pages().rested_on(&[id("rests")]).await.unwrap().len(), 2);
    execute(&url, "UPDATE page_use SET used_at = now() - interval '400 days'").await;
    let pruned = one.maintenance().prune(&store::Retention::shortest()).await.unwrap();
    assert_eq!((pruned.uses, pruned.pages), (2, 2));
}
