//! Results that are too long for a conversation: stored whole, shown to the model as a synopsis with a reference, read
//! in parts with `read_result`.

use std::sync::Arc;
use std::time::Duration;

use agent::{Bounds, Tool, ToolAnswer, ToolError, ToolResult};
use domain::JobId;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::file_store::{FileError, FileStore};
use crate::notebook::Notes;
use crate::session::Session;
use crate::{TaskTopics, schema, text_schema};

/// Name of the tool that reads parts of a result. A loop offers it from the first synopsis on.
pub const READ_RESULT: &str = "read_result";
/// Characters of one part, well below what a turn shows of a result.
const PART_CHARS: usize = 8_000;

/// Stores results, each in the folder of its job: a job cannot read the results of another.
#[derive(Clone)]
pub struct OversizedResults(pub Arc<dyn FileStore>);

impl OversizedResults {
    /// Replaces a result of more than `max_chars` characters by its synopsis.
    pub async fn shorten(&self, job: JobId, result: ToolResult<Notes>, max_chars: usize) -> ToolResult<Notes> {
        if result.is_error || result.content.chars().nth(max_chars).is_none() {
            return result;
        }
        let hash = web::content_hash(result.content.as_bytes());
        match self.0.write(&key(job, &hash), result.content.as_bytes()).await {
            Ok(()) => {
                let content = agent::synopsis(&result.content, &hash, READ_RESULT);
                ToolResult { content, ..result }
            }
            Err(error) => {
                // The run truncates it: the model sees the beginning, and that there was more.
                tracing::warn!(%error, %job, "cannot store an oversized tool result; it is truncated");
                result
            }
        }
    }

    async fn read(&self, job: JobId, reference: &str) -> Result<Option<String>, FileError> {
        if reference.len() != 64 || !reference.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Ok(None);
        }
        let found = self.0.read(&key(job, &reference.to_ascii_lowercase())).await?;
        Ok(found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// Returns true if a result is a synopsis, whose rest [`READ_RESULT`] reads.
pub fn is_synopsis(content: &str) -> bool {
    let read = |content| serde_json::from_str::<serde_json::Value>(content).ok();
    content.contains(READ_RESULT) && read(content).is_some_and(|read| read["readWith"] == READ_RESULT)
}

fn key(job: JobId, hash: &str) -> String {
    format!("results/{job}/{hash}.json")
}

pub(crate) struct ReadResult(pub(crate) OversizedResults);

#[derive(Deserialize)]
pub(crate) struct PartQuery {
    reference: String,
    #[serde(default)]
    offset: usize,
}

#[derive(Serialize)]
pub(crate) struct ResultPart {
    characters: usize,
    offset: usize,
    text: String,
    next: Option<usize>,
}

impl Tool<Session, Notes> for ReadResult {
    type Input = PartQuery;
    type Output = ResultPart;

    fn spec(&self) -> agent::ToolSpec {
        let fields = [
            ("reference", text_schema("The reference of a result that was too long to be shown.")),
            ("offset", json!({"type": "integer", "minimum": 0, "default": 0, "description": "The first character."})),
        ];
        schema(READ_RESULT, "Reads a part of a result that was too long to be shown.", 1, &fields)
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: Some(Duration::from_secs(30)), max_concurrent: None }
    }

    /// A macro names its tools before it has a result.
    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics == TaskTopics::ALL
    }

    async fn call(&self, session: &Session, input: PartQuery) -> Result<ToolAnswer<ResultPart, Notes>, ToolError> {
        let found =
            self.0.read(session.scope.job, &input.reference).await.map_err(|error| error.of_tool(READ_RESULT))?;
        let Some(whole) = found else {
            return Err(ToolError::to_model(
                "there is no result with that reference; copy it from the result's synopsis",
            ));
        };
        let characters = whole.chars().count();
        let text = whole.chars().skip(input.offset).take(PART_CHARS).collect();
        let end = input.offset.saturating_add(PART_CHARS);
        let next = (end < characters).then_some(end);
        Ok(ToolAnswer::new(ResultPart { characters, offset: input.offset, text, next }))
    }
}
