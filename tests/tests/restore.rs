//! Disaster recovery, as docs/recipes/backup-and-restore.md describes it, on real servers.

#![allow(clippy::unwrap_used, reason = "a test may")]

use domain::{Event, JobId};
use proto::event::Fact;
use proto::events::EventReceived;
use tests::backup::{Backup, Until};
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};

/// Publishes over HTTP: the event is committed when the answer arrives.
async fn publish(api: &Api, events: &[Event]) -> Vec<JobId> {
    let mut jobs = Vec::new();
    for event in events {
        let request = api.http.post(format!("{}/v1/events", api.url)).bearer_auth(&api.token);
        let body = EventReceived(event.clone()).encode();
        let answer = request.header("content-type", "application/x-protobuf").body(body).send().await.unwrap();
        assert_eq!(answer.status(), 202);
        jobs.push(event.job());
    }
    jobs
}

/// Ends every process of the fleet at once.
fn kill_all(fleet: &Fleet) {
    for place in fleet.places("") {
        fleet.signal(place, "KILL").unwrap();
    }
}

/// Applies the topology to a JetStream that may still be starting, then starts the processes again.
async fn resume(fleet: &Fleet) {
    wait::until("the topology is applied", PATIENCE, || async {
        Ok(fleet.apply_topology().await.map_err(|error| format!("{error:#}")))
    })
    .await
    .unwrap();
    fleet.restart_ended().await.unwrap();
}

fn mixed(numbers: std::ops::Range<usize>) -> Vec<Event> {
    numbers.flat_map(|n| [events::question(n), events::transaction(n)]).collect()
}

/// Everything is lost but the backup: Postgres' data, JetStream's store and Redis.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "part of `make rehearse`, which needs more programs and a minute"]
async fn every_acknowledged_event_survives_the_loss_of_all_servers_with_a_backup() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let mut jobs = publish(&api, &mixed(0..2)).await;
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    let backup = Backup::begin(&fleet.servers.postgres, &fleet.database).await.unwrap();
    jobs.extend(publish(&api, &mixed(2..4)).await);
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    // Acknowledged a moment before the disaster.
    jobs.extend(publish(&api, &mixed(4..8)).await);
    kill_all(&fleet);
    backup.restore(&fleet.servers.postgres, Until::End).await.unwrap();
    fleet.servers.nats.wipe().await.unwrap();
    fleet.servers.redis.wipe().await.unwrap();
    let accepted = "SELECT count(*) FROM outbox WHERE subject LIKE 'auspex.event.%'";
    assert_eq!(
        fleet.database.count(accepted).await.unwrap(),
        16,
        "a commit is in the backup before it is acknowledged"
    );
    resume(&fleet).await;
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    fleet.assert_accounts().await.unwrap();
    assert_eq!(publish(&api, &mixed(0..1)).await.len(), 2, "a repeated event is recognised");
    assert_eq!(fleet.database.count(accepted).await.unwrap(), 16);
}

/// A restore to a point in time forgets what was committed after it; JetStream still has the events.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "part of `make rehearse`, which needs more programs and a minute"]
async fn a_restore_to_a_point_in_time_has_what_was_committed_before_it_and_nothing_else() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let backup = Backup::begin(&fleet.servers.postgres, &fleet.database).await.unwrap();
    let before = fleet.run(&mixed(0..2), PATIENCE).await.unwrap();
    fleet.assert_accounts().await.unwrap();
    fleet.database.count("SELECT (pg_create_restore_point('before') - '0/0')::bigint").await.unwrap();
    let billed = billed(&fleet);
    fleet.run(&mixed(2..3), PATIENCE).await.unwrap();
    kill_all(&fleet);
    backup.restore(&fleet.servers.postgres, Until::Point("before")).await.unwrap();
    resume(&fleet).await;
    fleet.settled(&before, PATIENCE).await.unwrap();
    let forgotten = events::transaction(2).job();
    let known = format!("SELECT count(*) FROM inbox WHERE job = '{forgotten}'");
    assert_eq!(fleet.database.count(&known).await.unwrap(), 0);
    let charged: u64 = fleet.database.ledger().await.unwrap().values().map(|call| call.charged).sum();
    assert_eq!(charged, billed, "the ledger is that of the point in time");
}

/// Micro-dollars on the provider's invoice.
fn billed(fleet: &Fleet) -> u64 {
    fleet.offline.invoice().iter().filter(|line| line.charged).map(|line| line.cost_micro_usd).sum()
}
