//! What services answer (searches, token services, site maps, external tools): kept under what they were asked, with the
//! outcome of the job that asked. In replay nobody is asked: the run hears what was kept, and what was not kept is an error.
//!
//! I/O: asks a service, or in replay the page store.

use agent::ToolError;
use domain::effect::Basis;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::desk::{Desk, Kit};

/// A service's answer to `asked`, and what to keep of it. `ask` is not awaited in replay.
pub(crate) async fn answered<M: Send + Sync, W: Send + Sync, T: Serialize + DeserializeOwned>(
    desk: &Desk<M, W>,
    (tool, asked): (&str, &Value),
    ask: impl Future<Output = Result<T, ToolError>>,
) -> Result<(T, Basis), ToolError> {
    if desk.kit.config.replay {
        return replayed(&desk.kit, tool, asked).await;
    }
    let basis = basis((tool, asked), &ask.await?)?;
    // Read back from what is kept: a replay then hears the very same, to the last digit of every number.
    Ok((read(tool, &basis)?, basis))
}

/// What was kept of an answer.
pub(crate) async fn replayed<M, W, T: DeserializeOwned>(
    kit: &Kit<M, W>,
    tool: &str,
    asked: &Value,
) -> Result<(T, Basis), ToolError> {
    let url = address(tool, asked);
    let kept = kit.archive.answer(&url).await.map_err(|error| ToolError::broken(tool, error))?;
    let missing = || ToolError::told(format!("{url} is not among the kept answers, and a replay asks nobody"));
    let body = kept.ok_or_else(missing)?;
    let basis = Basis { url, hash: web::content_hash(body.as_bytes()), body: Some(body) };
    Ok((read(tool, &basis)?, basis))
}

/// What is kept of an answer.
pub(crate) fn basis((tool, asked): (&str, &Value), answer: &impl Serialize) -> Result<Basis, ToolError> {
    let body = serde_json::to_string(answer).map_err(|error| ToolError::broken(tool, error))?;
    Ok(Basis { url: address(tool, asked), hash: web::content_hash(body.as_bytes()), body: Some(body) })
}

/// Of a page that was read: its bytes lie in the object store.
pub(crate) fn of_page(url: &str, hash: &str) -> Basis {
    Basis { url: url.to_owned(), hash: hash.to_owned(), body: None }
}

fn read<T: DeserializeOwned>(tool: &str, basis: &Basis) -> Result<T, ToolError> {
    let body = basis.body.as_deref().unwrap_or_default();
    serde_json::from_str(body)
        .map_err(|error| ToolError::told(format!("{tool}: the kept answer was written by another version: {error}")))
}

fn address(tool: &str, asked: &Value) -> String {
    format!("ask:{tool}?{asked}")
}
