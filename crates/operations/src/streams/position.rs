//! Ids of streamed results: what `Last-Event-ID` may contain, and what the client of a position has missed.

use std::fmt;

use serde::Serialize;
use store::results::{History, PositionState, ResultPosition};
use uuid::Uuid;

/// Text of the id from which all kept results are sent.
const START: &str = "0";

/// Id of a result in a stream: its position, and the history of the database in which it has this position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamId {
    /// History of the database.
    pub history: History,
    /// Position of the result.
    pub position: ResultPosition,
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}-{}-{}", self.history.0, self.position.xid, self.position.id.simple())
    }
}

/// What a client has received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastEvent {
    /// The client names no event: it receives what is new. An empty id is none (HTML standard).
    None,
    /// The client wants all results that are kept.
    Start,
    /// The client has received everything up to this event.
    Received(StreamId),
    /// The id is of no event of such a stream.
    Unknown,
}

impl LastEvent {
    /// Reads the header. No value is refused: an `EventSource` gives up after any answer but 200.
    pub fn read(header: Option<&[u8]>) -> Self {
        let Some(value) = header else { return Self::None };
        match str::from_utf8(value).map(str::trim) {
            Ok("") => Self::None,
            Ok(START) => Self::Start,
            Ok(text) => parse(text).map_or(Self::Unknown, Self::Received),
            Err(_) => Self::Unknown,
        }
    }
}

fn parse(text: &str) -> Option<StreamId> {
    let mut parts = text.splitn(3, '-');
    let (history, xid, id) = (parts.next()?, parts.next()?, parts.next()?);
    let is_plain =
        |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_number = xid.bytes().all(|byte| byte.is_ascii_digit());
    if !(is_plain(history, 8) && is_plain(id, 32) && is_number) {
        return None;
    }
    let position = ResultPosition { xid: xid.parse().ok()?, id: Uuid::parse_str(id).ok()? };
    Some(StreamId { history: History(u32::from_str_radix(history, 16).ok()?), position })
}

/// Tells a client that results are missing from its stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// Retention has deleted results after the client's id. The stream continues with those that are kept.
    Removed,
    /// Results about groups of quiet events were not stored for some time after the client's id.
    Groups,
    /// The id belongs to another stream: of another database, or from before a restore. The stream continues with what
    /// is new.
    OtherStream,
    /// The id cannot be read. The stream continues with what is new.
    UnknownId,
}

/// Data of an event about missing results.
#[derive(Debug, Serialize)]
pub struct MissingBody {
    reason: &'static str,
    detail: &'static str,
    read: &'static str,
}

impl Missing {
    /// Returns the name of the event: `gap`, or `reset` if the stream does not continue after the client's id.
    pub fn event(self) -> &'static str {
        match self {
            Self::Removed | Self::Groups => "gap",
            Self::OtherStream | Self::UnknownId => "reset",
        }
    }

    /// Returns the data of the event.
    pub fn body(self) -> MissingBody {
        const KEPT: &str =
            "GET /v1/results with Last-Event-ID: 0 sends every result that is kept; GET /v1/runs lists the runs";
        let (reason, detail, read) = match self {
            Self::Removed => (
                "removed",
                "results after Last-Event-ID were deleted by retention; the stream continues with those that are kept",
                "GET /v1/runs lists runs that are kept; an archive or a backup has the others",
            ),
            Self::Groups => (
                "groups-not-kept",
                "no client of the tenant has read a stream for 72 hours: results of kind classifications from this time may be missing; \
                 results of other kinds are complete",
                "GET /v1/events/{job} has the verdict about each event",
            ),
            Self::OtherStream => (
                "other-stream",
                "Last-Event-ID belongs to another database, or to the time before a restore; the stream continues with new results",
                KEPT,
            ),
            Self::UnknownId => {
                ("unknown-id", "Last-Event-ID is not an id of this stream; the stream continues with new results", KEPT)
            }
        };
        MissingBody { reason, detail, read }
    }
}

/// Where a stream continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Continuation {
    /// The stream continues after this id.
    pub after: StreamId,
    /// What the client is told first.
    pub missing: Option<Missing>,
}

