//! The listener: limits the number of connections, the size of a request's head and the time that it takes, and drains
//! at shutdown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics::Gauge;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connections::{Connection, Connections};
use crate::processor::Gated;
use crate::spread::Spread;
use crate::stall::Stalling;
use crate::tls::Tls;

/// Maximum size of the request line and the headers together, in bytes. A larger head is answered with 431.
const MAX_HEAD: usize = 64 * 1024;
/// Maximum number of headers.
const MAX_HEADERS: usize = 64;
/// Maximum time in which a client sends the head of a request; also the time that an idle connection is kept.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// Delay after a failed accept, e.g. while the process has no file descriptor left.
const ACCEPT_DELAY: Duration = Duration::from_millis(50);

/// Limits of the connections of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum open connections. An idle one is closed for a further one; if none is idle, it waits in the listener's
    /// queue.
    pub total: usize,
    /// Maximum open connections of one address that have carried no authenticated request.
    pub strangers: usize,
    /// Time for which connections are still accepted after a stop request.
    pub stop_delay: Duration,
}

/// An HTTP server.
pub struct Server {
    /// The bound listener. At the stop it is closed, so that new connections are refused.
    pub listener: Mutex<Option<TcpListener>>,
    /// The routes that requests reach.
    pub router: Router,
    /// The certificate, if connections use TLS.
    pub tls: Option<Arc<Tls>>,
    /// Limits of connections.
    pub limits: ConnectionLimits,
    /// Number of open connections.
    pub open: Gauge,
    /// Cancelled when the process is requested to stop.
    pub stop: CancellationToken,
    /// Cancelled by the server when it stops to accept connections; streams end then.
    pub closing: CancellationToken,
    /// Cancelled by the server when the last request is answered.
    pub drained: CancellationToken,
}

impl Server {
    /// Accepts connections until the process stops and [`ConnectionLimits::stop_delay`] has passed, then waits until
    /// the requests in progress are answered. May run once.
    pub async fn run(&self) {
        let Some(listener) = self.listener.lock().await.take() else { return };
        let connections = TaskTracker::new();
        tokio::select! {
            () = self.accept(&listener, &connections) => {}
            () = self.is_over() => {}
        }
        drop(listener);
        self.closing.cancel();
        connections.close();
        tracing::info!(connections = connections.len(), "the server accepts no more connections");
        connections.wait().await;
        self.drained.cancel();
    }

    async fn is_over(&self) {
        self.stop.cancelled().await;
        tokio::time::sleep(self.limits.stop_delay).await;
    }

    async fn accept(&self, listener: &TcpListener, connections: &TaskTracker) {
        let open = Connections::new(self.limits.total, self.limits.strangers);
        loop {
            open.room().await;
            match listener.accept().await {
                Ok((stream, address)) => {
                    let place = Arc::new(open.open(address.ip()));
                    let (router, closing) = (self.router.clone(), self.closing.clone());
                    let service = Served { router, closing, open: self.open.clone() };
                    connections.spawn(establish((stream, place), self.tls.clone(), service));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_DELAY).await;
                }
            }
        }
    }
}

async fn ends(closing: &CancellationToken, close: &CancellationToken) {
    tokio::select! {
        () = closing.cancelled() => {}
        () = close.cancelled() => {}
    }
}

/// What serves the requests of a connection, and the signal that ends it.
struct Served {
    router: Router,
    closing: CancellationToken,
    open: Gauge,
}

/// Makes the handshake, if connections use TLS, and serves the connection.
async fn establish(accepted: (TcpStream, Arc<Connection>), tls: Option<Arc<Tls>>, service: Served) {
    let (stream, place) = accepted;
    // Small responses must not wait for the client's acknowledgement. A socket without this option still works.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return serve((stream, place), service).await };
    let secured = tokio::select! {
        secured = tls.accept(stream) => secured,
        () = ends(&service.closing, &place.close) => None,
    };
    if let Some(stream) = secured {
        serve((stream, place), service).await;
    }
}

/// Serves one connection. At shutdown, or when it has to make room, the request in progress is finished and the
/// connection closed. A connection that has never carried a request is closed at once: hyper would wait for its first
/// request.
async fn serve<S>((stream, place): (S, Arc<Connection>), service: Served)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Served { router, closing, open } = service;
    open.increment(1);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD);
    let (used, router) = (AtomicBool::new(false), TowerToHyperService::new(router));
    let service = service_fn(|mut request: Request<Incoming>| {
        used.store(true, Ordering::Relaxed);
        let slot = place.request();
        request.extensions_mut().insert(slot.clone());
        let gate = slot.clone();
        let response = Gated::new(Box::pin(router.call(request)), move || gate.gate());
        async move {
            let response = response.await.map(|response| response.map(|body| slot.body(body)));
            if response.as_ref().is_ok_and(|response| response.status() == StatusCode::TOO_MANY_REQUESTS) {
                tokio::time::sleep(Spread::random().delay()).await;
            }
            response
        }
    });
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(Stalling::new(stream)), service));
    let finished = async {
        tokio::select! {
            ended = connection.as_mut() => ended,
            () = ends(&closing, &place.close) => {
                connection.as_mut().graceful_shutdown();
                if used.load(Ordering::Relaxed) { connection.await } else { Ok(()) }
            }
        }
    };
    let ended = tokio::select! {
        ended = finished => ended,
        () = place.cut.cancelled() => Ok(()),
    };
    if let Err(error) = ended {
        // A client may disconnect at any time.
        tracing::debug!(%error, "a connection ended early");
    }
    open.decrement(1);
}
