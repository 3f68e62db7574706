//! Rules of Anthropic. The messages are those of the API as its users report them.

use serde_json::Value;

use super::check::history::{self, Unpaired};
use super::check::schema::{self, Violation};
use super::check::{is_set, list, tools, unknown_member};
use super::models::Sampling;
use super::refusal::Refusal;
use super::seal::THOUGHT;
use super::{Ask, PAUSE, Rule, Seal, is_sealed};

/// Rules of `POST /v1/messages`, in the order in which they are applied.
pub(super) const RULES: &[Rule] = &[
    members,
    limit,
    sampling,
    thinking,
    effort,
    forced_tool,
    tool_forms,
    strict_tools,
    answer_format,
    cache_marks,
    messages,
    tool_pairs,
    signatures,
    thinking_kept,
    last_message,
];

const KNOWN: &[&str] = &[
    "model",
    "messages",
    "system",
    "max_tokens",
    "temperature",
    "top_p",
    "top_k",
    "stop_sequences",
    "stream",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "metadata",
    "service_tier",
    "cache_control",
    "container",
    "context_management",
    "inference_geo",
    "mcp_servers",
];
/// Smallest thinking budget.
const MIN_BUDGET: u64 = 1_024;
/// Maximum number of cache marks.
const MAX_MARKS: usize = 4;
const MAX_NAME: usize = 128;

fn refuse(message: impl Into<String>) -> Result<(), Refusal> {
    Err(Refusal::new(message))
}

fn members(ask: &Ask<'_>) -> Result<(), Refusal> {
    unknown_member(ask, KNOWN).map_or(Ok(()), |name| refuse(format!("{name}: Extra inputs are not permitted")))
}

fn limit(ask: &Ask<'_>) -> Result<(), Refusal> {
    match (is_set(ask.body, "max_tokens"), ask.body["max_tokens"].as_u64()) {
        (false, _) => refuse("max_tokens: Field required"),
        (true, None | Some(0)) => refuse("max_tokens: Input should be greater than or equal to 1"),
        _ => Ok(()),
    }
}

fn sampling(ask: &Ask<'_>) -> Result<(), Refusal> {
    let set: Vec<&str> = ["temperature", "top_p", "top_k"].into_iter().filter(|name| is_set(ask.body, name)).collect();
    let Some(first) = set.first() else { return Ok(()) };
    if ask.model.is_some_and(|model| model.sampling == Sampling::Refused) {
        return refuse(format!("`{first}` is deprecated for this model."));
    }
    if ask.thinks() && !(set == ["temperature"] && ask.body["temperature"].as_f64() == Some(1.0)) {
        return refuse(match *first {
            "temperature" => {
                "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.".to_owned()
            }
            name => format!("`{name}` must be unset when thinking is enabled."),
        });
    }
    if set.starts_with(&["temperature", "top_p"]) {
        return refuse("`temperature` and `top_p` cannot both be specified for this model. Please use only one.");
    }
    let outside = ask.body["temperature"].as_f64().is_some_and(|value| !(0.0..=1.0).contains(&value));
    if outside { refuse("temperature: range: 0..1") } else { Ok(()) }
}

fn thinking(ask: &Ask<'_>) -> Result<(), Refusal> {
    let thinking = &ask.body["thinking"];
    if thinking.is_null() {
        return Ok(());
    }
    let Some(kind) = thinking["type"].as_str() else { return refuse("thinking.type: Field required") };
    let accepted = ask.model.map_or(&[][..], |model| model.thinking_types);
    if !accepted.contains(&kind) {
        return refuse(match kind {
            "enabled" => {
                "\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \
                 \"output_config.effort\" to control thinking behavior."
                    .to_owned()
            }
            "adaptive" => "adaptive thinking is not supported on this model".to_owned(),
            other => format!(
                "thinking: Input tag '{other}' found using 'type' does not match any of the expected tags: 'adaptive', \
                 'disabled', 'enabled'"
            ),
        });
    }
    if kind != "enabled" {
        return Ok(());
    }
    let Some(budget) = thinking["budget_tokens"].as_u64() else {
        return refuse("thinking.enabled.budget_tokens: Field required");
    };
    if budget < MIN_BUDGET {
        return refuse(format!(
            "thinking.enabled.budget_tokens: Input should be greater than or equal to {MIN_BUDGET}"
        ));
    }
    if ask.body["max_tokens"].as_u64().is_some_and(|most| most <= budget) {
        return refuse("`max_tokens` must be greater than `thinking.budget_tokens`.");
    }
    Ok(())
}

