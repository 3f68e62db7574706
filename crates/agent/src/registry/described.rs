//! The description of a tool as a model reads it: without limits that only code checks, and without fields that the
//! task has no use for. Descriptions are a large part of what a model reads in each call. Pure.

use serde_json::{Map, Value};

use super::ToolSpec;

/// Keywords that code checks and that a model need not know: a value beyond them is refused with the reason.
const LIMITS: [&str; 6] = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

/// Returns a description with the given fields of the input (`None`: all), without limits.
pub(super) fn shorten(spec: &ToolSpec, fields: Option<&[&str]>) -> ToolSpec {
    let mut schema = spec.input_schema.clone();
    if let (Some(fields), Some(properties)) = (fields, schema["properties"].as_object_mut()) {
        properties.retain(|name, _| fields.contains(&name.as_str()));
    }
    ToolSpec { input_schema: without_limits(schema), ..spec.clone() }
}

fn without_limits(schema: Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(name, value)| !is_limit(name, value));
            Value::Object(kept.map(|(name, value)| (name.clone(), member(&name, value))).collect())
        }
        Value::Array(entries) => entries.into_iter().map(without_limits).collect(),
        other => other,
    }
}

/// Shortens the value of a keyword. The members of `properties` are names and no keywords.
fn member(name: &str, value: Value) -> Value {
    match value {
        Value::Object(properties) if name == "properties" => {
            let shorten = |(name, schema)| (name, without_limits(schema));
            Value::Object(properties.into_iter().map(shorten).collect::<Map<_, _>>())
        }
        Value::Array(values) if name == "enum" => Value::Array(values),
        other => without_limits(other),
    }
}

fn is_limit(name: &str, value: &Value) -> bool {
    LIMITS.contains(&name) && value.is_number()
        || name == "additionalProperties" && *value == Value::Bool(false)
        || name == "required" && value.as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn limits_and_unused_fields_are_left_out_and_names_are_kept() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["maxLength"],
            "properties": {
                "maxLength": {"type": "string", "minLength": 1, "maxLength": 9, "description": "A name."},
                "kind": {"enum": ["required", "maxItems"]},
                "ttl": {"type": "integer", "minimum": 60},
                "list": {"type": "array", "maxItems": 2, "items": {"type": "object", "properties": {}, "required": []}},
            },
        });
        let spec = ToolSpec { name: "a".into(), description: "b".into(), input_schema: schema };
        let short = shorten(&spec, Some(&["maxLength", "kind", "list"])).input_schema;
        let expected = json!({
            "type": "object", "required": ["maxLength"],
            "properties": {
                "maxLength": {"type": "string", "description": "A name."},
                "kind": {"enum": ["required", "maxItems"]},
                "list": {"type": "array", "items": {"type": "object", "properties": {}}},
            },
        });
        assert_eq!(short, expected);
        assert!(shorten(&spec, None).input_schema["properties"]["ttl"]["minimum"] == 60);
    }
}
