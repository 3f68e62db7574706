//! Memory for the bodies of requests and for the outcomes of batches. What is large is read and made only when there is
//! room for it, so that clients who send much at the same time wait instead of ending the process.

use std::io::Read;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;
use tokio::sync::Semaphore;

use crate::BodyError;
use crate::room::{Room, Taken};

/// Maximum size of a body that needs no room, in bytes. 4,096 connections with such bodies take 64 MiB.
const SMALL: usize = 16 * 1024;
/// Maximum size of a document in bytes. Events have 508 KiB at most, and research that a client gives less.
const MAX_DOCUMENT: usize = 1 << 20;
/// Maximum size of a message of MCP in bytes. The SDK tries its types one after the other, which takes seconds for each
/// MiB (measured).
const MAX_MESSAGE: usize = 256 * 1024;
/// Bytes of memory that a tree of values takes for one byte of a document, e.g. for a list of one-digit numbers.
const TREE: usize = 32;
/// Bytes of memory that the SDK takes for one byte of a message (measured: 92).
const MESSAGE_TREE: usize = 96;

/// Forms whose session has ended that are read at the same time. Anybody can send one, of up to 256 KiB.
const RETURNED_AT_ONCE: usize = 16;

/// What a body contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// Events, which are decoded one after the other.
    Events,
    /// One JSON document, of which a tree of values may be made: at most 1 MiB.
    Document,
    /// A message of MCP, of which the SDK makes several trees: at most 256 KiB.
    Message,
}

/// Room for the bodies and the outcomes of all requests of this process. One owner has half of it.
#[derive(Debug)]
pub struct BodyMemory {
    /// Maximum body in bytes.
    limit: usize,
    /// Maximum time to wait for a body. Requests of MCP have no other limit.
    patience: Duration,
    bodies: Room,
    outcomes: Room,
    returned: Semaphore,
}

impl BodyMemory {
    /// Creates the room for bodies of at most `limit` bytes. `request` is the maximum time of a request over HTTP,
    /// which ends first.
    pub fn new(limit: usize, request: Duration) -> Self {
        let patience = request.saturating_add(Duration::from_secs(1));
        let (bodies, outcomes) = (Room::new(limit), Room::new(limit));
        Self { limit, patience, bodies, outcomes, returned: Semaphore::new(RETURNED_AT_ONCE) }
    }

    /// Reads the body of an owner's request. A large one waits until there is room, which it occupies until the
    /// returned bytes are dropped.
    ///
    /// # Errors
    /// The body is too large, cannot be read, does not arrive in time, or there is no room for it in time.
    pub async fn read(&self, owner: &str, body: Body, kind: BodyKind) -> Result<Bytes, BodyError> {
        let (limit, weight) = match kind {
            BodyKind::Events => (self.limit, 1),
            BodyKind::Document => (self.limit.min(MAX_DOCUMENT), TREE),
            BodyKind::Message => (self.limit.min(MAX_MESSAGE), MESSAGE_TREE),
        };
        check_declared(&body, limit)?;
        // A body of unknown length may be as large as the limit.
        let declared = body.size_hint().upper().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(limit);
        let size = declared.min(limit);
        let room = if size <= SMALL { None } else { Some(self.bodies.take(owner, size * weight).await?) };
        let bytes = self.receive(body, limit).await?;
        Ok(match room {
            Some(room) => room.hold(bytes),
            None => bytes,
        })
    }

    /// Reads and unpacks a body with events that is compressed with gzip. It may become as large as the limit, so it
    /// occupies the room of the largest body until the returned bytes are dropped. The compressed form has at most half
    /// of the limit, because both forms are in memory while it is unpacked.
    ///
    /// # Errors
    /// One of the forms is too large, the body is no gzip, cannot be read, does not arrive in time, or there is no room
    /// for it in time.
    pub async fn read_gzip(&self, owner: &str, body: Body) -> Result<Bytes, BodyError> {
        check_declared(&body, self.limit / 2)?;
        let room = self.bodies.take(owner, self.limit).await?;
        let packed = self.receive(body, self.limit / 2).await?;
        Ok(room.hold(unpack(packed, self.limit).await?))
    }

