//! One exchange with a batch endpoint.

use std::time::Duration;

use serde_json::Value;

use super::super::client::Client;
use super::super::reading::parsed;
use super::super::refusal::refusal;
use super::super::transport;
use crate::LlmError;

/// Time limit of one exchange. Every exchange but the transfer of a file takes seconds.
const DEADLINE: Duration = Duration::from_secs(60);

impl Client {
    /// Sends a request with the headers of the wire format and returns the body of a successful answer.
    pub(super) async fn batch_file(&self, request: reqwest::RequestBuilder) -> Result<Vec<u8>, LlmError> {
        let request = request.headers((self.wire.headers)(self.endpoint.key.as_ref())?);
        let (status, after, body) = transport::fetch(request, DEADLINE, transport::MAX_FILE_BYTES).await?;
        if (200..300).contains(&status) {
            return Ok(body);
        }
        Err(refusal(status, &parsed(&body), after)
            .unwrap_or_else(|| LlmError::Lost { reason: format!("the batch endpoint answered with status {status}") }))
    }

    /// As [`Client::batch_file`], for an answer that is one JSON object.
    pub(super) async fn batch_json(&self, request: reqwest::RequestBuilder) -> Result<Value, LlmError> {
        let body = self.batch_file(request).await?;
        serde_json::from_slice(&body).map_err(|error| LlmError::Lost {
            reason: format!("the answer of the batch endpoint is not JSON: {error}"),
        })
    }
}
