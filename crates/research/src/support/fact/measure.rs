//! Numbers of a statement: those that measure something, and those that name it.

use super::super::figures::Figure;
use super::super::token::Text;

/// Words before a number that names something: `report 3`, `article 50`.
const NUMBERED: [&str; 28] = [
    "number", "no", "article", "group", "version", "round", "phase", "section", "chapter", "page", "report", "class",
    "type", "level", "series", "season", "day", "week", "part", "step", "line", "route", "highway", "flight",
    "channel", "room", "question", "volume",
];

/// Words before a negative number.
const MINUS: [&str; 4] = ["minus", "negative", "moins", "menos"];

/// A number of a statement.
pub(super) struct Number {
    /// Limit, sign, value and unit.
    pub(super) text: String,
    pub(super) unit: String,
    pub(super) is_year: bool,
    /// True if the number measures something, so that it may change with time. Years, `Apollo 11` and `the 5-year bond`
    /// do not.
    pub(super) is_measure: bool,
}

impl Number {
    pub(super) fn new(figure: &Figure, text: &Text) -> Self {
        let (value, unit) = (figure.value(), figure.unit_name().to_owned());
        let is_signed = |at: usize| text.tokens[at].negative;
        let is_negative =
            is_signed(figure.at) || figure.unit_at.is_some_and(is_signed) || minus(figure, text).is_some();
        let (sign, bound) = (if is_negative { "-" } else { "" }, figure.bound_sign());
        let is_measure =
            figure.year().is_none() && !is_name(figure, text) && (!unit.is_empty() || counts(figure, text));
        let is_year = figure.year().is_some();
        // Equal keys have equal topics, so a number that names something differs from one that measures.
        let name = if is_measure || is_year { "" } else { "'" };
        Self { text: format!("{name}{bound}{sign}{value}{unit}"), unit, is_year, is_measure }
    }
}

/// Returns the index of the word that makes the number negative.
pub(super) fn minus(figure: &Figure, text: &Text) -> Option<usize> {
    figure.at.checked_sub(1).filter(|at| MINUS.contains(&text.tokens[*at].form.as_str()))
}

/// Returns true if the number is part of a name.
fn is_name(figure: &Figure, text: &Text) -> bool {
    let before = figure.at.checked_sub(1).map(|at| &text.tokens[at]);
    let after = text.tokens.get(figure.end);
    let is_unit = figure.unit_at.is_some_and(|at| at < figure.at);
    let is_numbered = before.filter(|_| !is_unit).is_some_and(|token| {
        NUMBERED.contains(&token.form.as_str()) || token.capital && token.content && !token.starts && !token.figure
    });
    // Units are attached to what they measure, but `5-year` names a bond.
    let is_own_unit = figure.unit_at == Some(figure.end) && !figure.is_span();
    let is_hyphenated = !is_own_unit && after.is_some_and(|token| token.attached && token.content);
    is_numbered || is_hyphenated
}

/// Returns true if a noun in lower case follows: `12 holders`.
fn counts(figure: &Figure, text: &Text) -> bool {
    text.tokens.get(figure.end).is_some_and(|token| token.content && !token.capital)
}
