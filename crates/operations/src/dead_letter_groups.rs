//! Dead letters by cause, and those that a filter selects. [`crate::redrives`] redrives them.

use domain::Time;
use domain::access::AccessScope::Read;
use domain::port::DeadLetter;
use serde::{Deserialize, Serialize};
use store::dead_letter_groups::{DeadLetterFilter, DeadLetterGroup};
use utoipa::{IntoParams, ToSchema};

use crate::dead_letters::{self, DeadLetterItem};
use crate::input::check_text;
use crate::{Context, OperationError, Page, PageQuery};

/// Maximum characters of a field of a filter.
const MAX_FIELD: usize = 1_000;

/// Selects dead letters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct DeadLetterQuery {
    /// Only those of this consumer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consumer: Option<String>,
    /// Only those of this class: `undecodable`, `rejected`, `exhausted` or `poisoned`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Only those with this reason, in the form of a group: `#` in the place of numbers and ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `true`: only those that have been neither redriven nor dropped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// Maximum rows of the page, 1 to 200; 50 if absent.
    #[param(minimum = 1, maximum = 200)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// `next` of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Open dead letters of one cause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeadLetterGroupItem {
    /// Consumer that dead-lettered the messages.
    pub consumer: String,
    /// Class of the failure: `undecodable`, `rejected`, `exhausted` or `poisoned`.
    pub class: String,
    /// Outermost error with `#` in the place of numbers and ids.
    pub reason: String,
    /// Number of letters.
    pub letters: u64,
    /// Number of messages that they stand for: in a storm, one letter stands for many.
    pub messages: u64,
    /// Number of letters of the last hour.
    pub recent: u64,
    /// Time of the oldest letter.
    #[schema(value_type = String, format = DateTime)]
    pub oldest_at: Time,
    /// Time of the newest letter.
    #[schema(value_type = String, format = DateTime)]
    pub newest_at: Time,
}

/// Returns a page of the tenant's dead letters, newest first.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: &DeadLetterQuery) -> Result<Page<DeadLetterItem>, OperationError> {
    cx.require(Read)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor.clone() };
    let filter = query.filter()?;
    if filter == DeadLetterFilter::default() {
        return dead_letters::list(cx, &page).await;
    }
    let (limit, after) = (page.limit()?, page.before()?);
    let rows = cx.store().dead_letters().selected(cx.tenant(), &filter, (after, limit + 1)).await?;
    Ok(Page::new(rows, limit, |row| (row.at, row.id.to_string()), DeadLetterItem::from))
}

/// Counts the dead letters that [`list`] returns on all pages, up to 10,000.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn count(cx: Context<'_>, query: &DeadLetterQuery) -> Result<u64, OperationError> {
    cx.require(Read)?;
    Ok(cx.store().dead_letters().count_selected(cx.tenant(), &query.filter()?, crate::page::MAX_COUNT).await?)
}

/// Returns the groups of the tenant's open dead letters, at most 200, newest first.
///
/// # Errors
/// Postgres is unavailable.
pub async fn groups(cx: Context<'_>) -> Result<Vec<DeadLetterGroupItem>, OperationError> {
    cx.require(Read)?;
    let groups = cx.store().dead_letters().groups(cx.tenant()).await?;
    Ok(groups.into_iter().map(DeadLetterGroupItem::from).collect())
}

impl DeadLetterQuery {
    fn filter(&self) -> Result<DeadLetterFilter, OperationError> {
        check_fields([("consumer", &self.consumer), ("class", &self.class), ("reason", &self.reason)])?;
        let Self { consumer, class, reason, open, .. } = self.clone();
        Ok(DeadLetterFilter { consumer, class, reason, open })
    }
}

/// Refuses fields of a filter that no letter can have.
pub(crate) fn check_fields(fields: [(&str, &Option<String>); 3]) -> Result<(), OperationError> {
    for (name, value) in fields {
        check_text(name, value.as_deref().unwrap_or_default(), MAX_FIELD)?;
    }
    let [_, (_, class), _] = fields;
    if class.as_deref().is_some_and(|class| !DeadLetter::CLASSES.contains(&class)) {
        return Err(OperationError::invalid("class", format!("must be one of {}", DeadLetter::CLASSES.join(", "))));
    }
    Ok(())
}

impl From<DeadLetterGroup> for DeadLetterGroupItem {
    fn from(group: DeadLetterGroup) -> Self {
        let DeadLetterGroup { consumer, class, reason, letters, messages, recent, oldest_at, newest_at } = group;
        Self { consumer, class, reason, letters, messages, recent, oldest_at, newest_at }
    }
}
