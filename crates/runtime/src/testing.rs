//! Test doubles of handlers and the runtime: a minimal event, and a journal in memory that keeps the guarantees of
//! [`domain::port::Journal`] and fails on request.

mod journal;

use std::time::Duration;

use bytes::Bytes;
use domain::{JobId, Outgoing, Tenant};
use futures::StreamExt;
use proto::event::{Envelope, Event, Fact, InvalidEvent};

pub use journal::{Cut, FakeJournal};

/// Waits until nats-server has processed everything that `client` has sent, its subscriptions included; `Client::flush`
/// returns as soon as the bytes are written. The server processes one connection's commands in order, so a subscription
/// to `subject` is the last of them, and `sender` publishes on it until a message arrives. `sender` may be `client`.
/// The caller limits the time.
///
/// # Errors
/// A connection is closed.
pub async fn processed(
    client: &async_nats::Client,
    sender: &async_nats::Client,
    subject: &str,
) -> Result<(), async_nats::Error> {
    let mut subscription = client.subscribe(subject.to_owned()).await?;
    loop {
        sender.publish(subject.to_owned(), Bytes::new()).await?;
        if let Ok(message) = tokio::time::timeout(Duration::from_millis(20), subscription.next()).await {
            return message.map(drop).ok_or_else(|| "the connection is closed".into());
        }
    }
}

/// An event on `auspex.research.requested`, so that tests may use the real topology. Its message is in no outbox, as if
/// a publisher had sent it; one whose content begins with `direct` can be published again, as an event can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestEvent {
    /// Tenant of the event.
    pub tenant: Tenant,
    /// Content of the event.
    pub words: String,
}

impl Event for TestEvent {
    const SUBJECT: &'static str = "auspex.research.requested";

    fn decode(_: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
        let text = std::str::from_utf8(bytes).map_err(|_| InvalidEvent::new("text", "is not UTF-8"))?;
        let (tenant, words) = text.split_once(':').ok_or_else(|| InvalidEvent::new("text", "has no colon"))?;
        let tenant = Tenant::parse(tenant).map_err(|error| InvalidEvent::new("tenant", error.to_string()))?;
        Ok(Self { tenant, words: words.to_owned() })
    }

    fn tenant(&self) -> &Tenant {
        &self.tenant
    }

    fn again(&self, job: JobId) -> Option<Outgoing> {
        let fact =
            TestFact { subject: Self::SUBJECT.to_owned(), tenant: self.tenant.clone(), words: self.words.clone() };
        self.words.starts_with("direct").then(|| fact.message(job))
    }
}

/// A fact on a subject of the test's choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFact {
    /// Subject of the fact.
    pub subject: String,
    /// Tenant of the fact.
    pub tenant: Tenant,
    /// Content of the fact.
    pub words: String,
}

impl TestFact {
    /// Creates a fact of the default tenant.
    pub fn new(subject: &str, words: impl Into<String>) -> Self {
        Self { subject: subject.to_owned(), tenant: Tenant::default(), words: words.into() }
    }
}

impl Fact for TestFact {
    fn subject(&self) -> String {
        self.subject.clone()
    }
    fn tenant(&self) -> &Tenant {
        &self.tenant
    }
    fn encode(&self) -> Vec<u8> {
        [self.tenant.as_str(), ":", &self.words].concat().into_bytes()
    }
}