    /// Reads a form of at most `limit` bytes whose session has ended, so that the person is shown what was typed.
    /// `None` if the form cannot be read, or if too many such forms are being read.
    pub async fn read_returned(&self, body: Body, limit: usize) -> Option<Bytes> {
        let _place = self.returned.try_acquire().ok()?;
        self.receive(body, limit).await.ok()
    }

    async fn receive(&self, body: Body, limit: usize) -> Result<Bytes, BodyError> {
        let read = tokio::time::timeout(self.patience, to_bytes(body, limit))
            .await
            .map_err(|_| BodyError::Late(self.patience.as_secs()))?;
        read.map_err(|error| BodyError::of(&error, limit))
    }

    /// Waits for room for the outcomes of a batch.
    ///
    /// # Errors
    /// There is no room in time.
    pub async fn outcomes(&self, owner: &str, bytes: usize) -> Result<Taken, BodyError> {
        self.outcomes.take(owner, bytes).await
    }
}

/// Refuses a body that is announced as larger than the limit: it takes no room and is not waited for.
fn check_declared(body: &Body, limit: usize) -> Result<(), BodyError> {
    let is_allowed = usize::try_from(body.size_hint().lower()).is_ok_and(|bytes| bytes <= limit);
    if is_allowed { Ok(()) } else { Err(BodyError::TooLarge(limit)) }
}

