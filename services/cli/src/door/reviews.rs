//! Reviews of results through the door.

use domain::JobId;
use domain::review::SessionId;
use operations::Page;
use operations::reviews::{Approved, BatchPublished, Rejected, ReviewItem, ReviewList, ReviewedView, SessionDetail};
use reqwest::header::{HeaderMap, HeaderValue, IF_MATCH};
use serde_json::{Value, json};

use super::{Door, DoorError};

/// What a decision names: a result as it was read.
#[derive(Debug, Clone)]
pub struct ReadResult {
    /// Id of the result.
    pub result: JobId,
    /// Version of the session.
    pub version: i64,
    /// Digest of the data and the verbs.
    pub digest: Option<String>,
}

impl Door {
    /// Returns the newest results.
    pub(crate) async fn reviews(&self, query: ReviewList) -> Result<Page<ReviewItem>, DoorError> {
        self.get(&["v1", "reviews"], &query).await
    }

    /// Returns a result with its review.
    pub(crate) async fn review(&self, result: JobId) -> Result<ReviewedView, DoorError> {
        self.get(&["v1", "reviews", &result.to_string()], &()).await
    }

    /// Returns a session with its approved results.
    pub(crate) async fn session(&self, session: SessionId) -> Result<SessionDetail, DoorError> {
        self.get(&["v1", "sessions", &session.to_string()], &()).await
    }

    /// Approves a result, with or without edits.
    pub(crate) async fn approve(
        &self,
        seen: ReadResult,
        edits: Option<Value>,
        reason: String,
    ) -> Result<Approved, DoorError> {
        let body = json!({ "edits": edits, "reason": reason });
        self.post_with(&path(seen.result, "approve"), seen.headers(), Some(&body)).await
    }

    /// Rejects a result.
    pub(crate) async fn reject(&self, seen: ReadResult, reason: String) -> Result<Rejected, DoorError> {
        let body = json!({ "reason": reason });
        self.post_with(&path(seen.result, "reject"), seen.headers(), Some(&body)).await
    }

    /// Sends the verbs of an approved result to the executor.
    pub(crate) async fn execute_verbs(&self, seen: ReadResult) -> Result<ReviewedView, DoorError> {
        self.post_with(&path(seen.result, "execute"), seen.headers(), None::<&()>).await
    }

    /// Publishes one event per row of an approved result.
    pub(crate) async fn publish_rows(&self, result: JobId) -> Result<BatchPublished, DoorError> {
        self.post_with(&path(result, "batch"), HeaderMap::new(), None::<&()>).await
    }
}

fn path(result: JobId, verb: &str) -> [String; 4] {
    ["v1", "reviews", &result.to_string(), verb].map(str::to_owned)
}

impl ReadResult {
    /// Returns the header that names what was read.
    fn headers(&self) -> HeaderMap {
        let Self { version, digest, .. } = self;
        let tag = digest.as_ref().map_or_else(|| format!("\"{version}\""), |digest| format!("\"{version}-{digest}\""));
        // A digest that is no header value is none of a gateway; it answers that it cannot read the header.
        let value = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
        HeaderMap::from_iter([(IF_MATCH, value)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_names_what_was_read() {
        let seen = |digest: Option<&str>| ReadResult {
            result: JobId::named(&["r"]),
            version: 7,
            digest: digest.map(str::to_owned),
        };
        let tag = |digest| seen(digest).headers()[IF_MATCH].to_str().unwrap().to_owned();
        assert_eq!((tag(None), tag(Some("0af"))), ("\"7\"".to_owned(), "\"7-0af\"".to_owned()));
    }
}
