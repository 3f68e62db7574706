//! The kind of a question, with the rules that its parts must meet.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::OTHER;
use crate::deep_report::DEPTHS;

/// Maximum number of options of a question.
pub const MAX_OPTIONS: usize = 50;

/// Maximum length of an option, in characters.
const MAX_OPTION: usize = 200;

/// Maximum length of a unit, in characters.
pub(crate) const MAX_UNIT: usize = 40;

/// Maximum length of a condition, in characters.
const MAX_CONDITION: usize = 1_000;

/// What answers a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AnswerKind {
    /// YES or NO: the forecast is the probability of YES.
    #[default]
    Binary,
    /// One of several options: the forecast is a probability for each.
    MultipleChoice {
        /// The options; at least two unless the list is open.
        options: Vec<String>,
        /// `true` if the answer may be none of them; the forecast then has the option `other`.
        #[serde(default)]
        open: bool,
    },
    /// A number: the forecast is its quantiles.
    Numeric {
        /// Unit of the number; empty for a count.
        #[serde(default)]
        unit: String,
        /// Lowest possible number.
        #[serde(default)]
        lower: Option<f64>,
        /// Highest possible number.
        #[serde(default)]
        upper: Option<f64>,
    },
    /// A time: the forecast is its quantiles.
    Date,
    /// YES or NO, if a condition holds: the forecast is the probability of YES given the condition.
    Conditional {
        /// The condition, as a sentence.
        condition: String,
    },
    /// A text on a topic, without a probability.
    Report {
        /// Depth of the research, 1 to 3.
        depth: u8,
    },
}

/// Error for a kind whose parts do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct InvalidKind {
    /// Name of the field.
    pub field: &'static str,
    /// What is wrong, and what is expected.
    pub problem: &'static str,
}

impl AnswerKind {
    /// Names of all kinds.
    pub const NAMES: [&'static str; 6] = ["binary", "multiple_choice", "numeric", "date", "conditional", "report"];

    /// Returns the stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::MultipleChoice { .. } => "multiple_choice",
            Self::Numeric { .. } => "numeric",
            Self::Date => "date",
            Self::Conditional { .. } => "conditional",
            Self::Report { .. } => "report",
        }
    }

    /// Returns the depth of a report; `None` for a forecast.
    pub fn report_depth(&self) -> Option<u8> {
        match self {
            Self::Report { depth } => Some(*depth),
            _ => None,
        }
    }

    /// Returns `true` if the forecast is a probability of YES.
    pub fn is_yes_or_no(&self) -> bool {
        matches!(self, Self::Binary | Self::Conditional { .. })
    }

    /// Checks the parts, and trims their texts.
    ///
    /// # Errors
    /// A part does not fit; the error names it.
    pub fn checked(self) -> Result<Self, InvalidKind> {
        match self {
            Self::Binary | Self::Date => Ok(self),
            Self::MultipleChoice { options, open } => {
                Ok(Self::MultipleChoice { options: checked_options(options, open)?, open })
            }
            Self::Numeric { unit, lower, upper } => checked_numeric(&unit, lower, upper),
            Self::Conditional { condition } => {
                let condition = trimmed("condition", &condition, MAX_CONDITION)?;
                if condition.is_empty() {
                    return invalid("condition", "must be a sentence, e.g. `the bill passes`");
                }
                Ok(Self::Conditional { condition })
            }
            Self::Report { depth } if DEPTHS.contains(&depth) => Ok(self),
            Self::Report { .. } => invalid("depth", "must be 1, 2 or 3"),
        }
    }
}

