//! Perspectives of independent estimates: each estimate looks at the question in another way and reads the findings in
//! another order. Estimates differ by their prompts, because many models refuse a temperature. Pure.

use domain::{JobId, RunId};

use crate::digest::Item;

/// The way in which an estimate approaches the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perspective {
    /// Starts from how often such things happen.
    BaseRate,
    /// Starts from the findings.
    Evidence,
    /// Considers each outcome and what would have to be true for it.
    Outcomes,
}

impl Perspective {
    /// All perspectives in the order of the estimates.
    pub const ALL: [Self; 3] = [Self::BaseRate, Self::Evidence, Self::Outcomes];

    /// Returns the perspective of the `n`-th estimate, counted from 1. Further estimates begin again.
    pub fn nth(n: usize) -> Self {
        Self::ALL[n.saturating_sub(1) % Self::ALL.len()]
    }

    /// Returns the name in prompts, logs and explanations.
    pub fn name(self) -> &'static str {
        match self {
            Self::BaseRate => "base rate first",
            Self::Evidence => "evidence first",
            Self::Outcomes => "what would have to be true",
        }
    }

    /// Returns the name of the prompt that describes it.
    pub fn prompt(self) -> &'static str {
        match self {
            Self::BaseRate => "perspectives/base_rate.md",
            Self::Evidence => "perspectives/evidence.md",
            Self::Outcomes => "perspectives/outcomes.md",
        }
    }
}

/// Returns the findings in the order of the `n`-th estimate of a run: the first reads the most important finding first,
/// the second reads it last, and every further one reads them in a permutation that depends on nothing but the run and
/// `n`.
pub fn ordered(findings: &[Item], run: RunId, n: usize) -> Vec<&Item> {
    let mut ordered: Vec<&Item> = findings.iter().collect();
    match n {
        0 | 1 => {}
        2 => ordered.reverse(),
        _ => ordered.sort_by_cached_key(|item| {
            JobId::named(&["order of evidence", &run.to_string(), &n.to_string(), &item.reference])
        }),
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::sample::{found, run, state};

    #[test]
    fn three_estimates_have_three_perspectives_and_further_ones_repeat_them() {
        let names: Vec<_> = (1..=5).map(|n| Perspective::nth(n).name()).collect();
        assert_eq!(names[..3], ["base rate first", "evidence first", "what would have to be true"]);
        assert_eq!(names[3..], names[..2]);
    }

    #[test]
    fn the_order_differs_by_estimate_and_run_and_is_repeatable() {
        let digest = Digest::from_state(&state(&[("i1q1", Some(found(12)))]));
        let references = |run, n| -> Vec<String> {
            ordered(&digest.findings, run, n).iter().map(|item| item.reference.clone()).collect()
        };
        let orders: Vec<_> = (1..=6).map(|n| references(run().id, n)).collect();
        assert_eq!(orders[0][0], "i1q1/f1");
        assert_eq!(orders[1][0], "i1q1/f12");
        for (at, order) in orders.iter().enumerate() {
            assert_eq!(*order, references(run().id, at + 1), "repeatable");
            assert!(orders[at + 1..].iter().all(|other| other != order), "estimates {} and later", at + 1);
            let mut sorted = order.clone();
            sorted.sort();
            let mut all = orders[0].clone();
            all.sort();
            assert_eq!(sorted, all, "every finding is read once");
        }
        let other = RunId::for_event(JobId::named(&["another"]));
        assert_ne!(references(other, 3), orders[2], "another run has another order");
    }
}
