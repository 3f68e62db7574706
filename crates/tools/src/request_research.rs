//! Requests further research, whose result goes to memory. The loop does not wait for it.
//!
//! Such research costs money and extends memory, so it is requested before untrusted text enters the conversation or
//! not at all. Research that was requested in this way cannot request more.

use agent::{Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::Subject;
use serde::{Deserialize, Serialize};

use crate::notebook::Notes;
use crate::session::Session;
use crate::{count_schema, schema, text_schema};

/// Maximum number of requests per task.
const MAX_REQUESTS: usize = 2;
/// Maximum number of pages for a request that gives no number.
const DEFAULT_PAGES: u32 = 5;

pub(crate) struct ResearchAndStore;

/// A request for further research.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestedResearch {
    query: String,
    context: Option<String>,
    max_sources: Option<u32>,
}

impl RequestedResearch {
    /// Converts the request to the subject of a task.
    pub fn into_subject(self) -> Subject {
        let max_sources = self.max_sources.unwrap_or(DEFAULT_PAGES).clamp(1, 20);
        Subject::Miss { query: self.query, context: self.context.unwrap_or_default(), max_sources }
    }
}

#[derive(Serialize)]
pub(crate) struct Requested {
    requested: bool,
    query: String,
}

impl Tool<Session, Notes> for ResearchAndStore {
    type Input = RequestedResearch;
    type Output = Requested;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("query", text_schema("What shall be found out.")),
            ("context", text_schema("Why.")),
            ("maxSources", count_schema(DEFAULT_PAGES)),
        ];
        let about = "Has something else researched, for memory. Does not wait: its findings are not part of this task. In the \
                     first turn only, twice at most.";
        schema("research_and_store", about, 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Own
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.may_request_research && session.scope.topics.new_entity && session.may_write_first()
    }

    async fn call(
        &self,
        session: &Session,
        input: RequestedResearch,
    ) -> Result<ToolAnswer<Requested, Notes>, ToolError> {
        session.ensure_no_untrusted_text()?;
        if !session.scope.may_request_research {
            return Err(ToolError::to_model(
                "this research was itself requested in this way, or such research is disabled",
            ));
        }
        if session.notebook.requests().len() >= MAX_REQUESTS {
            return Err(ToolError::to_model(format!(
                "{MAX_REQUESTS} such requests were made; that is all for one task"
            )));
        }
        let output = Requested { requested: true, query: input.query.clone() };
        Ok(ToolAnswer { output, notes: Notes { requests: vec![input], ..Notes::default() } })
    }
}
