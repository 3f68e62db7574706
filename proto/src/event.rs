//! What an event is to the fleet: a subject, a decoding and an identity.

use domain::{JobId, Tenant};

/// Where a message's bytes say what they are. Header names are compared without regard to case.
#[derive(Debug, Clone, Copy, Default)]
pub struct Envelope<'a> {
    /// `Content-Type`, empty if there was none: protobuf.
    pub content_type: &'a str,
    /// All headers, in order.
    pub headers: &'a [(String, String)],
    /// The subject that the message came on.
    pub subject: &'a str,
}

impl Envelope<'_> {
    /// The first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// Bytes that are no event. `path` names the field as the protobuf does: `question.market.price`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct InvalidEvent {
    /// Where.
    pub path: String,
    /// What is wrong and how to mend it.
    pub problem: String,
}

impl InvalidEvent {
    /// An error at `path`.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { path: path.into(), problem: problem.into() }
    }

    /// The same error, seen from one level up.
    #[must_use]
    pub fn within(self, parent: &str) -> Self {
        let path = if self.path.is_empty() { parent.to_owned() } else { format!("{parent}.{}", self.path) };
        Self { path, problem: self.problem }
    }
}

/// A fact that can be heard: decoded once, at the edge, exhaustively.
pub trait Event: Sized + Send + 'static {
    /// The subject, or the filter (`auspex.event.>`), that it is heard on. Unique in the fleet.
    const SUBJECT: &'static str;

    /// Bytes to domain values.
    fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent>;

    /// Whom the work is for.
    fn tenant(&self) -> &Tenant;

    /// Its own identity, where the content decides it (a publisher's event); else the message's id is used.
    fn job(&self) -> Option<JobId> {
        None
    }
}

/// A fact that can be said.
pub trait Fact: Send {
    /// The full subject.
    fn subject(&self) -> String;

    /// Whom the work is for.
    fn tenant(&self) -> &Tenant;

    /// Protobuf bytes.
    fn encode(&self) -> Vec<u8>;

    /// The message's id: by default derived from the job that says it, the subject and the ordinal.
    fn id(&self, job: JobId, ordinal: usize) -> JobId {
        job.derive(&self.subject(), ordinal)
    }
}
