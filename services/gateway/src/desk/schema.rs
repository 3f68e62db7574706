//! JSON Schemas of inputs and outputs, from the description of the API: MCP tools need each schema by itself.

use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Start of a reference in the description of the API.
const COMPONENTS: &str = "#/components/schemas/";

/// Returns the JSON Schema (2020-12) of a type. Types that it uses are in `$defs`.
pub fn json_schema<T: ToSchema>() -> Value {
    let mut used = Vec::new();
    T::schemas(&mut used);
    // A schema that the process itself has built is always serialisable.
    let json =
        |schema: &utoipa::openapi::RefOr<utoipa::openapi::Schema>| serde_json::to_value(schema).unwrap_or_default();
    let mut schema = json(&T::schema());
    let defs: Map<String, Value> = used.iter().map(|(name, schema)| (name.clone(), json(schema))).collect();
    if let (Value::Object(members), false) = (&mut schema, defs.is_empty()) {
        members.insert("$defs".to_owned(), Value::Object(defs));
    }
    make_local(&mut schema);
    schema
}

/// Makes references point to `$defs`.
fn make_local(value: &mut Value) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| match value {
            Value::String(text) if key == "$ref" => *text = text.replace(COMPONENTS, "#/$defs/"),
            value => make_local(value),
        }),
        Value::Array(items) => items.iter_mut().for_each(make_local),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{Approve, Execute, ReviewedView};

    #[test]
    fn a_schema_is_self_contained() {
        for schema in [json_schema::<Execute>(), json_schema::<Approve>(), json_schema::<ReviewedView>()] {
            assert_eq!(schema["type"], "object");
            let text = schema.to_string();
            assert!(!text.contains(COMPONENTS), "{text}");
            for reference in text.split("#/$defs/").skip(1) {
                let name = reference.split('"').next().unwrap();
                assert!(schema["$defs"][name].is_object(), "{name} is missing in {text}");
            }
        }
        assert_eq!(json_schema::<Execute>()["required"], serde_json::json!(["macro_name"]));
    }
}
