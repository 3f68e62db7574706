//! The model's answer to a request. Pure.

use serde_json::Value;

use super::conversation::{Conversation, Wanted};
use crate::rules;
use crate::rules::RuleReply;

/// Prefix of every text answer.
const PREFIX: &str =
    "[offline-1] I am the offline model: I answer by rules and by extraction, not by a language model.";

/// An answer, independent of the wire format.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    /// Text, with the prefix that names the offline model. Empty only beside tool calls.
    pub(crate) text: String,
    /// Requested tool calls.
    pub(crate) calls: Vec<rules::ToolCall>,
    /// Thinking before the answer.
    pub(crate) thought: Option<Thought>,
    /// Why the reply ends.
    pub(crate) end: End,
}

/// Thinking before an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Thought {
    /// The text as the provider shows it; may be empty.
    pub(crate) text: String,
    /// The text is hidden in a `redacted_thinking` block (Anthropic).
    pub(crate) redacted: bool,
}

/// Why a reply ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum End {
    /// It is complete.
    #[default]
    Complete,
    /// It was cut at the token limit.
    Cut,
    /// The turn pauses (Anthropic).
    Paused,
    /// The model or a content filter refused.
    Refused,
}

impl Answer {
    /// Creates a complete answer without thinking.
    pub(crate) fn new(text: String, calls: Vec<rules::ToolCall>) -> Self {
        Self { text, calls, thought: None, end: End::Complete }
    }

    /// Keeps one call that the conversation does not have yet, for callers that permit no parallel calls.
    pub(crate) fn one_by_one(mut self, conversation: &Conversation) -> Self {
        let made = |call: &rules::ToolCall| {
            let blocks = conversation.messages.iter().filter_map(|message| message["content"].as_array()).flatten();
            blocks.into_iter().any(|block| block["name"] == call.name.as_str() && block["input"] == call.input)
        };
        let next = self.calls.iter().position(|call| !made(call)).unwrap_or(0);
        self.calls = self.calls.into_iter().skip(next).take(1).collect();
        self
    }
}

/// Answers a request.
pub(crate) fn answer(conversation: &Conversation) -> Answer {
    match &conversation.wanted {
        Wanted::Tool(task) => match structured(task, conversation) {
            Ok(input) => Answer::new(String::new(), vec![rules::ToolCall { name: task.clone(), input }]),
            Err(why) => text_answer(&why),
        },
        Wanted::Json(task) => match structured(task, conversation) {
            Ok(input) => Answer::new(input.to_string(), Vec::new()),
            Err(why) => text_answer(&why),
        },
        Wanted::Free => free(conversation),
    }
}

fn free(conversation: &Conversation) -> Answer {
    let Conversation { messages, tools, .. } = conversation;
    match macro_schema(conversation) {
        Some(schema) => step(rules::macros::next(messages, tools, &schema)),
        None if tools.is_empty() => text_answer("There is no rule for free text, so I have nothing to say."),
        None => step(rules::next(messages, tools)),
    }
}

/// Returns the schema of the answer to a research macro, which its system prompt contains.
fn macro_schema(conversation: &Conversation) -> Option<Value> {
    rules::macros::schema(conversation.segments.iter().map(|segment| segment.text.as_str()))
}

fn structured(task: &str, conversation: &Conversation) -> Result<Value, String> {
    if let Some(input) = rules::last(task, &conversation.messages) {
        return Ok(input);
    }
    if task == rules::colour::TOOL {
        return Ok(rules::colour::answer(&conversation.messages));
    }
    let rule = rules::rule_for(task).ok_or_else(|| format!("There is no rule for the task {task:?}."))?;
    let input = conversation.input().ok_or_else(|| format!("The task {task:?} came without a fenced json block."))?;
    Ok(rule(&input))
}

fn step(reply: RuleReply) -> Answer {
    if reply.calls.is_empty() {
        return text_answer(&reply.text);
    }
    let text = if reply.text.is_empty() { String::new() } else { text_answer(&reply.text).text };
    Answer::new(text, reply.calls)
}

fn text_answer(text: &str) -> Answer {
    Answer::new(format!("{PREFIX}\n{text}"), Vec::new())
}

/// Returns an answer that violates its schema, for the fault mode `garbled`.
pub(crate) fn garbled(answer: &Answer) -> Answer {
    let calls = answer.calls.iter().map(|call| rules::ToolCall {
        name: call.name.clone(),
        input: serde_json::json!({"garbled": call.input.to_string().chars().rev().take(40).collect::<String>()}),
    });
    Answer::new(format!("{PREFIX}\n{{\"garbled\": [1, 2,, \"unterminated"), calls.collect())
}

#[cfg(test)]
mod tests {
    use super::super::conversation::{Delivery, Thinking};
    use super::*;

    fn asked(wanted: Wanted, tools: Vec<Value>) -> Conversation {
        Conversation {
            model: "any".into(),
            messages: vec![],
            tools,
            wanted,
            max_tokens: 100,
            segments: vec![],
            delivery: Delivery { parallel: true, stream: false, extra: false },
            thinking: Thinking::default(),
        }
    }

    #[test]
    fn unknown_tasks_get_an_honest_text_and_every_text_names_the_model() {
        for wanted in [Wanted::Free, Wanted::Tool("fly".into()), Wanted::Json("fly".into())] {
            let answer = answer(&asked(wanted, vec![]));
            assert!(answer.text.starts_with(PREFIX) && answer.calls.is_empty(), "{answer:?}");
        }
    }
}
