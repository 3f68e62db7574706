//! Replays the rules on recorded rows. Pure.

use domain::MicroUsd;
use forecasting::calibration::{Interval, paired};
use serde::Serialize;

/// A decision about another round, which was bought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Decision {
    /// Estimate at that time.
    pub(super) estimate: f64,
    /// Expected gain and cost of the round, in micro-dollars.
    pub(super) gain: u64,
    pub(super) cost: u64,
}

/// A question with its decisions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recorded {
    pub(super) decisions: Vec<Decision>,
    /// Estimate after the last round.
    pub(super) last: f64,
    pub(super) outcome: f64,
}

/// Result of a rule on all rows.
#[derive(Debug, Clone, PartialEq)]
struct Replayed {
    /// Expected cost of the bought rounds, in micro-dollars.
    spend: f64,
    /// Brier score of each row.
    scores: Vec<f64>,
}

/// Both rules at the spend of a depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct AtSpend {
    /// Rounds after the first one that the fixed depth buys; `None` at the spend of the fleet's rule.
    pub(super) depth: Option<usize>,
    /// Expected cost of the bought rounds.
    pub(super) spend_micro_usd: MicroUsd,
    /// Mean Brier score of the fixed depth.
    pub(super) fixed: f64,
    /// Mean Brier score of the rule by value.
    pub(super) by_value: f64,
    /// Mean of by value − fixed, below 0 if the value decides better, and its 95 % interval.
    pub(super) difference: f64,
    pub(super) interval: Interval,
}

/// The comparison at the spend of every depth between none and all rounds, and at that of the fleet's rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Comparison {
    /// Number of questions.
    pub(super) questions: usize,
    /// Mean Brier score without a further round, and with all of them.
    pub(super) none: f64,
    pub(super) all: f64,
    pub(super) rows: Vec<AtSpend>,
}

impl Replayed {
    #[expect(clippy::cast_precision_loss, reason = "a number of questions")]
    fn brier(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }
}

impl Comparison {
    /// Replays the rules; there is at least one row.
    pub(super) fn new(recorded: &[Recorded], seed: u64) -> Self {
        let deepest = recorded.iter().map(|row| row.decisions.len()).max().unwrap_or(0);
        let fixed: Vec<Replayed> = (0..=deepest).map(|depth| to_depth(recorded, depth)).collect();
        let by_value = thresholds(recorded);
        let rule = above(recorded, 1.0);
        let at = |depth: Option<usize>, fixed: &Replayed, by_value: &Replayed| {
            let (difference, interval) = paired(&by_value.scores, &fixed.scores, seed)?;
            let spend_micro_usd = MicroUsd(micro(fixed.spend));
            let [fixed, by_value] = [fixed, by_value].map(Replayed::brier);
            Some(AtSpend { depth, spend_micro_usd, fixed, by_value, difference, interval })
        };
        let inner = (1..deepest).filter_map(|depth| {
            let fixed = &fixed[depth];
            at(Some(depth), fixed, &at_spend(&by_value, fixed.spend))
        });
        let fleet = at(None, &at_spend(&fixed, rule.spend), &rule);
        let ends = [&fixed[0], &fixed[deepest]].map(Replayed::brier);
        Self { questions: recorded.len(), none: ends[0], all: ends[1], rows: inner.chain(fleet).collect() }
    }

    /// Formats the comparison for a person.
    pub(super) fn lines(&self) -> Vec<String> {
        let Self { questions, none, all, rows } = self;
        let mut lines = vec![
            format!("{questions} questions. Brier score without a further round {none:.4}, with all rounds {all:.4}."),
            format!(
                "{:<26} {:>12} {:>8} {:>9} {:>11}  95 % interval",
                "at the spend of", "spend", "fixed", "by value", "difference"
            ),
        ];
        lines.extend(rows.iter().map(|row| {
            let of =
                row.depth.map_or_else(|| "the rule: gain > cost".to_owned(), |depth| format!("{depth} further rounds"));
            format!(
                "{of:<26} {:>12} {:>8.4} {:>9.4} {:>+11.4}  {:+.4} to {:+.4}",
                row.spend_micro_usd.to_string(),
                row.fixed,
                row.by_value,
                row.difference,
                row.interval.low,
                row.interval.high
            )
        }));
        lines
    }
}

impl Recorded {
    /// Returns the expected cost and the Brier score if `rounds` are bought.
    fn after(&self, rounds: usize) -> (f64, f64) {
        let spend: u64 = self.decisions.iter().take(rounds).map(|decision| decision.cost).sum();
        let estimate = self.decisions.get(rounds).map_or(self.last, |decision| decision.estimate);
        (amount(spend), (estimate - self.outcome).powi(2))
    }
}

fn replay(recorded: &[Recorded], rounds: impl Fn(&Recorded) -> usize) -> Replayed {
    let (spends, scores): (Vec<f64>, Vec<f64>) = recorded.iter().map(|row| row.after(rounds(row))).unzip();
    Replayed { spend: spends.iter().sum(), scores }
}

