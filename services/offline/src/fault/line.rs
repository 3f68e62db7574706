//! A listener whose connections can be reset, the only way to answer with a TCP RST from within a handler.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// A handler's handle to its connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line(Arc<AtomicBool>);

impl Line {
    /// Makes the next write reset the connection.
    pub(crate) fn reset(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Accepts connections as [`ResettingStream`]s.
pub(crate) struct ResettingListener(pub(crate) TcpListener);

impl Listener for ResettingListener {
    type Io = ResettingStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        // The trait's implementation for TcpListener retries after errors such as too many open files.
        let (stream, address) = Listener::accept(&mut self.0).await;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
        (ResettingStream { stream, line: Line::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, ResettingListener>> for Line {
    fn connect_info(stream: IncomingStream<'_, ResettingListener>) -> Self {
        stream.io().line.clone()
    }
}

/// A connection with a handle to reset it.
pub(crate) struct ResettingStream {
    stream: TcpStream,
    line: Line,
}

impl ResettingStream {
    fn checked(&self) -> io::Result<()> {
        if !self.line.0.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.stream.set_zero_linger()?;
        Err(io::ErrorKind::ConnectionReset.into())
    }
}

impl AsyncRead for ResettingStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for ResettingStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.checked()?;
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.checked()?;
        Pin::new(&mut self.stream).poll_write_vectored(cx, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
