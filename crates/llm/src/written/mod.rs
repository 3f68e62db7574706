//! Thoughts and tool calls that a model wrote into its text, because its server does not know the model's own format or
//! lost its marks. Pure.
//!
//! A call is taken from the text only if the model was offered a tool of that name and the marks or the whole text say
//! that it is a call: a mention of a mark or a quoted example stays text. Only the text of a reply is read, never a
//! page or the result of a tool.

mod block;
mod calls;
mod harmony;
mod json;
mod marks;
mod params;
mod python;
mod thoughts;
mod tokens;

use serde_json::Value;

use crate::{Block, ModelReply, StopReason, Tool};

/// The tools that a request offered.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Offered<'a> {
    /// Calls of these tools only.
    Tools(&'a [Tool]),
    /// The request is not known, as with a recorded reply: calls count only in the marks of a model's format.
    Unknown,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    Text(String),
    Thought(String),
    Call { name: String, arguments: Value },
}

impl Offered<'_> {
    /// Returns the name of the offered tool that a model means by `written`: the name itself, or the name with a
    /// namespace, an ordinal or a mark that some models add.
    pub(crate) fn tool(&self, written: &str) -> Option<String> {
        let bare = bare_name(written);
        match self {
            Self::Unknown => is_name(bare).then(|| bare.to_owned()),
            Self::Tools(tools) => {
                let find = |is: &dyn Fn(&str) -> bool| tools.iter().find(|tool| is(&tool.name));
                let exact = find(&|name| name == written).or_else(|| find(&|name| name == bare));
                let found = exact.or_else(|| find(&|name| name.eq_ignore_ascii_case(bare)));
                let last = bare.rsplit(['.', ':', '/']).next().unwrap_or(bare);
                found.or_else(|| find(&|name| name == last)).map(|tool| tool.name.clone())
            }
        }
    }

    /// Returns `true` if calls without the marks of a format count.
    fn is_known(&self) -> bool {
        matches!(self, Self::Tools(_))
    }

    /// Returns `true` if a call cannot be meant.
    fn is_none(&self) -> bool {
        matches!(self, Self::Tools([]))
    }
}

/// Returns a name without the namespace, the ordinal and the marks that some models add: `functions.search:0`,
/// `default_api:search`, `search<|channel|>commentary`.
fn bare_name(written: &str) -> &str {
    let name = written.trim().trim_matches(['"', '\'', '`']);
    let name = name.split(['<', '|', '\n', ' ']).next().unwrap_or(name);
    let name = ["functions.", "function.", "default_api.", "default_api:", "functions:", "tools.", "tool."]
        .into_iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    // Llama calls the tools that it was trained with as methods: `web_search.call`.
    let name = name.strip_suffix(".call").unwrap_or(name);
    match name.rsplit_once(':') {
        Some((name, ordinal)) if !ordinal.is_empty() && ordinal.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => name,
    }
}

fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// Reads the texts of a reply: thoughts become thinking, calls of offered tools become calls. `member` is the signature
/// of a thought that stood in the text.
pub(crate) fn read(mut reply: ModelReply, offered: Offered<'_>, member: &str) -> ModelReply {
    let mut blocks = Vec::with_capacity(reply.blocks.len());
    let is_known = |part: &Part, blocks: &[Block]| {
        let Part::Thought(text) = part else { return false };
        // Some servers send a thought on its own, and in the text as well.
        let is_same =
            |block: &Block| matches!(block, Block::Thinking { thinking, .. } if thinking.trim() == text.trim());
        blocks.iter().any(is_same)
    };
    let own: Vec<(String, Value)> =
        reply.tool_uses().map(|(_, name, input)| (name.to_owned(), input.clone())).collect();
    for block in std::mem::take(&mut reply.blocks) {
        match block {
            Block::Text { text } => {
                for part in parts(tokens::without(&text), offered) {
                    if !part.is_one_of(&own) && !is_known(&part, &blocks) {
                        blocks.push(part.block(member));
                    }
                }
            }
            other => blocks.push(other),
        }
    }
    let is_call = |block: &Block| matches!(block, Block::ToolUse { .. });
    if !blocks.iter().any(|block| is_call(block) || matches!(block, Block::Text { .. })) {
        blocks.extend(call_after_thought(&blocks, offered));
        let words = words_after_thought(&mut blocks, offered);
        blocks.extend(words);
    }
    if blocks.iter().any(is_call) && matches!(reply.stop, StopReason::EndTurn | StopReason::Other(_)) {
        reply.stop = StopReason::ToolUse;
    }
    reply.blocks = blocks;
    reply
}

/// Some models write the call before the thought is closed, so that it ends the thought and no answer follows.
fn call_after_thought(blocks: &[Block], offered: Offered<'_>) -> Vec<Block> {
    let Some(Block::Thinking { thinking, .. }) = blocks.last() else { return Vec::new() };
    let calls = calls::marked(thinking, offered).into_iter().flatten();
    calls.filter(|part| matches!(part, Part::Call { .. })).map(|part| part.block("")).collect()
}

/// Some servers send the answer with the thought, behind its closing mark.
fn words_after_thought(blocks: &mut [Block], offered: Offered<'_>) -> Vec<Block> {
    let Some(Block::Thinking { thinking, .. }) = blocks.last_mut() else { return Vec::new() };
    let (thought, words) = thoughts::closed(thinking);
    let (thought, words) = (thought.to_owned(), parts(words.trim(), offered));
    if !words.is_empty() {
        *thinking = thought;
    }
    words.into_iter().map(|part| part.block("")).collect()
}

/// Returns `true` if a text holds the mark of a call that could not be read, so that it is not an answer.
pub fn holds_call_marks(text: &str) -> bool {
    calls::first_mark(text).is_some() || calls::holds_argument(text)
}

/// Splits a text into words, thoughts and calls, in order. Empty words are left out.
pub(crate) fn parts(text: &str, offered: Offered<'_>) -> Vec<Part> {
    let segments = harmony::segments(text).unwrap_or_else(|| thoughts::split(text));
    let mut out = Vec::new();
    for segment in segments {
        match segment {
            Part::Text(text) => match calls::split(&text, offered) {
                Some(parts) => out.extend(parts),
                None => out.push(Part::Text(text)),
            },
            Part::Call { name, arguments } => match offered.tool(&name) {
                Some(name) => out.push(Part::Call { name, arguments }),
                // The marks stay, so that the text does not pass as an answer.
                None => out.push(Part::Text(harmony::written(&name, &arguments))),
            },
            thought @ Part::Thought(_) => out.push(thought),
        }
    }
    out
}

impl Part {
    /// Returns `true` for one of these calls: some servers send a call, and its text as well.
    fn is_one_of(&self, calls: &[(String, Value)]) -> bool {
        matches!(self, Self::Call { name, arguments } if calls.iter().any(|(own, input)| own == name && input == arguments))
    }

    fn block(self, member: &str) -> Block {
        match self {
            Self::Text(text) => Block::Text { text },
            Self::Thought(thinking) => {
                Block::Thinking { thinking, signature: member.to_owned(), origin: String::new() }
            }
            Self::Call { name, arguments } => Block::ToolUse { id: String::new(), name, input: arguments },
        }
    }
}

#[cfg(test)]
mod tests;