/// Unpacks a body to at most `limit` bytes.
async fn unpack(packed: Bytes, limit: usize) -> Result<Bytes, BodyError> {
    let unpack = move || {
        let (mut bytes, most) = (Vec::new(), u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1));
        MultiGzDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes).map(|_| bytes)
    };
    let unpacked = tokio::task::spawn_blocking(unpack).await.map_err(|_| BodyError::Interrupted)?;
    let bytes = unpacked.map_err(|error| BodyError::NotGzip(error.to_string()))?;
    if bytes.len() > limit {
        return Err(BodyError::UnpackedTooLarge(limit));
    }
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use futures::stream;
    use futures::{FutureExt, StreamExt};

    use super::*;
    use crate::room::UNIT;

    const LIMIT: usize = 4 << 20;
    const PATIENCE: Duration = Duration::from_secs(30);

    fn body(size: usize) -> Body {
        Body::from(vec![b'x'; size])
    }

    fn memory() -> BodyMemory {
        BodyMemory::new(LIMIT, PATIENCE)
    }

    #[tokio::test(start_paused = true)]
    async fn an_owner_has_room_for_one_largest_body_and_all_owners_for_two() {
        let (memory, events) = (memory(), BodyKind::Events);
        let first = memory.read("a", body(LIMIT), events).await.unwrap();
        let busy = memory.read("a", body(LIMIT), events).await.unwrap_err();
        assert!(matches!(busy, BodyError::Busy { .. }), "{busy}");
        let other = memory.read("b", body(LIMIT), events).await.unwrap();
        assert!(memory.read("c", body(SMALL + 1), events).await.is_err());
        // Small bodies need no room.
        assert!(memory.read("c", body(SMALL), events).await.is_ok());
        drop((first, other));
        assert!(memory.read("a", body(LIMIT), events).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn forms_without_a_session_are_read_a_few_at_a_time() {
        let memory = memory();
        let endless = || Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
        let mut held: Vec<_> = (0..RETURNED_AT_ONCE).map(|_| Box::pin(memory.read_returned(endless(), 100))).collect();
        assert!(held.iter_mut().all(|one| one.as_mut().now_or_never().is_none()));
        assert_eq!(memory.read_returned(body(10), 100).await, None);
        held.pop();
        assert_eq!(memory.read_returned(body(10), 100).await.unwrap().len(), 10);
        assert_eq!(memory.read_returned(body(101), 100).await, None);
        assert_eq!(held.pop().unwrap().await, None, "it gives up in time");
    }

    #[tokio::test(start_paused = true)]
    async fn a_document_takes_the_room_of_its_tree_and_is_limited() {
        let memory = memory();
        let size = LIMIT / TREE / 2;
        let first = memory.read("a", body(size), BodyKind::Document).await.unwrap();
        assert_eq!(memory.bodies.free("a")[0], LIMIT / UNIT / 2);
        let second = memory.read("a", body(size), BodyKind::Document).await.unwrap();
        assert!(memory.read("a", body(size), BodyKind::Document).await.is_err());
        drop((first, second));
        // The largest one takes no more than there is.
        assert!(memory.read("a", body(MAX_DOCUMENT), BodyKind::Document).await.is_ok());
        let large = memory.read("a", body(MAX_DOCUMENT + 1), BodyKind::Document).await.unwrap_err();
        assert_eq!(large, BodyError::TooLarge(MAX_DOCUMENT));
        assert!(memory.read("a", body(MAX_DOCUMENT + 1), BodyKind::Events).await.is_ok());
        let message = memory.read("a", body(MAX_MESSAGE), BodyKind::Message).await.unwrap();
        assert!(memory.read("a", body(SMALL + 1), BodyKind::Message).await.is_err());
        drop(message);
        let large = memory.read("a", body(MAX_MESSAGE + 1), BodyKind::Message).await.unwrap_err();
        assert_eq!(large, BodyError::TooLarge(MAX_MESSAGE));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_of_unknown_length_needs_the_room_of_the_largest() {
        let memory = memory();
        let chunks = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"x"))]);
        let held = memory.read("a", Body::from_stream(chunks), BodyKind::Events).await.unwrap();
        assert_eq!(memory.bodies.free("a")[0], 0);
        drop(held);
        assert_eq!(memory.bodies.free("a"), [LIMIT / UNIT, 2 * LIMIT / UNIT]);
        let large = memory.read("a", body(LIMIT + 1), BodyKind::Events).await.unwrap_err();
        assert_eq!(large, BodyError::TooLarge(LIMIT));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_end_gives_its_room_back() {
        let memory = memory();
        let endless = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"x"))]).chain(stream::pending());
        let started = tokio::time::Instant::now();
        let late = memory.read("a", Body::from_stream(endless), BodyKind::Document).await.unwrap_err();
        let limit = PATIENCE.as_secs() + 1;
        assert_eq!((late, started.elapsed().as_secs()), (BodyError::Late(limit), limit));
        assert_eq!(memory.bodies.free("a")[0], LIMIT / UNIT);
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[tokio::test]
    async fn a_packed_body_is_limited_in_both_forms_and_occupies_the_room_of_the_largest() {
        let memory = memory();
        let read = async |packed: Vec<u8>| memory.read_gzip("a", Body::from(packed)).await;
        let held = read(packed(&vec![b'x'; LIMIT])).await.unwrap();
        assert_eq!((held.len(), memory.bodies.free("a")[0]), (LIMIT, 0));
        drop(held);
        let bomb = read(packed(&vec![b'x'; LIMIT + 1])).await.unwrap_err();
        assert_eq!(bomb, BodyError::UnpackedTooLarge(LIMIT));
        let large = read(vec![b'x'; LIMIT / 2 + 1]).await.unwrap_err();
        assert_eq!(large, BodyError::TooLarge(LIMIT / 2));
        let mut cut = packed(b"an event");
        cut.truncate(12);
        for invalid in [cut, b"an event".to_vec(), Vec::new()] {
            let refused = read(invalid).await.unwrap_err();
            assert!(matches!(refused, BodyError::NotGzip(_)), "{refused}");
        }
        assert_eq!(memory.bodies.free("a")[0], LIMIT / UNIT, "all room is free again");
        let two = [packed(b"one\n"), packed(b"two\n")].concat();
        assert_eq!(read(two).await.unwrap(), "one\ntwo\n", "members follow each other (RFC 1952)");
    }
}
