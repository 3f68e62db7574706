//! Costs of finished events and the share of researched ones, read newest first.

use domain::Profile;
use store::events::{EventCost, EventShare};

use crate::support::{execute, number, store};

/// Three runs, of which one is open, and three events with research, of which one lacks a result.
const EVENTS: &str = "
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body, received_at)
SELECT md5('event' || n)::uuid, n::text, CASE WHEN n <= 3 THEN 'question' ELSE 'transaction' END, 'default', '', true, 1, 'rule',
       CASE WHEN n <= 3 THEN md5('run' || n)::uuid END, CASE WHEN n <= 3 THEN 0 ELSE 2 END, '{}', now() - make_interval(mins => n)
FROM generate_series(1, 6) n";
const RUNS: &str = "
INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, started_at)
SELECT md5('run' || n)::uuid, 'default', md5('event' || n)::uuid, 'q',
       CASE n WHEN 1 THEN '{\"asked\":{\"config\":{\"profile\":\"strict\"}}}' ELSE '{\"asked\":{\"config\":{}}}' END::json,
       CASE n WHEN 3 THEN 'waiting' ELSE 'done' END, 1, 0, 1, now(), now() - make_interval(mins => n)
FROM generate_series(1, 3) n";
const BUDGETS: &str = "
INSERT INTO budget (scope, \"limit\", committed)
SELECT 'run:' || md5('run' || n)::uuid, 1000, 100 * n FROM generate_series(1, 3) n";
const AUDIT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, tools, cost, errors, at)
SELECT md5('job' || n || ' ' || o)::uuid, o, md5('event' || n)::uuid, 'default', 'researcher', 'researched', '', '', 10 * n + o, '', now()
FROM generate_series(4, 6) n, generate_series(1, 2) o";
const RESULTS: &str = "
INSERT INTO result (id, kind, tenant, event, body, made_at)
SELECT md5('result' || n || ' ' || o)::uuid, 'research', 'default', md5('event' || n)::uuid, '{}', now()
FROM generate_series(4, 6) n, generate_series(1, 2) o WHERE n < 6 OR o = 1";

#[tokio::test]
async fn finished_runs_and_researched_events_have_costs() {
    let (store, url) = store().await;
    assert_eq!(store.events().cost_history(None, 10).await.expect("an answer"), []);
    for sql in [EVENTS, RUNS, BUDGETS, AUDIT, RESULTS] {
        execute(&url, sql).await;
    }
    let of = |kind: &str, profile, tasks, cost| EventCost {
        kind: kind.to_owned(),
        profile,
        tasks,
        cost: domain::MicroUsd(cost),
    };
    let expected = [
        of("question", Some(Profile::Strict), 0, 100),
        of("question", Some(Profile::Default), 0, 200),
        of("transaction", None, 2, 83),
        of("transaction", None, 2, 103),
    ];
    assert_eq!(store.events().cost_history(None, 10).await.expect("an answer"), expected);
    assert_eq!(
        store.events().cost_history(None, 1).await.expect("an answer"),
        [expected[0].clone(), expected[2].clone()]
    );
}

/// Two macros: one has run and waits for its review, one was refused without a cost.
const MACROS: &str = "
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body)
SELECT md5('macro' || n)::uuid, 'macro-' || n, 'macro', 'default', '', true, 1, 'rule', 1, '{}' FROM generate_series(1, 2) n";
const MACRO_AUDIT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, tools, cost, errors, at)
SELECT md5('job' || n)::uuid, 0, md5('macro' || n)::uuid, 'default', 'researcher', 'executed', '', '', 70 * (2 - n), '', now()
FROM generate_series(1, 2) n";

#[tokio::test]
async fn a_macro_has_a_cost_before_its_result_is_reviewed() {
    let (store, url) = store().await;
    execute(&url, MACROS).await;
    execute(&url, MACRO_AUDIT).await;
    let expected = EventCost { kind: "macro".to_owned(), profile: None, tasks: 1, cost: domain::MicroUsd(70) };
    assert_eq!(store.events().cost_history(None, 10).await.expect("an answer"), [expected]);
}

#[tokio::test]
async fn the_newest_events_are_found_by_an_index() {
    let (_store, url) = store().await;
    const PARTIAL: &str = "SELECT count(*) FROM pg_indexes WHERE indexname IN ('event_researched', 'run_started')";
    assert_eq!(number(&url, PARTIAL).await, 2);
}

