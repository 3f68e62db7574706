//! Places for webhooks: an endpoint with a long backlog gives its place to others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::routing::post;
use domain::Tenant;
use gateway::config::RequestLimits;
use operations::webhooks::delivery::DeliveryLimits;
use serde_json::json;
use store::results::{PageSize, ResultPosition};
use tokio::sync::Notify;

use crate::streaming::store;
use crate::support::{ALL, start};
use crate::webhooks::{create, run_with};

/// Maximum time until a delivery.
const PATIENCE: Duration = Duration::from_secs(300);

#[derive(Default)]
struct Receivers {
    loud: AtomicUsize,
    /// Deliveries to the loud tenant before the first one to its neighbour.
    before: AtomicUsize,
    neighbour: Notify,
}

async fn serve(receivers: &Arc<Receivers>) -> String {
    let (loud, neighbour) = (Arc::clone(receivers), Arc::clone(receivers));
    let router = Router::new()
        .route(
            "/loud",
            post(async move || {
                loud.loud.fetch_add(1, Ordering::SeqCst);
            }),
        )
        .route(
            "/neighbour",
            post(async move || {
                neighbour.before.store(neighbour.loud.load(Ordering::SeqCst), Ordering::SeqCst);
                neighbour.neighbour.notify_one();
            }),
        );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_with_a_backlog_gives_its_place_back_after_its_turn() {
    const BACKLOG: usize = 200;
    let api = start(RequestLimits::default()).await;
    let receivers = Arc::new(Receivers::default());
    let url = serve(&receivers).await;
    let (loud, neighbour) = (api.token("loud", &ALL).await, api.token("neighbour", &ALL).await);
    create(&api, &loud, json!({ "url": format!("{url}/loud") })).await;
    create(&api, &neighbour, json!({ "url": format!("{url}/neighbour") })).await;
    for number in 0..BACKLOG {
        store(&api, "loud", &format!("n{number}")).await;
    }
    store(&api, "neighbour", "one").await;
    // Tests share a server, whose open transactions delay the position of a result: until then it is not due.
    let (tenant, size) = (Tenant::parse("neighbour").unwrap(), PageSize { results: 1, bytes: 1 << 20 });
    let is_due = async {
        while api.store.results().page(&tenant, Some(ResultPosition::START), size).await.unwrap().results.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, is_due).await.expect("the neighbour's result has a position");
    // One place, and turns of 32 deliveries.
    run_with(&api, DeliveryLimits { endpoints: 1, turn: 2, ..DeliveryLimits::default() });
    tokio::time::timeout(PATIENCE, receivers.neighbour.notified()).await.expect("the neighbour has a turn");
    let before = receivers.before.load(Ordering::SeqCst);
    assert!(before <= 64, "{before} of {BACKLOG} came first");
    let rest = async {
        while receivers.loud.load(Ordering::SeqCst) < BACKLOG {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, rest).await.expect("the backlog is delivered in further turns");
}
