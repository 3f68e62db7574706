//! Endings of calls without a reply. Pure.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_a_cut_reply_is_recorded_as_one_and_charged_up_to_the_reservation() {
        let at_most = Usage { input: 7, output: 100, ..Usage::default() };
        let cut = LlmError::Cut { reason: "silence".to_owned(), at_most };
        let end = without_reply(&cut, |usage| MicroUsd(usage.prompt() + usage.output));
        assert_eq!(end, CallEnd::AtMost { most: MicroUsd(107) });
        assert_eq!((end.charged(MicroUsd(200)), end.charged(MicroUsd(50))), (MicroUsd(107), MicroUsd(50)));
        assert_eq!(end.outcome(), "unknown");
    }

    #[test]
    fn an_unknown_outcome_is_charged_at_the_reservation_and_a_refusal_with_nothing() {
        let free = |_: &Usage| MicroUsd::ZERO;
        let lost = without_reply(&LlmError::Lost { reason: "reset".to_owned() }, free);
        assert_eq!(lost.charged(MicroUsd(50)), MicroUsd(50));
        let refused = without_reply(&LlmError::Overloaded { after: None }, free);
        assert_eq!(refused.charged(MicroUsd(50)), MicroUsd::ZERO);
    }
}