fn effort(ask: &Ask<'_>) -> Result<(), Refusal> {
    let Some(effort) = ask.body["output_config"]["effort"].as_str() else { return Ok(()) };
    let Some(model) = ask.model else { return Ok(()) };
    if model.efforts.is_empty() {
        return refuse("This model does not support the effort parameter.");
    }
    if !model.efforts.contains(&effort) {
        return refuse(format!("output_config.effort: Input should be one of {}", model.efforts.join(", ")));
    }
    if model.thinking_efforts.contains(&effort) && ask.body["thinking"]["type"] == "disabled" {
        return refuse(format!("thinking cannot be disabled with effort {effort} for this model."));
    }
    Ok(())
}

/// Manual thinking excludes forced calls; adaptive thinking does not.
fn forced_tool(ask: &Ask<'_>) -> Result<(), Refusal> {
    if tools::is_forced(ask) && ask.body["thinking"]["type"] == "enabled" {
        return refuse("Thinking may not be enabled when tool_choice forces tool use.");
    }
    match tools::missing_choice(ask) {
        Some(name) => refuse(format!("Tool '{name}' not found in provided tools")),
        None => Ok(()),
    }
}

fn tool_forms(ask: &Ask<'_>) -> Result<(), Refusal> {
    if let Some(at) = tools::odd_name(ask, MAX_NAME) {
        return refuse(format!(
            "tools.{at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,{MAX_NAME}}}$'"
        ));
    }
    if let Some(at) = tools::no_object(ask) {
        return refuse(format!("tools.{at}.custom.input_schema.type: Input should be 'object'"));
    }
    let combined = |tool: &Value| ["oneOf", "allOf", "anyOf"].iter().any(|name| is_set(&tool["input_schema"], name));
    match list(ask.body, "tools").iter().position(combined) {
        Some(at) => refuse(format!(
            "tools.{at}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"
        )),
        None => Ok(()),
    }
}

fn subset(place: &str, schema: &Value) -> Result<(), Refusal> {
    match schema::ANTHROPIC.violation(schema) {
        Some(Violation::Open(at)) => refuse(format!(
            "{place}: For 'object' type, 'additionalProperties' must be explicitly set to false (at {at})"
        )),
        Some(Violation::Keyword(at, name)) => refuse(format!("{place}: property '{name}' is not supported (at {at})")),
        Some(Violation::Optional(..) | Violation::Root) | None => Ok(()),
    }
}

fn strict_tools(ask: &Ask<'_>) -> Result<(), Refusal> {
    let strict = list(ask.body, "tools").iter().enumerate().filter(|(_, tool)| tool["strict"] == true);
    strict.into_iter().try_for_each(|(at, tool)| subset(&format!("tools.{at}.custom"), &tool["input_schema"]))
}

fn answer_format(ask: &Ask<'_>) -> Result<(), Refusal> {
    let format = &ask.body["output_config"]["format"];
    match format["type"].as_str() {
        Some("json_schema") => subset("output_config.format.schema", &format["schema"]),
        Some(other) => refuse(format!("output_config.format: Input tag '{other}' does not match 'json_schema'")),
        None => Ok(()),
    }
}

fn cache_marks(ask: &Ask<'_>) -> Result<(), Refusal> {
    let messages = list(ask.body, "messages");
    for (at, message) in messages.iter().enumerate() {
        for (n, block) in list(message, "content").iter().enumerate() {
            let kind = block["type"].as_str().unwrap_or_default();
            if is_set(block, "cache_control") && matches!(kind, "thinking" | "redacted_thinking") {
                return refuse(format!(
                    "messages.{at}.content.{n}.{kind}.cache_control: Extra inputs are not permitted"
                ));
            }
        }
    }
    let turns = messages.iter().flat_map(|message| list(message, "content"));
    let parts = list(ask.body, "tools").iter().chain(list(ask.body, "system")).chain(turns).chain([ask.body]);
    let marked = parts.filter(|part| is_set(part, "cache_control"));
    let marks: Vec<&str> = marked.map(|part| part["cache_control"]["ttl"].as_str().unwrap_or("5m")).collect();
    if marks.len() > MAX_MARKS {
        let found = marks.len();
        return refuse(format!("A maximum of {MAX_MARKS} blocks with cache_control may be provided. Found {found}."));
    }
    if let Some(odd) = marks.iter().find(|ttl| !matches!(**ttl, "5m" | "1h")) {
        return refuse(format!("cache_control.ephemeral.ttl: Input should be '5m' or '1h', not '{odd}'"));
    }
    if marks.is_sorted_by_key(|ttl| *ttl == "5m") {
        Ok(())
    } else {
        refuse("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.")
    }
}

