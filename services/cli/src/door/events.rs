//! Events and the research that they request, through the door.

use domain::{JobId, Tenant};
use operations::events;
use operations::progress::Look;
use operations::research;
use serde_json::Value;

use super::direct::Direct;
use super::{Door, DoorError};

/// How the research of an event ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventEnd {
    /// The research is in memory.
    Researched,
    /// There is no research, with the reason.
    Failed(String),
}

impl Door<'_> {
    /// Returns an event with its classification, its results, its audit trail and its evidence.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn event(&self, job: JobId) -> Result<Value, DoorError> {
        match self {
            Self::Http(http) => http.get(&["v1", "events", &job.to_string()], &()).await,
            Self::Direct(direct) => {
                let caller = direct.caller_for(owner(direct, job).await?);
                Ok(events::show(direct.operations.of(&caller), job).await?)
            }
        }
    }

    /// Looks for the end of the research that an event requests. Over HTTP a dead-lettered research has no end.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn research_end(&self, job: JobId) -> Result<Option<EventEnd>, DoorError> {
        let Self::Direct(direct) = self else { return Ok(end(&self.event(job).await?)) };
        Ok(match research::look(direct.cx(), job).await? {
            Look::Done(progress) if progress.status == "failed" => Some(EventEnd::Failed(progress.message)),
            Look::Done(_) => Some(EventEnd::Researched),
            Look::Working(_) => None,
        })
    }
}

async fn owner(direct: &Direct<'_>, job: JobId) -> Result<Option<Tenant>, DoorError> {
    if let Some(view) = direct.store().events().load(job).await? {
        return Ok(Some(view.classification.event.tenant));
    }
    Ok(direct.store().events().verdict(job).await?.map(|verdict| verdict.tenant))
}

/// Returns the end of the research of a shown event: it has a result of this kind, or the rules found it uninteresting.
fn end(event: &Value) -> Option<EventEnd> {
    let results = event["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_researched = results.iter().any(|result| result["kind"] == "research");
    (is_researched || event["verdict"].is_object()).then_some(EventEnd::Researched)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn research_ends_with_its_result() {
        // The classification is also a result and arrives first.
        let classified = json!({ "state": "answered", "results": [{ "kind": "classification" }] });
        let researched = json!({ "results": [{ "kind": "classification" }, { "kind": "research" }] });
        assert_eq!((end(&classified), end(&json!({ "state": "pending" }))), (None, None));
        assert_eq!(end(&researched), Some(EventEnd::Researched));
        assert_eq!(end(&json!({ "verdict": {}, "results": [] })), Some(EventEnd::Researched));
    }
}
