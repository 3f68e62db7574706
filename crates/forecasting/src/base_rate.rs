//! Where to start: how often such things happen.
//!
//! Counted cases are a beta-binomial: a prior `Beta(m·k, (1−m)·k)` with mean `m` and the weight of `k` cases, updated by
//! `s` of `n` cases, has the mean `(m·k + s) / (k + n)` (Gelman et al., "Bayesian Data Analysis", 3rd ed., 2.4). Without anything
//! better the prior is uniform (`m = ½`, `k = 2`), which is Laplace's rule of succession, `(s + 1) / (n + 2)`.
//!
//! Several classes are several imperfect pictures of the question. They are averaged in log-odds, each by its precision
//! `1 / (τ² + v)`: `v` is the variance of what is believed about the class's own rate, `ψ₁(α) + ψ₁(β)` for a beta, and `τ²` how far
//! the question may differ from its class (DerSimonian and Laird 1986, random effects). So three counted cases of three
//! are no certainty, a thousand cases of a loosely fitting class do not drown everything else, and a rate out of
//! somebody's head counts less than a counted one.

use domain::Probability;
use domain::forecast::{BaseRate, Cases};

/// Standard deviation, in log-odds, between a question and the class that it is held to belong to. One: the odds of a
/// fitting class are within a factor of e in two of three cases. It is what is assumed, not what was fitted.
pub const CLASS_TO_QUESTION: f64 = 1.0;

/// A rate that was stated without counted cases is believed like this many cases: more than nothing, less than five.
pub const STATED_CASES: f64 = 4.0;

/// What is believed before cases are counted, and who says so.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    /// Its mean.
    pub rate: Probability,
    /// The weight of so many cases; positive.
    pub cases: f64,
    /// Where it comes from, for a person.
    pub source: String,
}

impl Prior {
    /// Nothing is known: every rate is as likely as any other (Laplace).
    pub fn uniform() -> Self {
        let half = Probability::clamp(0.5).expect("a half lies within 0 to 1");
        Self { rate: half, cases: 2.0, source: "uniform prior, rule of succession".to_owned() }
    }

    /// The rate of a wider class, believed like so many cases: the narrower class then deviates from it as far as its own
    /// cases carry (a hierarchical prior).
    pub fn of_wider_class(rate: Probability, cases: f64, source: impl Into<String>) -> Self {
        let cases = if cases.is_finite() { cases.max(0.5) } else { 2.0 };
        Self { rate, cases, source: source.into() }
    }

    /// The mean after the cases.
    pub fn after(&self, cases: Cases) -> Probability {
        let (alpha, beta) = self.posterior(cases);
        Probability::clamp(alpha / (alpha + beta)).unwrap_or(self.rate)
    }

    /// The same as a base rate that a forecast can state: kind, description, rate, cases, and the source with the prior.
    pub fn base_rate(&self, kind: &str, description: &str, counted: (Cases, &str)) -> BaseRate {
        let (cases, source) = counted;
        BaseRate {
            kind: kind.to_owned(),
            description: description.to_owned(),
            rate: self.after(cases),
            cases: Some(cases),
            source: format!("{source}; {}", self.source),
        }
    }

    fn posterior(&self, Cases { successes, trials }: Cases) -> (f64, f64) {
        let successes = count(successes.min(trials));
        let alpha = self.rate.get() * self.cases + successes;
        (alpha, (1.0 - self.rate.get()) * self.cases + (count(trials) - successes))
    }
}

/// A rate with what is behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// The rate.
    pub rate: Probability,
    /// Cases behind it; [`STATED_CASES`] where none were counted.
    pub cases: f64,
}

impl Rate {
    /// Of a base rate: the cases that were counted, or what a stated rate is believed like.
    pub fn of(base: &BaseRate) -> Self {
        Self { rate: base.rate, cases: base.cases.map_or(STATED_CASES, |cases| count(cases.trials) + 2.0) }
    }

    /// How much it counts beside others: its precision in log-odds.
    pub fn precision(self) -> f64 {
        let cases = if self.cases.is_finite() { self.cases.max(0.5) } else { STATED_CASES };
        let (alpha, beta) = (self.rate.get() * cases, (1.0 - self.rate.get()) * cases);
        1.0 / (CLASS_TO_QUESTION.powi(2) + trigamma(alpha) + trigamma(beta))
    }
}

