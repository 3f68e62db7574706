//! Desks of reviewers: the draft of a decision, and who else has opened the result. Both advise people; a decision
//! reads neither, so a lost draft or a wrong presence changes nothing that is stored.

use domain::access::AccessScope::{Read, Review};
use domain::review::{MAX_BY_BYTES, ReviewedResult};
use domain::{JobId, Time};
use serde_json::Value;
use store::review_desk::{DeskKey, DeskPresence, StoredDraft};

use crate::{Context, OperationError};

/// Maximum size of a draft's data, and of its reason, in bytes. Larger ones are refused.
const MAX_DRAFT_BYTES: usize = 512 * 1024;
const MAX_REASON_BYTES: usize = 16_000;

/// What the caller has typed about a result.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewDraft {
    /// Version of the session from which the draft was made.
    pub version: i64,
    /// The edited data.
    pub data: Value,
    /// Reason of the decision, as far as it is typed.
    pub reason: String,
}

/// The desk of the caller for one result.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReviewDesk {
    /// The caller's draft, with the time of its last change.
    pub draft: Option<(ReviewDraft, Time)>,
    /// Others who have opened the result within a quarter of an hour, the last one first.
    pub others: Vec<DeskPresence>,
}

/// Records that the caller has opened a result that waits, and returns the caller's draft and who else has opened it.
/// A caller who cannot decide leaves no trace and has no draft.
///
/// # Errors
/// The token lacks the scope, or Postgres is unavailable.
pub async fn open_desk(cx: Context<'_>, read: &ReviewedResult) -> Result<ReviewDesk, OperationError> {
    cx.require(Read)?;
    if read.review.is_some() {
        return Ok(ReviewDesk::default());
    }
    let (store, name) = (cx.store().review_desk(), name(cx));
    let key = key(cx, read.result.id, &name);
    let draft = if cx.caller().may(Review) { store.open(key).await? } else { None };
    Ok(ReviewDesk { draft: draft.and_then(parsed), others: store.others(key).await? })
}

/// Returns who has opened one of several results within a quarter of an hour, the last one first.
///
/// # Errors
/// The token lacks the scope, or Postgres is unavailable.
pub async fn present(cx: Context<'_>, results: &[JobId]) -> Result<Vec<DeskPresence>, OperationError> {
    cx.require(Read)?;
    Ok(cx.store().review_desk().present(cx.tenant(), results).await?)
}

/// Stores the caller's draft in place of the last one.
///
/// # Errors
/// The token lacks the scope, the result is decided, the draft is too large, or Postgres is unavailable.
pub async fn save_draft(cx: Context<'_>, read: &ReviewedResult, draft: &ReviewDraft) -> Result<(), OperationError> {
    cx.require(Review)?;
    if read.review.is_some() {
        return Err(OperationError::StateForbids("the decision is made, so the draft is not stored".to_owned()));
    }
    let data = draft.data.to_string();
    if data.len() > MAX_DRAFT_BYTES || draft.reason.len() > MAX_REASON_BYTES {
        return Err(OperationError::invalid("draft", "is too large to be stored; decide, or shorten it"));
    }
    let name = name(cx);
    let stored = (draft.version, data.as_str(), draft.reason.as_str());
    Ok(cx.store().review_desk().save(key(cx, read.result.id, &name), stored).await?)
}

/// Deletes the caller's draft.
///
/// # Errors
/// The token lacks the scope, or Postgres is unavailable.
pub async fn discard_draft(cx: Context<'_>, result: JobId) -> Result<(), OperationError> {
    cx.require(Review)?;
    let name = name(cx);
    Ok(cx.store().review_desk().discard(key(cx, result, &name)).await?)
}

/// Name of the caller's token, at most as long as that of a decision.
fn name(cx: Context<'_>) -> String {
    let name = &cx.caller().name;
    name[..name.floor_char_boundary(MAX_BY_BYTES)].to_owned()
}

fn key<'a>(cx: Context<'a>, result: JobId, name: &'a str) -> DeskKey<'a> {
    DeskKey { tenant: cx.tenant(), result, reviewer: cx.caller().token, name }
}

/// Returns a stored draft; `None` for invalid JSON, which only a fault of the database could cause.
fn parsed(stored: StoredDraft) -> Option<(ReviewDraft, Time)> {
    let StoredDraft { version, data, reason, saved_at } = stored;
    let data = serde_json::from_str(&data).ok()?;
    Some((ReviewDraft { version, data, reason }, saved_at))
}
