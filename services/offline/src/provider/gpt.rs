//! Rules of OpenAI: chat completions and Responses.

use serde_json::Value;

use super::check::history::{self, Unpaired};
use super::check::schema::{self, Violation};
use super::check::{is_set, list, tools, unknown_member};
use super::models::Sampling;
use super::refusal::Refusal;
use super::seal::reasoning_before;
use super::{Ask, Rule, Seal, Wire, is_sealed};

/// Rules of `POST /v1/chat/completions`, in the order in which they are applied.
pub(super) const CHAT: &[Rule] =
    &[members, limit, sampling, effort, tool_forms, strict_schemas, chat_messages, chat_pairs];

/// Rules of `POST /v1/responses`, which refuse any reference to stored state.
pub(super) const RESPONSES: &[Rule] =
    &[members, limit, sampling, effort, tool_forms, strict_schemas, stateless, items, reasoning_items];

const CHAT_KNOWN: &[&str] = &[
    "model",
    "messages",
    "temperature",
    "top_p",
    "n",
    "stream",
    "stream_options",
    "stop",
    "max_tokens",
    "max_completion_tokens",
    "presence_penalty",
    "frequency_penalty",
    "logit_bias",
    "logprobs",
    "top_logprobs",
    "user",
    "seed",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "reasoning_effort",
    "verbosity",
    "store",
    "metadata",
    "service_tier",
    "prompt_cache_key",
    "prompt_cache_retention",
    "safety_identifier",
    "modalities",
    "prediction",
    "web_search_options",
];
const RESPONSES_KNOWN: &[&str] = &[
    "model",
    "input",
    "instructions",
    "temperature",
    "top_p",
    "stream",
    "stream_options",
    "max_output_tokens",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "text",
    "reasoning",
    "include",
    "store",
    "metadata",
    "service_tier",
    "truncation",
    "prompt_cache_key",
    "prompt_cache_retention",
    "safety_identifier",
    "user",
    "background",
    "previous_response_id",
    "max_tool_calls",
    "top_logprobs",
    "conversation",
    "prompt",
    "context_management",
];
/// Smallest limit of a reply.
const MIN_LIMIT: u64 = 16;
const MAX_NAME: usize = 64;

fn unsupported(ask: &Ask<'_>, name: &str, instead: &str) -> Refusal {
    let message = format!("Unsupported parameter: '{name}' is not supported with this model.{instead}");
    match ask.wire {
        // Responses names the parameter without a code.
        Wire::Responses => Refusal { param: Some(name.to_owned()), ..Refusal::new(message) },
        _ => Refusal::new(message).with_code("unsupported_parameter", name),
    }
}

fn members(ask: &Ask<'_>) -> Result<(), Refusal> {
    let (known, wire) = if ask.wire == Wire::Chat { (CHAT_KNOWN, "chat") } else { (RESPONSES_KNOWN, "responses") };
    match unknown_member(ask, known) {
        Some(name) if wire == "chat" => Err(Refusal::new(format!("Unrecognized request argument supplied: {name}"))),
        Some(name) => Err(Refusal::new(format!("Unknown parameter: '{name}'.")).with_code("unknown_parameter", name)),
        None => Ok(()),
    }
}

fn limit(ask: &Ask<'_>) -> Result<(), Refusal> {
    if ask.wire == Wire::Chat && is_set(ask.body, "max_tokens") {
        return Err(unsupported(ask, "max_tokens", " Use 'max_completion_tokens' instead."));
    }
    let name = if ask.wire == Wire::Chat { "max_completion_tokens" } else { "max_output_tokens" };
    match ask.body[name].as_u64().filter(|most| *most < MIN_LIMIT) {
        Some(most) => Err(Refusal::new(format!(
            "Invalid '{name}': integer below minimum value. Expected a value >= {MIN_LIMIT}, but got {most} instead."
        ))
        .with_code("integer_below_min_value", name)),
        None => Ok(()),
    }
}

