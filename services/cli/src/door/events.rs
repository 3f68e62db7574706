//! Events and the research that they request, through the door.

use domain::JobId;
use operations::settlement::{EventJobs, EventSettlement};
use reqwest::Method;
use serde_json::Value;

use super::{Door, DoorError};

/// How the research of an event ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventEnd {
    /// The research is in memory.
    Researched,
    /// There is no research, with the reason.
    Failed(String),
}

impl Door {
    /// Returns an event with its classification, its results, its audit trail and its evidence.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn event(&self, job: JobId) -> Result<Value, DoorError> {
        self.get(&["v1", "events", &job.to_string()], &()).await
    }

    /// Returns whether events, with all work that they caused, are done.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn settlement(&self, jobs: &EventJobs) -> Result<Vec<EventSettlement>, DoorError> {
        self.send(Method::POST, &["v1", "events:settlement"], jobs).await
    }

    /// Looks for the end of the research that an event requests. A dead-lettered research has no end.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn research_end(&self, job: JobId) -> Result<Option<EventEnd>, DoorError> {
        Ok(end(&self.event(job).await?))
    }
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
