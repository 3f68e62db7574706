//! A connection whose client does not read. Without a limit it would occupy its place among the connections, and its
//! response's memory, for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// Maximum time in which a client takes none of the bytes that wait for it.
pub(crate) const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream whose writes fail once the other side has taken no byte for [`STALL_TIMEOUT`].
pub(crate) struct Stalling<T> {
    stream: T,
    /// Runs while a write waits.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<T> Stalling<T> {
    pub(crate) fn new(stream: T) -> Self {
        Self { stream, stalled: None }
    }

    /// Returns the result of a write, or an error if writes have waited for too long.
    fn limited<R>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(STALL_TIMEOUT)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads nothing")))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Stalling<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Stalling<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.limited(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.limited(cx, written)
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

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_write_fails_when_the_client_has_read_nothing_for_some_time() {
        let (server, client) = duplex(4);
        let mut server = Stalling::new(server);
        let failed = tokio::time::timeout(STALL_TIMEOUT * 2, server.write_all(b"too much")).await.unwrap();
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(client);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_that_reads_is_served() {
        let (server, mut client) = duplex(1);
        let mut server = Stalling::new(server);
        let reads = async {
            for _ in 0..4 {
                tokio::time::sleep(STALL_TIMEOUT - Duration::from_secs(1)).await;
                client.read_u8().await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(server.write_all(b"slow"), reads);
        assert!(written.is_ok());
    }
}
