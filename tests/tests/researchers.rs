//! A fleet of twenty researchers: concurrent tasks for one entity lead to one research, also if researchers are killed
//! meanwhile.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::MicroUsd;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, research, wait};

const ENTITIES: usize = 10;
/// Number of researchers, tasks and entities.
#[derive(Clone, Copy)]
struct Size {
    researchers: usize,
    tasks: usize,
}

/// Full size, as the invariant is stated.
const WHOLE: Size = Size { researchers: 20, tasks: 200 };
/// Reduced size with enough concurrency; `make researchers` runs the full size without kills.
const PART: Size = Size { researchers: 6, tasks: 60 };

/// Runs one fleet at a time: two fleets of twenty on two cores would measure the scheduler only.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn setup(size: Size) -> Setup {
    let mut setup = Setup { ack_wait: Duration::from_secs(2), latency: Duration::from_millis(400), ..Setup::default() }
        .only(&["researcher"])
        // Ten deliveries each, so that all twenty are needed; three connections each, because Postgres has a hundred.
        .with("AUSPEX_WORKER_CONCURRENCY", size.tasks / size.researchers)
        .with("AUSPEX_POSTGRES_CONNECTIONS", 3)
        // With twenty processes on two cores, a lease must outlast a late renewal.
        .with("AUSPEX_WORKER_LEASE", "8s")
        .with("AUSPEX_RESEARCHER_LEASE", "12s")
        .with("AUSPEX_RESEARCHER_COME_BACK", "1s")
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s");
    setup.replicas.insert("researcher".to_owned(), size.researchers);
    setup
}

/// Publishes all tasks at once, cycling through the entities.
async fn ask_all(fleet: &Fleet, size: Size) {
    let tasks: Vec<_> = (0..size.tasks).map(|n| research::token(n, n % ENTITIES, MicroUsd::dollars(1))).collect();
    research::publish(&fleet.publisher, &tasks).await.unwrap();
}

/// Checks that ten tasks were researched, that all others were answered from the same research, and that the ledger is
/// correct.
async fn researched_once(fleet: &Fleet, size: Size) {
    let did = async |action: &str| {
        let sql = format!("SELECT count(*) FROM audit WHERE worker = 'researcher' AND action = '{action}'");
        usize::try_from(fleet.database.count(&sql).await.unwrap()).unwrap()
    };
    assert_eq!((did("researched").await, did("cached").await), (ENTITIES, size.tasks - ENTITIES), "{}", fleet.logs());
    assert_eq!(
        fleet.database.count("SELECT count(*) FROM research").await.unwrap(),
        ENTITIES as i64,
        "one version each"
    );
    let printed = research::gathered(fleet).await.unwrap();
    assert_eq!(printed.len(), size.tasks);
    let mut by_entity: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for research in printed.values() {
        let of = by_entity.entry(research.entity.as_ref().unwrap().to_string()).or_default();
        assert!(!research.findings.is_empty() && research.prompt_version.len() == 12, "{research:?}");
        of.insert(format!("{} {:?} {:?}", research.made_at, research.findings, research.sources));
    }
    assert_eq!(by_entity.len(), ENTITIES);
    assert!(by_entity.values().all(|versions| versions.len() == 1), "answered from the same research");
    assert_eq!(printed.values().filter(|research| !research.from_cache).count(), ENTITIES);
    fleet.assert_accounts().await.unwrap();
}

/// Runs the tasks and checks the invariant; only the tasks that were researched called the model.
async fn once_each(size: Size) {
    let _turn = TURN.lock().await;
    let fleet = Fleet::start(setup(size)).await.unwrap();
    let begun = std::time::Instant::now();
    ask_all(&fleet, size).await;
    settled(&fleet, size).await;
    let Size { researchers, tasks } = size;
    println!("{researchers} researchers, {tasks} tasks, {ENTITIES} entities: {:.1} s", begun.elapsed().as_secs_f64());
    researched_once(&fleet, size).await;
    asked_once(&fleet).await;
}

async fn settled(fleet: &Fleet, size: Size) {
    let settled = research::settled(&fleet.database, size.tasks, PATIENCE).await;
    settled.unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
}

/// Checks that no step was paid twice: a lost lease of a live holder would make a second job repeat the steps of the
/// first.
async fn asked_once(fleet: &Fleet) {
    let asking = fleet.database.count("SELECT count(DISTINCT job) FROM call").await.unwrap();
    assert_eq!(asking, ENTITIES as i64, "only the researched tasks called the model");
}

#[tokio::test]
async fn many_tasks_for_ten_entities_lead_to_ten_researches() {
    once_each(PART).await;
}

#[tokio::test]
#[ignore = "the same in its whole size: `make researchers`"]
async fn two_hundred_tasks_for_ten_entities_lead_to_ten_researches() {
    once_each(WHOLE).await;
}

#[tokio::test]
async fn killed_researchers_do_not_cause_repeated_research() {
    let _turn = TURN.lock().await;
    let fleet = Fleet::start(setup(WHOLE)).await.unwrap();
    ask_all(&fleet, WHOLE).await;
    wait::until("research is under way", PATIENCE, || async {
        let calls = fleet.offline.totals().calls;
        Ok(if calls > ENTITIES as u64 { Ok(()) } else { Err(format!("{calls} calls")) })
    })
    .await
    .unwrap();
    let done = fleet.database.count("SELECT count(*) FROM research").await.unwrap();
    assert!(done < ENTITIES as i64, "{done}: too late to disturb anything");
    // Kills the holders of entity leases, which are half of the twenty researchers.
    for place in fleet.places("researcher").into_iter().step_by(2) {
        fleet.kill_worker(place).await.unwrap();
    }
    settled(&fleet, WHOLE).await;
    researched_once(&fleet, WHOLE).await;
}