fn checked_options(options: Vec<String>, open: bool) -> Result<Vec<String>, InvalidKind> {
    if options.len() > MAX_OPTIONS {
        return invalid("options", "must have at most 50 items");
    }
    if options.len() < 2 && !open {
        return invalid("options", "must have at least 2 items, or the list must be open");
    }
    let mut seen = BTreeSet::new();
    let mut checked = Vec::with_capacity(options.len());
    for option in options {
        let option = trimmed("options", &option, MAX_OPTION)?;
        if option.is_empty() {
            return invalid("options", "must not be empty texts");
        }
        if open && option.eq_ignore_ascii_case(OTHER) {
            return invalid("options", "must not name `other`: an open list has it already");
        }
        if !seen.insert(option.to_lowercase()) {
            return invalid("options", "must differ from one another");
        }
        checked.push(option);
    }
    Ok(checked)
}

fn checked_numeric(unit: &str, lower: Option<f64>, upper: Option<f64>) -> Result<AnswerKind, InvalidKind> {
    let unit = trimmed("unit", unit, MAX_UNIT)?;
    if [lower, upper].iter().flatten().any(|bound| !bound.is_finite()) {
        return invalid("bounds", "must be finite numbers");
    }
    if lower.zip(upper).is_some_and(|(lower, upper)| lower >= upper) {
        return invalid("bounds", "the lower bound must be below the upper one");
    }
    Ok(AnswerKind::Numeric { unit, lower, upper })
}

fn trimmed(field: &'static str, text: &str, max: usize) -> Result<String, InvalidKind> {
    let text = text.trim();
    if text.chars().any(char::is_control) {
        return invalid(field, "must not contain control characters");
    }
    if text.chars().count() > max {
        return invalid(field, "is too long: a unit has at most 40, an option 200, a condition 1,000 characters");
    }
    Ok(text.to_owned())
}

fn invalid<T>(field: &'static str, problem: &'static str) -> Result<T, InvalidKind> {
    Err(InvalidKind { field, problem })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(options: &[&str], open: bool) -> AnswerKind {
        AnswerKind::MultipleChoice { options: options.iter().map(|one| (*one).to_owned()).collect(), open }
    }

    #[test]
    fn parts_that_do_not_fit_are_named() {
        let numeric = |lower, upper| AnswerKind::Numeric { unit: "EUR".into(), lower, upper };
        let cases = [
            (choice(&["A"], false), "options"),
            (choice(&["A", " a "], false), "options"),
            (choice(&["A", " "], false), "options"),
            (choice(&["Other"], true), "options"),
            (choice(&["A\u{0}", "B"], false), "options"),
            (choice(&["o"; MAX_OPTIONS + 1], true), "options"),
            (numeric(Some(2.0), Some(1.0)), "bounds"),
            (numeric(Some(f64::NAN), None), "bounds"),
            (AnswerKind::Numeric { unit: "u".repeat(41), lower: None, upper: None }, "unit"),
            (AnswerKind::Conditional { condition: " ".into() }, "condition"),
            (AnswerKind::Report { depth: 0 }, "depth"),
            (AnswerKind::Report { depth: 4 }, "depth"),
        ];
        for (kind, field) in cases {
            assert_eq!(kind.clone().checked().unwrap_err().field, field, "{kind:?}");
        }
    }

    #[test]
    fn valid_kinds_are_trimmed_and_kept() {
        assert_eq!(choice(&[" A ", "B"], false).checked(), Ok(choice(&["A", "B"], false)));
        assert_eq!(choice(&[], true).checked(), Ok(choice(&[], true)));
        let other = choice(&["other", "B"], false);
        assert_eq!(other.clone().checked(), Ok(other), "a closed list may have an option of that name");
    }

    #[test]
    fn names_are_those_of_the_encoding() {
        let kinds = [
            AnswerKind::Binary,
            choice(&["A", "B"], false),
            AnswerKind::Numeric { unit: String::new(), lower: None, upper: None },
            AnswerKind::Date,
            AnswerKind::Conditional { condition: "c".into() },
            AnswerKind::Report { depth: 2 },
        ];
        for (kind, name) in kinds.iter().zip(AnswerKind::NAMES) {
            assert_eq!((kind.name(), serde_json::to_value(kind).unwrap()["kind"].as_str()), (name, Some(name)));
        }
    }
}
