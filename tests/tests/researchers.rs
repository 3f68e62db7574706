//! One fleet of twenty researchers: an entity is researched once, however many ask at once and whoever dies meanwhile.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::MicroUsd;
use tests::{Fleet, Setup, research, wait};

const ENTITIES: usize = 10;
const PATIENCE: Duration = Duration::from_secs(150);

/// How many work on how much.
#[derive(Clone, Copy)]
struct Size {
    researchers: usize,
    tasks: usize,
}

/// As the promise is made.
const WHOLE: Size = Size { researchers: 20, tasks: 200 };
/// Enough to be many at once; the whole size without kills is run by `make researchers`.
const PART: Size = Size { researchers: 6, tasks: 60 };

/// One fleet at a time: two of twenty on two cores would only measure the scheduler.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn setup(size: Size) -> Setup {
    let mut setup = Setup { ack_wait: Duration::from_secs(2), latency: Duration::from_millis(400), ..Setup::default() }
        .only(&["researcher"])
        // Ten deliveries each, so that all twenty are needed; three connections each, for Postgres has a hundred.
        .with("AUSPEX_WORKER_CONCURRENCY", size.tasks / size.researchers)
        .with("AUSPEX_POSTGRES_CONNECTIONS", 3)
        // Twenty processes on two cores: a lease must outlast a renewal that comes late.
        .with("AUSPEX_WORKER_LEASE", "8s")
        .with("AUSPEX_RESEARCHER_LEASE", "12s")
        .with("AUSPEX_RESEARCHER_COME_BACK", "1s")
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s");
    setup.replicas.insert("researcher".to_owned(), size.researchers);
    setup
}

/// All tasks at once, the entities in turn.
async fn ask_all(fleet: &Fleet, size: Size) {
    let tasks: Vec<_> = (0..size.tasks).map(|n| research::token(n, n % ENTITIES, MicroUsd::dollars(1))).collect();
    research::publish(&fleet.publisher, &tasks).await.unwrap();
}

/// Ten were researched, all others were answered from the very same research, and the books are right.
async fn researched_once(fleet: &Fleet, size: Size) {
    let did = async |action: &str| {
        let sql = format!("SELECT count(*) FROM audit WHERE worker = 'researcher' AND action = '{action}'");
        usize::try_from(fleet.truth.count(&sql).await.unwrap()).unwrap()
    };
    assert_eq!((did("researched").await, did("cached").await), (ENTITIES, size.tasks - ENTITIES), "{}", fleet.logs());
    assert_eq!(fleet.truth.count("SELECT count(*) FROM research").await.unwrap(), ENTITIES as i64, "one version each");
    let said = research::gathered(fleet).await.unwrap();
    assert_eq!(said.len(), size.tasks);
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

/// Asks, waits, and holds the fleet to its promise; nobody but those who researched asked the model.
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
    let settled = research::settled(&fleet.truth, size.tasks, PATIENCE).await;
    settled.unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
}

/// A lease that is lost while its holder lives would make a second job begin anew, and pay again for what the first one has.
async fn asked_once(fleet: &Fleet) {
    let asking = fleet.truth.count("SELECT count(DISTINCT job) FROM call").await.unwrap();
    assert_eq!(asking, ENTITIES as i64, "nobody else asked the model");
}

#[tokio::test]
async fn many_tasks_for_ten_entities_are_ten_pieces_of_research() {
    once_each(PART).await;
}

#[tokio::test]
#[ignore = "the same in its whole size: `make researchers`"]
async fn two_hundred_tasks_for_ten_entities_are_ten_pieces_of_research() {
    once_each(WHOLE).await;
}

#[tokio::test]
async fn the_same_when_researchers_are_killed_in_the_middle() {
    let _turn = TURN.lock().await;
    let fleet = Fleet::start(setup(WHOLE)).await.unwrap();
    ask_all(&fleet, WHOLE).await;
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
    settled(&fleet, WHOLE).await;
    researched_once(&fleet, WHOLE).await;
}
