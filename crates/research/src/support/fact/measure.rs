//! Numbers of a statement: those that measure something, and those that name it.

use super::super::figures::Figure;
use super::super::token::Text;

/// Words before a number that names something: `report 3`, `article 50`.
const NUMBERED: [&str; 28] = [
    "number", "no", "article", "group", "version", "round", "phase", "section", "chapter", "page", "report", "class",
    "type", "level", "series", "season", "day", "week", "part", "step", "line", "route", "highway", "flight",
    "channel", "room", "question", "volume",
];

/// A number of a statement.
pub(super) struct Number {
    /// Value and unit.
    pub(super) text: String,
    pub(super) unit: String,
    /// True if the number measures something, so that it may change with time. Years, `Apollo 11` and `the 5-year bond`
    /// do not.
    pub(super) is_measure: bool,
}

impl Number {
    pub(super) fn new(figure: &Figure, text: &Text) -> Self {
        let (value, unit) = (figure.value(), figure.unit_name().to_owned());
        let is_measure =
            figure.year().is_none() && !is_name(figure, text) && (!unit.is_empty() || counts(figure, text));
        Self { text: format!("{value}{unit}"), unit, is_measure }
    }
}

/// Returns true if the number is part of a name.
fn is_name(figure: &Figure, text: &Text) -> bool {
    let before = figure.at.checked_sub(1).map(|at| &text.tokens[at]);
    let after = text.tokens.get(figure.at + 1);
    let is_numbered = before.is_some_and(|token| {
        NUMBERED.contains(&token.form.as_str()) || token.capital && token.content && !token.starts && !token.figure
    });
    // `percent` and units are attached to what they measure.
    let is_hyphenated = figure.unit_name() != "percent" && after.is_some_and(|token| token.attached && token.content);
    is_numbered || is_hyphenated
}

/// Returns true if a noun in lower case follows: `12 holders`.
fn counts(figure: &Figure, text: &Text) -> bool {
    text.tokens.get(figure.at + 1).is_some_and(|token| token.content && !token.capital)
}
