//! Publication of events and questions through the door.

use operations::deep_reports::ReportWanted;
use operations::events::{BatchAccepted, EventAccepted};
use operations::questions::Ask;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;

use super::{Door, DoorError};

/// Media type of a batch.
const NDJSON: &str = "application/x-ndjson";

impl Door {
    /// Publishes events, one JSON object per line.
    pub(crate) async fn publish(&self, lines: String) -> Result<BatchAccepted, DoorError> {
        let request = self.request(Method::POST, &["v1", "events:batch"]).header(CONTENT_TYPE, NDJSON);
        self.read(request.body(lines)).await
    }

    /// Asks a question.
    pub(crate) async fn ask(&self, question: &Ask) -> Result<EventAccepted, DoorError> {
        self.send(Method::POST, &["v1", "questions"], question).await
    }

    /// Has a report written.
    pub(crate) async fn write_report(&self, wanted: &ReportWanted) -> Result<EventAccepted, DoorError> {
        self.send(Method::POST, &["v1", "reports"], wanted).await
    }
}
