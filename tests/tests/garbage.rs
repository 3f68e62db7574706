//! A model that returns garbage: every task ends in partial research or in a dead letter with a reason, and no budget
//! is exceeded.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::BTreeMap;
use std::time::Duration;

use domain::research::Ending;
use domain::{MicroUsd, ResearchTask};
use offline::{Fault, Mode, Nonsense, Params};
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, research};

fn garbage(nonsense: Option<Nonsense>, seed: u64) -> Fault {
    let params = Params { nonsense, ..Params::default() };
    Fault { seed, params, ..Fault::always("anthropic", Mode::Garbage) }
}

fn setup() -> Setup {
    Setup { ack_wait: Duration::from_secs(3), ..Setup::default() }
        .with("AUSPEX_WORKER_LEASE", "5s")
        .with("AUSPEX_WORKER_BACKOFF_CAP", "1s")
        .with("AUSPEX_WORKER_MAX_ATTEMPTS", 3)
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s")
}

/// Returns one task of every kind with a small budget.
fn tasks(n: usize) -> Vec<ResearchTask> {
    let budget = MicroUsd(200_000);
    vec![
        research::token(n, n, budget),
        research::question(n, budget),
        research::miss(n, budget),
        research::bundle(n, 2, budget),
    ]
}

#[tokio::test]
async fn every_task_ends_in_partial_research_or_a_dead_letter_for_each_kind_of_garbage() {
    let fleet = Fleet::start(setup().only(&["researcher"])).await.unwrap();
    let mut published = 0;
    for (n, kind) in Nonsense::ALL.into_iter().enumerate() {
        fleet.offline.clear_faults();
        fleet.offline.add_faults(vec![garbage(Some(kind), n as u64)]);
        let before = (fleet.offline.totals().charged_calls, std::time::Instant::now());
        let tasks = tasks(n);
        published += tasks.len();
        research::publish(&fleet.publisher, &tasks).await.unwrap();
        let settled = research::settled(&fleet.database, published, PATIENCE).await;
        settled.unwrap_or_else(|error| panic!("{kind:?}: {error:#}\n{}", fleet.logs()));
        let calls = fleet.offline.totals().charged_calls - before.0;
        println!("{kind:?}: {calls} calls, {:.1} s", before.1.elapsed().as_secs_f64());
        assert!(calls <= 150, "{kind:?}: {calls} calls for {} tasks", tasks.len());
    }
    let printed = research::gathered(&fleet).await.unwrap();
    assert_eq!(printed.len(), published, "every event has its answer");
    let asked_for = research::asked_for(&fleet.database).await.unwrap();
    assert!(asked_for <= 2 * published, "no research breeds: {asked_for} more");
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (event, research) in &printed {
        assert!(research.findings.is_empty(), "{event}: garbage must not become a finding: {research:#?}");
        match &research.ending {
            Ending::Partial(reason) | Ending::Failed(reason) if !reason.is_empty() => {
                *reasons.entry(reason.clone()).or_default() += 1;
            }
            ending => panic!("{event}: {ending:?}"),
        }
    }
    println!("{reasons:#?}");
    let mute = fleet.database.count("SELECT count(*) FROM dead_letter WHERE cardinality(errors) = 0").await.unwrap();
    assert_eq!(mute, 0, "a dead letter has a reason");
    fleet.assert_accounts().await.unwrap();
    let over = "SELECT count(*) FROM budget WHERE scope LIKE 'task:%' AND committed > 200000";
    assert_eq!(fleet.database.count(over).await.unwrap(), 0);
    assert!(
        fleet.places("researcher").into_iter().all(|place| fleet.ended(place).unwrap().is_none()),
        "the worker still runs"
    );
}

#[tokio::test]
async fn a_fleet_answers_every_event_within_its_budgets_if_every_model_returns_garbage() {
    let fleet = Fleet::start(setup()).await.unwrap();
    fleet.offline.add_faults(vec![garbage(None, 7)]);
    let published: Vec<_> = (0..4).flat_map(events::every_kind).collect();
    let jobs = fleet.run(&published, PATIENCE).await.unwrap();
    let verdict = fleet.assert_invariants(&jobs).await.unwrap();
    println!("{verdict}");
    let flagged = "SELECT count(*) FROM forecast WHERE json_array_length(body->'flags') = 0";
    assert_eq!(fleet.database.count(flagged).await.unwrap(), 0, "every forecast lists what is missing");
}
