//! Requests to the researcher, which alone reaches GLEIF.

use std::time::Duration;

use runtime::client::{Client, NewRequest};
use runtime::topology::LEI_CHECK;

/// Maximum time to wait for an answer. GLEIF answers within a second; without an answer the LEIs stay unverified.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Sends a request of `tools::lei::recheck` and returns the answer; `None` if no researcher answers in time.
pub(crate) async fn ask(client: &Client, request: Vec<u8>) -> Option<Vec<u8>> {
    let (subject, headers) = (LEI_CHECK.to_owned(), Vec::new());
    let answered = client.request(NewRequest { subject, headers, payload: request.into(), timeout: TIMEOUT }).await;
    answered.inspect_err(|error| tracing::debug!(%error, "LEIs are not verified")).ok().map(|answer| answer.to_vec())
}
