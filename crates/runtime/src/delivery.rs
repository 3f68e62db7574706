//! One message as received: the input of settle, independent of the broker.

use bytes::Bytes;
use domain::{JobId, Tenant, Time};

/// Header with the sender's deterministic id, which is the receiver's job.
pub const MESSAGE_ID: &str = "Nats-Msg-Id";
/// Header with the tenant that the work is done for.
pub const TENANT: &str = "Auspex-Tenant";
/// Header with the job if it differs from the message id: a redriven message needs a fresh message id, else the
/// stream's duplicate window drops it. Trusted on the subjects of our own processes only, never on those of publishers.
pub const JOB: &str = "Auspex-Job";
/// Header with the payload's media type; absent means protobuf.
pub const CONTENT_TYPE: &str = "Content-Type";

/// One delivery of one message.
#[derive(Debug, Clone, Default)]
pub struct Delivery {
    /// Subject of the message.
    pub subject: String,
    /// Headers in order.
    pub headers: Vec<(String, String)>,
    /// Payload as received.
    pub payload: Bytes,
    /// Sequence in the stream.
    pub sequence: u64,
    /// Time at which the stream stored the message, in nanoseconds since 1970; equal for all its deliveries.
    pub stored_at: i128,
    /// Delivery count of the server, from 1. A server crash resets it, so no decision depends on it.
    pub deliveries: i64,
}

impl Delivery {
    /// Returns the time at which the stream stored the message.
    pub fn published_at(&self) -> Option<Time> {
        i64::try_from(self.stored_at).ok().map(Time::from_timestamp_nanos)
    }

    /// Returns the first value of a header; names are compared without case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the sender's `traceparent`, or an empty string.
    pub fn traceparent(&self) -> &str {
        self.header(telemetry::propagate::HEADER).unwrap_or_default()
    }

    /// Returns the tenant of the headers, for messages that cannot be decoded; the default tenant if there is none.
    pub fn tenant(&self) -> Tenant {
        self.header(TENANT).and_then(|name| Tenant::parse(name).ok()).unwrap_or_default()
    }

    /// Returns the job, unless the content decides it. An id other than a UUID is hashed. Without an id the job derives
    /// from the sequence and time in the stream, which are unique even after the stream was emptied and counts from 1
    /// again.
    pub fn job(&self) -> JobId {
        match self.header(JOB).or_else(|| self.header(MESSAGE_ID)).filter(|id| !id.trim().is_empty()) {
            Some(id) => id.parse().unwrap_or_else(|_| JobId::named(&["message", &self.subject, id])),
            None => JobId::named(&["place", &self.subject, &self.sequence.to_string(), &self.stored_at.to_string()]),
        }
    }

    /// Returns the job of a publisher's message that cannot be decoded. It derives from the tenant of the subject and
    /// from everything that is decoded, and from no id that the publisher chooses: such an id could be another tenant's
    /// job. The same message is the same job, also when it is redriven.
    pub(crate) fn job_of_content(&self, publisher: &Tenant) -> JobId {
        let subject = proto::subject::with_tenant(&self.subject, publisher);
        let is_decoded = |name: &str| {
            let name = name.to_ascii_lowercase();
            name == "content-type" || name.starts_with("ce-")
        };
        let headers = self.headers.iter().filter(|(name, _)| is_decoded(name));
        let mut headers: Vec<String> = headers.map(|(name, value)| format!("{name}={value}")).collect();
        headers.sort_unstable();
        let parts = ["content", publisher.as_str(), &subject].into_iter().chain(headers.iter().map(String::as_str));
        JobId::of_bytes(&parts.collect::<Vec<_>>(), &self.payload)
    }

    /// Returns the parts of the delivery that decoding needs.
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
    fn a_publisher_s_undecodable_message_has_a_job_that_no_header_chooses() {
        let other = JobId::named(&["another tenant's job"]).to_string();
        let acme = Tenant::parse("acme").unwrap();
        let plain = with(&[]).job_of_content(&acme);
        let forged = with(&[(MESSAGE_ID, &other), (JOB, &other), (TENANT, "other")]);
        assert_eq!(forged.job_of_content(&acme), plain);
        let newer = Delivery { subject: "auspex.event.question.acme".to_owned(), sequence: 8, ..with(&[]) };
        assert_eq!(newer.job_of_content(&acme), plain, "a redriven message is the same job");
        assert_ne!(with(&[]).job_of_content(&Tenant::default()), plain);
        assert_ne!(with(&[("ce-id", "1")]).job_of_content(&acme), plain);
        assert_ne!(Delivery { payload: "x".into(), ..with(&[]) }.job_of_content(&acme), plain);
    }

    #[test]
    fn a_tenant_that_is_none_is_the_default() {
        assert_eq!(with(&[(TENANT, "acme")]).tenant().as_str(), "acme");
        assert_eq!(with(&[(TENANT, "a.b")]).tenant(), Tenant::default());
    }
}
