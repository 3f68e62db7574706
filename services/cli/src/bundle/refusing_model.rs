//! Model endpoint of a replay that refuses every call, used for replies that the bundle does not contain. It responds
//! with an invalid request error, so that nothing is charged or retried and the ledger records the step that called.

use anyhow::Context as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::json;

/// A running endpoint; dropping it stops it.
pub(super) struct RefusingModel {
    url: String,
    task: tokio::task::JoinHandle<()>,
}

impl RefusingModel {
    /// Listens on a free local port.
    pub(super) async fn start() -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.context("no free port")?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = Router::new().fallback(refuse);
        let task = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                crate::output::print_error(&format!("the replay's model endpoint stopped: {error}"));
            }
        });
        Ok(Self { url, task })
    }

    /// Base URL of the endpoint.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for RefusingModel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Responds with an error that is valid in both wire formats.
async fn refuse() -> Response {
    let message = "the bundle contains no reply to this request, and a replay calls no model";
    let body = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}
