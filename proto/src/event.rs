//! Traits of events and facts: subject, encoding and identity.

use domain::effect::When;
use domain::{JobId, Outgoing, Tenant};

/// Headers and subject of a message. Header names are compared case-insensitively.
#[derive(Debug, Clone, Copy, Default)]
pub struct Envelope<'a> {
    /// `Content-Type`; empty means protobuf.
    pub content_type: &'a str,
    /// All headers, in order.
    pub headers: &'a [(String, String)],
    /// Subject of the message; empty for an event from a file.
    pub subject: &'a str,
}

impl<'a> Envelope<'a> {
    /// Returns the first header of that name.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// An invalid event. `path` names the field as in the protobuf schema: `question.market.price`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct InvalidEvent {
    /// Path of the invalid field.
    pub path: String,
    /// Description of the problem and how to fix it.
    pub problem: String,
}

impl InvalidEvent {
    /// Creates an error at `path`.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { path: path.into(), problem: problem.into() }
    }

    /// Prefixes the path with the name of the parent field.
    #[must_use]
    pub fn within(self, parent: &str) -> Self {
        let path = if self.path.is_empty() { parent.to_owned() } else { format!("{parent}.{}", self.path) };
        Self { path, problem: self.problem }
    }
}

/// A fact that can be consumed. Decoded once, when the message arrives, with all fields validated.
pub trait Event: Sized + Send + 'static {
    /// Subject or subject filter (`auspex.event.>`) that the fact is consumed from. Unique in the fleet.
    const SUBJECT: &'static str;

    /// Decodes and validates a message.
    fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent>;

    /// Returns the tenant of the work.
    fn tenant(&self) -> &Tenant;

    /// Returns the job if the content determines it (a publisher's event); `None` uses the message's id.
    fn job(&self) -> Option<JobId> {
        None
    }

    /// Returns the tenant whose publishers may publish on this subject; `None` for facts that only our own processes
    /// publish. The headers of a publisher's message prove nothing: neither its tenant nor its job is taken from them.
    fn publisher(_subject: &str) -> Option<Tenant> {
        None
    }

    /// Returns the message of a job that its publisher has sent to the stream directly, as one of our own processes
    /// would publish it; `None` for facts that are in the outbox of their producer.
    fn again(&self, _job: JobId) -> Option<Outgoing> {
        None
    }
}

/// A fact that can be emitted.
pub trait Fact: Send {
    /// Returns the full subject.
    fn subject(&self) -> String;

    /// Returns the tenant of the work.
    fn tenant(&self) -> &Tenant;

    /// Encodes the fact as protobuf.
    fn encode(&self) -> Vec<u8>;

    /// Returns the message's id: by default derived from the emitting job, the subject and the ordinal.
    fn id(&self, job: JobId, ordinal: usize) -> JobId {
        job.derive(&self.subject(), ordinal)
    }

    /// Returns the message that is published with its outcome, without a trace.
    fn message(&self, id: JobId) -> Outgoing {
        Outgoing {
            id,
            subject: self.subject(),
            tenant: self.tenant().clone(),
            payload: self.encode().into(),
            traceparent: String::new(),
            when: When::Always,
        }
    }
}
