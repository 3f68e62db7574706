//! `report_colour`: the test calls of `auspex doctor --call`, which have no input block.

use serde_json::{Value, json};

/// Name of the tool.
pub(crate) const TOOL: &str = "report_colour";

/// Answers with the colour of what the newest message names.
pub(crate) fn answer(messages: &[Value]) -> Value {
    let text = messages.last().map(Value::to_string).unwrap_or_default();
    let colour = match () {
        () if text.contains("sky") => "blue",
        () if text.contains("grass") => "green",
        () => "unknown",
    };
    json!({ "colour": colour })
}
