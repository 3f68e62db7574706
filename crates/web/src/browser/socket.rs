//! Messages over a WebSocket, as much of it as the DevTools protocol uses: text, no extensions. The handshake is an
//! HTTP upgrade, so the stream is open already.

use std::io;

use futures::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

/// A side of a connection.
#[derive(Debug)]
pub(super) struct Socket<S>(WebSocketStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> Socket<S> {
    /// Takes an open stream. `max`: maximum bytes of a message.
    pub(super) async fn new(stream: S, role: Role, max: usize) -> Self {
        let limits = WebSocketConfig::default().max_message_size(Some(max)).max_frame_size(Some(max));
        Self(WebSocketStream::from_raw_socket(stream, role, Some(limits)).await)
    }

    /// Sends a text message.
    pub(super) async fn send(&mut self, text: &str) -> io::Result<()> {
        self.0.send(Message::text(text)).await.map_err(failure)
    }

    /// Returns the next message. A dropped call loses nothing: all progress is in the stream's buffers.
    pub(super) async fn next(&mut self) -> io::Result<Vec<u8>> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_bytes().to_vec()),
                Some(Ok(Message::Binary(bytes))) => return Ok(bytes.into()),
                Some(Ok(Message::Close(_))) | None => return Err(io::ErrorKind::ConnectionAborted.into()),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(failure(error)),
            }
        }
    }
}

fn failure(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::ConnectionClosed | Error::AlreadyClosed => io::ErrorKind::ConnectionAborted.into(),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => io::ErrorKind::UnexpectedEof.into(),
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn messages_of_every_length_are_read_as_they_were_written() {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let mut client = Socket::new(ours, Role::Client, 200_000).await;
        let mut server = Socket::new(theirs, Role::Server, 200_000).await;
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 200_000] {
            let text: String = (0..length).map(|n: usize| char::from(b'a' + n.to_le_bytes()[0] % 26)).collect();
            client.send(&text).await.unwrap();
            assert_eq!(server.next().await.unwrap(), text.as_bytes());
            server.send(&text).await.unwrap();
            assert_eq!(client.next().await.unwrap(), text.as_bytes());
        }
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let mut client = Socket::new(ours, Role::Client, 199).await;
        Socket::new(theirs, Role::Server, 1 << 20).await.send(&"x".repeat(200)).await.unwrap();
        assert_eq!(client.next().await.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[tokio::test]
    async fn parts_of_a_message_are_joined_and_a_ping_is_answered() {
        let (ours, mut theirs) = tokio::io::duplex(1 << 20);
        let mut socket = Socket::new(ours, Role::Client, 100).await;
        theirs.write_all(&[0x01, 2, b'a', b'b', 0x89, 1, b'p', 0x80, 1, b'c']).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), b"abc");
        socket.send("hello").await.unwrap();
        let mut wire = vec![0; 7 + 11];
        theirs.read_exact(&mut wire).await.unwrap();
        // A client masks its frames: two bytes, the mask, the payload.
        let payload =
            |frame: &[u8]| -> Vec<u8> { (6..frame.len()).map(|n| frame[n] ^ frame[2 + (n - 6) % 4]).collect() };
        assert_eq!((wire[0], payload(&wire[..7])), (0x8a, b"p".to_vec()), "a pong");
        assert_eq!((wire[7], payload(&wire[7..])), (0x81, b"hello".to_vec()));
        theirs.write_all(&[0x01, 60]).await.unwrap();
        theirs.write_all(&[b'x'; 60]).await.unwrap();
        theirs.write_all(&[0x80, 60]).await.unwrap();
        theirs.write_all(&[b'x'; 60]).await.unwrap();
        assert_eq!(socket.next().await.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[tokio::test]
    async fn the_end_of_a_connection_is_an_error() {
        let (ours, theirs) = tokio::io::duplex(100);
        drop(theirs);
        let mut socket = Socket::new(ours, Role::Client, 9).await;
        assert_eq!(socket.next().await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let (ours, mut theirs) = tokio::io::duplex(100);
        theirs.write_all(&[0x88, 0]).await.unwrap();
        let mut socket = Socket::new(ours, Role::Client, 9).await;
        assert_eq!(socket.next().await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }
}
