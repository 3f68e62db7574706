//! One fleet of twenty researchers: an entity is researched once, however many ask at once and whoever dies meanwhile.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::MicroUsd;
use tests::{Fleet, Setup, research, wait};

const RESEARCHERS: usize = 20;
const TASKS: usize = 200;
const ENTITIES: usize = 10;
const PATIENCE: Duration = Duration::from_secs(150);

fn setup() -> Setup {
    let mut setup = Setup { ack_wait: Duration::from_secs(2), latency: Duration::from_millis(400), ..Setup::default() }
        .only(&["researcher"])
        // Ten deliveries each, so that all twenty are needed; three connections each, for Postgres has a hundred.
        .with("AUSPEX_WORKER_CONCURRENCY", TASKS / RESEARCHERS)
        .with("AUSPEX_POSTGRES_CONNECTIONS", 3)
        // Twenty processes on two cores: a lease must outlast a renewal that comes late.
        .with("AUSPEX_WORKER_LEASE", "8s")
        .with("AUSPEX_RESEARCHER_LEASE", "12s")
        .with("AUSPEX_RESEARCHER_COME_BACK", "1s")
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s");
    setup.replicas.insert("researcher".to_owned(), RESEARCHERS);
    setup
}

/// All tasks at once, the entities in turn.
async fn ask_all(fleet: &Fleet) {
    let tasks: Vec<_> = (0..TASKS).map(|n| research::token(n, n % ENTITIES, MicroUsd::dollars(1))).collect();
    research::publish(&fleet.publisher, &tasks).await.unwrap();
}

/// Ten were researched, all others were answered from the very same research, and the books are right.
async fn researched_once(fleet: &Fleet) {
    let did = async |action: &str| {
        let sql = format!("SELECT count(*) FROM audit WHERE worker = 'researcher' AND action = '{action}'");
        usize::try_from(fleet.truth.count(&sql).await.unwrap()).unwrap()
    };
    assert_eq!((did("researched").await, did("cached").await), (ENTITIES, TASKS - ENTITIES), "{}", fleet.logs());
    assert_eq!(fleet.truth.count("SELECT count(*) FROM research").await.unwrap(), ENTITIES as i64, "one version each");
    let said = research::gathered(fleet).await.unwrap();
    assert_eq!(said.len(), TASKS);
    let mut by_entity: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for research in said.values() {
        let of = by_entity.entry(research.entity.as_ref().unwrap().to_string()).or_default();
        assert!(!research.findings.is_empty() && research.prompt_version.len() == 12, "{research:?}");
        of.insert(format!("{} {:?} {:?}", research.made_at, research.findings, research.sources));
    }
    assert_eq!(by_entity.len(), ENTITIES);
    assert!(by_entity.values().all(|versions| versions.len() == 1), "answered from the same research");
    assert_eq!(said.values().filter(|research| !research.from_cache).count(), ENTITIES);
    fleet.assert_books().await.unwrap();
}

#[tokio::test]
#[ignore = "twenty processes: `make researchers` runs it alone"]
async fn two_hundred_tasks_for_ten_entities_are_ten_pieces_of_research() {
    let fleet = Fleet::start(setup()).await.unwrap();
    let begun = std::time::Instant::now();
    ask_all(&fleet).await;
    research::settled(&fleet.truth, TASKS, PATIENCE)
        .await
        .unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    println!("{RESEARCHERS} researchers, {TASKS} tasks, {ENTITIES} entities: {:.1} s", begun.elapsed().as_secs_f64());
    researched_once(&fleet).await;
    let asking = fleet.truth.count("SELECT count(DISTINCT job) FROM call").await.unwrap();
    assert_eq!(asking, ENTITIES as i64, "nobody else asked the model");
}

#[tokio::test]
#[ignore = "twenty processes: `make researchers` runs it alone"]
async fn the_same_when_researchers_are_killed_in_the_middle() {
    let fleet = Fleet::start(setup()).await.unwrap();
    ask_all(&fleet).await;
    wait::until("research is under way", PATIENCE, || async {
        let calls = fleet.offline.totals().calls;
        Ok(if calls > ENTITIES as u64 { Ok(()) } else { Err(format!("{calls} calls")) })
    })
    .await
    .unwrap();
    let done = fleet.truth.count("SELECT count(*) FROM research").await.unwrap();
    assert!(done < ENTITIES as i64, "{done}: too late to disturb anything");
    // Whoever holds an entity's lease dies, whichever of the twenty that is: half of them do.
    for place in fleet.places("researcher").into_iter().step_by(2) {
        fleet.kill_worker(place).await.unwrap();
    }
    research::settled(&fleet.truth, TASKS, PATIENCE)
        .await
        .unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    researched_once(&fleet).await;
}