/// Decides where the stream of a client continues that has received everything up to an id.
pub(super) fn resume(received: StreamId, state: &PositionState) -> Continuation {
    let position = received.position;
    // After a restore, the transactions of an id may have been counted a second time. The id is right if its result is
    // stored.
    let is_ours = received.history == state.history && position <= state.horizon;
    if !is_ours && !state.is_stored {
        let after = StreamId { history: state.history, position: state.horizon };
        return Continuation { after, missing: Some(Missing::OtherStream) };
    }
    let after = StreamId { history: state.history, position };
    let missing = if state.removed.is_some_and(|removed| removed > position) {
        Some(Missing::Removed)
    } else {
        state.groups_since.is_none_or(|since| since > position).then_some(Missing::Groups)
    };
    Continuation { after, missing }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(xid: u64, id: u128) -> ResultPosition {
        ResultPosition { xid, id: Uuid::from_u128(id) }
    }

    fn id(history: u32, xid: u64, result: u128) -> StreamId {
        StreamId { history: History(history), position: at(xid, result) }
    }

    #[test]
    fn an_id_is_read_as_it_is_written() {
        for written in [id(0, 0, 0), id(7, 812, 3), id(u32::MAX, u64::MAX, u128::MAX)] {
            let header = written.to_string();
            assert_eq!(LastEvent::read(Some(header.as_bytes())), LastEvent::Received(written));
        }
    }

    #[test]
    fn no_id_is_refused_and_an_empty_one_is_none() {
        let read = |text: &'static [u8]| LastEvent::read(Some(text));
        assert_eq!(LastEvent::read(None), LastEvent::None);
        assert_eq!(
            [read(b""), read(b"  "), read(b"0"), read(b" 0 ")].map(|it| it == LastEvent::Start),
            [false, false, true, true]
        );
        assert_eq!(read(b""), LastEvent::None);
        for unknown in [
            &b"1"[..],
            b"999999999",
            b"-1",
            b"x",
            b"00",
            b"18446744073709551616",
            b"1.5",
            b"\xff\xfe",
            b"null",
            b"undefined",
            b"00000001-5",
            b"00000001--00000000000000000000000000000001",
            b"00000001-+5-00000000000000000000000000000001",
            b"0000001-5-00000000000000000000000000000001",
            b"00000001-5-0000000000000000000000000000000g",
            b"00000001-99999999999999999999-00000000000000000000000000000001",
            b"+0000001-5-00000000000000000000000000000001",
        ] {
            assert_eq!(read(unknown), LastEvent::Unknown, "{unknown:?}");
        }
    }

    fn state() -> PositionState {
        let horizon = ResultPosition::before(100);
        let groups_since = Some(ResultPosition::before(10));
        PositionState { history: History(1), horizon, is_stored: false, removed: None, groups_since }
    }

    #[test]
    fn a_stream_continues_after_an_id_of_its_own_history() {
        for received in [id(1, 50, 7), id(1, 100, 0), id(1, 10, 0)] {
            assert_eq!(resume(received, &state()), Continuation { after: received, missing: None });
        }
        let promoted = PositionState { is_stored: true, ..state() };
        assert_eq!(resume(id(9, 50, 7), &promoted), Continuation { after: id(1, 50, 7), missing: None });
    }

    #[test]
    fn an_id_of_another_stream_continues_with_what_is_new() {
        let reset = Continuation { after: id(1, 100, 0), missing: Some(Missing::OtherStream) };
        // Of a database that was replaced or restored to an earlier time, or invented.
        for received in [id(9, 50, 7), id(1, 100, 7), id(1, 101, 0), id(9, u64::MAX, 0), id(1, u64::MAX, u128::MAX)] {
            assert_eq!(resume(received, &state()), reset, "{received}");
        }
    }

    #[test]
    fn a_client_is_told_of_results_that_are_not_kept() {
        let removed = |xid| PositionState { removed: Some(at(xid, 5)), ..state() };
        assert_eq!(resume(id(1, 50, 7), &removed(50)).missing, None, "it has received the last deleted one");
        for (position, xid) in [(id(1, 50, 3), 50), (id(1, 49, 9), 50), (id(1, 49, 9), 80)] {
            assert_eq!(
                resume(position, &removed(xid)),
                Continuation { after: position, missing: Some(Missing::Removed) }
            );
        }
        for since in [None, Some(at(60, 0))] {
            let late = PositionState { groups_since: since, ..state() };
            assert_eq!(resume(id(1, 50, 7), &late).missing, Some(Missing::Groups));
        }
    }
}
