//! Facts to outbox rows. Pure.

use domain::{JobId, Outgoing};

use crate::handler::{Handler, Said};

/// Largest fact in bytes: the streams take messages of 512 KiB, headers included. What is larger must be kept in the store
/// and named, not sent; here it is refused, since the relay would otherwise try to send it for ever.
pub const LARGEST_FACT: usize = 508 * 1024;

/// A fact that may not leave.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unsayable {
    #[error("{handler} may not say {subject}: it is not in its SAYS")]
    Forbidden { handler: &'static str, subject: String },
    #[error("the fact on {subject} is {len} bytes, at most {LARGEST_FACT} are carried; store the body and name it")]
    TooLarge { subject: String, len: usize },
}

/// Encodes what a handler says; ids derive from `job`, so that the same work says the same messages.
pub(super) fn encode<H: Handler>(said: &[Said], job: JobId, traceparent: &str) -> Result<Vec<Outgoing>, Unsayable> {
    // Not collected: of a fallible iterator nobody knows the length.
    let mut outgoing = Vec::with_capacity(said.len());
    for (ordinal, said) in said.iter().enumerate() {
        outgoing.push(one::<H>(said, job, (ordinal, traceparent))?);
    }
    Ok(outgoing)
}

fn one<H: Handler>(said: &Said, job: JobId, (ordinal, traceparent): (usize, &str)) -> Result<Outgoing, Unsayable> {
    let subject = said.fact.subject();
    if !may_say(H::SAYS, &subject) {
        return Err(Unsayable::Forbidden { handler: H::NAME, subject });
    }
    let payload = said.fact.encode();
    if payload.len() > LARGEST_FACT {
        return Err(Unsayable::TooLarge { subject, len: payload.len() });
    }
    Ok(Outgoing {
        id: said.fact.id(job, ordinal),
        subject,
        tenant: said.fact.tenant().clone(),
        payload: payload.into(),
        traceparent: traceparent.to_owned(),
        when: said.when,
    })
}

/// A subject is allowed if it stands in the list, or under a prefix of it that ends in `.`.
pub(crate) fn may_say(says: &[&str], subject: &str) -> bool {
    says.iter().any(|said| *said == subject || (said.ends_with('.') && subject.starts_with(said)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_allows_what_is_under_it_only() {
        let says = ["auspex.result.", "auspex.run.answered"];
        assert!(may_say(&says, "auspex.result.forecast.default"));
        assert!(may_say(&says, "auspex.run.answered"));
        assert!(!may_say(&says, "auspex.run.answered.twice"));
        assert!(!may_say(&says, "auspex.results"));
    }
}
