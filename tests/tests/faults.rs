//! Rows of the fault matrix: one fault at a time while work is in flight.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

#[path = "faults/reconcile.rs"]
mod reconcile;

use std::collections::BTreeMap;
use std::time::Duration;

use local_servers::ChaosProxy;
use offline::{Fault, Mode, Params};
use tests::fault_setup::{assert_completed, fast_setup, none_ended, publish, reaches, start_loaded, wait_out};
use tests::fleet::Urls;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, wait};

#[tokio::test]
async fn row_8_nats_frozen() {
    let (fleet, mut jobs) = start_loaded(fast_setup(), 40).await.unwrap();
    fleet.servers.nats.freeze().await.unwrap();
    let late = events::mixture(60).split_off(40);
    let publishing = fleet.publisher.events(&late);
    let (published, ()) = tokio::join!(publishing, async {
        wait_out(Duration::from_secs(7)).await;
        fleet.servers.nats.thaw().unwrap();
    });
    jobs.extend(published.unwrap());
    assert_completed(&fleet, &jobs).await.unwrap();
}

#[tokio::test]
async fn row_9_the_whole_jetstream_store_is_lost() {
    let (fleet, jobs) = start_loaded(fast_setup(), 40).await.unwrap();
    wait::until("every event is classified", PATIENCE, || async {
        let taken = fleet.database.accounted(&jobs).await?;
        Ok(if taken == jobs.len() { Ok(()) } else { Err(taken.to_string()) })
    })
    .await
    .unwrap();
    fleet.servers.nats.wipe().await.unwrap();
    wait::until("the topology is applied", PATIENCE, || async {
        Ok(fleet.apply_topology().await.map_err(|e| format!("{e:#}")))
    })
    .await
    .unwrap();
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    let verdict = fleet.verdict(&jobs).await.unwrap();
    let broken: Vec<_> = verdict
        .invariants
        .iter()
        .filter(|(what, broken)| broken.is_some() && what != "published results = stored results")
        .collect();
    // Results that subscribers received before the loss are not published again; Postgres still has them.
    assert!(broken.is_empty(), "{verdict}");
}

/// A purged stream still knows the ids of its messages and drops the same ids for the rest of the window.
#[tokio::test]
async fn row_9_a_stream_is_purged_and_keeps_its_duplicate_window() {
    let setup = fast_setup().with("AUSPEX_RECONCILE_INTERVAL", "1s").with("AUSPEX_RECONCILE_AGE", "2s");
    let fleet = Fleet::start(setup.only(&["classifier", "researcher", "forecaster", "writer"])).await.unwrap();
    let jobs = fleet.publisher.events(&events::mixture(20)).await.unwrap();
    wait::until("research waits for the filter and all is sent", PATIENCE, || async {
        let gathered =
            fleet.database.count("SELECT count(*) FROM outbox WHERE subject = 'auspex.research.gathered'").await?;
        let unsent = fleet.database.count("SELECT count(*) FROM dispatch WHERE sent_at IS NULL").await?;
        Ok(if gathered > 0 && unsent == 0 { Ok(()) } else { Err(format!("{gathered} gathered, {unsent} unsent")) })
    })
    .await
    .unwrap();
    fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap().purge().await.unwrap();
    fleet.start_worker("filter", BTreeMap::new()).unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
}

#[tokio::test]
async fn row_10_consumers_are_deleted() {
    let (fleet, jobs) = start_loaded(fast_setup(), 40).await.unwrap();
    let stream = fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap();
    for consumer in ["researcher", "filter", "writer-evidence"] {
        stream.delete_consumer(consumer).await.unwrap();
    }
    fleet.apply_topology().await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
    assert!(tests::InvariantReport::repeated(&fleet.database).await.unwrap() < 0.02, "the inbox absorbs the replay");
}

#[tokio::test]
async fn rows_21_and_22_postgres_is_killed_and_stays_down() {
    let (fleet, jobs) = start_loaded(fast_setup(), 40).await.unwrap();
    fleet.servers.postgres.kill9().await.unwrap();
    wait_out(Duration::from_secs(5)).await;
    fleet.servers.postgres.restart().await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
    none_ended(&fleet).unwrap();
}

#[tokio::test]
async fn rows_24_and_25_redis_is_flushed_and_then_down() {
    let (fleet, jobs) = start_loaded(fast_setup(), 60).await.unwrap();
    for _ in 0..5 {
        fleet.servers.redis.flush_all().await.unwrap();
        wait_out(Duration::from_millis(200)).await;
    }
    fleet.servers.redis.kill9().await.unwrap();
    wait_out(Duration::from_secs(4)).await;
    fleet.servers.redis.restart().await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
}

#[tokio::test]
async fn row_6_a_zombie_writes_nothing() {
    let setup = Setup { latency: Duration::from_secs(1), ..fast_setup() };
    let (fleet, jobs) = start_loaded(setup, 30).await.unwrap();
    let zombie = fleet.places("researcher")[0];
    fleet.start_worker("researcher", BTreeMap::new()).unwrap();
    fleet.signal(zombie, "STOP").unwrap();
    // Longer than the lease and the acknowledgement deadline, so another researcher has taken over before this one
    // continues.
    wait_out(Duration::from_secs(11)).await;
    fleet.signal(zombie, "CONT").unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
}

