//! Every crash point, in every worker: the process aborts there once, and nothing is lost or done twice.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use domain::JobId;
use offline::{Fault, Mode};
use runtime::crash::POINTS;
use runtime::topology::CONSUMERS;
use tests::structure::purity::WORKERS;
use tests::{Fleet, Setup, events, wait};

const PATIENCE: Duration = Duration::from_secs(90);

/// Points that every message meets in every worker. The others need a model call, a failure, a dead letter or an outbox.
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

#[tokio::test]
async fn each_point_crashed_once_in_every_worker() {
    let setup = Setup { ack_wait: Duration::from_secs(2), ..Setup::default() }
        .with("AUSPEX_WORKER_LEASE", "2s")
        .with("AUSPEX_WORKER_BACKOFF_CAP", "1s")
        .with("AUSPEX_RELAY_AGE", "200ms")
        .with("AUSPEX_RELAY_INTERVAL", "200ms")
        .with("AUSPEX_RECONCILE_INTERVAL", "1s")
        .with("AUSPEX_RECONCILE_AGE", "3s");
    let fleet = Fleet::start(setup).await.unwrap();
    let (mut jobs, mut met) = (Vec::new(), BTreeMap::new());
    for (round, point) in POINTS.iter().enumerate() {
        let crashed = crash_everywhere(&fleet, point, round, &mut jobs).await;
        println!("{point}: {crashed:?}");
        met.insert(*point, crashed);
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    let verdict = fleet.assert_kept(&jobs).await.unwrap();
    println!("{verdict}");
    for point in MET_BY_ALL {
        let missing: Vec<_> = WORKERS.iter().filter(|worker| !met[point].contains(**worker)).collect();
        assert!(missing.is_empty(), "{point} was not met in {missing:?}");
    }
    let unmet: Vec<_> = met.iter().filter(|(_, workers)| workers.is_empty()).map(|(point, _)| *point).collect();
    assert!(unmet.is_empty(), "no worker met {unmet:?}");
}

/// Arms all workers, gives them work of every kind (and what else leads to this point), starts whoever aborted again.
async fn crash_everywhere(fleet: &Fleet, point: &str, round: usize, jobs: &mut Vec<JobId>) -> BTreeSet<&'static str> {
    rearm(fleet, point).await;
    provoke(fleet, point, round).await;
    if point == "after_relay" {
        jobs.extend(leave_unsent(fleet, round).await);
    }
    if point == "after_reconcile" {
        jobs.extend(lose_messages(fleet, round).await);
    }
    let new = fleet.publisher.events(&events::every_kind(1_000 + round)).await.unwrap();
    jobs.extend(&new);
    let crashed = revive_until_settled(fleet, &new).await;
    fleet.offline.clear_faults();
    crashed
}

/// Leads work to the points off the straight way.
async fn provoke(fleet: &Fleet, point: &str, round: usize) {
    if point.contains("pause") || point.contains("nak") {
        let overload = Fault { times: Some(12), ..Fault::always("anthropic", Mode::Overloaded) };
        fleet.offline.add_faults(vec![overload]);
    }
    if point.contains("term") {
        for consumer in CONSUMERS {
            let subject = consumer.filter.replace('>', "transaction");
            fleet
                .publisher
                .bytes(&subject, &format!("garbage-{round}-{}", consumer.name), vec![0xff; 20])
                .await
                .unwrap();
        }
    }
}

/// Crashes every worker between its commit and its publish, so that the relay finds rows; those that start next abort in it.
async fn leave_unsent(fleet: &Fleet, round: usize) -> Vec<JobId> {
    rearm(fleet, "after_commit").await;
    let jobs = fleet.publisher.events(&events::every_kind(2_000 + round)).await.unwrap();
    let place = fleet.places("classifier")[0];
    wait::until("the classifier aborts", PATIENCE, || async {
        Ok(fleet.ended(place)?.map(|_| ()).ok_or_else(|| "it runs".to_owned()))
    })
    .await
    .unwrap();
    rearm(fleet, "after_relay").await;
    jobs
}

/// Takes messages out of the stream that nobody has heard yet, so that the reconciler finds them missing.
async fn lose_messages(fleet: &Fleet, round: usize) -> Vec<JobId> {
    let researcher = fleet.places("researcher")[0];
    fleet.signal(researcher, "STOP").unwrap();
    let jobs = fleet.publisher.events(&events::every_kind(3_000 + round)).await.unwrap();
    wait::until("every event is taken in and every message sent", PATIENCE, || async {
        let unsent = fleet.truth.count("SELECT count(*) FROM dispatch WHERE sent_at IS NULL").await?;
        let taken = fleet.truth.accounted(&jobs).await?;
        Ok(if taken == jobs.len() && unsent == 0 { Ok(()) } else { Err(format!("{taken} taken, {unsent} unsent")) })
    })
    .await
    .unwrap();
    fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap().purge().await.unwrap();
    // A purge leaves the duplicate window as it is, and the reconciler's messages would be thinned away; after a restart the window is
    // rebuilt from what is stored.
    fleet.servers.nats.restart().await.unwrap();
    fleet.signal(researcher, "CONT").unwrap();
    jobs
}

/// Starts every worker anew with this point armed once.
async fn rearm(fleet: &Fleet, point: &str) {
    for place in fleet.places("") {
        fleet.tell(place, "AUSPEX_CRASH_AT", Some(point));
        if fleet.ended(place).unwrap().is_some() {
            fleet.respawn(place).unwrap();
        } else {
            fleet.kill_worker(place).await.unwrap();
        }
        fleet.tell(place, "AUSPEX_CRASH_AT", None);
    }
}

/// Starts again whoever aborts, until the work has its outcome.
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
        let settled = fleet.truth.settled(jobs, Duration::from_millis(500)).await;
        match settled {
            Ok(()) => return crashed,
            Err(error) => assert!(Instant::now() < deadline, "{error:#}\n{}", fleet.logs()),
        }
    }
}

#[tokio::test]
async fn a_message_that_kills_every_worker_it_meets_is_dead_after_three_starts() {
    let setup = Setup { ack_wait: Duration::from_secs(1), ..Setup::default() }
        .only(&["classifier"])
        .with("AUSPEX_WORKER_LEASE", "1s")
        .with("AUSPEX_CRASH_AT", "after_handle");
    let fleet = Fleet::start(setup).await.unwrap();
    let job = fleet.publisher.event(&events::dust(1)).await.unwrap();
    let place = fleet.places("classifier")[0];
    wait::until("the poison is dead", PATIENCE, || async {
        if fleet.ended(place)?.is_some() {
            fleet.respawn(place)?;
        }
        let dead = fleet.truth.texts("SELECT class FROM dead_letter").await?;
        Ok(if dead == ["poisoned"] { Ok(()) } else { Err(format!("{dead:?}")) })
    })
    .await
    .unwrap();
    let strikes = fleet.truth.count("SELECT strikes FROM inbox").await;
    assert_eq!(fleet.truth.accounted(&[job]).await.unwrap(), 1, "{strikes:?}");
}
