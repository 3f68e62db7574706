//! Reading a long result in parts.

use agent::{Answer, Bounds, Tool, ToolError};
use serde::Deserialize;
use serde_json::json;
use store::Memory;
use web::Web;

use super::{spec, words};
use crate::desk::Desk;
use crate::kept;
use crate::notebook::Notes;

/// Characters of one part; well under what a turn shows of a result.
const PART: usize = 8_000;

pub(super) struct ReadResult;

#[derive(Deserialize)]
pub(super) struct Part {
    reference: String,
    #[serde(default)]
    offset: usize,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for ReadResult {
    type Args = Part;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("reference", words("The reference of a result that was too long to be shown.")),
            ("offset", json!({"type": "integer", "minimum": 0, "default": 0, "description": "The first character."})),
        ];
        spec(kept::READER, "Reads a part of a result that was too long to be shown.", 1, &fields)
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: Some(super::QUICK), at_once: None }
    }

    async fn call(&self, desk: &Desk<M, W>, args: Part) -> Result<Answer<Notes>, ToolError> {
        let found = kept::read(desk, &args.reference).await.map_err(|error| ToolError::broken(kept::READER, error))?;
        let Some(whole) = found else {
            return Err(ToolError::told("there is no result with that reference; copy it from the result's synopsis"));
        };
        let total = whole.chars().count();
        let text: String = whole.chars().skip(args.offset).take(PART).collect();
        let end = args.offset.saturating_add(PART);
        let next = (end < total).then_some(end);
        Ok(Answer::new(json!({"characters": total, "offset": args.offset, "text": text, "next": next})))
    }
}
