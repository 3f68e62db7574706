//! Rules of the offline model: one pure function per task.
//!
//! A rule extracts from its input and never invents. To add a task, write `rules/<task>.rs` with `pub(crate) fn answer(&Value) -> Value`,
//! declare the module here, and add a line to [`TASKS`].

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

/// A task's rule: from the request's input block to the forced tool's input.
pub type Rule = fn(&Value) -> Value;

/// All tasks by the name of the forced tool.
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

/// Returns the rule of a task.
pub fn rule_for(tool: &str) -> Option<Rule> {
    TASKS.iter().find(|(name, _)| *name == tool).map(|(_, rule)| *rule)
}

/// Returns the final answer of a stopped loop: the input of the forced tool, from the conversation so far.
pub fn last(tool: &str, messages: &[Value]) -> Option<Value> {
    matches!(tool, "store_research_results" | "write_file").then(|| research::forced(messages)).flatten()
}

/// Returns the next step of a loop, from the conversation so far (in Anthropic's message form for both APIs) and the offered
/// tools.
pub fn next(messages: &[Value], tools: &[Value]) -> RuleReply {
    research::next(messages, tools)
}
