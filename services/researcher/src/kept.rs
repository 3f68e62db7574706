//! Results that are too long for a conversation: kept whole in the object store, shown as a synopsis with a reference.
//!
//! I/O: writes and reads the kept results of one job.

use agent::ToolResult;
use worker::{ContentHash, ObjectError};

use crate::desk::Desk;
use crate::notebook::Notes;

/// The tool that reads them in parts.
pub(crate) const READER: &str = "read_result";

/// The result as the model shall see it.
pub(crate) async fn shortened<M, W>(desk: &Desk<M, W>, result: ToolResult<Notes>, chars: usize) -> ToolResult<Notes> {
    if result.is_error || result.content.chars().nth(chars).is_none() {
        return result;
    }
    let hash = ContentHash::of(result.content.as_bytes());
    match desk.kit.objects.put(&key(desk, hash.as_str()), result.content.as_bytes()).await {
        Ok(_) => {
            let content = agent::synopsis(&result.content, hash.as_str(), READER);
            ToolResult { content, ..result }
        }
        Err(error) => {
            // The machine cuts it: the model sees the beginning, and that there was more.
            tracing::warn!(%error, job = %desk.task.job, "a long result cannot be kept");
            result
        }
    }
}

/// The whole result; `None` if this job kept none under that reference.
pub(crate) async fn read<M, W>(desk: &Desk<M, W>, reference: &str) -> Result<Option<String>, ObjectError> {
    let hash = reference.len() == 64 && reference.bytes().all(|b| b.is_ascii_hexdigit());
    if !hash {
        return Ok(None);
    }
    let found = desk.kit.objects.get(&key(desk, &reference.to_ascii_lowercase())).await?;
    Ok(found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// In the job's own folder: what another job kept is none of this one's business.
fn key<M, W>(desk: &Desk<M, W>, hash: &str) -> String {
    format!("results/{}/{hash}.json", desk.task.job)
}
