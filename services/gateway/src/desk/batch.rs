//! Batches: each row of an approved result becomes an event.

use domain::Outgoing;
use domain::review::{ReviewedResult, SessionId};
use serde::Serialize;
use store::gateway::RequestKey;
use store::reviews::Reviews;
use tools::macros::{BatchOrigin, definition};
use utoipa::ToSchema;

use super::{Desk, DeskError, Target};
use crate::http::Problem;
use crate::publish::{self, Submitter};

/// Source of the events.
const SOURCE: &str = "gateway review batch";

/// The events of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
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

impl Desk<'_> {
    /// Stores one event per row of an approved result, as the section `batch` of its definition describes. Without
    /// `result_id` it is the newest approved result of the session. A repetition publishes nothing again.
    ///
    /// # Errors
    /// [`DeskError::NothingApproved`], [`DeskError::NoBatch`], [`DeskError::Refused`] for a result that is not
    /// approved, or a server's failure, after which a repetition publishes the rest.
    pub async fn batch(&self, target: &Target, key: Option<&RequestKey>) -> Result<BatchPublished, DeskError> {
        let reviewed = self.approved(target).await?;
        target.version.map_or(Ok(()), |version| reviewed.session.check_version(version))?;
        let messages = self.messages(&reviewed)?;
        let rows = messages.len();
        if key.is_some() && rows == 0 {
            self.claim(key).await?;
        }
        let submitter = Submitter { caller: self.caller, action: "batch published", key: key.cloned() };
        let accepted = publish::accept_all(self.gateway, messages, &submitter).await?;
        let events_known = accepted.iter().filter(|accepted| accepted.duplicate).count();
        Ok(BatchPublished {
            result_id: reviewed.result.id.to_string(),
            rows,
            events_published: rows - events_known,
            events_known,
        })
    }

    async fn approved(&self, target: &Target) -> Result<ReviewedResult, DeskError> {
        let reviewed = match (target.result_id, target.session_id) {
            (None, Some(session)) => {
                let approved = self.store().approved(self.tenant(), SessionId(session), 1).await?;
                return approved.into_iter().next().ok_or(DeskError::NothingApproved);
            }
            _ => self.find(target).await?,
        };
        match reviewed.approved() {
            Some(_) => Ok(reviewed),
            None => Err(DeskError::NotApproved(reviewed.state.name())),
        }
    }

    fn messages(&self, reviewed: &ReviewedResult) -> Result<Vec<Outgoing>, DeskError> {
        let definition = definition(reviewed)?;
        if definition.batch().is_none() {
            let (name, version) = (definition.name().to_owned(), definition.version().to_owned());
            return Err(DeskError::NoBatch { name, version });
        }
        let origin = BatchOrigin { result: reviewed.result.id, tenant: self.tenant(), source: SOURCE };
        let message = |row: tools::macros::BatchRow| {
            let event = row.into_event(origin).map_err(|error| Problem::invalid("id", error.to_string()))?;
            publish::message(&event)
        };
        let rows = definition.batch_rows(reviewed.data()).into_iter();
        Ok(rows.map(message).collect::<Result<Vec<_>, Problem>>()?)
    }
}
