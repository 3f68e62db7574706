//! Ids as people write them: their first digits, `last`, and the publisher's id of an event.

use domain::access::AccessScope::Read;
use domain::{EventId, EventKind, JobId};
use serde::{Deserialize, Serialize};
use store::tenants::IdRow;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::input::check_query;
use crate::{Context, OperationError};

/// Minimum number of digits.
pub const MIN_DIGITS: usize = 6;
/// Digits of a whole id.
const DIGITS: usize = 32;
/// Text that names the newest one.
pub const LAST: &str = "last";

/// Kind of the object that an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IdKind {
    /// A run of a question.
    Run,
    /// An event, by its job.
    Event,
    /// A result that a person reviews.
    Review,
    /// A message that was dead-lettered.
    DeadLetter,
    /// A webhook of the tenant.
    Webhook,
}

/// Text to find.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FindQuery {
    /// At least the first six digits of an id, `last` for the newest one, or the publisher's id of an event.
    pub text: String,
    /// Finds only ids of this kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(inline)]
    pub kind: Option<IdKind>,
}

/// An id that matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct IdMatch {
    /// Kind of the object.
    pub kind: IdKind,
    /// The whole id.
    pub id: Uuid,
}

/// Returns the ids of the tenant that match a text, at most five of each kind.
///
/// # Errors
/// The text is invalid, or Postgres is unavailable.
pub async fn find(cx: Context<'_>, query: &FindQuery) -> Result<Vec<IdMatch>, OperationError> {
    cx.require(Read)?;
    let FindQuery { text, kind } = query;
    check_query("text", text)?;
    let (store, tenant) = (cx.store(), cx.tenant());
    let rows = match (text.as_str(), range(text)) {
        (LAST, _) => store.tenants().newest_ids(tenant).await?,
        (_, Some((low, high))) => store.tenants().ids_within(tenant, low, high).await?,
        (_, None) => Vec::new(),
    };
    let mut matches: Vec<IdMatch> = rows.iter().filter_map(IdMatch::of).collect();
    if let Ok(event) = EventId::parse(text) {
        // The id of a quiet event is not stored: its job derives from the publisher's id.
        for job in EventKind::NAMES.map(|kind| JobId::for_event(tenant, kind, &event)) {
            let is_quiet = store.events().verdict(job).await?.is_some_and(|verdict| verdict.tenant == *tenant);
            if is_quiet || crate::events::is_known(cx, job).await? {
                matches.push(IdMatch { kind: IdKind::Event, id: job.0 });
            }
        }
    }
    matches.retain(|one| kind.is_none_or(|kind| one.kind == kind));
    Ok(matches)
}

/// Returns `true` if only a look-up can tell the id that a text names: `last`, or the beginning of an id.
pub fn is_short(text: &str) -> bool {
    text == LAST || (Uuid::parse_str(text).is_err() && range(text).is_some())
}

/// Returns the lowest and the highest id that begin with these digits; `None` if no id can begin with the text.
fn range(text: &str) -> Option<(Uuid, Uuid)> {
    let digits: String = text.chars().filter(|char| *char != '-').collect();
    let is_beginning =
        (MIN_DIGITS..=DIGITS).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let filled = |with: &str| Uuid::parse_str(&format!("{digits}{}", with.repeat(DIGITS - digits.len()))).ok();
    is_beginning.then(|| filled("0").zip(filled("f"))).flatten()
}

impl IdMatch {
    fn of(row: &IdRow) -> Option<Self> {
        let kind = match row.kind.as_str() {
            "run" => IdKind::Run,
            "event" => IdKind::Event,
            "review" => IdKind::Review,
            "dead_letter" => IdKind::DeadLetter,
            "webhook" => IdKind::Webhook,
            _ => return None,
        };
        Some(Self { kind, id: row.id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_of_an_id_is_a_range() {
        let (low, high) = range("5E7f23-7").unwrap();
        assert_eq!(low.to_string(), "5e7f2370-0000-0000-0000-000000000000");
        assert_eq!(high.to_string(), "5e7f237f-ffff-ffff-ffff-ffffffffffff");
        let whole = low.to_string();
        assert_eq!(range(&whole), Some((low, low)));
        for no in ["5e7f2", "question-1", "", &format!("{whole}0"), "zzzzzz"] {
            assert_eq!(range(no), None, "{no}");
        }
        assert!(is_short(LAST) && is_short("5e7f23") && !is_short(&whole) && !is_short("question-1"));
    }
}
