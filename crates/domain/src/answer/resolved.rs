//! The answer with which a question resolves.

use chrono::{Datelike, NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

use super::{AnswerKind, OTHER};
use crate::Time;

/// Years that an answer may name.
pub const MAX_YEAR: i32 = 9_999;

/// Reads a word for YES or NO, in any case; `None` for other text.
pub fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "true" => Some(true),
        "no" | "n" | "false" => Some(false),
        _ => None,
    }
}

/// The answer with which a question that is not binary resolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "value")]
pub enum ResolvedAnswer {
    /// The option that came true.
    Option(String),
    /// The number in the unit of the question.
    Number(f64),
    /// The time at which it happened.
    Date(Time),
    /// Answer of a conditional question whose condition held: 1 is YES, 0 is NO.
    Given(f64),
    /// The condition did not hold: the forecast is not scored.
    Void,
}

impl ResolvedAnswer {
    /// Reads the answer to a question of a kind: an option, a number, a day or time; `yes`, `no` or `void` for a
    /// conditional question.
    ///
    /// # Errors
    /// The text does not answer a question of this kind; the error says what is expected.
    pub fn read(kind: &AnswerKind, text: &str) -> Result<Self, String> {
        let text = text.trim();
        match kind {
            AnswerKind::Binary => Err("the question is answered by yes or no: give `outcome`".to_owned()),
            AnswerKind::MultipleChoice { options, open } => option(options, *open, text),
            AnswerKind::Numeric { unit, .. } => number(unit, text),
            AnswerKind::Date => read_time(text)
                .map(Self::Date)
                .ok_or_else(|| format!("`{text}` is no day or time; write it like 2027-03-01")),
            AnswerKind::Conditional { .. } => match (yes_or_no(text), text) {
                (Some(yes), _) => Ok(Self::Given(f64::from(u8::from(yes)))),
                (None, "1") => Ok(Self::Given(1.0)),
                (None, "0") => Ok(Self::Given(0.0)),
                (None, _) if text.to_lowercase() == "void" => Ok(Self::Void),
                (None, _) => Err("must be yes, no, or void if the condition did not hold".to_owned()),
            },
            AnswerKind::Report { .. } => Err("a report is no forecast: it has no outcome".to_owned()),
        }
    }

    /// Returns the answer as text.
    pub fn text(&self) -> String {
        match self {
            Self::Option(option) => option.clone(),
            Self::Number(number) => number.to_string(),
            Self::Date(at) => at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
            Self::Given(value) if *value > 0.5 => "yes".to_owned(),
            Self::Given(_) => "no".to_owned(),
            Self::Void => "void".to_owned(),
        }
    }
}

/// An open list accepts every name: one that the forecast does not name resolves as [`OTHER`].
fn option(options: &[String], open: bool, text: &str) -> Result<ResolvedAnswer, String> {
    let named = options.iter().find(|option| option.to_lowercase() == text.to_lowercase());
    match named {
        Some(option) => Ok(ResolvedAnswer::Option(option.clone())),
        None if open && !text.is_empty() => Ok(ResolvedAnswer::Option(match text.eq_ignore_ascii_case(OTHER) {
            true => OTHER.to_owned(),
            false => text.to_owned(),
        })),
        None => Err(format!("`{text}` is none of the options: {}", options.join(", "))),
    }
}

fn number(unit: &str, text: &str) -> Result<ResolvedAnswer, String> {
    let bare = text.strip_suffix(unit).unwrap_or(text).trim();
    match bare.replace('_', "").parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(ResolvedAnswer::Number(number)),
        _ => Err(format!("`{text}` is no number; write it like 1234.5")),
    }
}

/// Reads a day (its first instant in UTC) or a time in RFC 3339.
pub(crate) fn read_time(text: &str) -> Option<Time> {
    let day = || text.parse::<NaiveDate>().ok().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    let at = text.parse::<Time>().ok().or_else(day)?;
    (1..=MAX_YEAR).contains(&at.year()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_must_fit_the_kind() {
        let choice = AnswerKind::MultipleChoice { options: vec!["Ada".into(), "Bo".into()], open: false };
        let read = ResolvedAnswer::read;
        assert_eq!(read(&choice, " ada "), Ok(ResolvedAnswer::Option("Ada".into())));
        assert!(read(&choice, "Cy").unwrap_err().contains("Ada, Bo"));
        let open = AnswerKind::MultipleChoice { options: vec![], open: true };
        assert_eq!(read(&open, "Cy"), Ok(ResolvedAnswer::Option("Cy".into())));
        assert_eq!(read(&open, "OTHER"), Ok(ResolvedAnswer::Option(OTHER.into())));
        let seats = AnswerKind::Numeric { unit: "seats".into(), lower: None, upper: None };
        assert_eq!(read(&seats, "1_200 seats"), Ok(ResolvedAnswer::Number(1_200.0)));
        assert!(read(&seats, "many").is_err() && read(&seats, "inf").is_err());
        let ResolvedAnswer::Date(at) = read(&AnswerKind::Date, "2027-03-01").unwrap() else { panic!("a time") };
        assert_eq!(at.to_rfc3339(), "2027-03-01T00:00:00+00:00");
        assert!(read(&AnswerKind::Date, "soon").is_err());
        let conditional = AnswerKind::Conditional { condition: "it rains".into() };
        assert_eq!(read(&conditional, "void"), Ok(ResolvedAnswer::Void));
        assert!(read(&conditional, "maybe").is_err() && read(&AnswerKind::Binary, "yes").is_err());
    }
}
