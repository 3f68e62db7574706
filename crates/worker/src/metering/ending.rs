//! Endings of calls: what the ledger records, and what they add to the metrics. Pure.

use domain::MicroUsd;
use domain::port::CallEnd;
use llm::{Charge, LlmError, Usage};

use super::memo::tokens;

/// Returns the ending of a call without a reply. `cost` prices a usage.
pub(super) fn without_reply(error: &LlmError, cost: impl Fn(&Usage) -> MicroUsd) -> CallEnd {
    match error.charge() {
        Charge::Nothing => CallEnd::Refused,
        Charge::Unknown => CallEnd::Unknown,
        Charge::AtMost(usage) => CallEnd::AtMost { most: cost(&usage) },
        Charge::Used(usage) => CallEnd::Wasted { actual: cost(&usage), tokens: tokens(&usage) },
    }
}

/// Returns the amount that the ledger charges for a call that has reserved `max`.
pub(super) fn charged(end: &CallEnd, max: MicroUsd) -> MicroUsd {
    match end {
        CallEnd::Settled { actual, .. } | CallEnd::Wasted { actual, .. } => *actual,
        CallEnd::Refused => MicroUsd::ZERO,
        CallEnd::Unknown => max,
        CallEnd::AtMost { most } => (*most).min(max),
    }
}

/// Returns the outcome of a call as a label of `auspex_model_calls_total`.
pub(super) fn outcome(end: &CallEnd) -> &'static str {
    match end {
        CallEnd::Settled { .. } => "settled",
        CallEnd::Wasted { .. } => "wasted",
        CallEnd::Refused => "refused",
        CallEnd::Unknown | CallEnd::AtMost { .. } => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_a_cut_reply_is_recorded_as_one_and_charged_up_to_the_reservation() {
        let at_most = Usage { input: 7, output: 100, ..Usage::default() };
        let cut = LlmError::Cut { reason: "silence".to_owned(), at_most };
        let end = without_reply(&cut, |usage| MicroUsd(usage.prompt() + usage.output));
        assert_eq!(end, CallEnd::AtMost { most: MicroUsd(107) });
        assert_eq!((charged(&end, MicroUsd(200)), charged(&end, MicroUsd(50))), (MicroUsd(107), MicroUsd(50)));
        assert_eq!(outcome(&end), "unknown");
    }

    #[test]
    fn an_unknown_outcome_is_charged_at_the_reservation_and_a_refusal_with_nothing() {
        let free = |_: &Usage| MicroUsd::ZERO;
        let lost = without_reply(&LlmError::Lost { reason: "reset".to_owned() }, free);
        assert_eq!(charged(&lost, MicroUsd(50)), MicroUsd(50));
        let refused = without_reply(&LlmError::Overloaded { after: None }, free);
        assert_eq!(charged(&refused, MicroUsd(50)), MicroUsd::ZERO);
    }
}
