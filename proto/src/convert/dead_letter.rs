//! `dead_letter.proto`: messages that could not be processed.

use domain::port::DeadLetter;
use prost::Message;

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

/// Returns the subject that a dead letter is published on.
pub fn subject(letter: &DeadLetter) -> String {
    format!("auspex.dead.{}", letter.consumer)
}

/// Encodes a dead letter as protobuf.
pub fn encode(letter: &DeadLetter) -> Vec<u8> {
    v1::DeadLetter::from(letter).encode_to_vec()
}

/// Decodes a dead letter from protobuf.
///
/// # Errors
/// The error names the invalid field.
pub fn decode(bytes: &[u8]) -> Result<DeadLetter, InvalidEvent> {
    crate::format::message::<v1::DeadLetter>(bytes)?.try_into()
}

impl TryFrom<v1::DeadLetter> for DeadLetter {
    type Error = InvalidEvent;

    fn try_from(wire: v1::DeadLetter) -> Result<Self, InvalidEvent> {
        let v1::DeadLetter {
            id,
            consumer,
            job_id,
            tenant,
            subject,
            headers,
            payload,
            class,
            errors,
            attempts,
            trace_id,
            at,
        } = wire;
        Ok(Self {
            id: check::job(&id, "id")?,
            consumer: check::filled_text(consumer, "consumer", check::NAME)?,
            job: check::job(&job_id, "job_id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            subject,
            headers: headers.into_iter().map(|v1::Header { name, value }| (name, value)).collect(),
            payload,
            class: check::filled_text(class, "class", check::NAME)?,
            errors,
            attempts,
            trace_id,
            at: check::time_required(at, "at")?,
        })
    }
}

impl From<&DeadLetter> for v1::DeadLetter {
    fn from(letter: &DeadLetter) -> Self {
        let DeadLetter { id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at } =
            letter;
        let header = |(name, value): &(String, String)| v1::Header { name: name.clone(), value: value.clone() };
        Self {
            id: id.to_string(),
            consumer: consumer.clone(),
            job_id: job.to_string(),
            tenant: tenant.to_string(),
            subject: subject.clone(),
            headers: headers.iter().map(header).collect(),
            payload: payload.clone(),
            class: class.clone(),
            errors: errors.clone(),
            attempts: *attempts,
            trace_id: trace_id.clone(),
            at: Some(check::stamp(*at)),
        }
    }
}
