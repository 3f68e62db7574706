//! What an approval and an execution require of the caller: that it was shown the data and the verbs, and where
//! `four_eyes` is set, that another token has requested the result.

use domain::review::{AUTOMATIC, MAX_BY_BYTES, ReviewedResult};
use tools::macros::definition;

use crate::{Context, OperationError};

/// Returns the name under which decisions are recorded. Names of tokens are free and may be equal, so the id of the
/// token is part of it.
pub(super) fn reviewer(cx: Context<'_>) -> String {
    let id = format!(" ({})", cx.caller.token);
    let name = &cx.caller.name;
    let room = MAX_BY_BYTES - id.len();
    format!("{}{id}", &name[..name.floor_char_boundary(room)])
}

/// Checks that the caller names what it was shown.
pub(super) fn check_shown(read: &ReviewedResult, digest: Option<&str>) -> Result<(), OperationError> {
    match digest {
        None => Err(OperationError::NotShown),
        Some(digest) if digest == read.digest() => Ok(()),
        Some(_) => Err(OperationError::OtherDigest),
    }
}

/// Checks that the caller may approve the result.
pub(super) async fn check_may_approve(cx: Context<'_>, read: &ReviewedResult) -> Result<(), OperationError> {
    match needs_four_eyes(cx, read) && has_requested(cx, read).await? {
        true => Err(OperationError::FourEyes),
        false => Ok(()),
    }
}

/// Checks that the caller may have the verbs executed. What no person has approved needs the second person now.
pub(super) async fn check_may_execute(cx: Context<'_>, read: &ReviewedResult) -> Result<(), OperationError> {
    let is_automatic = read.review.as_ref().is_some_and(|review| review.by == AUTOMATIC);
    if is_automatic { check_may_approve(cx, read).await } else { Ok(()) }
}

fn needs_four_eyes(cx: Context<'_>, read: &ReviewedResult) -> bool {
    cx.operations.macros.need_four_eyes(cx.tenant()) || definition(read).is_ok_and(|definition| definition.four_eyes())
}

/// Returns `true` if the caller has requested the result. A request without a token is that of a publisher on NATS.
async fn has_requested(cx: Context<'_>, read: &ReviewedResult) -> Result<bool, OperationError> {
    Ok(cx.store().intake().requester(read.event_job).await? == Some(cx.caller.token))
}
