//! The starting probability of a forecast, from base rates.
//!
//! Counted cases are a beta-binomial: a prior `Beta(m·k, (1−m)·k)` with mean `m` and the weight of `k` cases, updated
//! by `s` of `n` cases, has the mean `(m·k + s) / (k + n)` (Gelman et al., "Bayesian Data Analysis", 3rd ed., 2.4).
//! Without other knowledge the prior is uniform (`m = ½`, `k = 2`), which is Laplace's rule of succession,
//! `(s + 1) / (n + 2)`.
//!
//! The rates of several classes are averaged in log-odds, each weighted by its precision `1 / (τ² + v)` in probability
//! (DerSimonian and Laird 1986, random effects): `τ²` is the variance between the question and its class, and `v` the
//! variance of a rate of `n` cases, `¼ / (n + 1)`, taken at one half for every rate. The weight therefore depends on
//! the number of cases only: a rate of 2 % weighs as much as one of 30 %. As a result, three of three counted cases
//! are not certainty, a thousand cases of a loosely fitting class do not outweigh everything else, and a stated rate
//! has less weight than a counted one.

use domain::Probability;
use domain::forecast::{BaseRate, Cases};

use crate::to_f64;

/// Standard deviation, in probability, between a question and its class: at one half it corresponds to odds within a
/// factor of e. Assumed, not fitted.
pub const CLASS_DEVIATION: f64 = 0.25;

/// Weight, in cases, of a rate that was stated without counted cases: more than none, less than five.
pub const STATED_CASES: f64 = 4.0;

/// Beta prior of a rate, with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct BetaPrior {
    /// Mean of the prior.
    pub rate: Probability,
    /// Weight in cases, above 0.
    pub cases: f64,
    /// Description of the source, for display.
    pub source: String,
}

impl BetaPrior {
    /// Uniform prior: every rate is equally likely (Laplace).
    pub fn uniform() -> Self {
        let half = Probability::clamp(0.5).expect("a half lies within 0 to 1");
        Self { rate: half, cases: 2.0, source: "uniform prior, rule of succession".to_owned() }
    }

    /// Hierarchical prior: the rate of a wider class with the weight of `cases` cases, from which the narrower class
    /// deviates in proportion to its own cases.
    pub fn from_wider_class(rate: Probability, cases: f64, source: impl Into<String>) -> Self {
        let cases = if cases.is_finite() { cases.max(0.5) } else { 2.0 };
        Self { rate, cases, source: source.into() }
    }

    /// Returns the posterior mean after these cases.
    pub fn posterior_mean(&self, cases: Cases) -> Probability {
        let (alpha, beta) = self.posterior(cases);
        Probability::clamp(alpha / (alpha + beta)).unwrap_or(self.rate)
    }

    /// Returns the posterior mean as a base rate for a forecast. `counted` holds the cases and their source.
    pub fn base_rate(&self, kind: &str, description: &str, counted: (Cases, &str)) -> BaseRate {
        let (cases, source) = counted;
        BaseRate {
            kind: kind.to_owned(),
            description: description.to_owned(),
            rate: self.posterior_mean(cases),
            cases: Some(cases),
            source: format!("{source}; {}", self.source),
        }
    }

    fn posterior(&self, Cases { successes, trials }: Cases) -> (f64, f64) {
        let successes = to_f64(successes.min(trials));
        let alpha = self.rate.get() * self.cases + successes;
        (alpha, (1.0 - self.rate.get()) * self.cases + (to_f64(trials) - successes))
    }
}

/// A rate with its number of cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateEstimate {
    /// Estimated share of YES.
    pub rate: Probability,
    /// Number of cases; [`STATED_CASES`] if none were counted.
    pub cases: f64,
}

impl RateEstimate {
    /// Converts a base rate; one without counted cases has the weight of a stated rate.
    pub fn from_base_rate(base: &BaseRate) -> Self {
        Self { rate: base.rate, cases: base.cases.map_or(STATED_CASES, |cases| to_f64(cases.trials) + 2.0) }
    }

