//! Reports of workers about their tenants, as `auspex doctor` reads them.

use std::time::Duration;

use domain::Tenant;
use domain::port::{HandBackReason, Job, Journal, Settled, TenantLimit, TenantLoad};

use crate::samples::id;
use crate::support::{execute, instance, number, store};

fn load(tenant: &str, running: u32, held: Option<(u32, TenantLimit, u64)>) -> TenantLoad {
    TenantLoad {
        consumer: "researcher",
        tenant: Tenant::parse(tenant).expect("a valid name"),
        running,
        held_back: held.map_or(0, |(held_back, ..)| held_back),
        limit: held.map(|(_, limit, _)| limit),
        oldest: held.map(|(.., seconds)| Duration::from_secs(seconds)),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_of_replicas_are_added_replaced_and_forgotten() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let rate = |held, age| Some((held, TenantLimit::Rate, age));
    one.journal().report_loads(&[load("acme", 2, rate(30, 40)), load("b", 9, None)]).await.unwrap();
    two.journal().report_loads(&[load("acme", 1, Some((5, TenantLimit::InFlight, 400)))]).await.unwrap();
    let work = one.jobs().of_tenants(5).await.unwrap();
    let names: Vec<&str> = work.iter().map(|work| &work.tenant[..]).collect();
    assert_eq!(names, ["acme", "b"], "most work first");
    let acme = &work[0];
    assert_eq!((acme.running, acme.held_back), (3, 35));
    assert_eq!([&acme.rate_limited, &acme.in_flight_limited], [&["researcher"], &["researcher"]]);
    assert!(work[1].rate_limited.is_empty() && work[1].oldest_at.is_none(), "{:?}", work[1]);
    let age = number(&url, "SELECT extract(epoch FROM now() - min(oldest_at))::int8 FROM tenant_load").await;
    assert!((395..500).contains(&age), "{age}");
    assert_eq!(one.jobs().of_tenants(1).await.unwrap().len(), 1);

    two.journal().report_loads(&[]).await.unwrap();
    let work = one.jobs().of_tenants(5).await.unwrap();
    assert_eq!((work[0].running, work[0].held_back), (2, 30), "one of two replicas has become idle");
    execute(&url, "UPDATE tenant_load SET at = now() - interval '1 minute'").await;
    assert!(one.jobs().of_tenants(5).await.unwrap().is_empty(), "the worker does not report any more");
    execute(&url, "UPDATE tenant_load SET at = now() - interval '1 hour'").await;
    two.journal().report_loads(&[load("c", 1, None)]).await.unwrap();
    assert_eq!(number(&url, "SELECT count(*) FROM tenant_load").await, 1, "reports of dead workers are deleted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_jobs_without_an_outcome_are_counted_by_consumer_with_the_reason_of_the_oldest() {
    let (store, url) = store().await;
    let job = |consumer, name: &str| Job { consumer, id: id(name) };
    for (consumer, name) in [("writer", "new"), ("filter", "old"), ("filter", "older"), ("filter", "done")] {
        store.journal().begin(&job(consumer, name)).await.unwrap();
    }
    store
        .journal()
        .hand_back(&job("filter", "older"), &HandBackReason::Defer("the provider is busy".into()))
        .await
        .unwrap();
    let done = Settled { job: job("filter", "done"), effects: vec![], outgoing: vec![], dead: None };
    store.journal().commit(done).await.unwrap();
    execute(&url, "UPDATE inbox SET begun_at = now() - interval '2 hours' WHERE consumer = 'filter'").await;
    execute(&url, "UPDATE inbox SET begun_at = now() - interval '5 hours' WHERE last_error IS NOT NULL").await;
    let found = store.jobs().unfinished(Duration::from_secs(3_600)).await.unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0].consumer[..], found[0].jobs), ("filter", 2));
    assert_eq!(found[0].last_error, "the provider is busy");
}