#[tokio::test]
async fn row_27_a_burst_of_529_and_429_loses_no_work() {
    let (fleet, jobs) = start_loaded(fast_setup(), 30).await.unwrap();
    fleet.offline.add_faults(vec![Fault::always("anthropic", Mode::Overloaded)]);
    wait_out(Duration::from_secs(6)).await;
    fleet.offline.clear_faults();
    let limited = Params { retry_after: Some(1), ..Params::default() };
    fleet.offline.add_faults(vec![Fault {
        probability: 0.1,
        seed: 7,
        params: limited,
        ..Fault::always("anthropic", Mode::RateLimited)
    }]);
    assert_completed(&fleet, &jobs).await.unwrap();
    assert_eq!(fleet.database.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
}

#[tokio::test]
async fn row_28_a_model_that_returns_garbage_leads_to_the_fallbacks() {
    let fleet = Fleet::start(fast_setup()).await.unwrap();
    fleet.offline.add_faults(vec![Fault::always("anthropic", Mode::Garbled)]);
    let jobs = publish(&fleet, 12).await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
    assert_eq!(fleet.database.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
    let by_rules =
        fleet.database.count("SELECT count(*) FROM event WHERE decided_by = 'rules_without_model'").await.unwrap();
    assert!(by_rules > 0, "classifications are marked as decided by the rules");
    let flagged = "SELECT count(*) FROM forecast WHERE json_array_length(body->'flags') = 0";
    assert_eq!(fleet.database.count(flagged).await.unwrap(), 0, "every forecast lists what is missing");
}

#[tokio::test]
async fn row_28_replies_that_are_cut_reset_or_huge() {
    let (fleet, jobs) = start_loaded(fast_setup(), 30).await.unwrap();
    let some = |mode, seed| Fault { probability: 0.08, seed, ..Fault::always("anthropic", mode) };
    fleet.offline.add_faults(vec![
        some(Mode::Truncated, 1),
        some(Mode::Reset, 2),
        some(Mode::Corrupt, 3),
        some(Mode::Refused, 4),
        some(Mode::Huge, 5),
    ]);
    assert_completed(&fleet, &jobs).await.unwrap();
}

#[tokio::test]
async fn row_13_answers_of_the_servers_are_lost() {
    let servers = tests::users::world().await.unwrap();
    let nats = ChaosProxy::start(servers.nats.address()).await.unwrap();
    let postgres = ChaosProxy::start(servers.postgres.address()).await.unwrap();
    let redis = ChaosProxy::start(servers.redis.address()).await.unwrap();
    let urls = Urls {
        nats: nats.url(&servers.nats.url()).unwrap(),
        postgres: postgres.url(&servers.postgres.url()).unwrap(),
        redis: redis.url(&servers.redis.url()).unwrap(),
    };
    let fleet = Fleet::start_through(fast_setup(), servers, urls).await.unwrap();
    let jobs = publish(&fleet, 40).await.unwrap();
    for _ in 0..3 {
        for proxy in [&postgres, &nats, &redis] {
            proxy.set(local_servers::Fault::DropResponses);
            wait_out(Duration::from_millis(300)).await;
            proxy.set(local_servers::Fault::None);
            wait_out(Duration::from_millis(700)).await;
        }
    }
    assert_completed(&fleet, &jobs).await.unwrap();
}

#[tokio::test]
async fn rows_12_and_14_half_open_and_slow_networks() {
    let servers = tests::users::world().await.unwrap();
    let nats = ChaosProxy::start(servers.nats.address()).await.unwrap();
    let postgres = ChaosProxy::start(servers.postgres.address()).await.unwrap();
    let urls = Urls {
        nats: nats.url(&servers.nats.url()).unwrap(),
        postgres: postgres.url(&servers.postgres.url()).unwrap(),
        redis: servers.redis.url(),
    };
    let fleet = Fleet::start_through(fast_setup(), servers, urls).await.unwrap();
    let jobs = publish(&fleet, 20).await.unwrap();
    nats.set(local_servers::Fault::BlackHole);
    wait_out(Duration::from_secs(6)).await;
    nats.set(local_servers::Fault::Latency(Duration::from_millis(50)));
    postgres.set(local_servers::Fault::Latency(Duration::from_millis(20)));
    assert_completed(&fleet, &jobs).await.unwrap();
}

/// The server cancels the statement that stores one event whenever it is executed. Every other job of its batch is
/// stored.
#[tokio::test]
async fn a_job_whose_statement_always_takes_too_long_becomes_a_dead_letter_with_its_reason() {
    let setup = fast_setup().with("AUSPEX_WORKER_MAX_ATTEMPTS", 2).with("AUSPEX_WORKER_JOURNAL_PATIENCE", "1s");
    let fleet = Fleet::start(setup.only(&["classifier"])).await.unwrap();
    let cancel = "CREATE FUNCTION cancel() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END $$";
    fleet.database.change(cancel).await.unwrap();
    let questions: Vec<_> = (0..8).map(events::question).collect();
    let slow = questions[3].job();
    let trigger = format!(
        "CREATE TRIGGER cancel BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.job = '{slow}') EXECUTE FUNCTION cancel()"
    );
    fleet.database.change(&trigger).await.unwrap();
    fleet.publisher.events(&questions).await.unwrap();
    reaches(&fleet, "the slow job is a dead letter", "SELECT count(*) FROM dead_letter", 1).await.unwrap();
    reaches(&fleet, "all others are stored", "SELECT count(*) FROM event", 7).await.unwrap();
    let letters = fleet
        .database
        .texts("SELECT job || ' ' || class || ' ' || attempts || ' ' || array_to_string(errors, ': ') FROM dead_letter")
        .await
        .unwrap();
    assert_eq!(letters.len(), 1, "{letters:?}");
    assert!(letters[0].starts_with(&format!("{slow} exhausted 2 ")), "{letters:?}");
    assert!(letters[0].contains("could not be committed") && letters[0].contains("statement timeout"), "{letters:?}");
    let counted = "SELECT count(*) FROM inbox WHERE failures > 0 AND consumer = 'classifier'";
    assert_eq!(fleet.database.count(counted).await.unwrap(), 1, "no other job of the batch was counted");
}
