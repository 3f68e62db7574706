//! JSON Schemas of tools, generated from the types that the HTTP API describes, too. References are replaced by what they name, because
//! not every client follows them.

use rmcp::model::JsonObject;
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Depth after which a reference is no longer followed; no schema of a tool is recursive.
const MAX_DEPTH: usize = 16;
/// Prefix of references in descriptions of APIs.
const PREFIX: &str = "#/components/schemas/";

/// Returns the schema of a type.
pub(super) fn of<T: ToSchema + PartialSchema>() -> JsonObject {
    let mut named: Vec<(String, RefOr<Schema>)> = Vec::new();
    T::schemas(&mut named);
    // A schema that the process itself has built is always serialisable.
    let as_value = |schema: &RefOr<Schema>| serde_json::to_value(schema).unwrap_or_default();
    let named: Vec<(String, Value)> = named.iter().map(|(name, schema)| (name.clone(), as_value(schema))).collect();
    object(inlined(as_value(&T::schema()), &named, 0))
}

/// Returns the object of a schema that is written by hand.
pub(super) fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

fn inlined(schema: Value, named: &[(String, Value)], depth: usize) -> Value {
    match schema {
        Value::Object(object) => {
            let target = object.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(PREFIX));
            let target = target.and_then(|name| named.iter().find(|(known, _)| known == name));
            if let Some((_, schema)) = target.filter(|_| depth < MAX_DEPTH) {
                return inlined(schema.clone(), named, depth + 1);
            }
            object.into_iter().map(|(key, value)| (key, inlined(value, named, depth))).collect()
        }
        Value::Array(items) => items.into_iter().map(|item| inlined(item, named, depth)).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(ToSchema)]
    #[allow(dead_code, reason = "the schema is generated from the fields")]
    struct Outer {
        inner: Vec<Inner>,
        size: Option<u32>,
    }

    #[derive(ToSchema)]
    #[allow(dead_code, reason = "the schema is generated from the fields")]
    struct Inner {
        name: String,
    }

    #[test]
    fn references_are_replaced_by_what_they_name() {
        let schema = Value::Object(of::<Outer>());
        assert_eq!(schema["properties"]["inner"]["items"]["properties"]["name"]["type"], "string");
        assert_eq!(schema["required"], serde_json::json!(["inner"]));
        assert!(!schema.to_string().contains("$ref"), "{schema}");
    }
}
