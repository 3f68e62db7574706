//! Protocol between parent and child: frames of a length (four bytes, little-endian) and that many bytes.
//! Request: a `Label` as JSON, then the bytes. Reply: an `Answer` as JSON. Before the first request the child sends
//! its `Confinement`.

use std::io::{self, Read, Write};

use crate::{Document, ReadError};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::sandbox::{ParseFailure, RawDocument};

/// Maximum size of an answer; the child is trusted as little as the page.
const MAX_FRAME: usize = 48 * 1024 * 1024;

/// The child's answer about a document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// The document was parsed.
    Document(Box<Document>),
    /// The document cannot be read.
    Unreadable(String),
    /// The parser panicked; the child continues.
    Panicked,
}

impl Answer {
    pub(crate) fn from_result(read: Result<Document, ReadError>) -> Self {
        match read {
            Ok(document) => Self::Document(Box::new(document)),
            Err(error) => Self::Unreadable(error.to_string()),
        }
    }

    pub(crate) fn into_result(self) -> Result<Document, ParseFailure> {
        match self {
            Self::Document(document) => Ok(*document),
            Self::Unreadable(why) => Err(ParseFailure::Unreadable(why)),
            Self::Panicked => Err(ParseFailure::Died("it panicked".to_owned())),
        }
    }
}

/// Reads a frame in the child; `None` at the end of input.
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    if from.read(&mut length[..1])? == 0 {
        return Ok(None);
    }
    from.read_exact(&mut length[1..])?;
    let length = checked(length)?;
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    Ok(Some(bytes))
}

/// Writes a frame in the child.
pub(crate) fn send(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(value)?;
    to.write_all(&prefix(&bytes)?)?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Sends a request from the parent.
pub(crate) async fn send_request(to: &mut (impl AsyncWrite + Unpin), unread: &RawDocument) -> io::Result<()> {
    let label = serde_json::to_vec(&unread.label)?;
    for frame in [&label, &unread.bytes] {
        to.write_all(&prefix(frame)?).await?;
        to.write_all(frame).await?;
    }
    to.flush().await
}

/// Receives the child's next answer in the parent.
pub(crate) async fn receive_answer<T: for<'de> Deserialize<'de>>(from: &mut (impl AsyncRead + Unpin)) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    let mut bytes = Vec::new();
    let length = checked(length)?;
    // The buffer grows with the received bytes, not with the announced length.
    let read = from.take(length as u64).read_to_end(&mut bytes).await?;
    if read < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_slice(&bytes)?)
}

fn checked(length: [u8; 4]) -> io::Result<usize> {
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(length) }
}

fn prefix(bytes: &[u8]) -> io::Result<[u8; 4]> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length as usize <= MAX_FRAME);
    length.map(u32::to_le_bytes).ok_or_else(|| io::ErrorKind::FileTooLarge.into())
}
