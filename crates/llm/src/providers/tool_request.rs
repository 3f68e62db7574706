//! The parts of a request that all wire formats share: how a tool call is asked for, and the members of the body other
//! than the conversation.

use serde_json::{Map, Value};

use super::Draft;
use crate::strict::{Subset, strict};
use crate::{AnswerMode, Block, Message, Plan, Request, Role, Tool, ToolChoice};

/// Form of the request for a tool call, after the checks that only the whole request allows.
pub(super) enum ToolRequest<'a> {
    /// It is not: the model decides.
    Free,
    /// The tool choice forces it, or forbids it.
    Forced,
    /// The answer is a text of JSON that matches the tool's schema, and no tool is declared.
    Schema { tool: &'a Tool, schema: Value },
    /// No tool choice is written, and this sentence ends the conversation.
    Words(String),
}

impl<'a> ToolRequest<'a> {
    pub(super) fn new(draft: &Draft<'a>, subset: Subset) -> Self {
        let request = draft.request;
        let sentence = match &request.tool_choice {
            _ if request.tools.is_empty() => return Self::Free,
            ToolChoice::Auto => return Self::Free,
            ToolChoice::None => "Answer in text now; call no tool.".to_owned(),
            ToolChoice::Any => "Call one of the tools; give no other answer.".to_owned(),
            ToolChoice::Tool(name) => format!("Call the tool `{name}` exactly once; give no other answer."),
        };
        match draft.plan.answer {
            AnswerMode::ForcedTool => Self::Forced,
            AnswerMode::JsonSchema => Self::schema(request, subset).unwrap_or(Self::Words(sentence)),
            AnswerMode::Asked => Self::Words(sentence),
        }
    }

    /// Providers refuse tool calls in a conversation without declared tools, so a conversation with calls has no
    /// schema.
    fn schema(request: &'a Request, subset: Subset) -> Option<Self> {
        let [tool] = &*request.tools else { return None };
        let is_call = |block: &Block| matches!(block, Block::ToolUse { .. } | Block::ToolResult { .. });
        if request.messages.iter().any(|message| message.blocks.iter().any(is_call)) {
            return None;
        }
        let mut schema = strict(&tool.input_schema, subset)?;
        if let Some(root) = schema.as_object_mut().filter(|root| !root.contains_key("description")) {
            root.insert("description".to_owned(), Value::String(tool.description.clone()));
        }
        Some(Self::Schema { tool, schema })
    }

    /// Returns the declared tools.
    pub(super) fn tools(&self, request: &'a Request) -> &'a [Tool] {
        if matches!(self, Self::Schema { .. }) { &[] } else { &request.tools }
    }

    /// Returns the tool choice to write. The automatic choice is the default of every provider and is left out: some
    /// providers refuse any tool choice while the model thinks (DeepSeek).
    fn choice(&self, request: &'a Request) -> Option<&'a ToolChoice> {
        (matches!(self, Self::Forced) && !request.tools.is_empty()).then_some(&request.tool_choice)
    }

    /// Returns the sentence that ends the conversation.
    pub(super) fn words(&self) -> Option<&str> {
        if let Self::Words(sentence) = self { Some(sentence) } else { None }
    }
}

/// Returns the members of the body that all formats write alike. `limit` is the name of the limit of the reply,
/// `choice` writes the tool choice.
pub(super) fn head(
    draft: &Draft<'_>,
    tool_request: &ToolRequest<'_>,
    limit: &str,
    choice: fn(&ToolChoice) -> Value,
) -> Map<String, Value> {
    let (request, plan) = (draft.request, draft.plan);
    let mut head = Map::new();
    head.insert("model".to_owned(), draft.model.into());
    head.insert(limit.to_owned(), plan.max_tokens.into());
    if let Some(temperature) = plan.temperature {
        head.insert("temperature".to_owned(), temperature.into());
    }
    if plan.stream {
        head.insert("stream".to_owned(), true.into());
    }
    if let Some(wanted) = tool_request.choice(request) {
        head.insert("tool_choice".to_owned(), choice(wanted));
    }
    head
}

/// Merges the members that control thinking into the head of the body.
pub(super) fn merge_thinking(head: &mut Map<String, Value>, plan: &Plan) {
    plan.thinking.iter().for_each(|(name, value)| merge(head, name, value));
}

fn merge(into: &mut Map<String, Value>, name: &str, value: &Value) {
    match (into.get_mut(name), value) {
        (Some(Value::Object(present)), Value::Object(more)) => {
            more.iter().for_each(|(name, value)| merge(present, name, value));
        }
        _ => {
            into.insert(name.to_owned(), value.clone());
        }
    }
}

/// Returns `true` if this endpoint's provider can read a block that `origin` wrote.
pub(super) fn is_own(origin: &str, provider: &str) -> bool {
    origin.is_empty() || origin == provider
}

/// Returns `true` if a sentence at the end of the conversation joins the last message instead of becoming a separate
/// one.
pub(super) fn ends_with_user(messages: &[std::sync::Arc<Message>]) -> bool {
    messages.last().is_some_and(|last| last.role == Role::User)
}