    /// Precision in probability: the weight relative to other rates, by the number of cases only.
    pub fn precision(self) -> f64 {
        let cases = if self.cases.is_finite() { self.cases.max(0.5) } else { STATED_CASES };
        1.0 / (CLASS_DEVIATION.powi(2) + 0.25 / (cases + 1.0))
    }
}

/// Averages rates in log-odds, weighted by precision. Returns `None` for no rates.
pub fn starting_probability(rates: &[RateEstimate]) -> Option<Probability> {
    let (sum, weight) = rates.iter().fold((0.0, 0.0), |(sum, weight), rate| {
        let precision = rate.precision();
        (sum + precision * rate.rate.log_odds(), weight + precision)
    });
    if weight > 0.0 { Probability::from_log_odds(sum / weight).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    fn cases(successes: u64, trials: u64) -> Cases {
        Cases { successes, trials }
    }

    #[test]
    fn counted_cases_follow_the_rule_of_succession() {
        assert!((BetaPrior::uniform().posterior_mean(cases(3, 8)).get() - 0.4).abs() < 1e-12);
        assert!(BetaPrior::uniform().posterior_mean(cases(3, 3)).get() < 0.81, "three of three are not certainty");
    }

    #[test]
    fn a_narrow_class_is_shrunk_towards_the_wider_one() {
        let prior = BetaPrior::from_wider_class(p(0.1), 20.0, "all launches");
        assert!((prior.posterior_mean(cases(2, 2)).get() - 4.0 / 22.0).abs() < 1e-12);
        let stated = prior.base_rate("reference_class", "launches of this year", (cases(2, 2), "the register"));
        assert_eq!(stated.source, "the register; all launches");
        assert_eq!(stated.cases, Some(cases(2, 2)));
    }

    #[test]
    fn a_counted_rate_has_more_weight_than_a_stated_one_and_no_count_dominates() {
        let counted = |trials: f64| RateEstimate { rate: p(0.2), cases: trials };
        let stated = RateEstimate { rate: p(0.8), cases: STATED_CASES };
        assert!(counted(100.0).precision() > 1.5 * stated.precision());
        assert!(counted(1e6).precision() < 1.0 / CLASS_DEVIATION.powi(2) + 1e-9);
        assert!(starting_probability(&[counted(100.0), stated]).unwrap() < p(0.5));
        assert_eq!(starting_probability(&[]), None);
    }

    #[test]
    fn the_weight_depends_on_the_cases_and_not_on_the_rate() {
        let stated = |rate: f64| RateEstimate { rate: p(rate), cases: STATED_CASES };
        assert!((stated(0.02).precision() - stated(0.3).precision()).abs() < 1e-12);
        let start = starting_probability(&[stated(0.02), stated(0.3)]).unwrap();
        assert!((start.log_odds() - f64::midpoint(p(0.02).log_odds(), p(0.3).log_odds())).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn more_successes_never_lower_the_rate_and_yes_and_no_are_symmetric(s in 0u64..200, more in 0u64..100, misses in 0u64..200, m in 0.01..0.99f64, k in 0.5..50.0f64) {
            let prior = BetaPrior::from_wider_class(p(m), k, "");
            let after = prior.posterior_mean(cases(s, s + misses));
            prop_assert!(prior.posterior_mean(cases(s + more, s + more + misses)) >= after);
            let mirrored = BetaPrior::from_wider_class(p(1.0 - m), k, "").posterior_mean(cases(misses, s + misses));
            prop_assert!((after.get() + mirrored.get() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn the_starting_probability_lies_within_its_rates(rates in prop::collection::vec((0.0..=1.0f64, -1.0..1e9f64), 1..6)) {
            let rates: Vec<RateEstimate> = rates.iter().map(|(rate, cases)| RateEstimate { rate: p(*rate), cases: *cases }).collect();
            let start = starting_probability(&rates).unwrap().get();
            let (low, high) = rates.iter().fold((1.0, 0.0), |(l, h): (f64, f64), r| (l.min(r.rate.get()), h.max(r.rate.get())));
            prop_assert!(start >= low - 1e-9 && start <= high + 1e-9);
        }
    }
}