/// Where to start: the rates in log-odds, each by its precision. `None` without any.
pub fn start(rates: &[Rate]) -> Option<Probability> {
    let (sum, weight) = rates.iter().fold((0.0, 0.0), |(sum, weight), rate| {
        let precision = rate.precision();
        (sum + precision * rate.rate.log_odds(), weight + precision)
    });
    if weight > 0.0 { Probability::from_log_odds(sum / weight).ok() } else { None }
}

/// ψ₁(x), x > 0: the recurrence up to 6, then the asymptotic series (Abramowitz and Stegun 6.4.6 and 6.4.12).
fn trigamma(x: f64) -> f64 {
    let (mut x, mut sum) = (x.max(1e-6), 0.0);
    while x < 6.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    sum + 1.0 / x + y / 2.0 + y / x * (1.0 / 6.0 - y * (1.0 / 30.0 - y * (1.0 / 42.0 - y / 30.0)))
}

#[expect(clippy::cast_precision_loss, reason = "counts of cases, far below 2^53")]
fn count(n: u64) -> f64 {
    n as f64
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
        assert!((Prior::uniform().after(cases(3, 8)).get() - 0.4).abs() < 1e-12);
        assert!(Prior::uniform().after(cases(3, 3)).get() < 0.81, "three of three are no certainty");
    }

    #[test]
    fn a_wider_class_holds_a_narrow_one_back() {
        let prior = Prior::of_wider_class(p(0.1), 20.0, "all launches");
        assert!((prior.after(cases(2, 2)).get() - 4.0 / 22.0).abs() < 1e-12);
        let stated = prior.base_rate("reference_class", "launches of this year", (cases(2, 2), "the register"));
        assert_eq!(stated.source, "the register; all launches");
        assert_eq!(stated.cases, Some(cases(2, 2)));
    }

    #[test]
    fn a_counted_rate_counts_more_than_a_stated_one_and_no_count_drowns_the_rest() {
        let counted = |trials: f64| Rate { rate: p(0.2), cases: trials };
        let stated = Rate { rate: p(0.8), cases: STATED_CASES };
        assert!(counted(100.0).precision() > 2.0 * stated.precision());
        assert!(counted(1e6).precision() < 1.0 / CLASS_TO_QUESTION.powi(2) + 1e-9);
        assert!(start(&[counted(100.0), stated]).unwrap() < p(0.5));
        assert_eq!(start(&[]), None);
    }

    #[test]
    fn trigamma_is_the_table_s() {
        for (x, value) in [(1.0, 1.644_934_07), (0.5, 4.934_802_2), (10.0, 0.105_166_34)] {
            assert!((trigamma(x) - value).abs() < 1e-6, "{x}: {}", trigamma(x));
        }
    }

    proptest! {
        #[test]
        fn more_successes_never_lower_the_rate_and_yes_and_no_are_alike(s in 0u64..200, more in 0u64..100, misses in 0u64..200, m in 0.01..0.99f64, k in 0.5..50.0f64) {
            let prior = Prior::of_wider_class(p(m), k, "");
            let after = prior.after(cases(s, s + misses));
            prop_assert!(prior.after(cases(s + more, s + more + misses)) >= after);
            let mirrored = Prior::of_wider_class(p(1.0 - m), k, "").after(cases(misses, s + misses));
            prop_assert!((after.get() + mirrored.get() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn the_start_lies_among_its_rates(rates in prop::collection::vec((0.0..=1.0f64, -1.0..1e9f64), 1..6)) {
            let rates: Vec<Rate> = rates.iter().map(|(rate, cases)| Rate { rate: p(*rate), cases: *cases }).collect();
            let start = start(&rates).unwrap().get();
            let (low, high) = rates.iter().fold((1.0, 0.0), |(l, h): (f64, f64), r| (l.min(r.rate.get()), h.max(r.rate.get())));
            prop_assert!(start >= low - 1e-9 && start <= high + 1e-9);
        }
    }
}
