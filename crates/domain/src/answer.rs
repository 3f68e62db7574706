//! Kinds of questions by the answers that they accept, and the answers other than a probability of YES.

mod kind;
mod resolved;

pub(crate) use kind::MAX_UNIT;
pub use kind::{AnswerKind, InvalidKind, MAX_OPTIONS};
pub use resolved::{MAX_YEAR, ResolvedAnswer, yes_or_no};

use serde::{Deserialize, Serialize};

use crate::Time;

/// Name of the option for everything that an open list does not name.
pub const OTHER: &str = "other";

/// Unit of the shares of options: the shares of an answer sum to it exactly.
pub const WHOLE: u32 = 1_000_000;

/// The levels of the quantiles of an answer.
pub const LEVELS: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// Names of the levels, as users read them.
pub const LEVEL_NAMES: [&str; 5] = ["p5", "p25", "p50", "p75", "p95"];

/// An answer other than a probability of YES.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Distribution {
    /// Probabilities of options.
    Options {
        /// The options, most probable first; [`OTHER`] is the last one of an open list.
        options: Vec<OptionShare>,
    },
    /// Quantiles of a number.
    Number {
        /// Unit of the number; empty for a count.
        #[serde(default)]
        unit: String,
        /// The numbers at the five levels, in this unit.
        quantiles: Quantiles,
    },
    /// Quantiles of a time.
    Date {
        /// The times at [`LEVELS`], not decreasing.
        quantiles: DateQuantiles,
    },
}

/// The probability of one option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionShare {
    /// Name of the option.
    pub option: String,
    /// Probability in millionths; all options of an answer sum to exactly [`WHOLE`].
    pub millionths: u32,
}

/// Returns the place of an option among others; that of [`OTHER`] for one that is not named.
pub fn place_of(options: &[OptionShare], name: &str) -> Option<usize> {
    let place = |name: &str| options.iter().position(|one| one.option.to_lowercase() == name.to_lowercase());
    place(name).or_else(|| place(OTHER))
}

impl OptionShare {
    /// Returns the probability, 0 to 1.
    pub fn probability(&self) -> f64 {
        f64::from(self.millionths) / f64::from(WHOLE)
    }
}

/// Quantiles of a number at [`LEVELS`]: finite and not decreasing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[f64; 5]", into = "[f64; 5]")]
pub struct Quantiles([f64; 5]);

/// Quantiles of a time at [`LEVELS`]: not decreasing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[Time; 5]", into = "[Time; 5]")]
pub struct DateQuantiles([Time; 5]);

/// Error for values that are not quantiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("quantiles must be finite and must not decrease from p5 to p95")]
pub struct NotQuantiles;

impl Quantiles {
    /// Returns the values at [`LEVELS`].
    pub fn values(&self) -> [f64; 5] {
        self.0
    }
}

impl TryFrom<[f64; 5]> for Quantiles {
    type Error = NotQuantiles;
    fn try_from(values: [f64; 5]) -> Result<Self, NotQuantiles> {
        let sound = values.iter().all(|value| value.is_finite()) && values.is_sorted();
        sound.then_some(Self(values)).ok_or(NotQuantiles)
    }
}

impl From<Quantiles> for [f64; 5] {
    fn from(quantiles: Quantiles) -> Self {
        quantiles.0
    }
}

impl DateQuantiles {
    /// Returns the times at [`LEVELS`].
    pub fn values(&self) -> [Time; 5] {
        self.0
    }
}

impl TryFrom<[Time; 5]> for DateQuantiles {
    type Error = NotQuantiles;
    fn try_from(values: [Time; 5]) -> Result<Self, NotQuantiles> {
        values.is_sorted().then_some(Self(values)).ok_or(NotQuantiles)
    }
}

impl From<DateQuantiles> for [Time; 5] {
    fn from(quantiles: DateQuantiles) -> Self {
        quantiles.0
    }
}

impl Distribution {
    /// Describes the answer in one line, for example `A 60 %, B 30 %, other 10 %`.
    pub fn describe(&self) -> String {
        match self {
            Self::Options { options } => {
                let option = |one: &OptionShare| format!("{} {:.1} %", one.option, one.probability() * 100.0);
                options.iter().map(option).collect::<Vec<_>>().join(", ")
            }
            Self::Number { .. } | Self::Date { .. } => {
                let [low, _, middle, _, high] = self.quantile_texts().unwrap_or_default();
                format!("{middle} (90 %: {low} to {high})")
            }
        }
    }

    /// Returns the quantiles as texts with unit; `None` for options.
    pub fn quantile_texts(&self) -> Option<[String; 5]> {
        match self {
            Self::Options { .. } => None,
            Self::Number { unit, quantiles } => {
                let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
                Some(quantiles.values().map(|value| format!("{}{unit}", number_text(value))))
            }
            Self::Date { quantiles } => Some(quantiles.values().map(|at| at.format("%Y-%m-%d").to_string())),
        }
    }
}

/// Writes a number with at most six significant digits, without trailing zeros.
pub fn number_text(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = (1..=5).find(|digits| value.abs() < 10f64.powi(*digits)).unwrap_or(6);
    let decimals = usize::try_from(6 - digits).unwrap_or(0);
    let text = if value.abs() < 1e-4 { format!("{value:e}") } else { format!("{value:.decimals$}") };
    match text.contains('.') && !text.contains('e') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_do_not_decrease() {
        assert!(Quantiles::try_from([1.0, 1.0, 2.0, 3.0, 4.0]).is_ok());
        for wrong in [[1.0, 0.5, 2.0, 3.0, 4.0], [f64::NAN, 1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 2.0, 3.0, f64::INFINITY]] {
            assert_eq!(Quantiles::try_from(wrong), Err(NotQuantiles));
        }
    }

    #[test]
    fn an_answer_is_described_in_one_line() {
        let options = vec![
            OptionShare { option: "Ada".into(), millionths: 700_000 },
            OptionShare { option: OTHER.into(), millionths: 300_000 },
        ];
        assert_eq!(Distribution::Options { options }.describe(), "Ada 70.0 %, other 30.0 %");
        let quantiles = Quantiles::try_from([1.5, 2.0, 1_234_567.0, 1_234_568.0, 2e6]).unwrap();
        let number = Distribution::Number { unit: "EUR".into(), quantiles };
        assert_eq!(number.describe(), "1234567 EUR (90 %: 1.5 EUR to 2000000 EUR)");
    }

    #[test]
    fn numbers_have_six_digits() {
        for (value, text) in [(0.0, "0"), (3.0, "3"), (-2.5, "-2.5"), (1234.5678, "1234.57"), (0.000_012, "1.2e-5")] {
            assert_eq!(number_text(value), text);
        }
    }
}
