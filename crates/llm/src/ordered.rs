//! Schemas with the order of their properties. Models write the members of an answer in the order of the schema, so
//! that the order decides whether a reason comes before a number. JSON objects are sorted in memory, therefore a
//! schema names the order in `propertyOrdering`, which is applied when a request is written. The keyword itself is not
//! sent, because providers refuse unknown ones.

use std::ops::Deref;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};

/// The keyword that names the order of the properties of an object.
pub(crate) const ORDER: &str = "propertyOrdering";

/// Writes the members of a body; schemas among them are ordered.
pub(crate) fn members<S: Serializer>(members: &Map<String, Value>, serializer: S) -> Result<S::Ok, S::Error> {
    Ordered::Object(members).serialize(serializer)
}

/// Writes a schema.
pub(crate) fn schema<V: Deref<Target = Value>, S: Serializer>(schema: &V, serializer: S) -> Result<S::Ok, S::Error> {
    Ordered::Value(schema).serialize(serializer)
}

/// Returns the names of the properties in their order; those without a place come last.
pub(crate) fn names<'a>(schema: &'a Map<String, Value>, properties: &'a Map<String, Value>) -> Vec<&'a str> {
    let order = schema.get(ORDER).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut names: Vec<&str> =
        order.iter().filter_map(Value::as_str).filter(|name| properties.contains_key(*name)).collect();
    let rest = properties.keys().map(String::as_str).filter(|name| !order.iter().any(|placed| placed == name));
    names.extend(rest);
    names
}

enum Ordered<'a> {
    Value(&'a Value),
    Object(&'a Map<String, Value>),
    /// The properties of a schema, with their names in order.
    Properties(Vec<&'a str>, &'a Map<String, Value>),
}

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(Value::Object(object)) => Ordered::Object(object).serialize(serializer),
            Self::Value(Value::Array(items)) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| list.serialize_element(&Ordered::Value(item)))?;
                list.end()
            }
            Self::Value(plain) => plain.serialize(serializer),
            Self::Object(object) => write_object(object, serializer),
            Self::Properties(names, properties) => {
                let mut map = serializer.serialize_map(Some(names.len()))?;
                for (name, property) in names.iter().filter_map(|name| Some((name, properties.get(*name)?))) {
                    map.serialize_entry(name, &Ordered::Value(property))?;
                }
                map.end()
            }
        }
    }
}

fn write_object<S: Serializer>(object: &Map<String, Value>, serializer: S) -> Result<S::Ok, S::Error> {
    let is_ordered = object.get(ORDER).is_some_and(Value::is_array);
    let written = object.iter().filter(|(name, _)| !(is_ordered && *name == ORDER));
    let mut map = serializer.serialize_map(None)?;
    for (name, value) in written {
        match value {
            Value::Object(properties) if is_ordered && name == "properties" => {
                map.serialize_entry(name, &Ordered::Properties(names(object, properties), properties))?;
            }
            value => map.serialize_entry(name, &Ordered::Value(value))?,
        }
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(value: &Value) -> String {
        let mut out = Vec::new();
        schema(&value, &mut serde_json::Serializer::new(&mut out)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_properties_have_the_named_order_and_the_keyword_is_not_sent() {
        let unit = json!({ "type": "number" });
        let properties = json!({ "answer": unit, "reason": unit, "zeal": unit });
        let schema =
            json!({ "items": [{ "propertyOrdering": ["reason", "gone", "answer"], "properties": properties }] });
        let number = r#"{"type":"number"}"#;
        let expected =
            format!(r#"{{"items":[{{"properties":{{"reason":{number},"answer":{number},"zeal":{number}}}}}]}}"#);
        assert_eq!(written(&schema), expected);
    }

    #[test]
    fn other_values_are_written_unchanged() {
        let plain = json!({ "b": [1, null, "x"], "a": { "properties": { "z": 1, "y": true } } });
        assert_eq!(written(&plain), plain.to_string());
    }
}
