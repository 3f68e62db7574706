//! Research of something else, for memory: the loop asks for it, nobody waits, and what is found stands in memory for the next one.
//!
//! It costs money and grows memory, so it is asked for before the first word of a stranger is heard, or not at all; and what
//! was asked for in this way asks for nothing more, so that no research breeds.

use agent::{Answer, Tool, ToolError};
use domain::Subject;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::Memory;
use web::Web;

use super::{before_strangers, spec, words};
use crate::desk::Desk;
use crate::notebook::Notes;

/// Such requests of one task at most.
const MOST: usize = 2;
/// Pages of one where the model asks for no number.
const SOURCES: u32 = 5;

pub(super) struct ResearchAndStore;

/// What shall be researched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wanted {
    query: String,
    context: Option<String>,
    max_sources: Option<u32>,
}

impl Wanted {
    /// As the subject of a task.
    pub(crate) fn subject(self) -> Subject {
        let max_sources = self.max_sources.unwrap_or(SOURCES).clamp(1, 20);
        Subject::Miss { query: self.query, context: self.context.unwrap_or_default(), max_sources }
    }
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for ResearchAndStore {
    type Args = Wanted;

    fn spec(&self) -> llm::Tool {
        let most = json!({"type": "integer", "minimum": 1, "maximum": 20, "default": SOURCES});
        let fields = [("query", words("What shall be found out.")), ("context", words("Why.")), ("maxSources", most)];
        let about = "Has something else researched, for memory. Does not wait: its findings are not part of this task. Before the \
                     first search only, twice at most.";
        spec("research_and_store", about, 1, &fields)
    }

    async fn call(&self, desk: &Desk<M, W>, args: Wanted) -> Result<Answer<Notes>, ToolError> {
        before_strangers(desk)?;
        if !desk.task.may_ask {
            return Err(ToolError::told("this research was itself asked for in this way, or such research is off"));
        }
        if desk.notebook.wanted().len() >= MOST {
            return Err(ToolError::told(format!("{MOST} such requests were made; that is all for one task")));
        }
        let content = json!({"requested": true, "query": args.query});
        Ok(Answer { content, notes: Notes { wanted: vec![args], ..Notes::default() } })
    }
}
