//! An estimate: the probability that a model states, beside the one that code computes from the base rates and factors
//! of the same reply.
//!
//! The own view of an estimate is the mean of both in log-odds. A model that states its conclusion weighs what no rule
//! knows; rules do not over-update and count no fact twice. The average of a judgement and of a rule that was built on
//! the same judge has done better than either (Blattberg and Hoch 1990, "Database models and managerial intuition: 50 %
//! model + 50 % manager").
//!
//! A fact that settles the question is not weighed: the view is at least [`SETTLED`], or at most its complement. It
//! must be a supported finding of an official source, and the stated probability must have the same direction, because
//! a model that calls a fact decisive and concludes the opposite contradicts itself.

use domain::Probability;

use crate::factor::{Direction, settled, support};
use crate::{Line, Opinion};

/// Weight of the stated probability in the own view unless another one is configured; the computed one has the rest.
/// `auspex backtest --fit` fits it.
pub const STATED_WEIGHT: f64 = 0.5;

/// Minimum probability of an outcome that an official fact settles.
pub const SETTLED: f64 = 0.97;

/// One estimate of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Base rates and factors as the model states them.
    pub line: Line,
    /// Probability that the model states.
    pub stated: Probability,
    /// Confidence of the model, 0 to 1.
    pub confidence: f64,
    /// Weight of the stated probability in the own view, 0 to 1.
    pub stated_weight: f64,
}

impl Estimate {
    /// Returns the probability that follows from the base rates and factors.
    pub fn computed(&self) -> Probability {
        self.with_settled(self.line.probability())
    }

    /// Returns the own view: stated and computed probability pooled.
    pub fn view(&self) -> Probability {
        self.with_settled(blend(self.stated, self.computed(), self.stated_weight))
    }

    /// Returns the direction in which an official fact settles the question, if the stated probability agrees with it.
    pub fn settled(&self) -> Option<Direction> {
        let direction = settled(&self.line.factors)?;
        let agrees = match direction {
            Direction::Up => self.stated.get() > 0.5,
            Direction::Down => self.stated.get() < 0.5,
        };
        agrees.then_some(direction)
    }

    /// Returns the own view as an input of the pool.
    pub fn opinion(&self) -> Opinion {
        self.opinion_of(self.view())
    }

    /// Returns another probability of the estimate as an input of the pool, with the weight of the estimate.
    pub fn opinion_of(&self, probability: Probability) -> Opinion {
        Opinion { probability, confidence: self.confidence, support: support(&self.line.factors) }
    }

    fn with_settled(&self, probability: Probability) -> Probability {
        self.settled().map_or(probability, |direction| settle(probability, direction))
    }
}

/// Returns a probability that an official fact settles in this direction.
pub fn settle(probability: Probability, direction: Direction) -> Probability {
    let settled = match direction {
        Direction::Up => probability.get().max(SETTLED),
        Direction::Down => probability.get().min(1.0 - SETTLED),
    };
    Probability::clamp(settled).unwrap_or(probability)
}

/// Pools a stated and a computed probability; the stated one has this weight of 0 to 1.
pub fn blend(stated: Probability, computed: Probability, weight: f64) -> Probability {
    let weight = if weight.is_finite() { weight.clamp(0.0, 1.0) } else { STATED_WEIGHT };
    let odds = weight * stated.log_odds() + (1.0 - weight) * computed.log_odds();
    Probability::from_log_odds(odds).unwrap_or(stated)
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::factor::tests::{any_factor, factor};
    use crate::{Factor, Strength};

    pub(crate) fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    pub(crate) fn estimate(stated: f64, prior: f64, factors: Vec<Factor>) -> Estimate {
        Estimate {
            line: Line { prior: p(prior), factors },
            stated: p(stated),
            confidence: 0.6,
            stated_weight: STATED_WEIGHT,
        }
    }

    #[test]
    fn the_view_is_half_way_between_stated_and_computed() {
        let made = estimate(0.9, 0.5, vec![]);
        assert!((made.view().log_odds() - p(0.9).log_odds() / 2.0).abs() < 1e-9);
        assert_eq!(made.computed(), p(0.5));
    }

    #[test]
    fn a_configured_weight_moves_the_view() {
        let made = |stated_weight| Estimate { stated_weight, ..estimate(0.9, 0.5, vec![]) }.view();
        assert!((made(1.0).get() - 0.9).abs() < 1e-9 && (made(0.0).get() - 0.5).abs() < 1e-9);
        assert_eq!(made(f64::NAN), made(STATED_WEIGHT));
    }

    #[test]
    fn an_official_fact_settles_the_question_unless_the_model_contradicts_itself() {
        let decisive = |direction| Factor { settles: true, ..factor(direction, Strength::Strong, "a") };
        let yes = estimate(0.9, 0.1, vec![decisive(Direction::Up)]);
        assert!(yes.view().get() >= SETTLED && yes.computed().get() >= SETTLED);
        let no = estimate(0.1, 0.9, vec![decisive(Direction::Down)]);
        assert!(no.view().get() <= 1.0 - SETTLED + 1e-12);
        let contradicts = estimate(0.3, 0.1, vec![decisive(Direction::Up)]);
        assert!(contradicts.settled().is_none() && contradicts.view().get() < 0.5);
    }

    proptest! {
        #[test]
        fn the_view_lies_between_its_inputs(stated in 0.0..=1.0f64, prior in 0.0..=1.0f64, factors in prop::collection::vec(any_factor(), 0..5)) {
            let made = estimate(stated, prior, factors);
            let (a, b) = (made.stated.get(), made.computed().get());
            let view = made.view().get();
            prop_assert!(view >= a.min(b) - 1e-9 && view <= a.max(b) + 1e-9);
        }
    }
}