/// Transactions by name: a researched one, a forecast one, one of interest without work, and two that the model and a
/// rule ignored; one is old.
const DECIDED: &str = "
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body, received_at)
SELECT md5(id)::uuid, id, 'transaction', tenant, '', interesting, 1, decided_by, run, tasks, '{}', now() - age
FROM (VALUES
  ('researched', 'one', true, 'model', NULL::uuid, 2, interval '1 minute'),
  ('forecast', 'two', true, 'rule', md5('run')::uuid, 0, interval '2 minutes'),
  ('noted', 'one', true, 'model', NULL, 0, interval '3 minutes'),
  ('judged', 'two', false, 'model', NULL, 0, interval '4 minutes'),
  ('ignored', 'one', false, 'rule', NULL, 0, interval '5 minutes'),
  ('old', 'one', true, 'model', NULL, 1, interval '31 days'),
  ('old and quiet', 'one', false, 'model', NULL, 0, interval '31 days')
) AS made (id, tenant, interesting, decided_by, run, tasks, age)";

/// 45 transactions and 5 lookups in verdicts; 100 verdicts are old.
const VERDICTS: &str = "
INSERT INTO verdict_group (id, message, tenant, made_at, kinds, counts, jobs)
SELECT n, md5('group' || n)::uuid, 'one', now() - age, kinds, counts, '{}'
FROM (VALUES (1, interval '6 minutes', '{1}'::smallint[], '{25}'::int[]), (2, interval '7 minutes', '{1,4}', '{20,5}'),
             (3, interval '31 days', '{1}', '{100}')) AS made (n, age, kinds, counts)";

/// The classifier judged in two calls. Another agent, and an old event, had calls that do not count.
const CALLS: &str = "
INSERT INTO call (id, job, step, input, attempt, state, max, charged, budgets, tenant, agent, provider, model, instance, opening)
SELECT md5(job || agent || step)::uuid, md5(job)::uuid, step, '', 1, 'settled', 9, charged, '{}', 'one', agent, 'p', 'm', 'i', n
FROM (VALUES (1, 'researched', 'judge', 'classifier', 30), (2, 'judged', 'judge', 'classifier', 40), (3, 'judged', 'mend', 'classifier', 5),
             (4, 'judged', 'judge', 'researcher', 1000), (5, 'old', 'judge', 'classifier', 1000)) AS made (n, job, step, agent, charged)";

/// `counts`: events, researched, judged, and the micro-dollars of the judgements.
fn share(kind: &str, counts: [u64; 4]) -> EventShare {
    let [events, researched, judged, judging] = counts;
    EventShare { kind: kind.to_owned(), events, researched, judged, judging: domain::MicroUsd(judging) }
}

#[tokio::test]
async fn shares_count_events_with_and_without_work_and_verdicts_of_thirty_days() {
    let (store, url) = store().await;
    assert_eq!(store.events().shares(None, 10).await.expect("an answer"), []);
    for sql in [DECIDED, VERDICTS, CALLS] {
        execute(&url, sql).await;
    }
    let expected = [share("retrieval_miss", [5, 0, 0, 0]), share("transaction", [50, 2, 3, 75])];
    assert_eq!(store.events().shares(None, 10).await.expect("an answer"), expected);
}

/// The newest two with work reach back two minutes, so older ones without work do not count.
#[tokio::test]
async fn shares_cover_the_span_of_the_shortest_history() {
    let (store, url) = store().await;
    for sql in [DECIDED, VERDICTS, CALLS] {
        execute(&url, sql).await;
    }
    assert_eq!(store.events().shares(None, 2).await.expect("an answer"), [share("transaction", [2, 2, 1, 30])]);
    execute(&url, "UPDATE event SET interesting = false, tasks = 0, run = NULL").await;
    assert_eq!(store.events().shares(None, 2).await.expect("an answer"), [share("transaction", [2, 0, 1, 30])]);
    execute(&url, "DELETE FROM event WHERE id <> 'noted'").await;
    let grouped = [share("retrieval_miss", [5, 0, 0, 0]), share("transaction", [46, 0, 1, 0])];
    assert_eq!(store.events().shares(None, 2).await.expect("an answer"), grouped);
    execute(&url, "UPDATE event SET received_at = now() - interval '10 minutes'").await;
    let within = [share("retrieval_miss", [5, 0, 0, 0]), share("transaction", [45, 0, 0, 0])];
    assert_eq!(store.events().shares(None, 2).await.expect("an answer"), within);
}

#[tokio::test]
async fn the_newest_decisions_are_found_by_indexes() {
    let (_store, url) = store().await;
    const BY_TIME: &str = "SELECT count(*) FROM pg_indexes WHERE indexname IN ('event_quiet', 'event_kept', 'verdict_group_made', 'call_step')";
    assert_eq!(number(&url, BY_TIME).await, 4);
}
