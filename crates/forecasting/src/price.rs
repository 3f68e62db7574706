//! The weight of a market's price in the pool, relative to an ordinary estimate of one model (weight 1).
//!
//! Without knowledge of the market the weight is [`DEFAULT_WEIGHT`]. Three rules change it:
//!
//! - **Crowd.** The information in a price grows with what was traded. A market of $100 is the opinion of a person or
//!   two and weighs as much as one estimate; each factor of ten in volume adds two thirds, so that the default holds
//!   for $100,000, up to 4. Assumed, not fitted.
//! - **Time left.** Prices of events that are far off are biased, because money is tied up until they resolve (Page and
//!   Clemen 2013, "Do prediction markets produce well-calibrated probability forecasts?"). The weight falls from 90
//!   days to a year before the close, to two thirds.
//! - **Own record.** On resolved questions of the topic, the ratio of the own view's Brier score to that of the price
//!   multiplies the weight. The ratio is shrunk towards 1 as if [`RECORD_PRIOR`] further forecasts had been equally
//!   good.

use crate::to_f64;

/// Weight of a price of which nothing else is known: of several weights, three or four to one did best beside the
/// estimates of language models (Halawi et al. 2024: `(4·crowd + system)/5`).
pub const DEFAULT_WEIGHT: f64 = 3.0;

/// Number of resolved forecasts at which the own record counts half.
pub const RECORD_PRIOR: f64 = 50.0;

/// Least and greatest weight.
const LIMITS: (f64, f64) = (0.5, 6.0);

/// Knowledge about a market. Everything is optional.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Crowd {
    /// Total traded volume in dollars.
    pub volume: Option<f64>,
    /// Days until the question closes.
    pub days_left: Option<f64>,
    /// Record on resolved questions of the same topic.
    pub record: Option<Record>,
    /// Configured weight of a price of which nothing else is known; [`DEFAULT_WEIGHT`] if `None`.
    pub base: Option<f64>,
}

/// Scores of the own view and of the price on the same resolved questions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Record {
    /// Number of questions.
    pub questions: u64,
    /// Brier score of the own view.
    pub view: f64,
    /// Brier score of the price.
    pub price: f64,
}

impl Crowd {
    /// Returns the weight of the price.
    pub fn weight(&self) -> f64 {
        limited(self.base_weight() * self.by_volume() * self.by_time() * self.by_record())
    }

    /// Returns the weight of a price of which nothing else is known.
    pub fn base_weight(&self) -> f64 {
        self.base.filter(|base| base.is_finite()).unwrap_or(DEFAULT_WEIGHT)
    }

    /// Returns the reason for the weight, for a reader.
    pub fn reason(&self) -> String {
        let mut reasons = vec![match self.base {
            Some(_) => format!("{} as configured", self.base_weight()),
            None => format!("{DEFAULT_WEIGHT:.0} by default"),
        }];
        let times = |factor: f64| format!("times {factor:.2}");
        if let Some(volume) = self.volume.filter(|volume| volume.is_finite()) {
            reasons.push(format!("{} for a volume of ${volume:.0}", times(self.by_volume())));
        }
        if let Some(days) = self.days_left.filter(|days| days.is_finite()) {
            reasons.push(format!("{} for {days:.0} days until the close", times(self.by_time())));
        }
        if let Some(Record { questions, view, price }) = self.record.filter(|record| record.questions > 0) {
            let factor = times(self.by_record());
            reasons.push(format!("{factor} for Brier {view:.3} against {price:.3} on {questions} resolved questions"));
        }
        reasons.join(", ")
    }

    fn by_volume(&self) -> f64 {
        match self.volume {
            Some(dollars) if dollars.is_finite() => {
                ((dollars.max(1.0).log10() - 2.0) / 3.0).mul_add(2.0 / 3.0, 1.0 / 3.0).clamp(1.0 / 3.0, 4.0 / 3.0)
            }
            _ => 1.0,
        }
    }

    fn by_time(&self) -> f64 {
        match self.days_left {
            Some(days) if days.is_finite() => 1.0 - (days.clamp(90.0, 365.0) - 90.0) / (365.0 - 90.0) / 3.0,
            _ => 1.0,
        }
    }

    fn by_record(&self) -> f64 {
        let Some(Record { questions, view, price }) = self.record else { return 1.0 };
        if !(view.is_finite() && price.is_finite()) || view < 0.0 || price < 0.0 {
            return 1.0;
        }
        let n = to_f64(questions);
        // A hundredth on both sides keeps the ratio finite for a perfect score.
        ((view + 0.01) / (price + 0.01)).powf(n / (n + RECORD_PRIOR)).clamp(0.5, 2.0)
    }
}

/// Holds the weight of a price within its limits.
pub fn limited(weight: f64) -> f64 {
    weight.clamp(LIMITS.0, LIMITS.1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn crowd(volume: f64) -> Crowd {
        Crowd { volume: Some(volume), ..Crowd::default() }
    }

    #[test]
    fn an_unknown_market_has_the_default_weight_and_a_thin_one_that_of_an_estimate() {
        assert!((Crowd::default().weight() - DEFAULT_WEIGHT).abs() < 1e-12);
        assert!((crowd(100.0).weight() - 1.0).abs() < 1e-12 && (crowd(0.0).weight() - 1.0).abs() < 1e-12);
        assert!((crowd(100_000.0).weight() - DEFAULT_WEIGHT).abs() < 1e-12);
        assert!((crowd(1e12).weight() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_configured_weight_is_the_base_and_is_named() {
        let configured = Crowd { base: Some(1.5), ..crowd(100_000.0) };
        assert!((configured.weight() - 1.5).abs() < 1e-12 && configured.reason().starts_with("1.5 as configured"));
    }

    #[test]
    fn a_distant_close_lowers_the_weight() {
        let days = |days: f64| Crowd { days_left: Some(days), ..Crowd::default() }.weight();
        assert!((days(10.0) - 3.0).abs() < 1e-12 && (days(900.0) - 2.0).abs() < 1e-12);
        assert!(days(200.0) < 3.0 && days(200.0) > 2.0);
    }

    #[test]
    fn a_good_record_lowers_the_weight_and_a_short_one_changes_little() {
        let record = |questions, view| {
            Crowd { record: Some(Record { questions, view, price: 0.15 }), ..Crowd::default() }.weight()
        };
        assert!(record(500, 0.10) < 2.2 && record(500, 0.25) > 4.0);
        assert!((record(2, 0.25) - 3.0).abs() < 0.1);
        let known = Crowd { record: Some(Record { questions: 60, view: 0.2, price: 0.15 }), ..crowd(1e6) };
        assert!(known.reason().contains("60 resolved questions") && known.reason().contains("$1000000"));
    }

    proptest! {
        #[test]
        fn the_weight_is_bounded_and_rises_with_the_volume(volume in 0.0..1e9f64, more in 0.0..1e9f64, days in prop::option::of(-5.0..2e3f64), view in 0.0..1.0f64, questions in 0u64..10_000) {
            let record = Some(Record { questions, view, price: 0.2 });
            let of = |volume| Crowd { volume: Some(volume), days_left: days, record, base: None }.weight();
            prop_assert!((0.5..=6.0).contains(&of(volume)));
            prop_assert!(of(volume + more) >= of(volume) - 1e-12);
        }
    }
}
