//! One message as it came: what settle needs to know of it, without a broker.

use bytes::Bytes;
use domain::{JobId, Tenant};

/// `Nats-Msg-Id`: the sender's deterministic id, and the receiver's job.
pub const MESSAGE_ID: &str = "Nats-Msg-Id";
/// Whom the work is for.
pub const TENANT: &str = "Auspex-Tenant";
/// The job, where the message id cannot be it: a redriven message needs a fresh message id, or the stream's duplicate
/// window swallows it.
pub const JOB: &str = "Auspex-Job";
/// The payload's type; absent means protobuf.
pub const CONTENT_TYPE: &str = "Content-Type";

/// One delivery of one message.
#[derive(Debug, Clone, Default)]
pub struct Delivery {
    /// The subject that it came on.
    pub subject: String,
    /// All headers, in order.
    pub headers: Vec<(String, String)>,
    /// The bytes, untouched.
    pub payload: Bytes,
    /// Its number in the stream.
    pub sequence: u64,
    /// When the stream stored it, in nanoseconds since 1970; the same for every delivery of it.
    pub stored_at: i128,
    /// How often the server says that it has delivered it. Forgotten at a server crash, so it decides nothing.
    pub deliveries: i64,
}

impl Delivery {
    /// The first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The sender's `traceparent`; empty if there was none.
    pub fn traceparent(&self) -> &str {
        self.header(telemetry::propagate::HEADER).unwrap_or_default()
    }

    /// Whom the work is for as far as the headers say; undecodable bytes say nothing better.
    pub fn tenant(&self) -> Tenant {
        self.header(TENANT).and_then(|name| Tenant::parse(name).ok()).unwrap_or_default()
    }

    /// The job, unless the content decides it. An id that is no UUID is hashed; without any id it is the message's place
    /// and time in the stream, which no other message shares, even after the stream was emptied and counts anew.
    pub fn job(&self) -> JobId {
        match self.header(JOB).or_else(|| self.header(MESSAGE_ID)).filter(|id| !id.trim().is_empty()) {
            Some(id) => id.parse().unwrap_or_else(|_| JobId::named(&["message", &self.subject, id])),
            None => JobId::named(&["place", &self.subject, &self.sequence.to_string(), &self.stored_at.to_string()]),
        }
    }

    /// What decoding looks at.
    pub(crate) fn envelope(&self) -> proto::event::Envelope<'_> {
        proto::event::Envelope {
            content_type: self.header(CONTENT_TYPE).unwrap_or_default(),
            headers: &self.headers,
            subject: &self.subject,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(headers: &[(&str, &str)]) -> Delivery {
        let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Delivery {
            subject: "auspex.event.question".to_owned(),
            headers,
            sequence: 7,
            stored_at: 9,
            ..Delivery::default()
        }
    }

    #[test]
    fn the_message_id_is_the_job_unless_the_message_was_redriven() {
        let id = JobId::named(&["x"]).to_string();
        let other = JobId::named(&["y"]).to_string();
        assert_eq!(with(&[("nats-msg-id", &id)]).job().to_string(), id);
        assert_eq!(with(&[(MESSAGE_ID, &other), (JOB, &id)]).job().to_string(), id);
    }

    #[test]
    fn a_message_without_a_usable_id_still_has_one_job() {
        assert_eq!(with(&[(MESSAGE_ID, "tx-1")]).job(), with(&[(MESSAGE_ID, "tx-1")]).job());
        assert_eq!(with(&[]).job(), with(&[(MESSAGE_ID, " ")]).job());
        assert_ne!(with(&[]).job(), Delivery { stored_at: 10, ..with(&[]) }.job());
    }

    #[test]
    fn a_tenant_that_is_none_is_the_default() {
        assert_eq!(with(&[(TENANT, "acme")]).tenant().as_str(), "acme");
        assert_eq!(with(&[(TENANT, "a.b")]).tenant(), Tenant::default());
    }
}
