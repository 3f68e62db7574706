//! A cluster of three servers that loses its quorum.

use std::sync::Arc;
use std::time::Duration;

use local_servers::{NatsCluster, NatsOptions};
use runtime::Service;
use runtime::client::Client;
use runtime::service::Lifecycle;
use runtime::testing::FakeJournal;
use runtime::topology::Options;

use crate::world::{Echo, LIMIT, Running, config, options, request, target};

/// Time for which two of three servers are dead; a worker that ended after three failed rebuilds would end after 3 s.
const WITHOUT_QUORUM: Duration = Duration::from_secs(10);

/// Repeats a call until it succeeds: a cluster needs seconds to elect its leaders.
async fn until_ok<T, E, F: Future<Output = Result<T, E>>>(call: impl Fn() -> F) -> T {
    let succeeded = async {
        loop {
            if let Ok(done) = call().await {
                return done;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(2 * LIMIT, succeeded).await.expect("the cluster answers in time")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_service_ends_while_jetstream_has_no_quorum_and_work_continues_after_it() {
    let cluster = NatsCluster::start(3, &NatsOptions::default()).await.unwrap();
    let client = Client::connect(&target(&cluster.url(), "test")).await.unwrap();
    let replicated = Options { replicas: 3, ..options() };
    until_ok(|| client.apply_topology(&replicated)).await;
    let journal = Arc::new(FakeJournal::new());
    let mut running: Vec<Running> = (0..3).map(|_| start(&cluster.url(), &journal)).collect();
    until_ok(|| client.publish(request("before"))).await;
    until_done(&journal, 1).await;
    for node in &cluster.nodes[1..] {
        node.kill9().await.unwrap();
    }
    let ended = async {
        let ends = running.iter_mut().map(|service| &mut service.ended);
        futures::future::select_all(ends).await.0
    };
    let ended = tokio::time::timeout(WITHOUT_QUORUM, ended).await;
    assert!(ended.is_err(), "a service ended: {ended:?}");
    for node in &cluster.nodes[1..] {
        node.restart().await.unwrap();
    }
    until_ok(|| client.publish(request("after"))).await;
    until_done(&journal, 2).await;
    for service in running {
        assert_eq!(service.stop().await.code(), 0);
    }
}

fn start(url: &str, journal: &Arc<FakeJournal>) -> Running {
    let config = config(url, &[]);
    let service = Service::new(Arc::clone(journal)).handler(Echo::open());
    let life = Lifecycle::new();
    let running = life.clone();
    Running { life, ended: tokio::spawn(async move { service.run("researcher", &config, running).await }) }
}

async fn until_done(journal: &FakeJournal, jobs: usize) {
    let done = journal.until(|journal| journal.done() >= jobs);
    tokio::time::timeout(2 * LIMIT, done).await.expect("the work is done in time");
}
