//! The share of earlier events that cost money, if only the classifier decides whether an event does. Pure.

use domain::MicroUsd;
use serde::Serialize;

use super::EventShareItem;
use super::estimate::MIN_SAMPLES;

/// Decisions about earlier events of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ResearchShare {
    /// Number of earlier events.
    pub earlier: u64,
    /// Number of those that were researched or forecast.
    pub researched: u64,
    /// Number of those that the classifier's model judged.
    pub judged: u64,
    /// Amount charged for these judgements.
    pub judging_micro_usd: MicroUsd,
}

impl ResearchShare {
    /// Returns the share of a kind; `None` if there are too few earlier events.
    pub(super) fn of_kind(kind: &str, history: &[EventShareItem]) -> Option<Self> {
        let known = history.iter().find(|share| share.kind == kind)?;
        let &EventShareItem { events, researched, judged, judging_micro_usd, .. } = known;
        let share = Self { earlier: events, researched, judged, judging_micro_usd };
        (events >= MIN_SAMPLES as u64).then_some(share)
    }

    /// Returns the expected cost of `events` if each researched one costs `each`: `None` if that is unknown and some
    /// are researched.
    pub(super) fn cost(&self, events: u64, each: Option<MicroUsd>) -> Option<MicroUsd> {
        let part = |sum: u128| sum.saturating_mul(u128::from(events)) / u128::from(self.earlier.max(1));
        let micro = |sum: u128| MicroUsd(u64::try_from(part(sum)).unwrap_or(u64::MAX)).min(MicroUsd::MAX);
        let researched = match (self.researched, each) {
            (0, _) => MicroUsd::ZERO,
            (count, each) => micro(u128::from(count).saturating_mul(u128::from(each?.0))),
        };
        Some(researched + micro(u128::from(self.judging_micro_usd.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENT: MicroUsd = MicroUsd(10_000);

    fn share(earlier: u64, researched: u64, judging: u64) -> ResearchShare {
        ResearchShare { earlier, researched, judged: 0, judging_micro_usd: MicroUsd(judging) }
    }

    #[test]
    fn only_the_researched_share_of_the_events_has_the_cost_of_research() {
        assert_eq!(share(400, 10, 0).cost(100, Some(CENT)), Some(MicroUsd(25_000)));
        assert_eq!(share(400, 10, 800).cost(100, Some(CENT)), Some(MicroUsd(25_200)), "every judgement costs");
        assert_eq!(share(400, 0, 800).cost(100, None), Some(MicroUsd(200)), "nothing was researched");
        assert_eq!(share(400, 1, 800).cost(100, None), None, "the cost of research is unknown");
        let huge = share(5, 5, 0).cost(u64::MAX, Some(MicroUsd::MAX));
        assert_eq!(huge, Some(MicroUsd::MAX), "an amount that does not fit is the largest one");
    }

    #[test]
    fn few_earlier_events_are_no_share() {
        let of = |events| {
            let kind = "transaction".to_owned();
            EventShareItem { kind, events, researched: 1, judged: 2, judging_micro_usd: CENT }
        };
        let known = Some(ResearchShare { earlier: 5, researched: 1, judged: 2, judging_micro_usd: CENT });
        assert_eq!(ResearchShare::of_kind("transaction", &[of(5)]), known);
        assert_eq!(ResearchShare::of_kind("transaction", &[of(4)]), None);
        assert_eq!(ResearchShare::of_kind("question", &[of(5)]), None);
    }
}
