//! The models' answers: providers that refuse every call, and answers that were made without the model.

use store::results::DegradedAnswers;

use super::finding::Finding;
use crate::Context;
use crate::blocks::{self, BlockLine};

/// Share of degraded answers, in percent, from which they are notable.
const NOTABLE_PERCENT: u64 = 5;

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let blocked = blocks::read(context).await;
    let mut findings: Vec<Finding> = blocked.into_iter().map(blocked_model).collect();
    // An unavailable server is reported by the check of that server.
    if let Ok(store) = context.store().await
        && let Ok(answers) = store.results().degraded(None).await
    {
        findings.push(degraded(&answers));
    }
    findings
}

/// A refusal is broken while its cool-down runs. After it, the next call decides; a model that is not called any more
/// stays noted.
fn blocked_model(block: BlockLine) -> Finding {
    if block.is_current {
        return Finding::broken(block.service, block.problem, block.mend);
    }
    Finding::notable(block.service, format!("{}; it has not been called since", block.problem), block.mend)
}

fn degraded(found: &DegradedAnswers) -> Finding {
    let DegradedAnswers { answers, degraded, reasons } = found;
    if *answers == 0 {
        return Finding::fine("answers", "none yet");
    }
    if *degraded == 0 {
        return Finding::fine("answers", format!("none of the last {answers} is degraded"));
    }
    let reasons: Vec<String> = reasons.iter().map(|(reason, answers)| format!("{answers} {reason}")).collect();
    let detail = format!("{degraded} of the last {answers} are degraded: {}", reasons.join(", "));
    if degraded * 100 < answers * NOTABLE_PERCENT {
        return Finding::fine("answers", detail);
    }
    let mend =
        "the workers' logs and auspex_degraded_answers_total say why; `auspex show` prints the flags of a result";
    Finding::notable("answers", detail, mend)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_refusal_is_broken_only_while_its_cool_down_runs() {
        let found = |is_current| {
            let [service, problem, mend] = ["filter", "provider p refuses the key", "set it"].map(str::to_owned);
            blocked_model(BlockLine { service, problem, mend, is_current })
        };
        assert_eq!((found(true).state, found(false).state), (State::Broken, State::Notable));
    }

    #[test]
    fn degraded_answers_are_counted_by_reason_and_many_are_notable() {
        let of = |answers, degraded, reasons: &[(&str, u64)]| {
            let reasons = reasons.iter().map(|(reason, count)| ((*reason).to_owned(), *count)).collect();
            super::degraded(&DegradedAnswers { answers, degraded, reasons })
        };
        assert_eq!(of(0, 0, &[]).state, State::Fine);
        let few = of(100, 4, &[("rules_only", 4)]);
        assert_eq!((few.state, few.detail.as_str()), (State::Fine, "4 of the last 100 are degraded: 4 rules_only"));
        let many = of(10, 3, &[("rules_only", 2), ("unfiltered", 2)]);
        assert_eq!(many.state, State::Notable);
        assert!(many.detail.ends_with("2 rules_only, 2 unfiltered"), "{many}");
    }
}
