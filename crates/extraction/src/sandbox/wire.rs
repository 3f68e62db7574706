//! What parent and child say to each other: frames of a length (four bytes, little-endian) and so many bytes.
//! Request: a `Label` as JSON, then the bytes. Reply: an `Answer` as JSON. Before the first request the child says
//! its `Confinement`.

use std::io::{self, Read, Write};

use crate::{Document, ReadError};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::sandbox::{Failed, Unread};

/// Larger answers are no documents: the child is believed as little as the page.
const MAX_FRAME: usize = 48 * 1024 * 1024;

/// What the child says about a document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It was read.
    Document(Document),
    /// It cannot be.
    Unreadable(String),
    /// The parser panicked, and the child goes on.
    Panicked,
}

impl Answer {
    pub(crate) fn of(read: Result<Document, ReadError>) -> Self {
        match read {
            Ok(document) => Self::Document(document),
            Err(error) => Self::Unreadable(error.to_string()),
        }
    }

    pub(crate) fn into_result(self) -> Result<Document, Failed> {
        match self {
            Self::Document(document) => Ok(document),
            Self::Unreadable(why) => Err(Failed::Unreadable(why)),
            Self::Panicked => Err(Failed::Died("it panicked".to_owned())),
        }
    }
}

/// The child's side of reading a frame; `None` at the end.
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

/// The child's side of writing one.
pub(crate) fn send(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(value)?;
    to.write_all(&prefix(&bytes)?)?;
    to.write_all(&bytes)?;
    to.flush()
}

/// The parent's request.
pub(crate) async fn ask(to: &mut (impl AsyncWrite + Unpin), unread: &Unread) -> io::Result<()> {
    let label = serde_json::to_vec(&unread.label)?;
    for frame in [&label, &unread.bytes] {
        to.write_all(&prefix(frame)?).await?;
        to.write_all(frame).await?;
    }
    to.flush().await
}

/// What the child says next.
pub(crate) async fn hear<T: for<'de> Deserialize<'de>>(from: &mut (impl AsyncRead + Unpin)) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    let mut bytes = Vec::new();
    let length = checked(length)?;
    // Grows with what arrives, not with what is announced.
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
