//! Costs of finished events, read newest first.

use domain::Profile;
use store::reading::EventCost;

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
    assert_eq!(store.cost_history(10).await.expect("an answer"), []);
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
    assert_eq!(store.cost_history(10).await.expect("an answer"), expected);
    assert_eq!(store.cost_history(1).await.expect("an answer"), [expected[0].clone(), expected[2].clone()]);
}

#[tokio::test]
async fn the_newest_events_are_found_by_an_index() {
    let (_store, url) = store().await;
    const PARTIAL: &str = "SELECT count(*) FROM pg_indexes WHERE indexname IN ('event_researched', 'run_started')";
    assert_eq!(number(&url, PARTIAL).await, 2);
}
