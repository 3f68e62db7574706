//! Crash points: each worker aborts once at each point, and no work is lost or repeated.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

#[path = "crash/gateway.rs"]
mod gateway;
#[path = "crash/groups.rs"]
mod groups;
#[path = "crash/macros.rs"]
mod macros;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use domain::JobId;
use offline::{Fault, Mode};
use runtime::crash;
use runtime::topology::CONSUMERS;
use tests::fleet::WORKERS;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, wait};

/// Points that every message reaches in every worker. The others need a model call, a failure, a dead letter or an
/// unsent row.
const MET_BY_ALL: [&str; 9] = [
    "after_pull",
    "after_decode",
    "after_begin",
    "after_handle",
    "before_commit",
    "after_commit",
    "before_ack",
    "after_ack",
    "after_publish",
];

/// Number of messages for the researcher that were sent and have no outcome.
const UNCONSUMED: &str = "SELECT count(*) FROM dispatch WHERE consumer LIKE 'researcher%' AND sent_at IS NOT NULL";

#[tokio::test]
async fn every_worker_aborts_once_at_each_crash_point() {
    let fleet = Fleet::start(Setup::default().quick_recovery()).await.unwrap();
    let (mut jobs, mut met) = (Vec::new(), BTreeMap::new());
    for (round, point) in crash::urgent().enumerate() {
        let crashed = crash_everywhere(&fleet, point, round, &mut jobs).await;
        println!("{point}: {crashed:?}");
        met.insert(point, crashed);
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    let verdict = fleet.assert_invariants(&jobs).await.unwrap();
    println!("{verdict}");
    for point in MET_BY_ALL {
        let missing: Vec<_> = WORKERS.iter().filter(|worker| !met[point].contains(**worker)).collect();
        assert!(missing.is_empty(), "{point} was not met in {missing:?}");
    }
    let unmet: Vec<_> = met.iter().filter(|(_, workers)| workers.is_empty()).map(|(point, _)| *point).collect();
    assert!(unmet.is_empty(), "no worker met {unmet:?}");
}

/// Arms the point in all workers, publishes work of every kind, and restarts the workers that abort.
async fn crash_everywhere(fleet: &Fleet, point: &str, round: usize, jobs: &mut Vec<JobId>) -> BTreeSet<&'static str> {
    rearm(fleet, point).await;
    provoke(fleet, point, round).await;
    let mut new = match point {
        "after_relay" => leave_unsent(fleet, round).await,
        "after_reconcile" => lose_messages(fleet, round).await,
        _ => Vec::new(),
    };
    let mut published = events::every_kind(1_000 + round);
    // The forecast of this question waits for a review; the alert begins a run whose forecast is published at once.
    published[2] = events::reviewed_question(1_000 + round);
    new.extend(fleet.publisher.events(&published).await.unwrap());
    let crashed = revive_until_settled(fleet, &new).await;
    jobs.extend(new);
    fleet.offline.clear_faults();
    crashed
}

/// Provokes the failures that lead to the points outside of the normal path.
async fn provoke(fleet: &Fleet, point: &str, round: usize) {
    if point.contains("hand_back") || point.contains("nak") {
        let overload = Fault { times: Some(12), ..Fault::always("anthropic", Mode::Overloaded) };
        fleet.offline.add_faults(vec![overload]);
    }
    if point.contains("term") {
        for consumer in CONSUMERS {
            let subject = consumer.wire_filter().replace('>', "transaction").replace('*', "default");
            fleet
                .publisher
                .bytes(&subject, &format!("garbage-{round}-{}", consumer.name), vec![0xff; 20])
                .await
                .unwrap();
        }
    }
}

/// Crashes every worker between its commit and its publish, so that the relay of the restarted workers finds unsent
/// rows.
async fn leave_unsent(fleet: &Fleet, round: usize) -> Vec<JobId> {
    rearm(fleet, "after_commit").await;
    let jobs = fleet.publisher.events(&events::every_kind(2_000 + round)).await.unwrap();
    let place = fleet.places("classifier")[0];
    wait_until_ended(fleet, place).await;
    rearm(fleet, "after_relay").await;
    jobs
}

