//! Function tools, their calls and their results, as both formats of OpenAI write them.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::strict::{Subset, strict};
use crate::{Tool, ToolChoice};

/// Returns the schema of the tool's arguments, and `true` if the provider validates them. A schema outside the strict
/// subset is written as it is.
pub(super) fn parameters(tool: &Tool, is_strict: bool) -> (Cow<'_, Value>, bool) {
    let converted = if is_strict { strict(&tool.input_schema, Subset::AllRequired) } else { None };
    converted.map_or((Cow::Borrowed(&tool.input_schema), false), |schema| (Cow::Owned(schema), true))
}

/// Returns the arguments of a call as text. Input that was not JSON is a string and is sent back unchanged.
pub(super) fn call_arguments(input: &Value) -> Cow<'_, str> {
    input.as_str().map_or_else(|| Cow::Owned(input.to_string()), Cow::Borrowed)
}

/// Returns the result of a call as text. The formats have no field for a tool's error, so the text says it.
pub(super) fn result_text(content: &str, is_error: bool) -> Cow<'_, str> {
    if is_error { Cow::Owned(format!("ERROR: {content}")) } else { Cow::Borrowed(content) }
}

/// Returns the tool choice; `named` writes the choice of one tool.
pub(super) fn choice(choice: &ToolChoice, named: fn(&str) -> Value) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::Any => json!("required"),
        ToolChoice::None => json!("none"),
        ToolChoice::Tool(name) => named(name),
    }
}
