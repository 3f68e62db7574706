//! Routes and lifecycle of the server.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::fault::{Line, ResettingListener, inject};
use crate::service::{embedding, lei, market, search, token, web, wikidata};
use crate::{OfflineConfig, World, admin, model};

/// Maximum size of a request body: a long conversation with pages.
const MAX_REQUEST: usize = 32 << 20;

/// A running server. Dropping it stops it immediately.
pub struct Offline {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
    world: Arc<World>,
}

/// Reads the corpus and starts the server.
pub async fn serve(config: OfflineConfig) -> anyhow::Result<Offline> {
    let listen = config.listen;
    let world = Arc::new(World::new(config)?);
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("cannot listen on {listen}; give --listen a free address"))?;
    let address = listener.local_addr()?;
    let (stop, stopped) = oneshot::channel::<()>();
    let service = routes(Arc::clone(&world)).into_make_service_with_connect_info::<Line>();
    let server = axum::serve(ResettingListener(listener), service).with_graceful_shutdown(async move {
        // Stopping and dropping both end the server.
        let _ = stopped.await;
    });
    Ok(Offline { address, stop: Some(stop), task: tokio::spawn(async move { server.await }), world })
}

impl Offline {
    /// Returns the listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://address`, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the invoice's totals.
    pub fn totals(&self) -> crate::Totals {
        self.world.invoice.totals()
    }

    /// Returns the invoice's lines.
    pub fn invoice(&self) -> Vec<crate::Line> {
        self.world.invoice.lines()
    }

    /// Adds faults to the active ones.
    pub fn add_faults(&self, faults: Vec<crate::Fault>) {
        self.world.faults.add(faults);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.world.faults.clear();
    }

    /// Forgets every batch of model calls that has not ended, as a provider that has lost its data does. Returns their
    /// number.
    pub fn forget_batches(&self) -> usize {
        self.world.batches.forget_open()
    }

    /// Sets the duration of model calls that begin from now on.
    pub fn set_latency(&self, latency: std::time::Duration) {
        let millis = u64::try_from(latency.as_millis()).unwrap_or(u64::MAX);
        self.world.latency_ms.store(millis, std::sync::atomic::Ordering::Relaxed);
    }

    /// Returns the current and the maximum number of requests in flight.
    pub fn load(&self) -> (u64, u64) {
        self.world.load.figures()
    }

    /// Stops the server: refuses new connections, waits one second for open requests, then closes their connections.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        if let Some(stop) = self.stop.take() {
            // The task may have failed before; its result is evaluated below.
            let _ = stop.send(());
        }
        match tokio::time::timeout(std::time::Duration::from_secs(1), &mut self.task).await {
            Ok(ended) => Ok(ended??),
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Offline {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn routes(world: Arc<World>) -> Router {
    Router::new()
        .route("/anthropic/v1/messages", post(model::ask_anthropic))
        .route("/openai/v1/chat/completions", post(model::ask_openai))
        .route("/openai/v1/responses", post(model::ask_responses))
        .route("/openai/v1/embeddings", post(embedding::embed))
        .merge(model::batch_routes())
        .route("/searxng/search", get(search::search))
        .route("/web/{host}", get(web::home))
        .route("/web/{host}/", get(web::home))
        .route("/web/{host}/{*path}", get(web::page))
        .route("/jupiter/tokens/v2/search", get(token::jupiter))
        .route("/prices/coins/solana/contract/{mint}/market_chart", get(token::prices))
        .route("/rugcheck/v1/tokens/{mint}/report", get(token::rugcheck))
        .route("/rugcheck/v1/tokens/{mint}/report/summary", get(token::rugcheck_summary))
        .route("/holders/{mint}", get(token::holders))
        .route("/gleif/api/v1/lei-records", get(lei::list))
        .route("/gleif/api/v1/lei-records/{lei}", get(lei::one))
        .route("/gleif/api/v1/lei-records/{lei}/{part}", get(lei::part))
        .route("/wikidata/w/api.php", get(wikidata::api))
        .route("/gamma/{*path}", get(market::gamma))
        .route("/clob/{*path}", get(market::clob))
        .route("/kalshi/trade-api/v2/{*path}", get(market::kalshi))
        .route("/manifold/v0/{*path}", get(market::manifold))
        .route("/metaculus/api/posts/", get(market::posts))
        .route("/metaculus/api/posts/{id}/", get(market::post))
        .route_layer(from_fn_with_state(Arc::clone(&world), inject))
        .merge(admin::routes())
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .with_state(world)
}
