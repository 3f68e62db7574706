//! The routes, and the server's life.

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
use crate::service::{lei, search, token, web};
use crate::{Config, World, admin, model};

/// Largest request that is read: a long conversation with pages in it.
const MAX_REQUEST: usize = 32 << 20;

/// A running world. Dropping it stops it at once.
pub struct Offline {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
    world: Arc<World>,
}

/// Starts a world: reads the corpus, listens, answers.
pub async fn serve(config: Config) -> anyhow::Result<Offline> {
    let listen = config.listen;
    let world = Arc::new(World::new(config)?);
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("cannot listen on {listen}; give --listen a free address"))?;
    let address = listener.local_addr()?;
    let (stop, stopped) = oneshot::channel::<()>();
    let service = routes(Arc::clone(&world)).into_make_service_with_connect_info::<Line>();
    let server = axum::serve(ResettingListener(listener), service).with_graceful_shutdown(async move {
        // Told to stop, or dropped: both end the server.
        let _ = stopped.await;
    });
    Ok(Offline { address, stop: Some(stop), task: tokio::spawn(async move { server.await }), world })
}

impl Offline {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://address`, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The bill so far.
    pub fn totals(&self) -> crate::Totals {
        self.world.invoice.totals()
    }

    /// The bill's lines so far.
    pub fn invoice(&self) -> Vec<crate::Line> {
        self.world.invoice.lines()
    }

    /// Adds faults.
    pub fn add_faults(&self, faults: Vec<crate::Fault>) {
        self.world.faults.add(faults);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.world.faults.clear();
    }

    /// Changes how long a model call takes, for calls that begin from now on.
    pub fn set_latency(&self, latency: std::time::Duration) {
        let millis = u64::try_from(latency.as_millis()).unwrap_or(u64::MAX);
        self.world.latency_ms.store(millis, std::sync::atomic::Ordering::Relaxed);
    }

    /// Requests in flight now, and the most that ever were.
    pub fn load(&self) -> (u64, u64) {
        self.world.load.figures()
    }

    /// Stops it: no new connections; answers on their way get a second, hanging ones are cut.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        if let Some(stop) = self.stop.take() {
            // The server may have failed before; its result says so below.
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
        .route_layer(from_fn_with_state(Arc::clone(&world), inject))
        .merge(admin::routes())
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .with_state(world)
}
