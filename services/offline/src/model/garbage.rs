//! Nonsense answers for the fault mode `garbage`. They derive from the seed and the request, so a run can be
//! repeated. Pure.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::answer::Answer;
use super::conversation::Conversation;
use super::weak;
use crate::rules::ToolCall;

/// Kind of nonsense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nonsense {
    /// Random words and never an answer.
    Words,
    /// Calls of tools that do not exist.
    WrongTools,
    /// Calls of real tools with different arguments, endlessly.
    EndlessCalls,
    /// The same two calls alternately, endlessly.
    Cycle,
    /// Arguments that are not JSON.
    BrokenJson,
    /// A megabyte of text and a megabyte of arguments.
    Megabyte,
    /// Tool names with emoji, line breaks and paths; empty or duplicate ids.
    OddNames,
    /// Missing arguments, null, or arguments of the wrong type.
    NullArguments,
    /// Arguments nested a hundred levels deep.
    DeepNesting,
    /// Five hundred calls in one reply.
    ManyCalls,
    /// An empty reply without content.
    Nothing,
    /// The final answer with invented findings.
    Invention,
    /// Answers of a very small model, cut at the limit of the reply: prose, loops, echoes, almost the right JSON.
    Weak,
    /// The sentences of a very small model, repeated up to the limit of the reply.
    Endless,
}

impl Nonsense {
    /// Kinds that are drawn if none is named: all except the endless text, in declaration order.
    pub const ALL: [Self; 13] = [
        Self::Words,
        Self::WrongTools,
        Self::EndlessCalls,
        Self::Cycle,
        Self::BrokenJson,
        Self::Megabyte,
        Self::OddNames,
        Self::NullArguments,
        Self::DeepNesting,
        Self::ManyCalls,
        Self::Nothing,
        Self::Invention,
        Self::Weak,
    ];
}

/// Returns nonsense of this kind, or of a random kind.
pub(crate) fn answer(kind: Option<Nonsense>, seed: u64, fingerprint: &str, conversation: &Conversation) -> Answer {
    let mixed = fingerprint.bytes().fold(seed, |hash, byte| hash.rotate_left(7) ^ u64::from(byte));
    let mut chance = SmallRng::seed_from_u64(mixed);
    let kind = kind.unwrap_or_else(|| Nonsense::ALL[chance.random_range(0..Nonsense::ALL.len())]);
    match kind {
        Nonsense::Weak => return weak::answer(&mut chance, conversation),
        Nonsense::Endless => return weak::endless(conversation.max_tokens),
        _ => {}
    }
    let real = real_tools(conversation);
    let any = |chance: &mut SmallRng| real[chance.random_range(0..real.len())].clone();
    let call = |name: &str, input: Value| ToolCall { name: name.to_owned(), input };
    let turn = conversation.messages.len();
    let calls = match kind {
        Nonsense::Words | Nonsense::Nothing | Nonsense::Weak | Nonsense::Endless => Vec::new(),
        Nonsense::WrongTools => ["rm", "get_weather", "functions.web_search", "Web_Search"]
            .map(|name| call(name, json!({"query": gibberish(&mut chance, 3)})))
            .into(),
        Nonsense::EndlessCalls => (0..3).map(|_| call(&any(&mut chance), plausible(&mut chance))).collect(),
        Nonsense::Cycle => {
            let name = &real[(turn / 2) % 2 % real.len()];
            vec![call(name, json!({"query": "again", "url": "https://again.example/", "identifier": "again"}))]
        }
        Nonsense::BrokenJson => {
            ["{\"query\": \"unterm", "{'query': None,}", "]]]", "NaN", "```json\n{\"query\" \"x\"}"]
                .map(|text| call(&any(&mut chance), json!(text)))
                .into()
        }
        Nonsense::Megabyte => vec![call(&any(&mut chance), json!({"query": "m".repeat(1 << 20)}))],
        Nonsense::OddNames => ["💣", "../../etc/passwd", "a\nb", "", "web search", "ｗeb_search", &"n".repeat(5_000)]
            .map(|name| call(name, plausible(&mut chance)))
            .into(),
        Nonsense::NullArguments => [Value::Null, json!([]), json!(7), json!(true), json!(""), json!({"query": null})]
            .map(|input| call(&any(&mut chance), input))
            .into(),
        Nonsense::DeepNesting => {
            let deep = (0..100)
                .fold(json!("deep"), |inner, n| if n % 2 == 0 { json!([inner]) } else { json!({"query": inner}) });
            vec![call(&any(&mut chance), deep)]
        }
        Nonsense::ManyCalls => (0..500).map(|_| call(&any(&mut chance), plausible(&mut chance))).collect(),
        Nonsense::Invention => {
            real.iter().filter(|name| is_answer(name)).map(|name| call(name, invented(conversation))).collect()
        }
    };
    let text = match kind {
        Nonsense::Nothing => String::new(),
        Nonsense::Megabyte => gibberish(&mut chance, 150_000),
        _ => gibberish(&mut chance, 12),
    };
    Answer::new(text, calls)
}

fn real_tools(conversation: &Conversation) -> Vec<String> {
    let names: Vec<String> =
        conversation.tools.iter().filter_map(|tool| tool["name"].as_str()).map(str::to_owned).collect();
    if names.is_empty() { vec!["nothing".to_owned()] } else { names }
}

fn is_answer(name: &str) -> bool {
    matches!(name, "store_research_results" | "write_file")
}

fn invented(conversation: &Conversation) -> Value {
    let finding =
        json!({"text": "It is certain to rise a hundredfold.", "sources": ["s1", "s2"], "quote": "a hundredfold"});
    let report = json!({"summary": "It is certain.", "confidence": 1.0, "findings": [finding]});
    let file = conversation.input().map(|input| input["todo"]["file"].clone()).filter(Value::is_string);
    match file {
        Some(path) => json!({"path": path, "content": report}),
        None => report,
    }
}

/// Returns arguments that fit many tools.
fn plausible(chance: &mut SmallRng) -> Value {
    let words = gibberish(chance, 2);
    let url = format!("https://{:x}.example/{:x}", chance.random::<u32>(), chance.random::<u32>());
    match chance.random_range(0..4) {
        0 => json!({"query": words}),
        1 => json!({"url": url}),
        2 => json!({"identifier": words}),
        _ => json!({"name": words, "type": "concept"}),
    }
}

/// Returns words of no language, some in non-Latin letters.
fn gibberish(chance: &mut SmallRng, words: usize) -> String {
    const PARTS: [&str; 16] =
        ["ka", "zu", "mo", "ri", "xe", "ло", "да", "ない", "的", "🦓", "\u{202e}", "é", "-", "'", "\"", "{"];
    let word = |chance: &mut SmallRng| -> String {
        (0..chance.random_range(1..5)).map(|_| PARTS[chance.random_range(0..PARTS.len())]).collect()
    };
    (0..words).map(|_| word(chance)).collect::<Vec<_>>().join(" ")
}
