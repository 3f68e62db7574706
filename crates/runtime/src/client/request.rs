//! Requests over core NATS: to services outside of Auspex, and to the researcher, which alone reaches GLEIF.

use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::client::RequestErrorKind;
use bytes::Bytes;

use super::Client;
use crate::topology::LEI_CHECK;

/// Maximum time to wait for a check of LEIs. GLEIF answers within a second.
const LEI_TIMEOUT: Duration = Duration::from_secs(5);

/// A request to one responder.
#[derive(Debug, Clone)]
pub struct NewRequest {
    /// Subject of the responder.
    pub subject: String,
    /// Headers, in order.
    pub headers: Vec<(String, String)>,
    /// Body of the request.
    pub payload: Bytes,
    /// Maximum time to wait for the response.
    pub timeout: Duration,
}

/// The request has no response.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// No service subscribes to the subject; nothing has received the request.
    #[error("no service listens on {0}")]
    NoResponder(String),
    /// The response did not arrive in time. The request may have been executed.
    #[error("no response on {subject} within {} s; the request may have been executed", timeout.as_secs())]
    TimedOut {
        /// Subject of the request.
        subject: String,
        /// Time waited.
        timeout: Duration,
    },
    /// The connection failed. The request may have been executed.
    #[error("the request on {0} failed")]
    Failed(String, #[source] async_nats::client::RequestError),
}

impl Client {
    /// Sends a request and returns the body of the first response.
    ///
    /// # Errors
    /// See [`RequestError`].
    pub async fn request(&self, request: NewRequest) -> Result<Bytes, RequestError> {
        let NewRequest { subject, headers, payload, timeout } = request;
        let headers = headers.into_iter().fold(HeaderMap::new(), |mut all, (name, value)| {
            all.insert(name.as_str(), value.as_str());
            all
        });
        let sent = async_nats::Request::new().headers(headers).payload(payload).timeout(Some(timeout));
        match self.link.client.send_request(subject.clone(), sent).await {
            Ok(response) => Ok(response.payload),
            Err(error) => Err(match error.kind() {
                RequestErrorKind::NoResponders => RequestError::NoResponder(subject),
                RequestErrorKind::TimedOut => RequestError::TimedOut { subject, timeout },
                _ => RequestError::Failed(subject, error),
            }),
        }
    }

    /// Sends a request of `tools::lei::recheck` to the researcher and returns the answer; `None` if no researcher
    /// answers in time.
    pub async fn check_leis(&self, request: Vec<u8>) -> Option<Vec<u8>> {
        let (subject, headers) = (LEI_CHECK.to_owned(), Vec::new());
        let request = NewRequest { subject, headers, payload: request.into(), timeout: LEI_TIMEOUT };
        let answered = self.request(request).await;
        answered
            .inspect_err(|error| tracing::debug!(%error, "LEIs are not verified"))
            .ok()
            .map(|answer| answer.to_vec())
    }
}
