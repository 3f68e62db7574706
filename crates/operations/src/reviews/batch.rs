//! Batches: each row of an approved result becomes an event.

use domain::Outgoing;
use domain::access::AccessScope::Publish;
use domain::review::{ReviewedResult, SessionId};
use serde::{Deserialize, Serialize};
use store::intake::RequestKey;
use store::reviews::Reviews;
use tools::macros::{BatchOrigin, definition};
use utoipa::ToSchema;

use super::{Target, claim, find};
use crate::events::{self, Submitter};
use crate::{Context, OperationError};

/// Source of the events.
const SOURCE: &str = "gateway review batch";

/// The events of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BatchPublished {
    /// Id of the result (UUID).
    pub result_id: String,
    /// Number of rows.
    pub rows: usize,
    /// Number of new events.
    pub events_published: usize,
    /// Number of events that an earlier call has published.
    pub events_known: usize,
}

/// Stores one event per row of an approved result, as the section `batch` of its definition describes. Without
/// `result_id` it is the newest approved result of the session. A repetition publishes nothing again.
///
/// # Errors
/// [`OperationError::NothingApproved`], [`OperationError::NoBatch`], [`OperationError::Refused`] for a result that is
/// not approved, or a server's failure, after which a repetition publishes the rest.
pub async fn publish_rows(
    cx: Context<'_>,
    target: &Target,
    key: Option<&RequestKey>,
) -> Result<BatchPublished, OperationError> {
    cx.require(Publish)?;
    let reviewed = approved(cx, target).await?;
    target.version.map_or(Ok(()), |version| reviewed.session.check_version(version))?;
    let messages = messages(cx, &reviewed)?;
    let rows = messages.len();
    if key.is_some() && rows == 0 {
        claim(cx, key).await?;
    }
    let submitter = Submitter { action: "batch published", key: key.cloned() };
    let accepted = events::accept_all(cx, messages, &submitter).await?;
    let events_known = accepted.iter().filter(|accepted| accepted.duplicate).count();
    Ok(BatchPublished {
        result_id: reviewed.result.id.to_string(),
        rows,
        events_published: rows - events_known,
        events_known,
    })
}

async fn approved(cx: Context<'_>, target: &Target) -> Result<ReviewedResult, OperationError> {
    let reviewed = match (target.result_id, target.session_id) {
        (None, Some(session)) => {
            let approved = cx.store().reviews().approved(cx.tenant(), SessionId(session), 1).await?;
            return approved.into_iter().next().ok_or(OperationError::NothingApproved);
        }
        _ => find(cx, target).await?,
    };
    match reviewed.approved() {
        Some(_) => Ok(reviewed),
        None => Err(OperationError::NotApproved(reviewed.state.name())),
    }
}

fn messages(cx: Context<'_>, reviewed: &ReviewedResult) -> Result<Vec<Outgoing>, OperationError> {
    let definition = definition(reviewed)?;
    if definition.batch().is_none() {
        let (name, version) = (definition.name().to_owned(), definition.version().to_owned());
        return Err(OperationError::NoBatch { name, version });
    }
    let origin = BatchOrigin { result: reviewed.result.id, tenant: cx.tenant(), source: SOURCE };
    let message = |row: tools::macros::BatchRow| {
        let event = row.into_event(origin).map_err(|error| OperationError::invalid("id", error.to_string()))?;
        events::outgoing(&event)
    };
    let rows = definition.batch_rows(reviewed.data()).into_iter();
    rows.map(message).collect()
}
