//! Checks of tools and tool choices.

use serde_json::Value;

use crate::provider::{Ask, Wire};

use super::list;

/// Returns the name of a tool in the wire's form.
pub(crate) fn name(wire: Wire, tool: &Value) -> &str {
    let function = if wire == Wire::Chat { &tool["function"] } else { tool };
    function["name"].as_str().unwrap_or_default()
}

/// Returns the schema of a tool in the wire's form.
pub(crate) fn schema(wire: Wire, tool: &Value) -> &Value {
    match wire {
        Wire::Anthropic => &tool["input_schema"],
        Wire::Chat => &tool["function"]["parameters"],
        Wire::Responses => &tool["parameters"],
    }
}

/// Returns `true` if the tool is declared as strict.
pub(crate) fn is_strict(wire: Wire, tool: &Value) -> bool {
    let function = if wire == Wire::Chat { &tool["function"] } else { tool };
    function["strict"] == true
}

/// Returns the position of the first tool whose name has other characters than letters, digits, `_` and `-`, or more
/// than `most`.
pub(crate) fn odd_name(ask: &Ask<'_>, most: usize) -> Option<usize> {
    list(ask.body, "tools").iter().position(|tool| {
        let name = name(ask.wire, tool);
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        !plain || name.is_empty() || name.len() > most
    })
}

/// Returns the position of the first tool whose schema does not describe an object.
pub(crate) fn no_object(ask: &Ask<'_>) -> Option<usize> {
    list(ask.body, "tools").iter().position(|tool| schema(ask.wire, tool)["type"] != "object")
}

/// Returns `true` if the request forces a tool call.
pub(crate) fn is_forced(ask: &Ask<'_>) -> bool {
    let choice = &ask.body["tool_choice"];
    match choice.as_str().or(choice["type"].as_str()) {
        Some("any" | "tool" | "required" | "function") => true,
        Some(_) | None => false,
    }
}

/// Returns the name of a forced tool that is not declared.
pub(crate) fn missing_choice<'a>(ask: &Ask<'a>) -> Option<&'a str> {
    let choice = &ask.body["tool_choice"];
    let chosen = choice["name"].as_str().or(choice["function"]["name"].as_str())?;
    let declared = list(ask.body, "tools").iter().any(|tool| name(ask.wire, tool) == chosen);
    (!declared).then_some(chosen)
}