fn messages(ask: &Ask<'_>) -> Result<(), Refusal> {
    let messages = list(ask.body, "messages");
    if messages.is_empty() {
        return refuse("messages: at least one message is required");
    }
    if let Some(at) = messages.iter().position(|m| !matches!(m["role"].as_str(), Some("user" | "assistant"))) {
        return refuse(format!("messages.{at}.role: Input should be 'user' or 'assistant'"));
    }
    if let Some(at) = history::empty(messages) {
        return refuse(format!(
            "messages.{at}: all messages must have non-empty content except for the optional final assistant message"
        ));
    }
    let blocks = messages.iter().flat_map(|message| list(message, "content"));
    if blocks.into_iter().any(|block| block["type"] == "text" && block["text"] == "") {
        return refuse("messages: text content blocks must be non-empty");
    }
    Ok(())
}

fn tool_pairs(ask: &Ask<'_>) -> Result<(), Refusal> {
    match history::unpaired(list(ask.body, "messages")) {
        Some(Unpaired::Call(at, ids)) => refuse(format!(
            "messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` \
             block must have a corresponding `tool_result` block in the next message.",
            ids.join(", ")
        )),
        Some(Unpaired::Result(at, id)) => refuse(format!(
            "messages.{at}.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` \
             block must have a corresponding `tool_use` block in the previous message."
        )),
        None => Ok(()),
    }
}

fn signatures(ask: &Ask<'_>) -> Result<(), Refusal> {
    for (at, message) in list(ask.body, "messages").iter().enumerate() {
        for (n, block) in list(message, "content").iter().enumerate() {
            let text = |name: &str| block[name].as_str().unwrap_or_default();
            match block["type"].as_str() {
                Some("thinking") if !is_sealed(Seal::Signature, text("signature"), text("thinking")) => {
                    return refuse(format!("messages.{at}.content.{n}: Invalid `signature` in `thinking` block"));
                }
                Some("redacted_thinking") if !is_sealed(Seal::Redacted, text("data"), "") => {
                    return refuse(format!("messages.{at}.content.{n}: Invalid `data` in `redacted_thinking` block"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// While the model thinks, the turns of the present tool loop keep the thinking that they began with.
fn thinking_kept(ask: &Ask<'_>) -> Result<(), Refusal> {
    if !ask.thinks() {
        return Ok(());
    }
    let is_result = |block: &Value| block["type"] == "tool_result";
    let messages = list(ask.body, "messages");
    let is_question = |m: &Value| m["role"] == "user" && !list(m, "content").iter().any(is_result);
    let start = messages.iter().rposition(is_question).map_or(0, |at| at + 1);
    for (at, message) in messages.iter().enumerate().skip(start).filter(|(_, message)| message["role"] == "assistant") {
        let ids = history::ids(message, "tool_use", "id");
        let thought = ask.body["thinking"]["type"] == "enabled" || ids.iter().any(|id| id.contains(THOUGHT));
        let first = list(message, "content").first().and_then(|block| block["type"].as_str()).unwrap_or_default();
        if !ids.is_empty() && thought && !matches!(first, "thinking" | "redacted_thinking") {
            return refuse(format!(
                "messages.{at}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{first}`. When \
                 `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost \
                 set of `tool_use` and `tool_result` blocks)."
            ));
        }
    }
    Ok(())
}

/// Models that refuse sampling parameters refuse a prefilled answer as well. A paused turn does not count as one.
fn last_message(ask: &Ask<'_>) -> Result<(), Refusal> {
    let Some(last) = list(ask.body, "messages").last().filter(|last| last["role"] == "assistant") else {
        return Ok(());
    };
    let is_pause = list(last, "content").iter().any(|block| block["text"] == PAUSE);
    if is_pause || ask.model.is_some_and(|model| model.sampling != Sampling::Refused) {
        return Ok(());
    }
    refuse("This model does not support assistant message prefill. The conversation must end with a user message.")
}

#[cfg(test)]
mod tests;
