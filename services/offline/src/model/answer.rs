//! The model's answer to a request. Pure.

use serde_json::Value;

use super::conversation::{Conversation, Wanted};
use crate::rules;
use crate::rules::RuleReply;

/// Prefix of every text answer.
const PREFIX: &str =
    "[offline-1] I am the offline model: I answer by rules and by extraction, not by a language model.";

/// An answer, independent of the wire format.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    /// Text, with the prefix that names the offline model. Empty only beside tool calls.
    pub(crate) text: String,
    /// Requested tool calls.
    pub(crate) calls: Vec<rules::ToolCall>,
}

/// Answers a request.
pub(crate) fn answer(conversation: &Conversation) -> Answer {
    match &conversation.wanted {
        Wanted::Tool(task) => match structured(task, conversation) {
            Ok(input) => Answer { text: String::new(), calls: vec![rules::ToolCall { name: task.clone(), input }] },
            Err(why) => text_answer(&why),
        },
        Wanted::Json(task) => match structured(task, conversation) {
            Ok(input) => Answer { text: input.to_string(), calls: Vec::new() },
            Err(why) => text_answer(&why),
        },
        Wanted::Free if conversation.tools.is_empty() => {
            text_answer("There is no rule for free text, so I have nothing to say.")
        }
        Wanted::Free => step(rules::next(&conversation.messages, &conversation.tools)),
    }
}

fn structured(task: &str, conversation: &Conversation) -> Result<Value, String> {
    if let Some(input) = rules::last(task, &conversation.messages) {
        return Ok(input);
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
    Answer { text, calls: reply.calls }
}

fn text_answer(text: &str) -> Answer {
    Answer { text: format!("{PREFIX}\n{text}"), calls: Vec::new() }
}

/// Returns an answer that violates its schema, for the fault mode `garbled`.
pub(crate) fn garbled(answer: &Answer) -> Answer {
    let calls = answer.calls.iter().map(|call| rules::ToolCall {
        name: call.name.clone(),
        input: serde_json::json!({"garbled": call.input.to_string().chars().rev().take(40).collect::<String>()}),
    });
    Answer { text: format!("{PREFIX}\n{{\"garbled\": [1, 2,, \"unterminated"), calls: calls.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(wanted: Wanted, tools: Vec<Value>) -> Conversation {
        Conversation { model: "any".into(), messages: vec![], tools, wanted, max_tokens: 100, segments: vec![] }
    }

    #[test]
    fn unknown_tasks_get_an_honest_text_and_every_text_names_the_model() {
        for wanted in [Wanted::Free, Wanted::Tool("fly".into()), Wanted::Json("fly".into())] {
            let answer = answer(&asked(wanted, vec![]));
            assert!(answer.text.starts_with(PREFIX) && answer.calls.is_empty(), "{answer:?}");
        }
    }
}
