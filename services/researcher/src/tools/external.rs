//! Tools of external MCP servers. What they answer is a stranger's text: like a page it is read in quarantine, and the model
//! gets claims whose quotes stand in it. Those that search or read pages are not offered here: `web_search` and
//! `fetch_page` ask them first.

use agent::{Answer, Tool, ToolError};
use domain::{Source, Tier};
use extraction::Document;
use serde_json::{Value, json};
use store::Memory;
use web::Web;
use web::mcp::{Offered, Role};

use super::Tools;
use crate::answers;
use crate::desk::Desk;
use crate::notebook::{Notes, tool_source};
use crate::reading;

/// One tool of a server.
struct External(Offered);

/// The registry with what external servers offer.
pub(crate) fn with<M: Memory, W: Web>(tools: Tools<M, W>, offered: &[Offered]) -> Tools<M, W> {
    let others = offered.iter().filter(|tool| tool.role == Role::Other);
    others.fold(tools, |tools, tool| tools.with(External(tool.clone())))
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for External {
    type Args = Value;

    fn spec(&self) -> llm::Tool {
        let description =
            format!("External tool. Gives claims about the task, read from its answer. {}", self.0.description);
        llm::Tool { name: self.0.name.clone(), description, input_schema: self.0.schema.clone() }
    }

    async fn call(&self, desk: &Desk<M, W>, args: Value) -> Result<Answer<Notes>, ToolError> {
        let about = web::content_hash(args.to_string().as_bytes());
        let ask = async {
            // The server's own words about a failure stay out: they are text like any other.
            desk.kit.web.call_offered(&self.0.name, args.clone()).await.map_err(|error| {
                tracing::warn!(tool = self.0.name, error = %error, "an external tool has no answer");
                ToolError::told(format!("{} has no answer; nothing is known from it", self.0.name))
            })
        };
        let (text, basis) = answers::answered::<_, _, String>(desk, (&self.0.name, &args), ask).await?;
        let bases = vec![basis];
        if text.trim().is_empty() {
            let content = json!({"claims": [], "nothingFound": true});
            return Ok(Answer { content, notes: Notes { bases, ..Notes::default() } });
        }
        let source = Source { tier: Tier::Other, ..tool_source(&self.0.name, &about[..12], &text, desk.task.started) };
        let read = Document { text: text.clone(), markdown: text, ..Document::default() };
        let (claims, cost) = reading::claims(desk, &source, (&read, desk.kit.config.max_content)).await?;
        let content = json!({"source": source.id, "claims": claims});
        Ok(Answer { content, notes: Notes { sources: vec![source], claims, cost, bases, ..Notes::default() } })
    }
}
