//! A TCP proxy with configurable network faults.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

use crate::Port;

/// A network fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Everything is forwarded.
    None,
    /// Open connections are closed, and new ones are closed immediately.
    Refuse,
    /// Connections stay open but nothing is forwarded (half-open). Received data is delivered when the fault ends.
    BlackHole,
    /// Every chunk is delayed by this time, in both directions.
    Latency(Duration),
    /// Requests arrive, answers are dropped, and the connection is closed at the first dropped answer.
    DropResponses,
}

/// A proxy on a free port. Dropping it stops it.
#[derive(Debug)]
pub struct ChaosProxy {
    port: Port,
    fault: watch::Sender<Fault>,
    upstream: watch::Sender<Arc<str>>,
    task: AbortHandle,
}

impl ChaosProxy {
    /// Starts forwarding to `upstream` (`127.0.0.1:4222`), initially without a fault.
    ///
    /// # Errors
    /// Fails if no port is free.
    pub async fn start(upstream: impl Into<String>) -> Result<Self> {
        let (port, listener) = Port::listen()?;
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener).context("listening as proxy")?;
        let (fault, seen) = watch::channel(Fault::None);
        let (upstream, target) = watch::channel(Arc::from(upstream.into()));
        let task = tokio::spawn(accept(listener, target, seen)).abort_handle();
        Ok(Self { port, fault, upstream, task })
    }

    /// Forwards new connections to another server, as an address that moves in a fail-over does. Open connections stay.
    pub fn forward_to(&self, upstream: impl Into<String>) {
        self.upstream.send_replace(Arc::from(upstream.into()));
    }

    /// Applies the fault to open and new connections.
    pub fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }

    /// Returns the address for clients.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port.number()))
    }

    /// Replaces the address in a server's URL by the proxy's address.
    ///
    /// # Errors
    /// Fails if `url` has no `host:port`.
    pub fn url(&self, url: &str) -> Result<String> {
        let (scheme, rest) = url.split_once("://").with_context(|| format!("{url} has no scheme"))?;
        let end = rest.find('/').unwrap_or(rest.len());
        let user = rest[..end].rfind('@').map_or("", |at| &rest[..=at]);
        Ok(format!("{scheme}://{user}{}{}", self.address(), &rest[end..]))
    }
}

impl Drop for ChaosProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, upstream: watch::Receiver<Arc<str>>, fault: watch::Receiver<Fault>) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        if *fault.borrow() != Fault::Refuse {
            let server = Arc::clone(&upstream.borrow());
            connections.spawn(connect(client, server, fault.clone()));
        }
    }
}

/// Serves one connection: each direction is copied until either ends or the fault closes it.
async fn connect(client: TcpStream, upstream: Arc<str>, mut fault: watch::Receiver<Fault>) {
    let Ok(server) = TcpStream::connect(&*upstream).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (client_in, client_out) = client.into_split();
    let (server_in, server_out) = server.into_split();
    let requests = pump(client_in, server_out, fault.clone(), Direction::Request);
    let answers = pump(server_in, client_out, fault.clone(), Direction::Answer);
    tokio::select! {
        () = requests => {}
        () = answers => {}
        _ = fault.wait_for(|fault| *fault == Fault::Refuse) => {}
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Request,
    Answer,
}

async fn pump(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut fault: watch::Receiver<Fault>,
    direction: Direction,
) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length) = from.read(&mut buffer).await {
        if length == 0 || fault.wait_for(|fault| *fault != Fault::BlackHole).await.is_err() {
            return;
        }
        let now = *fault.borrow();
        match (now, direction) {
            (Fault::DropResponses, Direction::Answer) => return,
            (Fault::Latency(delay), _) => tokio::time::sleep(delay).await,
            _ => {}
        }
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn echo() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        address
    }

    async fn ask(stream: &mut TcpStream) -> std::io::Result<u8> {
        stream.write_all(b"x").await?;
        stream.read_u8().await
    }

    #[tokio::test]
    async fn passes_then_refuses_then_passes_again() {
        let proxy = ChaosProxy::start(echo().await).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(ask(&mut stream).await.unwrap(), b'x');
        proxy.set(Fault::Refuse);
        assert!(stream.read_u8().await.is_err());
        let mut refused = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(ask(&mut refused).await.is_err());
        proxy.set(Fault::None);
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(ask(&mut stream).await.unwrap(), b'x');
    }

    #[tokio::test]
    async fn a_new_connection_reaches_the_server_that_is_forwarded_to() {
        let proxy = ChaosProxy::start("127.0.0.1:1").await.unwrap();
        let mut nobody = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(ask(&mut nobody).await.is_err());
        proxy.forward_to(echo().await);
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(ask(&mut stream).await.unwrap(), b'x');
    }

    #[tokio::test]
    async fn a_black_hole_delivers_held_bytes_afterwards() {
        let proxy = ChaosProxy::start(echo().await).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(ask(&mut stream).await.unwrap(), b'x');
        proxy.set(Fault::BlackHole);
        let mut asked = std::pin::pin!(ask(&mut stream));
        assert!(tokio::time::timeout(Duration::from_millis(50), &mut asked).await.is_err());
        proxy.set(Fault::None);
        assert_eq!(asked.await.unwrap(), b'x');
    }

    #[tokio::test]
    async fn a_lost_answer_cuts_the_connection() {
        let proxy = ChaosProxy::start(echo().await).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        proxy.set(Fault::DropResponses);
        assert!(ask(&mut stream).await.is_err());
    }

    #[tokio::test]
    async fn latency_is_paid_each_way() {
        let proxy = ChaosProxy::start(echo().await).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        proxy.set(Fault::Latency(Duration::from_millis(20)));
        let start = std::time::Instant::now();
        assert_eq!(ask(&mut stream).await.unwrap(), b'x');
        assert!(start.elapsed() >= Duration::from_millis(40));
    }

    #[tokio::test]
    async fn a_url_keeps_its_user_and_its_database() {
        let proxy = ChaosProxy::start("127.0.0.1:1").await.unwrap();
        let address = proxy.address();
        assert_eq!(
            proxy.url("postgres://postgres@127.0.0.1:5/db").unwrap(),
            format!("postgres://postgres@{address}/db")
        );
        assert_eq!(proxy.url("nats://u:p@h:1").unwrap(), format!("nats://u:p@{address}"));
        assert!(proxy.url("no scheme").is_err());
    }
}
