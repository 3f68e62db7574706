//! What the offline model knows how to do: one pure rule per task.
//!
//! A rule extracts from its input; it never invents. Add a task: write `rules/<task>.rs` with `pub(crate) fn answer(&Value) -> Value`,
//! name the module here, add a line to [`TASKS`].

mod analyze;
mod classify;
mod decompose;
mod estimate;
mod filter;
mod notes;
mod reply;
mod research;
mod stance;
mod words;

use serde_json::Value;

pub use reply::{RuleReply, ToolCall};

/// Answers a forced tool: the request's input block in, the tool's input out.
pub type Rule = fn(&Value) -> Value;

/// Every task, by the name of the tool that is forced.
pub const TASKS: &[(&str, Rule)] = &[
    ("extract_claims", research::claims::answer),
    ("judge_stances", stance::answer),
    ("classify_transactions", classify::answer),
    ("decompose_question", decompose::answer),
    ("analyze_evidence", analyze::answer),
    ("estimate_probability", estimate::answer),
    ("filter_operations", filter::answer),
    ("write_notes", notes::answer),
];

/// The rule of a task.
pub fn of(tool: &str) -> Option<Rule> {
    TASKS.iter().find(|(name, _)| *name == tool).map(|(_, rule)| *rule)
}

/// The answer of a loop that is stopped: the input of the tool that it is forced to call, from what was seen so far.
pub fn last(tool: &str, messages: &[Value]) -> Option<Value> {
    matches!(tool, "store_research_results" | "write_file").then(|| research::forced(messages)).flatten()
}

/// The next step of a loop, from the conversation so far (Anthropic's message form, whichever API it came by) and the tools on
/// offer.
pub fn next(messages: &[Value], tools: &[Value]) -> RuleReply {
    research::next(messages, tools)
}
