//! A model that answers nothing: where a replay looks when the bundle does not hold a reply. It refuses as a provider refuses a
//! wrong request, so that nothing is charged and nobody tries again; the ledger then names the step that asked.

use anyhow::Context as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::json;

/// It runs until it is dropped.
pub(super) struct Refuser {
    url: String,
    task: tokio::task::JoinHandle<()>,
}

impl Refuser {
    /// On a free port of this machine.
    pub(super) async fn start() -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.context("no free port")?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = Router::new().fallback(refuse);
        let task = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                crate::output::complain(&format!("the replay's model ended: {error}"));
            }
        });
        Ok(Self { url, task })
    }

    /// The base address of the model.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Refuser {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// In the shape of both wire formats.
async fn refuse() -> Response {
    let message = "the bundle holds no reply to this, and a replay asks nobody";
    let body = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}
