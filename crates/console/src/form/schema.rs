//! What a JSON Schema says about the fields of a form.

use serde_json::Value;

/// Steps of `$ref` that are followed.
const MAX_REFERENCES: usize = 16;

/// How a value is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A group of fields.
    Object,
    /// Rows of an array of objects.
    List,
    /// One field; the type is `string`, `number`, `integer` or `boolean`.
    Scalar(&'a str),
}

impl<'a> Kind<'a> {
    /// Returns the kind that the schema states, else that of the value.
    pub(super) fn of(schema: &'a Value, value: Option<&Value>) -> Self {
        let stated = match schema.get("type") {
            Some(Value::String(one)) => Some(one.as_str()),
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
            _ => None,
        };
        match (stated, value) {
            (Some("object"), _) | (None, Some(Value::Object(_))) => Self::Object,
            (Some("array"), _) | (None, Some(Value::Array(_))) => Self::List,
            (Some(kind), _) => Self::Scalar(kind),
            (None, Some(Value::Number(_))) => Self::Scalar("number"),
            (None, Some(Value::Bool(_))) => Self::Scalar("boolean"),
            (None, _) if schema.get("properties").is_some() => Self::Object,
            (None, _) if schema.get("items").is_some() => Self::List,
            (None, _) => Self::Scalar("string"),
        }
    }
}

/// A member of an object.
#[derive(Debug)]
pub(super) struct Member<'a> {
    pub(super) name: String,
    pub(super) schema: &'a Value,
    pub(super) required: bool,
}

/// Follows `$ref`s within the document.
pub(super) fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let mut found = schema;
    for _ in 0..MAX_REFERENCES {
        let reference = found.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
        match reference.and_then(|pointer| root.pointer(pointer)) {
            Some(target) => found = target,
            None => break,
        }
    }
    found
}

/// Returns the members of an object: the required ones in their order, the others of the schema, then those that only
/// the value has.
pub(super) fn members<'a>(schema: &'a Value, value: Option<&Value>) -> Vec<Member<'a>> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut found: Vec<Member<'a>> = Vec::new();
    let mut add = |name: &str, required: bool| {
        if !found.iter().any(|member| member.name == name) {
            let schema = properties.and_then(|properties| properties.get(name)).unwrap_or(&Value::Null);
            found.push(Member { name: name.to_owned(), schema, required });
        }
    };
    required.iter().filter_map(Value::as_str).for_each(|name| add(name, true));
    properties.into_iter().flat_map(serde_json::Map::keys).for_each(|name| add(name, false));
    value.and_then(Value::as_object).into_iter().flat_map(serde_json::Map::keys).for_each(|name| add(name, false));
    found
}
