//! Messages on their way from the outbox to their consumers, and how a lost one is recognised.

use crate::{JobId, Outgoing};

/// The confirmation of an outbox row by its stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmed {
    /// Id of the message.
    pub id: JobId,
    /// Position of the message in its stream, from 1.
    pub sequence: u64,
}

/// A published message that its stream has not confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unconfirmed {
    /// Id of the message.
    pub id: JobId,
    /// The stream refused this message, for example because it is full. Otherwise nothing answered: no leader, no
    /// quorum, no connection.
    pub refused: bool,
}

/// Positions of a stream, after the first to the last inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRange {
    /// Position before the first one.
    pub after: u64,
    /// The last position.
    pub until: u64,
}

/// A consumer of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watched {
    /// Subject of the messages.
    pub subject: &'static str,
    /// The durable consumer's name.
    pub consumer: &'static str,
    /// Positions at which the consumer has messages in progress or still receives some: no message there is lost.
    /// `None` if the positions are unknown.
    pub open: Option<OpenRange>,
}

/// A message without an outcome at one of its consumers.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost {
    /// The lost message.
    pub message: Outgoing,
    /// Number of times that it was returned, including this one, by any instance.
    pub round: u32,
    /// Its position proves that the stream lost it. Otherwise the position is unknown.
    pub proven: bool,
}