/// Purges messages that no worker has received, so that the reconciler finds them missing.
///
/// The researcher is killed and not merely stopped: nats-server would deliver to the open connection of a stopped
/// process, which would then handle the messages before they reach the reconciler's age.
async fn lose_messages(fleet: &Fleet, round: usize) -> Vec<JobId> {
    let researcher = fleet.places("researcher")[0];
    fleet.signal(researcher, "KILL").unwrap();
    wait_until_ended(fleet, researcher).await;
    let jobs = fleet.publisher.events(&events::every_kind(3_000 + round)).await.unwrap();
    wait::until("every event is classified and every message sent", PATIENCE, || async {
        let unsent = fleet.database.count("SELECT count(*) FROM dispatch WHERE sent_at IS NULL").await?;
        let taken = fleet.database.accounted(&jobs).await?;
        let lost = fleet.database.count(UNCONSUMED).await?;
        let is_ready = taken == jobs.len() && unsent == 0 && lost > 0;
        Ok(if is_ready { Ok(()) } else { Err(format!("{taken} classified, {unsent} unsent, {lost} waiting")) })
    })
    .await
    .unwrap();
    fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap().purge().await.unwrap();
    // A purge keeps the duplicate window, which would drop the reconciler's messages; a restart rebuilds the window
    // from the stored messages.
    fleet.servers.nats.restart().await.unwrap();
    fleet.set_env(researcher, "AUSPEX_CRASH_AT", Some("after_reconcile"));
    fleet.respawn(researcher).unwrap();
    fleet.set_env(researcher, "AUSPEX_CRASH_AT", None);
    jobs
}

async fn wait_until_ended(fleet: &Fleet, place: usize) {
    wait::until("a worker ends", PATIENCE, || async {
        Ok(fleet.ended(place)?.map(|_| ()).ok_or_else(|| "it still runs".to_owned()))
    })
    .await
    .unwrap();
}

/// Restarts every worker with this point armed once.
async fn rearm(fleet: &Fleet, point: &str) {
    for place in fleet.places("") {
        fleet.set_env(place, "AUSPEX_CRASH_AT", Some(point));
        if fleet.ended(place).unwrap().is_some() {
            fleet.respawn(place).unwrap();
        } else {
            fleet.kill_worker(place).await.unwrap();
        }
        fleet.set_env(place, "AUSPEX_CRASH_AT", None);
    }
}

/// Restarts the workers that abort, until the work has its outcome.
async fn revive_until_settled(fleet: &Fleet, jobs: &[JobId]) -> BTreeSet<&'static str> {
    let mut crashed = BTreeSet::new();
    let deadline = Instant::now() + PATIENCE;
    loop {
        for worker in WORKERS {
            for place in fleet.places(worker) {
                if fleet.ended(place).unwrap().is_some() {
                    crashed.insert(worker);
                    fleet.respawn(place).unwrap();
                }
            }
        }
        let settled = fleet.database.settled(jobs, Duration::from_millis(500)).await;
        match settled {
            Ok(()) => return crashed,
            Err(error) => assert!(Instant::now() < deadline, "{error:#}\n{}", fleet.logs()),
        }
    }
}

#[tokio::test]
async fn a_message_that_crashes_its_worker_is_dead_lettered_after_three_starts() {
    let setup = Setup { ack_wait: Duration::from_secs(1), ..Setup::default() }
        .only(&["classifier"])
        .with("AUSPEX_WORKER_LEASE", "1s")
        .with("AUSPEX_CLASSIFIER_SINGLE_RESULTS", true)
        .with("AUSPEX_CRASH_AT", "after_handle");
    let fleet = Fleet::start(setup).await.unwrap();
    let job = fleet.publisher.event(&events::dust(1)).await.unwrap();
    let place = fleet.places("classifier")[0];
    wait::until("the message is dead-lettered", PATIENCE, || async {
        if fleet.ended(place)?.is_some() {
            fleet.respawn(place)?;
        }
        let dead = fleet.database.texts("SELECT class FROM dead_letter").await?;
        Ok(if dead == ["poisoned"] { Ok(()) } else { Err(format!("{dead:?}")) })
    })
    .await
    .unwrap();
    let strikes = fleet.database.count("SELECT strikes FROM inbox").await;
    assert_eq!(fleet.database.accounted(&[job]).await.unwrap(), 1, "{strikes:?}");
}
