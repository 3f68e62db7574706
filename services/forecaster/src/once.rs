//! What a run was told about the past when it first looked, it is told again: its rounds, a repetition after a crash and a replay
//! from a bundle all rest on the same.
//!
//! I/O: remembers it as a step of the run itself.

use domain::port::{Journal, PortError, StepKey};
use domain::{JobId, Run};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Finds it, once per run; `what` names it.
pub(crate) async fn once<T, F>(journal: &impl Journal, run: &Run, what: &str, find: F) -> Result<T, PortError>
where
    T: Serialize + DeserializeOwned,
    F: AsyncFnOnce() -> Result<T, PortError>,
{
    let step = StepKey::new(JobId(run.id.0), what, &[]);
    if let Some(known) = journal.recall(&step).await?.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        return Ok(known);
    }
    let found = find().await?;
    let Ok(bytes) = serde_json::to_vec(&found) else { return Ok(found) };
    let stands = journal.remember(&step, bytes).await?;
    Ok(serde_json::from_slice(&stands).unwrap_or(found))
}
