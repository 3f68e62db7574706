//! Answers of a model with some hundred million parameters, for the kind of nonsense [`super::Nonsense::Weak`]: it
//! follows no instruction for long. Pure.

use rand::Rng;
use rand::rngs::SmallRng;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::conversation::Conversation;
use crate::rules::ToolCall;

const SENTENCES: [&str; 8] = [
    "The question is a question about the question.",
    "I am a helpful assistant and I can help you with that.",
    "The first step is to find the name of the entity.",
    "The ministry is the ministry of the ministry.",
    "This is because the price is the price.",
    "To answer this, you need to use the tool.",
    "The answer is 1.",
    "In conclusion, the report is important.",
];

/// Characters of the prompt that an echo repeats.
const ECHO_CHARS: usize = 600;
/// Times that a loop repeats its sentence.
const LOOP: usize = 15;

/// Returns an answer: prose, a loop, an echo of the prompt, broken JSON, JSON of wrong types, a call with
/// placeholders, or a call written as text.
pub(super) fn answer(chance: &mut SmallRng, conversation: &Conversation) -> Answer {
    let sentence = SENTENCES[chance.random_range(0..SENTENCES.len())];
    let text = match chance.random_range(0..16) {
        0..=3 => prose(chance),
        4..=6 => vec![sentence; LOOP].join(" "),
        7 | 8 => echo(conversation),
        9 | 10 => broken(&placeholders(conversation)),
        11 | 12 => placeholders(conversation).to_string(),
        13 => format!("<tool_call>\n{{\"name\": \"{}\", \"arguments\": {{\"", first_tool(conversation)),
        _ => return Answer::new(String::new(), call(conversation)),
    };
    Answer::new(text, Vec::new())
}

/// Returns text of this many tokens at least.
pub(super) fn endless(tokens: u64) -> Answer {
    let bytes = usize::try_from(tokens.saturating_mul(4)).unwrap_or(usize::MAX);
    let mut text = String::new();
    for sentence in SENTENCES.iter().cycle() {
        if text.len() >= bytes {
            break;
        }
        text.push_str(sentence);
        text.push(' ');
    }
    Answer::new(text, Vec::new())
}

fn prose(chance: &mut SmallRng) -> String {
    let count = chance.random_range(3..12);
    let sentences: Vec<&str> = (0..count).map(|_| SENTENCES[chance.random_range(0..SENTENCES.len())]).collect();
    sentences.join(" ")
}

fn echo(conversation: &Conversation) -> String {
    let last = conversation.segments.last().map(|segment| segment.text.as_str()).unwrap_or_default();
    last.chars().take(ECHO_CHARS).collect()
}

/// Returns the first half of a JSON text in a fence that is not closed.
fn broken(value: &Value) -> String {
    let text = value.to_string();
    format!("Here is the JSON:\n```json\n{}", text.chars().take(text.chars().count() / 2).collect::<String>())
}

fn first_tool(conversation: &Conversation) -> &str {
    conversation.tools.first().and_then(|tool| tool["name"].as_str()).unwrap_or("answer")
}

fn call(conversation: &Conversation) -> Vec<ToolCall> {
    let tool = conversation.tools.first().and_then(|tool| tool["name"].as_str());
    tool.map(|name| ToolCall { name: name.to_owned(), input: placeholders(conversation) }).into_iter().collect()
}

/// Returns an object with the properties of the first tool, each with a text for its value, as copied from an example.
fn placeholders(conversation: &Conversation) -> Value {
    let properties = conversation.tools.first().and_then(|tool| tool["input_schema"]["properties"].as_object());
    let named = properties.into_iter().flat_map(Map::keys).map(|name| (name.clone(), json!("string")));
    Value::Object(named.collect())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::conversation::{Delivery, Thinking, Wanted};
    use super::*;

    #[test]
    fn a_weak_model_rambles_calls_with_placeholders_and_leaves_json_open() {
        let tool = json!({"name": "estimate_probability", "input_schema": {"properties": {"p": {"type": "number"}}}});
        let conversation = Conversation {
            model: "any".into(),
            messages: vec![],
            tools: vec![tool],
            wanted: Wanted::Free,
            max_tokens: 100,
            segments: vec![],
            delivery: Delivery { parallel: true, stream: false, extra: false },
            thinking: Thinking::default(),
        };
        let answers: Vec<Answer> =
            (0..200).map(|seed| answer(&mut SmallRng::seed_from_u64(seed), &conversation)).collect();
        let some = |is: fn(&Answer) -> bool| answers.iter().any(is);
        assert!(some(|answer| answer.calls.iter().any(|call| call.input == json!({"p": "string"}))));
        assert!(some(|answer| answer.text.contains("```json") && !answer.text.ends_with("```")));
        assert!(some(|answer| SENTENCES.iter().any(|said| answer.text.matches(said).count() == LOOP)), "it loops");
        assert!(endless(100).text.len() >= 400);
        assert_eq!(answers[0], answer(&mut SmallRng::seed_from_u64(0), &conversation), "a run can be repeated");
    }
}
