//! Finds out which part of a request a refusal names. Pure.

use super::learned::Mend;
use crate::{AnswerMode, LlmError, Parameter, Plan, Request, ToolChoice};

/// Returns the mend of a refused request, or `None` if the refusal names no optional part that was sent.
pub(super) fn mend(error: &LlmError, plan: &Plan, request: &Request) -> Option<Mend> {
    let LlmError::Invalid { status: 400 | 422, message } = error else { return None };
    let text = message.to_lowercase();
    if plan.max_completion_tokens && is_unsupported(&text, "max_completion_tokens") {
        return Some(Mend::Without(Parameter::MaxCompletionTokens));
    }
    if !plan.max_completion_tokens && is_unsupported(&text, "max_tokens") {
        return Some(Mend::NewerLimitName);
    }
    let named = WORDS.into_iter().find(|(parameter, words)| is_sent(*parameter, plan, request) && names(&text, words));
    if let Some((parameter, _)) = named {
        return Some(Mend::Without(parameter));
    }
    let limited = names(&text, &["max_tokens", "max_completion_tokens", "max_output_tokens"]);
    let guess = Mend::Guess((plan.max_tokens / 2).max(1));
    limited.then(|| stated_maximum(&text, plan.max_tokens).map_or(guess, Mend::AtMost))
}

/// The words with which providers name a parameter, in lower case. The order matters where a refusal names two
/// parameters ("`temperature` may only be set to 1 when thinking is enabled"): thinking is given up last.
const WORDS: [(Parameter, &[&str]); 8] = [
    (Parameter::Temperature, &["temperature"]),
    (Parameter::ForcedTool, &["tool_choice", "tool choice", "toolchoice"]),
    (
        Parameter::AnswerSchema,
        &[
            "response_format",
            "output_config.format",
            "output_format",
            "text.format",
            "json_schema",
            "structured output",
            "structured outputs",
        ],
    ),
    (Parameter::StrictTools, &["strict", "invalid schema for function"]),
    (Parameter::CacheControl, &["cache_control"]),
    (Parameter::Stream, &["stream", "stream_options", "streaming"]),
    // "The encrypted content … could not be verified" refuses an item of the conversation, not this parameter.
    (
        Parameter::EncryptedReasoning,
        &["reasoning.encrypted_content", "encrypted content is not supported", "'include'", "include[0]"],
    ),
    (
        Parameter::Thinking,
        &["thinking", "reasoning", "effort", "reasoning_effort", "reasoningeffort", "enable_thinking", "output_config"],
    ),
];

fn is_sent(parameter: Parameter, plan: &Plan, request: &Request) -> bool {
    let forced = request.tool_choice != ToolChoice::Auto;
    match parameter {
        Parameter::Temperature => plan.temperature.is_some(),
        Parameter::ForcedTool => forced && plan.answer == AnswerMode::ForcedTool,
        Parameter::AnswerSchema => forced && plan.answer == AnswerMode::JsonSchema,
        Parameter::StrictTools => plan.strict_tools && !request.tools.is_empty(),
        Parameter::Thinking => !plan.thinking.is_empty(),
        Parameter::CacheControl => plan.cache.is_some(),
        Parameter::MaxCompletionTokens => plan.max_completion_tokens,
        Parameter::Stream => plan.stream,
        Parameter::EncryptedReasoning => plan.encrypted_reasoning,
    }
}

/// Returns `true` for a refusal of the name itself, not of its value.
fn is_unsupported(text: &str, name: &str) -> bool {
    let refusing = ["unsupported", "not supported", "unrecognized", "unknown", "not permitted", "use 'max_completion"];
    names(text, &[name]) && refusing.iter().any(|phrase| text.contains(phrase))
}

/// Returns `true` if the text contains one of the words between other characters than letters, digits and `_`.
fn names(text: &str, words: &[&str]) -> bool {
    let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    words.iter().any(|word| {
        text.match_indices(word)
            .any(|(at, _)| outside(text[..at].chars().next_back()) && outside(text[at + word.len()..].chars().next()))
    })
}

/// Phrases of a message that states a maximum, in lower case.
const MAXIMUM_PHRASES: [&str; 13] = [
    "maximum",
    "at most",
    "less than or equal",
    "<=",
    "≤",
    " > ",
    "range",
    "between",
    "up to",
    "no more than",
    "not exceed",
    "limit of",
    "limit is",
];

/// Returns the maximum that the message states: the largest number below the refused one in a clause about a maximum. A
/// context window is the limit of prompt and answer together, so its size is none.
fn stated_maximum(text: &str, sent: u32) -> Option<u32> {
    if text.contains("context") {
        return None;
    }
    let clauses = text.split(". ").flat_map(|sentence| sentence.split([';', '(', ')', '\n']));
    let stating = clauses.filter(|clause| MAXIMUM_PHRASES.iter().any(|phrase| clause.contains(phrase)));
    stating.flat_map(numbers).filter(|number| *number < sent && *number > 1).max()
}

/// Returns the whole numbers of a text, with or without separators of thousands.
fn numbers(text: &str) -> impl Iterator<Item = u32> + '_ {
    let digits = text.split(|c: char| !c.is_ascii_digit() && c != ',' && c != '_');
    digits.filter_map(|number| number.replace([',', '_'], "").parse().ok())
}

#[cfg(test)]
#[path = "parameter_test.rs"]
mod tests;