fn sampling(ask: &Ask<'_>) -> Result<(), Refusal> {
    for name in ["temperature", "top_p"].into_iter().filter(|name| is_set(ask.body, name)) {
        let value = &ask.body[name];
        let barred = ask.thinks() || ask.model.is_some_and(|model| model.sampling == Sampling::Refused);
        if barred && ask.wire == Wire::Chat && value.as_f64() == Some(1.0) {
            continue;
        }
        if barred && ask.wire == Wire::Chat && name == "temperature" {
            let message = format!(
                "Unsupported value: 'temperature' does not support {value} with this model. Only the default (1) value is supported."
            );
            return Err(Refusal::new(message).with_code("unsupported_value", name));
        }
        if barred {
            return Err(unsupported(ask, name, ""));
        }
        let most = if name == "temperature" { 2.0 } else { 1.0 };
        let given = value.as_f64().unwrap_or(-1.0);
        if given < 0.0 {
            let message = format!(
                "Invalid '{name}': decimal below minimum value. Expected a value >= 0, but got {value} instead."
            );
            return Err(Refusal::new(message).with_code("decimal_below_min_value", name));
        }
        if given > most {
            let message = format!(
                "Invalid '{name}': decimal above maximum value. Expected a value <= {most}, but got {value} instead."
            );
            return Err(Refusal::new(message).with_code("decimal_above_max_value", name));
        }
    }
    Ok(())
}

fn effort(ask: &Ask<'_>) -> Result<(), Refusal> {
    let (name, effort) = match ask.wire {
        Wire::Responses => ("reasoning.effort", &ask.body["reasoning"]["effort"]),
        _ => ("reasoning_effort", &ask.body["reasoning_effort"]),
    };
    let accepted = ask.model.map_or(&[][..], |model| model.efforts);
    match effort.as_str().filter(|effort| !accepted.contains(effort)) {
        Some(effort) => {
            let listed: Vec<String> = accepted.iter().map(|value| format!("'{value}'")).collect();
            let message = format!(
                "Unsupported value: '{effort}' is not supported with the '{}' model. Supported values are: {}.",
                ask.name(),
                listed.join(", ")
            );
            Err(Refusal::new(message).with_code("unsupported_value", name))
        }
        None => Ok(()),
    }
}

fn tool_forms(ask: &Ask<'_>) -> Result<(), Refusal> {
    let function = if ask.wire == Wire::Chat { ".function" } else { "" };
    if let Some(at) = tools::odd_name(ask, MAX_NAME) {
        let param = format!("tools[{at}]{function}.name");
        let message = format!(
            "Invalid '{param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
        );
        return Err(Refusal::new(message).with_code("invalid_value", param));
    }
    if let Some(at) = tools::no_object(ask) {
        let name = tools::name(ask.wire, &list(ask.body, "tools")[at]);
        let message =
            format!("Invalid schema for function '{name}': schema must be a JSON Schema of 'type: \"object\"'.");
        return Err(
            Refusal::new(message).with_code("invalid_function_parameters", format!("tools[{at}]{function}.parameters"))
        );
    }
    match tools::missing_choice(ask) {
        Some(name) => {
            let message = format!("Tool choice 'function' not found in 'tools' parameter: {name}.");
            Err(Refusal { param: Some("tool_choice".to_owned()), ..Refusal::new(message) })
        }
        None => Ok(()),
    }
}

