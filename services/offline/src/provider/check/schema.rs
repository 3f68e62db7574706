//! The subset of JSON Schema that providers guarantee in strict tools and structured outputs.

use serde_json::{Map, Value};

/// Demands of a provider on a strict schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subset {
    /// Every property must be required.
    pub(crate) all_required: bool,
    /// Keywords that are refused at every depth of the schema.
    pub(crate) refused: &'static [&'static str],
    /// The root must be an object.
    pub(crate) object_root: bool,
}

/// OpenAI's subset, for strict tools and answer formats on both of its wires.
pub(crate) const OPENAI: Subset = Subset {
    all_required: true,
    refused: &[
        "allOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
        "patternProperties",
        "propertyNames",
        "uniqueItems",
        "contains",
        "default",
    ],
    object_root: true,
};

/// Anthropic's subset, for strict tools and `output_config.format`.
pub(crate) const ANTHROPIC: Subset = Subset {
    all_required: false,
    refused: &[
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "patternProperties",
        "propertyNames",
        "uniqueItems",
        "contains",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "maxItems",
    ],
    object_root: false,
};

/// A violation of the subset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Violation {
    /// `additionalProperties` is not false.
    Open(String),
    /// A property is not required.
    Optional(String, String),
    /// A keyword is not supported.
    Keyword(String, String),
    /// The root has another type than `object`.
    Root,
}

impl Subset {
    /// Returns the first violation. Its context is the path of schema keywords, as OpenAI reports it.
    pub(crate) fn violation(&self, schema: &Value) -> Option<Violation> {
        if self.object_root && schema["type"] != "object" {
            return Some(Violation::Root);
        }
        self.within(schema, &mut Vec::new())
    }

    fn within(&self, schema: &Value, path: &mut Vec<String>) -> Option<Violation> {
        let map = schema.as_object()?;
        if let Some(keyword) = self.refused.iter().find(|keyword| map.contains_key(**keyword)) {
            return Some(Violation::Keyword(context(path), (*keyword).to_owned()));
        }
        // Anthropic accepts `minItems` of 0 and 1 only.
        if !self.all_required && map.get("minItems").and_then(Value::as_u64).is_some_and(|least| least > 1) {
            return Some(Violation::Keyword(context(path), "minItems".to_owned()));
        }
        self.object(map, path).or_else(|| self.children(map, path))
    }

    fn object(&self, map: &Map<String, Value>, path: &[String]) -> Option<Violation> {
        if map.get("type").is_none_or(|kind| kind != "object") {
            return None;
        }
        if map.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Some(Violation::Open(context(path)));
        }
        let required: Vec<&str> =
            map.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut properties = map.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        let missing = properties.find(|name| !required.contains(&name.as_str())).filter(|_| self.all_required)?;
        Some(Violation::Optional(context(path), missing.clone()))
    }

    fn children(&self, map: &Map<String, Value>, path: &mut Vec<String>) -> Option<Violation> {
        for (keyword, value) in map {
            let nested: Vec<(Option<String>, &Value)> = match (keyword.as_str(), value) {
                ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                    named.iter().map(|(name, schema)| (Some(name.clone()), schema)).collect()
                }
                ("items", schema) => vec![(None, schema)],
                ("anyOf" | "allOf", Value::Array(schemas)) => {
                    schemas.iter().enumerate().map(|(at, schema)| (Some(at.to_string()), schema)).collect()
                }
                _ => continue,
            };
            for (name, schema) in nested {
                let depth = path.len();
                path.push(keyword.clone());
                path.extend(name);
                let found = self.within(schema, path);
                path.truncate(depth);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

fn context(path: &[String]) -> String {
    let quoted: Vec<String> = path.iter().map(|part| format!("'{part}'")).collect();
    format!("({})", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_open_object_an_optional_property_and_a_keyword_are_found_at_their_place() {
        let nested = |inner: Value| {
            json!({"type": "object", "additionalProperties": false, "required": ["a"],
                   "properties": {"a": {"type": "array", "items": inner}}})
        };
        let open = nested(json!({"type": "object", "properties": {}}));
        assert_eq!(OPENAI.violation(&open), Some(Violation::Open("('properties', 'a', 'items')".into())));
        let optional = nested(json!({"type": "object", "additionalProperties": false, "properties": {"b": {}}}));
        let at = "('properties', 'a', 'items')";
        assert_eq!(OPENAI.violation(&optional), Some(Violation::Optional(at.into(), "b".into())));
        assert_eq!(ANTHROPIC.violation(&optional), None);
        let bounded = nested(json!({"type": "number", "minimum": 0}));
        assert_eq!(OPENAI.violation(&bounded), None);
        assert_eq!(ANTHROPIC.violation(&bounded), Some(Violation::Keyword(at.into(), "minimum".into())));
        assert_eq!(OPENAI.violation(&json!({"type": "array"})), Some(Violation::Root));
    }
}
