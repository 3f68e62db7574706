//! Value of information: the expected gain of another round of research in dollars, compared with its expected cost.
//! The formulas are in `forecasting::worth` and `forecasting::question_cost`.

use domain::forecast::Valuation;
use domain::run::RunState;
use domain::{MicroUsd, Probability};
use forecasting::question_cost::{self, Spending};
use forecasting::worth;

use crate::analyze::RoundLimits;

/// The possible result of a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect<'a> {
    /// The present estimate.
    pub estimate: Probability,
    /// Standard deviation of the estimate after complete research, in probability.
    pub uncertainty: f64,
    /// The share of the uncertainty's variance that each question would resolve; one entry per question.
    pub resolves: &'a [f64],
}

/// Values a round. Another round is bought only if the gain exceeds the cost and reaches the configured minimum.
pub fn value(state: &RunState, prospect: Prospect<'_>, limits: &RoundLimits, fleet: Spending) -> Valuation {
    let Prospect { estimate, uncertainty, resolves } = prospect;
    let uncertainty = if uncertainty.is_finite() { uncertainty.clamp(0.0, 0.5) } else { 0.0 };
    let measure = limits.measure(state.run.asked.market_price());
    let movable = worth::movable(uncertainty, resolves);
    let gain = worth::gain(measure, estimate.get(), movable);
    let cost = cost(state, resolves.len(), limits, fleet);
    let goes_on = gain > cost && gain >= limits.min_value;
    let questions = u32::try_from(resolves.len()).unwrap_or(u32::MAX);
    let verb = if goes_on { "gains" } else { "would gain" };
    let mut reason = format!("another round {verb} about {gain} and costs about {cost}");
    if gain > cost && !goes_on {
        reason.push_str(&format!("; the smallest gain worth a round is {}", limits.min_value));
    }
    Valuation {
        round: state.iteration,
        measure,
        estimate,
        uncertainty,
        movable,
        questions,
        gain,
        cost,
        goes_on,
        reason,
    }
}

/// Returns the expected cost of `questions` more questions, from the run's own costs, the fleet's, and the configured
/// guess.
pub fn cost(state: &RunState, questions: usize, limits: &RoundLimits, fleet: Spending) -> MicroUsd {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let run = match count(state.answers.len()) {
        0 => Spending::default(),
        questions => Spending { amount: state.spent, questions },
    };
    question_cost::expected_cost(count(questions), run, fleet, limits.question_guess())
}

/// Logs a valuation with its inputs.
pub fn log(state: &RunState, valued: &Valuation) {
    tracing::info!(
        run = %state.run.id, round = valued.round, estimate = valued.estimate.get(), uncertainty = valued.uncertainty,
        movable = valued.movable, questions = valued.questions, measure = ?valued.measure, gain_micro_usd = valued.gain.0,
        cost_micro_usd = valued.cost.0, goes_on = valued.goes_on, reason = valued.reason, "value of information"
    );
}

#[cfg(test)]
mod tests {
    use domain::forecast::Measure;

    use super::*;
    use crate::config::ForecasterConfig;
    use crate::sample::{found, state};

    fn half() -> Probability {
        Probability::clamp(0.5).unwrap()
    }

    #[test]
    fn a_market_is_traded_and_a_question_is_scored() {
        let (mut asked, limits) = (state(&[("i1q1", Some(found(1)))]), ForecasterConfig::defaults().limits);
        let prospect = Prospect { estimate: half(), uncertainty: 0.2, resolves: &[1.0] };
        let traded = value(&asked, prospect, &limits, Spending::default());
        assert!(matches!(traded.measure, Measure::Trade { stake, .. } if stake == MicroUsd::dollars(100)));
        asked.run.asked.market = None;
        let scored = value(&asked, prospect, &limits, Spending::default());
        assert_eq!(scored.gain, MicroUsd::dollars(2), "0.2² of a point at 50 dollars");
        assert!(scored.goes_on && scored.gain > scored.cost);
    }

    #[test]
    fn a_gain_under_the_configured_minimum_buys_no_round() {
        let (mut asked, limits) = (state(&[("i1q1", Some(found(1)))]), ForecasterConfig::defaults().limits);
        asked.run.asked.market = None;
        let prospect = Prospect { estimate: half(), uncertainty: 0.2, resolves: &[1.0] };
        let valued = |min_value| value(&asked, prospect, &RoundLimits { min_value, ..limits }, Spending::default());
        let (bought, refused) = (valued(MicroUsd::dollars(2)), valued(MicroUsd(2_000_001)));
        assert!(bought.goes_on && !bought.reason.contains("smallest"), "{}", bought.reason);
        assert!(!refused.goes_on && refused.reason.contains("smallest gain"), "{}", refused.reason);
        assert_eq!((bought.gain, bought.cost), (refused.gain, refused.cost));
    }

    #[test]
    fn earlier_questions_predict_the_cost_of_later_ones() {
        let (mut asked, limits) =
            (state(&["i1q1", "i1q2", "i1q3"].map(|id| (id, Some(found(1))))), ForecasterConfig::defaults().limits);
        let guess = limits.question_guess();
        asked.spent = MicroUsd(3 * guess.0);
        assert_eq!(cost(&asked, 4, &limits, Spending::default()), MicroUsd(4 * guess.0));
        let dear = Spending { amount: MicroUsd::dollars(1_000), questions: 100 };
        assert!(cost(&asked, 4, &limits, dear) > MicroUsd::dollars(15));
        let prospect = Prospect { estimate: half(), uncertainty: 0.2, resolves: &[1.0; 4] };
        assert!(!value(&asked, prospect, &limits, dear).goes_on);
    }

    #[test]
    fn a_round_without_questions_is_worth_nothing() {
        let none = Prospect { estimate: half(), uncertainty: f64::NAN, resolves: &[] };
        let valued = value(&state(&[]), none, &ForecasterConfig::defaults().limits, Spending::default());
        assert_eq!((valued.gain, valued.cost, valued.goes_on), (MicroUsd::ZERO, MicroUsd::ZERO, false));
    }
}
