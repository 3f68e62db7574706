//! The listener: limits the number of connections, the size of a request's head and the time that it takes, and drains at shutdown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::stall::Stalling;
use super::tls::Tls;
use crate::config::RequestLimits;

/// Maximum size of the request line and the headers together, in bytes. A larger head is answered with 431.
const MAX_HEAD: usize = 64 * 1024;
/// Maximum number of headers.
const MAX_HEADERS: usize = 64;
/// Maximum time in which a client sends the head of a request; also the time that an idle connection is kept.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// Delay after a failed accept, e.g. while the process has no file descriptor left.
const ACCEPT_DELAY: Duration = Duration::from_millis(50);

/// The HTTP server of the API.
pub struct Server {
    /// The bound listener. At the stop it is closed, so that new connections are refused.
    pub listener: Mutex<Option<TcpListener>>,
    /// All routes of the API.
    pub router: Router,
    /// The certificate, if connections use TLS.
    pub tls: Option<Arc<Tls>>,
    /// Limits of connections.
    pub limits: RequestLimits,
    /// Cancelled when the process is requested to stop.
    pub stop: CancellationToken,
    /// Cancelled by the server when it stops to accept connections; streams end then.
    pub closing: CancellationToken,
    /// Cancelled by the server when the last request is answered.
    pub drained: CancellationToken,
}

impl Server {
    /// Accepts connections until the process stops and [`RequestLimits::stop_delay`] has passed, then waits until the requests in progress
    /// are answered. May run once.
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
        tracing::info!(connections = connections.len(), "the API accepts no more connections");
        connections.wait().await;
        self.drained.cancel();
    }

    async fn is_over(&self) {
        self.stop.cancelled().await;
        tokio::time::sleep(self.limits.stop_delay).await;
    }

    async fn accept(&self, listener: &TcpListener, connections: &TaskTracker) {
        let permits = Arc::new(Semaphore::new(self.limits.connections.clamp(1, Semaphore::MAX_PERMITS)));
        loop {
            // Never closed, so a permit is always granted at some time.
            let permit = Arc::clone(&permits).acquire_owned().await.ok();
            match listener.accept().await {
                Ok((stream, _)) => {
                    let connection = open(stream, self.tls.clone(), (self.router.clone(), self.closing.clone()));
                    connections.spawn(async move {
                        connection.await;
                        drop(permit);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_DELAY).await;
                }
            }
        }
    }
}

/// Makes the handshake, if connections use TLS, and serves the connection.
async fn open(stream: TcpStream, tls: Option<Arc<Tls>>, (router, closing): (Router, CancellationToken)) {
    // Small responses must not wait for the client's acknowledgement. A socket without this option still works.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return serve(stream, router, closing).await };
    tokio::select! {
        stream = tls.accept(stream) => if let Some(stream) = stream {
            serve(stream, router, closing).await;
        },
        () = closing.cancelled() => {}
    }
}

/// Serves one connection. At shutdown the request in progress is finished and the connection closed. A connection that has never
/// carried a request is closed at once: hyper would wait for its first request.
async fn serve<S: AsyncRead + AsyncWrite + Unpin>(stream: S, router: Router, closing: CancellationToken) {
    let open = metrics::gauge!(telemetry::metric::HTTP_CONNECTIONS, "service" => telemetry::service());
    open.increment(1);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD);
    let (used, router) = (AtomicBool::new(false), TowerToHyperService::new(router));
    let service = service_fn(|request| {
        used.store(true, Ordering::Relaxed);
        router.call(request)
    });
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(Stalling::new(stream)), service));
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            if used.load(Ordering::Relaxed) { connection.await } else { Ok(()) }
        }
    };
    if let Err(error) = ended {
        // A client may disconnect at any time.
        tracing::debug!(%error, "a connection ended early");
    }
    open.decrement(1);
}
