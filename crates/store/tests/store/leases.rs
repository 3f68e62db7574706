//! Duration of research leases: by the clock, and by the life of the instance that runs the holder's job.

use std::sync::Arc;
use std::time::Duration;

use domain::port::{Begun, HandBackReason, Journal};
use domain::{Clock, EntityId, FixedClock, Tenant, Time};
use store::memory::Freshness;
use store::{Memory, PostgresConfig, Store};

use crate::samples::{holder, job, settled};
use crate::support::{LEASE, database, instance, kill, store};

/// On an overloaded machine no renewal comes in time: the holder is alive, so the lease is not given away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expired_lease_stays_with_its_holder_while_the_instance_lives() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let entity = EntityId::slug("bonk");
    assert_eq!(one.journal().begin(&job("a")).await.unwrap(), Begun::Go { failures: 0 });
    let fence = one.memory().take_fence(&entity, &holder("a"), Duration::ZERO).await.unwrap().expect("free");
    two.journal().begin(&job("b")).await.unwrap();
    assert_eq!(two.memory().take_fence(&entity, &holder("b"), LEASE).await.unwrap(), None, "its instance is alive");
    assert!(one.memory().renew(&entity, fence, Duration::ZERO).await.unwrap(), "late, and still in time");
    kill(&one, &url).await;
    let next = two.memory().take_fence(&entity, &holder("b"), LEASE).await.unwrap().expect("its instance is dead");
    assert!(next.0 > fence.0 && !one.memory().renew(&entity, fence, LEASE).await.unwrap());
}

/// Between two attempts no instance holds the job: the clock decides, and the job itself can always take the lease
/// again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handed_back_job_keeps_its_lease_until_expiry_and_a_done_job_loses_it() {
    let (one, _) = store().await;
    let (kept, lapsed) = (EntityId::slug("kept"), EntityId::slug("lapsed"));
    one.journal().begin(&job("a")).await.unwrap();
    one.memory().take_fence(&kept, &holder("a"), LEASE).await.unwrap().expect("free");
    one.memory().take_fence(&lapsed, &holder("a"), Duration::ZERO).await.unwrap().expect("free");
    one.journal().hand_back(&job("a"), &HandBackReason::Defer("busy".to_owned())).await.unwrap();
    assert_eq!(one.memory().take_fence(&kept, &holder("b"), LEASE).await.unwrap(), None);
    assert!(one.memory().take_fence(&lapsed, &holder("b"), LEASE).await.unwrap().is_some());
    assert!(one.memory().take_fence(&kept, &holder("a"), LEASE).await.unwrap().is_some(), "it came back");
    one.journal().commit(settled("a")).await.unwrap();
    assert!(one.memory().take_fence(&kept, &holder("b"), LEASE).await.unwrap().is_some(), "its holder has its outcome");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn freshness_is_in_progress_as_long_as_the_lease_is_held() {
    let (one, url) = store().await;
    let new = store::memory::NewEntity {
        kind: domain::EntityKind::CryptoToken,
        name: "Bonk".to_owned(),
        symbol: Some("BONK".to_owned()),
        mint: None,
        verified: false,
        metadata: std::collections::BTreeMap::new(),
        created_at: crate::samples::at(0),
        owner: None,
    };
    let entity = one.memory().create_entity(&new).await.unwrap().id;
    one.journal().begin(&job("a")).await.unwrap();
    one.memory().take_fence(&entity, &holder("a"), Duration::ZERO).await.unwrap().expect("free");
    let two = instance(&url, "two").await;
    let standing = async || two.memory().freshness_of(&Tenant::default(), &["bonk".to_owned()]).await.unwrap()[0];
    assert_eq!(standing().await, Freshness::InProgress);
    kill(&one, &url).await;
    assert_eq!(standing().await, Freshness::None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_clock_of_the_machine_is_replaced_by_the_database_s_with_the_first_renewal() {
    let url = database().await;
    let wrong: Arc<dyn Clock> = Arc::new(FixedClock::at(Time::UNIX_EPOCH));
    let store = Store::connect(PostgresConfig::new(&url, "clock")).await.unwrap();
    store.migrate().await.unwrap();
    let clock = store.clock(wrong);
    assert_eq!(clock.now(), Time::UNIX_EPOCH, "nothing is known yet");
    store.journal().renew_lease(LEASE).await.unwrap();
    let (before, read, after) = (store.now().await.unwrap(), clock.now(), store.now().await.unwrap());
    let error = chrono::TimeDelta::milliseconds(500);
    assert!(read > before - error && read < after + error, "{before} {read} {after}");
}
