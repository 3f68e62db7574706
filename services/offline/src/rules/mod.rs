//! Rules of the offline model: one pure function per task.
//!
//! A rule extracts from its input and never invents. To add a task, write `rules/<task>.rs` with
//! `pub(crate) fn answer(&Value) -> Value`, declare the module here, and add a line to [`TASKS`].

mod analyze;
mod case;
mod classify;
pub(crate) mod colour;
mod decompose;
mod distribution;
mod estimate;
mod filter;
mod frequency;
mod leaning;
pub(crate) mod macros;
mod markets;
mod notes;
mod reply;
mod report;
mod research;
mod stance;
mod support;
mod topic;
mod words;

use serde_json::Value;

pub use reply::{RuleReply, ToolCall};

/// A task's rule: from the request's input block to the forced tool's input.
pub type Rule = fn(&Value) -> Value;

/// All tasks by the name of the forced tool.
pub const TASKS: &[(&str, Rule)] = &[
    ("extract_claims", research::claims::answer),
    ("extract_snippet_claims", research::claims::of_snippets),
    ("judge_stances", stance::answer),
    ("judge_support", support::answer),
    ("judge_markets", markets::answer),
    ("classify_transactions", classify::answer),
    ("decompose_question", decompose::answer),
    ("analyze_evidence", analyze::answer),
    ("estimate_probability", estimate::answer),
    ("normalise_question", distribution::normalise),
    ("estimate_options", distribution::options),
    ("estimate_quantiles", distribution::quantiles),
    ("estimate_dates", distribution::dates),
    ("filter_operations", filter::answer),
    ("write_notes", notes::answer),
    ("outline_report", report::outline),
    ("write_section", report::write),
    ("write_summary", report::summary),
];

/// Returns the rule of a task.
pub fn rule_for(tool: &str) -> Option<Rule> {
    TASKS.iter().find(|(name, _)| *name == tool).map(|(_, rule)| *rule)
}

/// Names of the tools that end the researcher's loop; alone they are tasks of their own.
const LAST: [&str; 2] = ["store_research_results", "write_file"];

/// Properties that identify a task by the schema of its answer.
const PROPERTIES: &[(&str, &str)] = &[
    ("openQuestions", "store_research_results"),
    ("sections", "outline_report"),
    ("paragraphs", "write_section"),
    ("sentences", "write_summary"),
    ("colour", colour::TOOL),
    ("stances", "judge_stances"),
    ("decisions", "classify_transactions"),
    ("sufficient", "analyze_evidence"),
    ("base_rates", "estimate_probability"),
    ("answer_kind", "normalise_question"),
    ("candidates", "estimate_options"),
    ("quantiles", "estimate_quantiles"),
    ("dates", "estimate_dates"),
    ("operations", "filter_operations"),
    ("notes", "write_notes"),
    ("findings", "judge_support"),
    ("markets", "judge_markets"),
    ("claims", "extract_claims"),
    ("snippet_claims", "extract_snippet_claims"),
    ("questions", "decompose_question"),
];

/// Returns `true` if the tool names a task.
pub(crate) fn is_task(tool: &str) -> bool {
    rule_for(tool).is_some() || LAST.contains(&tool) || tool == colour::TOOL
}

/// Returns the task whose answer has this schema.
pub(crate) fn task_of_schema(schema: &Value) -> Option<&'static str> {
    let properties = schema["properties"].as_object()?;
    PROPERTIES.iter().find(|(property, _)| properties.contains_key(*property)).map(|(_, task)| *task)
}

/// Returns the task that a text names.
pub(crate) fn task_in(text: &str) -> Option<&'static str> {
    TASKS.iter().map(|(name, _)| *name).chain(LAST).find(|name| text.contains(name))
}

/// Returns the final answer of a stopped loop: the input of the forced tool, from the conversation so far.
pub fn last(tool: &str, messages: &[Value]) -> Option<Value> {
    LAST.contains(&tool).then(|| research::forced(messages)).flatten()
}

/// Returns the next step of a loop, from the conversation so far (in Anthropic's message form for both APIs) and the
/// offered tools.
pub fn next(messages: &[Value], tools: &[Value]) -> RuleReply {
    research::next(messages, tools)
}