fn subset(what: &str, schema: &Value, (code, param): (&'static str, String)) -> Result<(), Refusal> {
    let problem = match schema::OPENAI.violation(schema) {
        Some(Violation::Root) => "schema must be a JSON Schema of 'type: \"object\"'.".to_owned(),
        Some(Violation::Open(at)) => {
            format!("In context={at}, 'additionalProperties' is required to be supplied and to be false.")
        }
        Some(Violation::Optional(at, name)) => format!(
            "In context={at}, 'required' is required to be supplied and to be an array including every key in properties. \
             Missing '{name}'."
        ),
        Some(Violation::Keyword(at, name)) => format!("In context={at}, '{name}' is not permitted."),
        None => return Ok(()),
    };
    Err(Refusal::new(format!("Invalid schema for {what}: {problem}")).with_code(code, param))
}

fn strict_schemas(ask: &Ask<'_>) -> Result<(), Refusal> {
    // Tools of Responses are strict unless they say otherwise; a schema that fails is then used as not strict.
    for (at, tool) in list(ask.body, "tools").iter().enumerate().filter(|(_, tool)| tools::is_strict(ask.wire, tool)) {
        let (name, schema) = (tools::name(ask.wire, tool), tools::schema(ask.wire, tool));
        let param = format!("tools[{at}].function.parameters");
        subset(&format!("function '{name}'"), schema, ("invalid_function_parameters", param))?;
    }
    let (format, param) = match ask.wire {
        Wire::Responses => (&ask.body["text"]["format"], "text.format.schema"),
        _ => (&ask.body["response_format"]["json_schema"], "response_format"),
    };
    if format["strict"] != true {
        return Ok(());
    }
    let name = format["name"].as_str().unwrap_or_default();
    subset(&format!("response_format '{name}'"), &format["schema"], ("invalid_json_schema", param.to_owned()))
}

fn chat_messages(ask: &Ask<'_>) -> Result<(), Refusal> {
    let messages = list(ask.body, "messages");
    if messages.is_empty() {
        let message =
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
        return Err(Refusal::new(message).with_code("empty_array", "messages"));
    }
    let lacks = |m: &Value| !(is_set(m, "content") || m["role"] == "assistant" && is_set(m, "tool_calls"));
    match messages.iter().position(lacks) {
        Some(at) => {
            let message = format!("Invalid value for 'content': expected a string, got null. (messages[{at}])");
            Err(Refusal { param: Some(format!("messages.[{at}].content")), ..Refusal::new(message) })
        }
        None => Ok(()),
    }
}

fn chat_pairs(ask: &Ask<'_>) -> Result<(), Refusal> {
    let (param, message) = match history::unpaired_chat(list(ask.body, "messages")) {
        Some(Unpaired::Call(at, ids)) => (
            format!("messages.[{}].role", at + 1),
            format!(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. \
                 The following tool_call_ids did not have response messages: {}",
                ids.join(", ")
            ),
        ),
        Some(Unpaired::Result(at, _)) => (
            format!("messages.[{at}].role"),
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
                .to_owned(),
        ),
        None => return Ok(()),
    };
    Err(Refusal { param: Some(param), ..Refusal::new(message) })
}

/// The world keeps no responses, like an account without data retention.
fn stateless(ask: &Ask<'_>) -> Result<(), Refusal> {
    if is_set(ask.body, "previous_response_id") {
        let id = ask.body["previous_response_id"].as_str().unwrap_or_default();
        let message = format!("Previous response with id '{id}' not found.");
        return Err(Refusal::new(message).with_code("previous_response_not_found", "previous_response_id"));
    }
    Ok(())
}

fn items(ask: &Ask<'_>) -> Result<(), Refusal> {
    let input = &ask.body["input"];
    let is_empty = input.as_array().is_some_and(Vec::is_empty) || input == "";
    if is_empty || !(input.is_array() || input.is_string()) {
        let message = "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided.";
        return Err(Refusal::new(message).with_code("missing_required_parameter", "input"));
    }
    let message = match history::unpaired_items(list(ask.body, "input")) {
        Some(Unpaired::Call(_, ids)) => format!("No tool output found for function call {}.", ids.join(", ")),
        Some(Unpaired::Result(_, id)) => format!("No tool call found for function call output with call_id {id}."),
        None => return Ok(()),
    };
    Err(Refusal { param: Some("input".to_owned()), ..Refusal::new(message) })
}

/// Reasoning returns unchanged, and the item after it stays behind it: a stateless request cannot look it up.
fn reasoning_items(ask: &Ask<'_>) -> Result<(), Refusal> {
    let items = list(ask.body, "input");
    for (at, item) in items.iter().enumerate() {
        let id = item["id"].as_str().unwrap_or_default();
        if item["type"] == "reasoning" {
            let sealed = item["encrypted_content"].as_str().unwrap_or_default();
            if sealed.is_empty() {
                let message = format!(
                    "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with \
                     `store` set to true, or remove this item from your input."
                );
                return Err(Refusal { status: 404, param: Some("input".to_owned()), ..Refusal::new(message) });
            }
            if !is_sealed(Seal::Encrypted, sealed, id) {
                let shown: String = sealed.chars().take(4).collect();
                let message = format!("The encrypted content {shown}... could not be verified.");
                return Err(Refusal::new(message).with_code("invalid_encrypted_content", "input"));
            }
            if items.get(at + 1).is_none_or(|next| next["type"] == "reasoning") {
                let message =
                    format!("Item '{id}' of type 'reasoning' was provided without its required following item.");
                return Err(Refusal { param: Some("input".to_owned()), ..Refusal::new(message) });
            }
        }
        // The first call of a turn that reasoned names its reasoning item in its own id.
        let owner = reasoning_before(id);
        let kept = |owner: &String| items[..at].iter().any(|item| item["id"] == owner.as_str());
        if let Some(owner) = owner.filter(|owner| item["type"] == "function_call" && !kept(owner)) {
            let message = format!(
                "Item '{id}' of type 'function_call' was provided without its required 'reasoning' item: '{owner}'."
            );
            return Err(Refusal { param: Some("input".to_owned()), ..Refusal::new(message) });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
