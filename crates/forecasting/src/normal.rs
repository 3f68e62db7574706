//! The standard normal distribution.

use std::f64::consts::PI;

/// Returns the density φ(x).
pub fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

/// Returns the cumulative probability Φ(x) by Abramowitz and Stegun 26.2.17, with an error below 7.5e-8.
pub fn cumulative(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly =
        t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let upper = density(x) * poly;
    if x >= 0.0 { 1.0 - upper } else { upper }
}

/// Returns `E[max(0, X)]` of a normal X: the unit normal loss integral (Raiffa and Schlaifer
/// 1961, "Applied Statistical Decision Theory", ch. 5). Without deviation it is `max(0, mean)`.
pub fn expected_positive(mean: f64, deviation: f64) -> f64 {
    if deviation <= 0.0 {
        return mean.max(0.0);
    }
    let x = mean / deviation;
    (mean * cumulative(x) + deviation * density(x)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_match_the_published_tables() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (3.0, 0.998_650_1)] {
            assert!((cumulative(x) - p).abs() < 1e-6, "{x}");
        }
        assert!((density(0.0) - 0.398_942_3).abs() < 1e-6);
        assert!((expected_positive(0.0, 1.0) - 0.398_942_3).abs() < 1e-6);
        assert!((expected_positive(2.0, 0.0) - 2.0).abs() < 1e-12 && expected_positive(-2.0, 0.0) <= 0.0);
    }
}