fn to_depth(recorded: &[Recorded], depth: usize) -> Replayed {
    replay(recorded, |row| depth.min(row.decisions.len()))
}

/// Buys rounds while the gain exceeds `threshold` times the cost.
fn above(recorded: &[Recorded], threshold: f64) -> Replayed {
    let is_bought = |decision: &&Decision| amount(decision.gain) > threshold * amount(decision.cost);
    replay(recorded, |row| row.decisions.iter().take_while(is_bought).count())
}

/// Returns the rule by value for every threshold that changes it, from nothing bought to everything.
fn thresholds(recorded: &[Recorded]) -> Vec<Replayed> {
    let ratio = |decision: &Decision| amount(decision.gain) / amount(decision.cost.max(1));
    let mut ratios: Vec<f64> = recorded.iter().flat_map(|row| &row.decisions).map(ratio).collect();
    ratios.sort_by(|a, b| b.total_cmp(a));
    ratios.dedup();
    ratios.into_iter().chain([-1.0]).map(|threshold| above(recorded, threshold)).collect()
}

/// Mixes the two neighbouring rules so that their spend is `spend`: each question follows the dearer one with the same
/// probability, and the scores are expectations. `rules` are in ascending order of spend.
fn at_spend(rules: &[Replayed], spend: f64) -> Replayed {
    let above = rules.iter().position(|rule| rule.spend >= spend).unwrap_or(rules.len() - 1);
    let (low, high) = (&rules[above.saturating_sub(1)], &rules[above]);
    let gap = high.spend - low.spend;
    let share = if gap > 0.0 { ((spend - low.spend) / gap).clamp(0.0, 1.0) } else { 1.0 };
    let mixed = |(low, high): (&f64, &f64)| low + share * (high - low);
    let scores = low.scores.iter().zip(&high.scores).map(mixed).collect();
    Replayed { spend: mixed((&low.spend, &high.spend)), scores }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53 micro-dollars")]
fn amount(micro: u64) -> f64 {
    micro as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sum of amounts")]
fn micro(amount: f64) -> u64 {
    amount.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Questions of which every fourth profits from research: the estimate moves from 0.5 to the outcome. `gain` is
    /// what the decision expected of it.
    fn questions(gain: impl Fn(bool, usize) -> u64) -> Vec<Recorded> {
        let question = |n: usize| {
            let profits = n.is_multiple_of(4);
            let outcome = if n.is_multiple_of(8) { 1.0 } else { 0.0 };
            // Half of the improvement of the Brier score: 0.25, then 0.13, then 0.01.
            let moved = if profits { 0.5 + 2.0 * (0.5 - 0.13_f64.sqrt()) * (outcome - 0.5) } else { 0.5 };
            let last = if profits { 0.5 + 0.8 * (outcome - 0.5) } else { 0.5 };
            let decision = |estimate| Decision { estimate, gain: gain(profits, n), cost: 100 };
            Recorded { decisions: vec![decision(0.5), decision(moved)], last, outcome }
        };
        (0..200).map(question).collect()
    }

    #[test]
    fn a_value_that_knows_which_question_profits_beats_the_same_depth_for_all() {
        let comparison = Comparison::new(&questions(|profits, _| if profits { 500 } else { 10 }), 7);
        let [depth, rule] = &comparison.rows[..] else { panic!("{comparison:?}") };
        assert_eq!((depth.depth, depth.spend_micro_usd), (Some(1), MicroUsd(20_000)));
        assert!(depth.difference < -0.01 && depth.interval.high < 0.0, "{depth:?}");
        assert_eq!((rule.depth, rule.spend_micro_usd), (None, MicroUsd(10_000)));
        assert!(rule.interval.high < 0.0 && (rule.by_value - comparison.all).abs() < 1e-9, "{rule:?}");
        assert!(comparison.all < comparison.none && comparison.lines().len() == 4);
    }

    #[test]
    fn a_value_that_says_nothing_gains_nothing() {
        let comparison = Comparison::new(&questions(|_, n| [90, 500, 30, 210, 150][n % 5]), 7);
        for row in &comparison.rows {
            assert!(row.interval.low < 0.005 && row.interval.high > -0.005, "{row:?}");
        }
        let equal = Comparison::new(&questions(|_, _| 200), 7);
        assert!(equal.rows[0].difference.abs() < 0.01, "one threshold for all buys a share of everything: {equal:?}");
    }

    #[test]
    fn mixed_rules_spend_exactly_the_given_amount() {
        let recorded = questions(|profits, n| if profits { 500 } else { 10 + n as u64 });
        let rules = thresholds(&recorded);
        assert!(rules.windows(2).all(|pair| pair[0].spend <= pair[1].spend));
        for spend in [0.0, 1.0, 12_345.0, 39_999.0, 40_000.0] {
            assert!((at_spend(&rules, spend).spend - spend).abs() < 1e-6, "{spend}");
        }
    }
}
