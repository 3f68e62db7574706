//! Recorded answers of services (searches, token services, site maps, external tools). Each answer is stored under the
//! request, with the outcome of the job. In a replay no service is called: a request without a recorded answer is an
//! error.

use std::sync::Arc;

use agent::ToolError;
use domain::effect::Basis;
use domain::port::PortError;
use futures::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Stored answers by address.
pub trait AnswerStore: Send + Sync + 'static {
    /// Returns the latest answer recorded under the address (`ask:…`), as JSON.
    fn answer<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<Option<String>, PortError>>;
}

/// Records the answers of services, or replays recorded ones.
#[derive(Clone)]
pub struct AnswerRecorder {
    store: Arc<dyn AnswerStore>,
    replay: bool,
}

impl AnswerRecorder {
    /// Creates a recorder. With `replay` it calls no service.
    pub fn new(store: Arc<dyn AnswerStore>, replay: bool) -> Self {
        Self { store, replay }
    }

    /// Returns true if no service may be called.
    pub fn is_replay(&self) -> bool {
        self.replay
    }

    /// Returns the answer of a tool's service to `request`, with the record to store. `call` is not awaited in a
    /// replay.
    ///
    /// # Errors
    /// The service's error, or a request that was not recorded.
    pub async fn answer<T: Serialize + DeserializeOwned>(
        &self,
        tool: &str,
        request: &Value,
        call: impl Future<Output = Result<T, ToolError>>,
    ) -> Result<(T, Basis), ToolError> {
        if self.replay {
            return self.replayed(tool, request).await;
        }
        let basis = record(tool, request, &call.await?)?;
        // The caller gets the value as it was recorded, so a replay sees the same, to the last digit of every number.
        Ok((parse(tool, &basis)?, basis))
    }

    /// Returns the recorded answer to `request`.
    ///
    /// # Errors
    /// The store is unavailable, or there is no recorded answer.
    pub async fn replayed<T: DeserializeOwned>(&self, tool: &str, request: &Value) -> Result<(T, Basis), ToolError> {
        let url = address(tool, request);
        let kept = self.store.answer(&url).await.map_err(|error| ToolError::broken(tool, error))?;
        let missing = || {
            ToolError::to_model(format!(
                "this request of {tool} is not among the recorded answers, and a replay calls no service"
            ))
        };
        let body = kept.ok_or_else(missing)?;
        let basis = Basis { url, hash: web::content_hash(body.as_bytes()), body: Some(body) };
        Ok((parse(tool, &basis)?, basis))
    }
}

/// Creates the record of an answer.
///
/// # Errors
/// The answer cannot be serialised.
pub fn record(tool: &str, request: &Value, answer: &impl Serialize) -> Result<Basis, ToolError> {
    let body = serde_json::to_string(answer).map_err(|error| ToolError::broken(tool, error))?;
    Ok(Basis { url: address(tool, request), hash: web::content_hash(body.as_bytes()), body: Some(body) })
}

/// Creates the record of a page. Its bytes are in the object store, under the hash.
pub(crate) fn page_record(url: &str, hash: &str) -> Basis {
    Basis { url: url.to_owned(), hash: hash.to_owned(), body: None }
}

fn parse<T: DeserializeOwned>(tool: &str, basis: &Basis) -> Result<T, ToolError> {
    let body = basis.body.as_deref().unwrap_or_default();
    serde_json::from_str(body).map_err(|error| {
        tracing::warn!(tool, error = %error, "recorded answer of another version");
        ToolError::to_model(format!("{tool}: the recorded answer was written by another version"))
    })
}

fn address(tool: &str, request: &Value) -> String {
    format!("ask:{tool}?{request}")
}
