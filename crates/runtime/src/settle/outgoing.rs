//! Conversion of facts to outbox rows. Pure.

use domain::{JobId, Outgoing};

use crate::handler::{Emission, Handler};

/// Maximum size of a fact in bytes: the streams accept messages of 512 KiB, headers included. A larger body belongs in
/// the store, and its name in the fact; it is refused here, since the relay would otherwise try to publish it for ever.
pub const MAX_FACT_BYTES: usize = 508 * 1024;

/// A fact that cannot be published.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unpublishable {
    #[error("{handler} may not emit {subject}: its EMITS does not list it")]
    Forbidden { handler: &'static str, subject: String },
    #[error(
        "the fact on {subject} has {len} bytes; the limit is {MAX_FACT_BYTES} bytes; store the body and emit its name"
    )]
    TooLarge { subject: String, len: usize },
}

/// Encodes the facts of a handler; ids derive from `job`, so that the same work emits the same messages.
pub(super) fn encode<H: Handler>(
    facts: &[Emission],
    job: JobId,
    traceparent: &str,
) -> Result<Vec<Outgoing>, Unpublishable> {
    // Not collected: the length of a fallible iterator is unknown.
    let mut outgoing = Vec::with_capacity(facts.len());
    for (ordinal, emission) in facts.iter().enumerate() {
        let row = encode_one::<H>(emission, emission.fact.id(job, ordinal))?;
        outgoing.push(Outgoing { traceparent: traceparent.to_owned(), ..row });
    }
    Ok(outgoing)
}

fn encode_one<H: Handler>(emission: &Emission, id: JobId) -> Result<Outgoing, Unpublishable> {
    let message = Outgoing { when: emission.when, ..emission.fact.message(id) };
    if !may_emit(H::EMITS, &message.subject) {
        return Err(Unpublishable::Forbidden { handler: H::NAME, subject: message.subject });
    }
    match message.payload.len() {
        len if len > MAX_FACT_BYTES => Err(Unpublishable::TooLarge { subject: message.subject, len }),
        _ => Ok(message),
    }
}

/// Returns true if the list contains the subject, or a prefix of it that ends in `.`.
pub(crate) fn may_emit(emits: &[&str], subject: &str) -> bool {
    emits.iter().any(|listed| *listed == subject || (listed.ends_with('.') && subject.starts_with(listed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_allows_what_is_under_it_only() {
        let emits = ["auspex.result.", "auspex.run.answered"];
        assert!(may_emit(&emits, "auspex.result.forecast.default"));
        assert!(may_emit(&emits, "auspex.run.answered"));
        assert!(!may_emit(&emits, "auspex.run.answered.twice"));
        assert!(!may_emit(&emits, "auspex.results"));
    }
}
