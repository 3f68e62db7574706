//! The filter language of events, e.g. `kind:question state:dead since:2h`. Only qualifiers that an index serves.

use chrono::TimeDelta;
use domain::Time;

use crate::OperationError;
use crate::event_list::EventQuery;
use crate::input::parse_day_or_time;

/// Field that an error names.
const FIELD: &str = "filter";
/// Characters of a word in an error.
const MAX_WORD: usize = 40;

/// What a filter selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventFilterText {
    /// Events with these properties.
    Selection(EventQuery),
    /// The event with this id: its job, or the publisher's id.
    Id(String),
}

/// Reads a filter. A span of time, such as `30min`, `2h` or `7d`, ends now.
///
/// # Errors
/// A word is no qualifier with a value, no index serves it, or a time cannot be read. The values of `kind` and `state`
/// are checked by the list.
pub fn parse(text: &str, now: Time) -> Result<EventFilterText, OperationError> {
    let mut query = EventQuery::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once(':').filter(|(_, value)| !value.is_empty()).ok_or_else(|| misfit(word))?;
        match name {
            "kind" => query.kind = Some(value.to_owned()),
            "state" => query.state = Some(value.to_owned()),
            "since" => query.since = Some(since(value, now)?),
            "id" => return Ok(EventFilterText::Id(value.to_owned())),
            "entity" => {
                return Err(refused("entity: events have no index of entities; the entity's page has its timeline"));
            }
            "score" | "source" | "run" | "decided" => {
                return Err(refused(&format!("{name}: no index serves it; use kind:, state:, since: or id:")));
            }
            _ => return Err(misfit(word)),
        }
    }
    Ok(EventFilterText::Selection(query))
}

fn since(value: &str, now: Time) -> Result<Time, OperationError> {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match &value[digits.len()..] {
        "s" => Some(1),
        "m" | "min" => Some(60),
        "h" => Some(3_600),
        "d" => Some(86_400),
        "w" => Some(604_800),
        _ => None,
    };
    let span = digits.parse::<u32>().ok().zip(seconds).map(|(number, seconds)| i64::from(number) * seconds);
    match span.and_then(TimeDelta::try_seconds) {
        Some(span) => now.checked_sub_signed(span).ok_or_else(|| refused("since: is too long ago")),
        None => parse_day_or_time(value).map_err(|reason| refused(&format!("since: {reason}, or a span like 2h"))),
    }
}

fn misfit(word: &str) -> OperationError {
    let word: String = word.chars().take(MAX_WORD).collect();
    refused(&format!("{word:?} is no qualifier with a value; write for example kind:question state:dead since:2h"))
}

fn refused(reason: &str) -> OperationError {
    OperationError::invalid(FIELD, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Time {
        domain::testing::when()
    }

    fn reason(text: &str) -> String {
        parse(text, now()).unwrap_err().fields().into_iter().map(|field| field.detail).collect()
    }

    #[test]
    fn qualifiers_select_and_spans_end_now() {
        let EventFilterText::Selection(query) = parse(" kind:question  state:dead since:2h ", now()).unwrap() else {
            panic!("a selection")
        };
        assert_eq!((query.kind.as_deref(), query.state.as_deref()), (Some("question"), Some("dead")));
        assert_eq!(query.since, Some(now() - TimeDelta::hours(2)));
        for (span, expected) in
            [("30min", TimeDelta::minutes(30)), ("1d", TimeDelta::days(1)), ("2w", TimeDelta::weeks(2))]
        {
            let expected = EventQuery { since: Some(now() - expected), ..EventQuery::default() };
            assert_eq!(parse(&format!("since:{span}"), now()).unwrap(), EventFilterText::Selection(expected));
        }
        let day = parse("since:2026-11-22", now()).unwrap();
        let since = "2026-11-22T00:00:00Z".parse().ok();
        assert_eq!(day, EventFilterText::Selection(EventQuery { since, ..EventQuery::default() }));
        assert_eq!(parse("", now()).unwrap(), EventFilterText::Selection(EventQuery::default()));
        assert_eq!(parse("id:q-1:a", now()).unwrap(), EventFilterText::Id("q-1:a".to_owned()));
    }

    #[test]
    fn what_no_index_serves_is_refused_with_the_reason() {
        assert!(reason("score:>0.8").contains("no index serves it"), "{}", reason("score:>0.8"));
        assert!(reason("entity:wif").contains("timeline"));
        assert!(reason("since:soon").contains("a span like 2h"), "{}", reason("since:soon"));
        for misfit in ["question", "kind:", "colour:red", ":x", "ü"] {
            assert!(reason(misfit).contains("no qualifier"), "{misfit}: {}", reason(misfit));
        }
        assert!(reason("since:4294967295w").contains("too long ago"), "{}", reason("since:4294967295w"));
    }
}
