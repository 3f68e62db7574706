//! Tools of external MCP servers. Their answers are untrusted text: like a page, they are read in quarantine, and the
//! model gets claims with verified quotes. After anything was read, they receive words of the task only. Tools that
//! search or read pages are not offered here; `web_search` and `fetch_page` call them first.

use agent::{Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::{Source, Tier};
use serde::Serialize;
use serde_json::Value;
use web::Web;
use web::mcp::{McpTool, McpToolRole};

use crate::notebook::{Notes, ShownClaim, shown, tool_source};
use crate::search::RecordedWeb;
use crate::session::{ReadClaims, ReadRequest, Session};

/// One tool of an external server.
pub(crate) struct ExternalTool<W> {
    offered: McpTool,
    web: RecordedWeb<W>,
    max_chars: usize,
}

/// Returns the tools that external servers offer.
pub(crate) fn offered_by<W: Web>(web: &RecordedWeb<W>, max_chars: usize) -> impl Iterator<Item = ExternalTool<W>> {
    let others = web.web.external_tools().iter().filter(|tool| tool.role == McpToolRole::Other);
    others.map(move |tool| ExternalTool { offered: tool.clone(), web: web.clone(), max_chars })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExternalAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    claims: Vec<ShownClaim>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    nothing_found: bool,
}

impl<W: Web> Tool<Session, Notes> for ExternalTool<W> {
    type Input = Value;
    type Output = ExternalAnswer;

    fn spec(&self) -> ToolSpec {
        let McpTool { name, description, schema, .. } = &self.offered;
        let description = format!("External tool. Gives claims about the task, read from its answer. {description}");
        ToolSpec { name: name.clone(), description, input_schema: schema.clone() }
    }

    async fn call(&self, session: &Session, input: Value) -> Result<ToolAnswer<ExternalAnswer, Notes>, ToolError> {
        let foreign_values = match self.offered.is_trusted {
            true => 0,
            false => session.ensure_words_of_task(&input, &self.offered.schema)?,
        };
        let name = &self.offered.name;
        let about = web::content_hash(input.to_string().as_bytes());
        let call = async {
            // The server's error message is untrusted text too, so the model does not get it.
            self.web.web.call_external_tool(name, input.clone()).await.map_err(|error| {
                tracing::warn!(tool = name, error = %error, "external tool failed");
                ToolError::to_model(format!("{name} has no answer; nothing is known from it"))
            })
        };
        let (text, basis) = self.web.answers.answer::<String>(name, &input, call).await?;
        let bases = vec![basis];
        if text.trim().is_empty() {
            let output = ExternalAnswer { source: None, claims: Vec::new(), nothing_found: true };
            return Ok(ToolAnswer { output, notes: Notes { bases, foreign_values, ..Notes::default() } });
        }
        let source = Source { tier: Tier::Other, ..tool_source(name, &about[..12], &text, session.scope.started) };
        let wanted = ReadRequest { max_chars: self.max_chars, ..ReadRequest::default() };
        let read = session.reader.claims(&source, &Untrusted::new(text), &wanted).await?;
        let ReadClaims { claims, cost, is_unread, .. } = read;
        let output = ExternalAnswer { source: Some(source.id.clone()), claims: shown(&claims), nothing_found: false };
        let notes = Notes { sources: vec![source], claims, cost, bases, is_unread, foreign_values, ..Notes::default() };
        Ok(ToolAnswer { output, notes })
    }
}
