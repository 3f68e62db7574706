//! The listener: limits the number of connections, the size of a request's head and the time that it takes, and drains at shutdown.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Limits;

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
    /// The bound listener.
    pub listener: TcpListener,
    /// All routes of the API.
    pub router: Router,
    /// Limits of connections.
    pub limits: Limits,
    /// Cancelled when the process stops.
    pub stop: CancellationToken,
}

impl Server {
    /// Accepts connections until the process stops, then waits until the requests in progress are answered.
    pub async fn run(&self) {
        let permits = Arc::new(Semaphore::new(self.limits.connections.clamp(1, Semaphore::MAX_PERMITS)));
        let connections = TaskTracker::new();
        loop {
            let accepted = async {
                // Never closed, so a permit is always granted at some time.
                let permit = Arc::clone(&permits).acquire_owned().await.ok();
                (permit, self.listener.accept().await)
            };
            let (permit, accepted) = tokio::select! {
                accepted = accepted => accepted,
                () = self.stop.cancelled() => break,
            };
            match accepted {
                Ok((stream, _)) => {
                    let connection = serve(stream, self.router.clone(), self.stop.clone());
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
        connections.close();
        connections.wait().await;
    }
}

/// Serves one connection. At shutdown the request in progress is finished and the connection closed.
async fn serve(stream: TcpStream, router: Router, stop: CancellationToken) {
    // Small responses must not wait for the client's acknowledgement. A socket without this option still works.
    let _ = stream.set_nodelay(true);
    let open = metrics::gauge!(telemetry::metric::HTTP_CONNECTIONS, "service" => telemetry::service());
    open.increment(1);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        // A client may disconnect at any time.
        tracing::debug!(%error, "a connection ended early");
    }
    open.decrement(1);
}
