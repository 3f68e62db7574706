//! The arguments of a call, in the forms in which providers and models send them. Pure.

use serde_json::Value;

/// Reads the arguments of a call. Text that is not JSON stays a string, for [`crate::repair`]; no text means no
/// arguments.
pub(crate) fn arguments(sent: &Value) -> Value {
    let none = || Value::Object(serde_json::Map::new());
    match sent {
        Value::Null => none(),
        Value::Array(items) if items.is_empty() => none(),
        Value::String(text) if text.trim().is_empty() => none(),
        Value::String(text) => match serde_json::from_str(text) {
            // A text within the text: the provider has written the arguments twice.
            Ok(Value::String(inner)) if inner.trim_start().starts_with('{') => arguments(&Value::String(inner)),
            Ok(Value::Null) => none(),
            Ok(Value::Array(items)) if items.is_empty() => none(),
            Ok(value) => value,
            Err(_) => after_placeholder(text).unwrap_or_else(|| sent.clone()),
        },
        other => other.clone(),
    }
}

/// Reads arguments that follow the placeholder `{}` with which a stream began.
fn after_placeholder(text: &str) -> Option<Value> {
    let rest = text.trim_start().strip_prefix("{}")?;
    serde_json::from_str(rest).ok().filter(Value::is_object)
}
