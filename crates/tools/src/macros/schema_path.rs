//! Resolution of names in a JSON Schema: does a path of a template exist, and is its value certain to be present?

use serde_json::{Map, Value};

/// Maximum number of references and combinations followed for one name.
const MAX_HOPS: usize = 16;

/// Result of one step from a schema to a field.
pub(super) struct Step<'a> {
    /// Schema of the field; `Value::Bool(true)` accepts everything.
    pub(super) schema: &'a Value,
    /// `true` if every valid value has the field.
    pub(super) certain: bool,
}

static ANYTHING: Value = Value::Bool(true);

/// Looks up a field. `Err` lists the fields that exist.
pub(super) fn step<'a>(root: &'a Value, schema: &'a Value, name: &str) -> Result<Step<'a>, Vec<&'a str>> {
    let parts = parts(root, schema);
    let mut known: Vec<&str> = Vec::new();
    for (part, mandatory) in &parts {
        let Some(object) = part.as_object() else { continue };
        if let Some(properties) = object.get("properties").and_then(Value::as_object) {
            if let Some(schema) = properties.get(name) {
                return Ok(Step { schema, certain: *mandatory && requires(&parts, name) && !nullable(&parts) });
            }
            known.extend(properties.keys().map(String::as_str));
        }
    }
    match open_field(&parts, known.is_empty()) {
        Some(schema) => Ok(Step { schema, certain: false }),
        None => Err(known),
    }
}

/// Returns the schema of the items of a list, or of the values of an object. `None` if the schema allows neither.
pub(super) fn items<'a>(root: &'a Value, schema: &'a Value) -> Option<&'a Value> {
    let parts = parts(root, schema);
    let items = parts.iter().find_map(|(part, _)| part.get("items"));
    let values = || parts.iter().find_map(|(part, _)| part.get("additionalProperties").filter(|v| v.is_object()));
    items.or_else(values).or_else(|| {
        let allowed = |(part, _): &(&Value, bool)| match part.get("type") {
            Some(Value::String(kind)) => kind == "array" || kind == "object",
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "array" || kind == "object"),
            _ => true,
        };
        parts.iter().all(allowed).then_some(&ANYTHING)
    })
}

/// Returns the schema, what it refers to, and the members of its combinations. The flag is false for alternatives,
/// which do not hold for every value.
fn parts<'a>(root: &'a Value, schema: &'a Value) -> Vec<(&'a Value, bool)> {
    let mut parts = vec![(schema, true)];
    let mut next = 0;
    while let Some((part, mandatory)) = parts.get(next).copied().filter(|_| parts.len() < MAX_HOPS) {
        let reference = part.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        parts.extend(reference.and_then(|pointer| root.pointer(pointer)).map(|target| (target, mandatory)));
        for (keyword, always) in [("allOf", true), ("anyOf", false), ("oneOf", false)] {
            let members = part.get(keyword).and_then(Value::as_array).into_iter().flatten();
            parts.extend(members.map(|member| (member, mandatory && always)));
        }
        next += 1;
    }
    parts
}

fn requires(parts: &[(&Value, bool)], name: &str) -> bool {
    let lists = parts.iter().filter(|(_, mandatory)| *mandatory).filter_map(|(part, _)| part.get("required"));
    lists.filter_map(Value::as_array).flatten().any(|required| required == name)
}

fn nullable(parts: &[(&Value, bool)]) -> bool {
    parts.iter().filter_map(|(part, _)| part.get("type")?.as_array()).flatten().any(|kind| kind == "null")
}

/// Returns the schema of fields without a name in the schema, if there may be such fields.
fn open_field<'a>(parts: &[(&'a Value, bool)], no_properties: bool) -> Option<&'a Value> {
    let listed = |object: &'a Map<String, Value>| {
        object.get("additionalProperties").filter(|value| **value != Value::Bool(false))
    };
    let objects = || parts.iter().filter_map(|(part, _)| part.as_object());
    let patterns = objects().any(|object| object.contains_key("patternProperties")).then_some(&ANYTHING);
    let untyped = || {
        let scalar = objects().filter_map(|object| object.get("type")).any(|kind| kind != "object");
        let closed = objects().any(|object| object.get("additionalProperties") == Some(&Value::Bool(false)));
        (no_properties && !scalar && !closed).then_some(&ANYTHING)
    };
    objects().find_map(listed).or(patterns).or_else(untyped)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(schema: &Value, name: &str) -> &'static str {
        match step(schema, schema, name) {
            Ok(Step { certain: true, .. }) => "certain",
            Ok(Step { certain: false, .. }) => "optional",
            Err(_) => "unknown",
        }
    }

    #[test]
    fn required_fields_are_certain_and_others_optional() {
        let schema = json!({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a"]});
        assert_eq!(["a", "b", "c"].map(|name| outcome(&schema, name)), ["certain", "optional", "unknown"]);
        let nullable = json!({"type": ["object", "null"], "properties": {"a": {}}, "required": ["a"]});
        assert_eq!(outcome(&nullable, "a"), "optional");
    }

    #[test]
    fn references_and_combinations_are_followed() {
        let schema = json!({
            "$defs": {"base": {"properties": {"a": {}}, "required": ["a"]}, "loop": {"$ref": "#/$defs/loop"}},
            "allOf": [{"$ref": "#/$defs/base"}], "anyOf": [{"properties": {"b": {}}, "required": ["b"]}, {"$ref": "#/$defs/loop"}],
        });
        assert_eq!(["a", "b", "c"].map(|name| outcome(&schema, name)), ["certain", "optional", "unknown"]);
    }

    #[test]
    fn open_objects_have_any_field_and_scalars_none() {
        assert_eq!(outcome(&json!({}), "a"), "optional");
        assert_eq!(
            outcome(&json!({"type": "object", "properties": {"x": {}}, "additionalProperties": {}}), "a"),
            "optional"
        );
        assert_eq!(outcome(&json!({"type": "object", "additionalProperties": false}), "a"), "unknown");
        assert_eq!(outcome(&json!({"type": "string"}), "a"), "unknown");
    }

    #[test]
    fn only_lists_and_objects_have_items() {
        let list = json!({"type": "array", "items": {"type": "string"}});
        assert_eq!(items(&list, &list), Some(&json!({"type": "string"})));
        assert_eq!(items(&json!({}), &json!({"type": "string"})), None);
    }
}
