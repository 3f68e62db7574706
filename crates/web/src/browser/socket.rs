//! Messages over a WebSocket (RFC 6455), as much of it as the DevTools protocol uses: text, no extensions. The frames
//! are read and written here because no crate of the workspace brings them; the handshake is an HTTP upgrade.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

pub(super) const CONTINUATION: u8 = 0;
pub(super) const TEXT: u8 = 1;
pub(super) const BINARY: u8 = 2;
pub(super) const CLOSE: u8 = 8;
pub(super) const PING: u8 = 9;
pub(super) const PONG: u8 = 10;
/// Bytes that one read adds to the buffer, at least.
const READ_BYTES: usize = 64 * 1024;

/// A frame of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) is_final: bool,
    pub(super) opcode: u8,
    pub(super) payload: Vec<u8>,
}

/// Writes a message of one frame. A client masks its frames.
pub(super) fn encode(opcode: u8, payload: &[u8], mask: Option<[u8; 4]>) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + 14);
    frame.push(0x80 | opcode);
    let masked = if mask.is_some() { 0x80 } else { 0 };
    match payload.len() {
        length @ ..126 => frame.push(masked | u8::try_from(length).unwrap_or(0)),
        length => match u16::try_from(length) {
            Ok(length) => {
                frame.push(masked | 126);
                frame.extend(length.to_be_bytes());
            }
            Err(_) => {
                frame.push(masked | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        },
    }
    let key = mask.unwrap_or_default();
    frame.extend(mask.iter().flatten());
    frame.extend(payload.iter().zip(key.iter().cycle()).map(|(byte, key)| byte ^ key));
    frame
}

/// Reads the first frame and its length on the wire; `None` if bytes are missing.
pub(super) fn decode(bytes: &[u8], max: usize) -> io::Result<Option<(Frame, usize)>> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    let (length, rest) = match second & 0x7f {
        126 => match rest.split_first_chunk() {
            Some((length, rest)) => (u64::from(u16::from_be_bytes(*length)), rest),
            None => return Ok(None),
        },
        127 => match rest.split_first_chunk() {
            Some((length, rest)) => (u64::from_be_bytes(*length), rest),
            None => return Ok(None),
        },
        length => (u64::from(length), rest),
    };
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= max) else {
        return Err(invalid("a frame is larger than the limit"));
    };
    let (key, rest) = match second & 0x80 {
        0 => ([0; 4], rest),
        _ => match rest.split_first_chunk() {
            Some((key, rest)) => (*key, rest),
            None => return Ok(None),
        },
    };
    let Some(payload) = rest.get(..length) else { return Ok(None) };
    let payload = payload.iter().zip(key.iter().cycle()).map(|(byte, key)| byte ^ key).collect();
    let frame = Frame { is_final: first & 0x80 != 0, opcode: first & 0x0f, payload };
    Ok(Some((frame, bytes.len() - rest.len() + length)))
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// The client's side of a connection.
#[derive(Debug)]
pub(super) struct Socket<S> {
    stream: S,
    /// Received bytes of an incomplete frame.
    received: Vec<u8>,
    /// Frames of a message that is not complete yet.
    message: Vec<u8>,
    /// Answers to pings, sent with the next message.
    pongs: Vec<u8>,
    /// Maximum bytes of a message.
    max: usize,
    masks: RandomState,
    sent: u64,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Socket<S> {
    pub(super) fn new(stream: S, max: usize) -> Self {
        let (received, message, pongs) = (Vec::new(), Vec::new(), Vec::new());
        Self { stream, received, message, pongs, max, masks: RandomState::new(), sent: 0 }
    }

    /// Sends a text message.
    pub(super) async fn send(&mut self, text: &str) -> io::Result<()> {
        let mut frames = std::mem::take(&mut self.pongs);
        frames.extend(encode(TEXT, text.as_bytes(), Some(self.mask())));
        self.stream.write_all(&frames).await?;
        self.stream.flush().await
    }

    /// Returns the next message. A dropped call loses nothing: all progress is in the buffers.
    pub(super) async fn next(&mut self) -> io::Result<Vec<u8>> {
        loop {
            while let Some((frame, length)) = decode(&self.received, self.max)? {
                self.received.drain(..length);
                if let Some(message) = self.take(frame)? {
                    return Ok(message);
                }
            }
            self.received.reserve(READ_BYTES);
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    fn take(&mut self, frame: Frame) -> io::Result<Option<Vec<u8>>> {
        match frame.opcode {
            CONTINUATION | TEXT | BINARY => {
                if self.message.len() + frame.payload.len() > self.max {
                    return Err(invalid("a message is larger than the limit"));
                }
                self.message.extend(frame.payload);
                Ok(frame.is_final.then(|| std::mem::take(&mut self.message)))
            }
            PING => {
                let mask = self.mask();
                self.pongs.extend(encode(PONG, &frame.payload, Some(mask)));
                Ok(None)
            }
            PONG => Ok(None),
            CLOSE => Err(io::ErrorKind::ConnectionAborted.into()),
            _ => Err(invalid("an unknown kind of frame")),
        }
    }

    /// Returns a mask that those who chose the payload cannot predict.
    fn mask(&mut self) -> [u8; 4] {
        self.sent += 1;
        let [a, b, c, d, ..] = self.masks.hash_one(self.sent).to_ne_bytes();
        [a, b, c, d]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_are_read_as_they_were_written() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 200_000] {
            let payload: Vec<u8> = (0..length).map(|n: usize| n.to_le_bytes()[0]).collect();
            for mask in [None, Some([1, 2, 3, 250])] {
                let mut wire = encode(TEXT, &payload, mask);
                let end = wire.len();
                wire.push(7);
                let (frame, used) = decode(&wire, 200_000).unwrap().unwrap();
                assert_eq!((frame.opcode, frame.is_final, used), (TEXT, true, end));
                assert_eq!(frame.payload, payload);
                for cut in [1, 2, end / 2, end - 1] {
                    assert!(decode(&wire[..cut.min(end - 1)], 200_000).unwrap().is_none(), "{length} {cut}");
                }
            }
        }
        assert!(decode(&encode(TEXT, &[0; 200], None), 199).is_err());
        assert!(decode(&[0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255], usize::MAX - 9).is_err());
    }

    #[tokio::test]
    async fn parts_of_a_message_are_joined_and_a_ping_is_answered() {
        let (ours, mut theirs) = tokio::io::duplex(1 << 20);
        let mut socket = Socket::new(ours, 100);
        theirs.write_all(&[0x01, 2, b'a', b'b', 0x89, 1, b'p', 0x80, 1, b'c']).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), b"abc");
        socket.send("hello").await.unwrap();
        let mut wire = vec![0; 7 + 11];
        theirs.read_exact(&mut wire).await.unwrap();
        let (pong, used) = decode(&wire, 100).unwrap().unwrap();
        assert_eq!((pong.opcode, pong.payload.as_slice()), (PONG, b"p".as_slice()));
        assert_eq!(decode(&wire[used..], 100).unwrap().unwrap().0.payload, b"hello");
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
        assert_eq!(Socket::new(ours, 9).next().await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let (ours, mut theirs) = tokio::io::duplex(100);
        theirs.write_all(&encode(CLOSE, b"", None)).await.unwrap();
        assert_eq!(Socket::new(ours, 9).next().await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }
}
