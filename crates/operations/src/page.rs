//! Pages of lists: a limit, and an opaque cursor that names the last row of the previous page.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Time;
use domain::port::PortError;
use serde::{Deserialize, Serialize};
use store::list_timeout::ListTimeout;
use store::page::Before;
use utoipa::{IntoParams, ToSchema};

use crate::OperationError;
use crate::input::check_time;

/// Rows of a page without a `limit`.
const DEFAULT_LIMIT: u32 = 50;
/// Maximum rows of a page.
const MAX_LIMIT: u32 = 200;
/// Maximum number to which the rows of all pages are counted.
pub const MAX_COUNT: u32 = 10_000;

/// Query parameters of a list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct PageQuery {
    /// Maximum rows of the page, 1 to 200; 50 if absent.
    #[param(minimum = 1, maximum = 200)]
    #[schema(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// `next` of the previous page; any other text is refused with 422.
    #[param(pattern = "^[A-Za-z0-9_-]+$", min_length = 16, max_length = 1024)]
    #[schema(pattern = "^[A-Za-z0-9_-]+$", min_length = 16, max_length = 1024)]
    pub cursor: Option<String>,
}

/// A page of a list, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Page<T> {
    /// Rows of the page.
    pub items: Vec<T>,
    /// Cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl PageQuery {
    /// Returns the number of rows.
    ///
    /// # Errors
    /// It is out of range.
    pub fn limit(&self) -> Result<u32, OperationError> {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        if (1..=MAX_LIMIT).contains(&limit) {
            Ok(limit)
        } else {
            Err(OperationError::invalid("limit", format!("must be 1 to {MAX_LIMIT}")))
        }
    }

    /// Returns the position after which the page begins.
    ///
    /// # Errors
    /// The cursor is not one of ours.
    pub fn before<I: std::str::FromStr>(&self) -> Result<Option<Before<I>>, OperationError> {
        let Some(cursor) = &self.cursor else { return Ok(None) };
        let read = decode(cursor).ok_or_else(|| OperationError::invalid("cursor", "is not the `next` of a page"))?;
        check_time("cursor", Some(read.at))?;
        Ok(Some(read))
    }
}

impl<T> Page<T> {
    /// Makes a page from `limit` rows and one more, if there is one. `position` returns time and id of a row.
    pub fn new<R>(
        mut rows: Vec<R>,
        limit: u32,
        position: impl Fn(&R) -> (Time, String),
        item: impl Fn(R) -> T,
    ) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(|last| {
            let (at, id) = position(last);
            encode(at, &id)
        });
        Self { items: rows.into_iter().map(item).collect(), next }
    }
}

impl<T> Page<T> {
    /// Makes a page from its rows and the position of its last row, if another page follows.
    pub fn following(items: Vec<T>, next: Option<(Time, String)>) -> Self {
        Self { items, next: next.map(|(at, id)| encode(at, &id)) }
    }
}

fn encode(at: Time, id: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{}.{id}", at.timestamp_micros()))
}

fn decode<I: std::str::FromStr>(cursor: &str) -> Option<Before<I>> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let (micros, id) = text.split_once('.')?;
    // Postgres refuses NUL in a text.
    let id = (!id.contains('\0')).then_some(id)?;
    Some(Before { at: Time::from_timestamp_micros(micros.parse().ok()?)?, id: id.parse().ok()? })
}

/// Returns what narrows a list that the server ended; `None` for every other error.
pub(crate) fn narrower(error: &PortError) -> Option<&'static str> {
    let PortError::Refused { what, source } = error else { return None };
    source.is::<ListTimeout>().then_some(match what.as_str() {
        "event" => "the list took longer than 2 s: add `kind` or `state`, or a later `since`",
        "dead letter" => "the list took longer than 2 s: add `consumer`, `class` or `reason`",
        _ => "the list took longer than 2 s: add `state`, or ask for fewer rows with `limit`",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_leads_to_the_row_after_the_last_one() {
        let at = Time::from_timestamp_micros(1_795_000_000_123_456).unwrap();
        let rows = vec![(at, "a.b"), (at, "c")];
        let page = Page::new(rows, 1, |row| (row.0, row.1.to_owned()), |row| row.1);
        assert_eq!(page.items, ["a.b"]);
        let query = PageQuery { cursor: page.next, limit: None };
        assert_eq!(query.before::<String>().unwrap(), Some(Before { at, id: "a.b".to_owned() }));
        let last = Page::new(vec![(at, "c")], 1, |row: &(Time, &str)| (row.0, row.1.to_owned()), |row| row.1);
        assert_eq!(last.next, None);
    }

    #[test]
    fn a_foreign_cursor_and_a_limit_out_of_range_are_refused() {
        for cursor in [
            "",
            "x",
            "AAAA",
            &encode(Time::UNIX_EPOCH, "not a uuid"),
            &URL_SAFE_NO_PAD.encode("99999999999999999999.a"),
            &URL_SAFE_NO_PAD.encode("8000000000000000000.00000000-0000-0000-0000-000000000000"),
        ] {
            let query = PageQuery { cursor: Some(cursor.to_owned()), limit: None };
            assert!(query.before::<uuid::Uuid>().is_err(), "{cursor}");
        }
        for limit in [0, 201] {
            assert!(PageQuery { limit: Some(limit), cursor: None }.limit().is_err());
        }
    }
}
