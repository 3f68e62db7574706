//! JSON Schemas of tools, generated from the types that the HTTP API describes, too, in the form that the strictest of
//! the common clients accepts. References are replaced by what they name, because not every client follows them. Gemini
//! refuses every request with a tool whose schema holds a list of types or a keyword that it does not know, and Claude
//! Code sends a parameter without a type as text.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Depth after which a reference is no longer followed; no schema of a tool is recursive.
const MAX_DEPTH: usize = 16;
/// Prefix of references in descriptions of APIs.
const PREFIX: &str = "#/components/schemas/";
/// Keywords that Gemini and Claude both accept.
const KEYWORDS: [&str; 17] = [
    "type",
    "title",
    "description",
    "format",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "anyOf",
];
/// Formats that Gemini accepts.
const FORMATS: [&str; 5] = ["date-time", "int32", "int64", "float", "double"];

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

/// Returns a schema without nulls, references, lists of types, untyped parts and keywords that a client refuses. A part
/// that may be null is not required, and [`without_nulls`] leaves it out of an output.
pub(super) fn portable(schema: JsonObject) -> JsonObject {
    object(part(Value::Object(schema)).schema)
}

/// A part of a schema.
struct Part {
    schema: Value,
    /// The original accepted null.
    is_nullable: bool,
}

fn part(schema: Value) -> Part {
    let Value::Object(mut members) = schema else { return Part { schema: any_value(), is_nullable: true } };
    let mut is_nullable = false;
    if let Some(value) = members.remove("const") {
        members.insert("enum".to_owned(), json!([value]));
    }
    let kinds = kinds(&mut members, &mut is_nullable);
    let mut forms = alternatives(&mut members, &mut is_nullable);
    if forms.is_empty() && kinds.len() > 1 {
        forms = kinds.iter().map(|kind| part(json!({ "type": kind })).schema).collect();
    } else if let [kind] = &*kinds {
        members.insert("type".to_owned(), json!(kind));
    }
    nested(&mut members);
    if forms.len() == 1
        && let Some(Value::Object(form)) = forms.pop()
    {
        // The description of the place says more than that of the type.
        let place = std::mem::replace(&mut members, form);
        members.extend(place);
    }
    restrict(&mut members);
    if !forms.is_empty() {
        members.insert("anyOf".to_owned(), Value::Array(forms));
        members.remove("type");
    } else if !members.contains_key("type") && !members.contains_key("anyOf") {
        is_nullable = true;
        merge(&mut members, any_value());
    }
    Part { schema: Value::Object(members), is_nullable }
}

/// Takes the types of a schema, without null. A schema without a type has that of its enumeration, or that of its
/// members.
fn kinds(members: &mut Map<String, Value>, is_nullable: &mut bool) -> Vec<String> {
    let mut kinds: Vec<String> = match members.remove("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        *is_nullable |= values.iter().any(Value::is_null);
        values.retain(|value| !value.is_null());
        if kinds.is_empty() && values.iter().all(Value::is_string) {
            kinds.push("string".to_owned());
        }
    }
    if kinds.is_empty() && members.contains_key("properties") {
        kinds.push("object".to_owned());
    }
    *is_nullable |= kinds.iter().any(|kind| kind == "null");
    kinds.retain(|kind| kind != "null");
    kinds
}

/// Takes the alternatives of a schema, without null.
fn alternatives(members: &mut Map<String, Value>, is_nullable: &mut bool) -> Vec<Value> {
    let mut forms = Vec::new();
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(all)) = members.remove(keyword) else { continue };
        let null = json!("null");
        let is_null = |form: &Value| form.get("type") == Some(&null) && form.get("anyOf").is_none();
        *is_nullable |= all.iter().any(is_null);
        let some = all.into_iter().filter(|form| !is_null(form)).map(part);
        let some: Vec<Value> = some
            .map(|part| {
                *is_nullable |= part.is_nullable;
                part.schema
            })
            .collect();
        if keyword == "allOf" {
            // All of them hold, so their members belong to one schema.
            some.into_iter().for_each(|form| merge(members, form));
        } else {
            forms.extend(some);
        }
    }
    forms
}

/// Converts the schemas of members and elements.
fn nested(members: &mut Map<String, Value>) {
    let mut nullable = Vec::new();
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        for (name, property) in properties {
            let converted = part(property.take());
            *property = converted.schema;
            if converted.is_nullable {
                nullable.push(name.clone());
            }
        }
    }
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|name| nullable.iter().all(|nullable| name != nullable));
    }
    if let Some(others) = members.get_mut("additionalProperties").filter(|others| others.is_object()) {
        // Members of any kind need no schema, and may be null.
        let converted = part(others.take());
        *others = if converted.is_nullable { Value::Bool(true) } else { converted.schema };
    }
    if members.get("type").is_some_and(|kind| kind == "array") {
        let items = members.remove("items").unwrap_or_default();
        members.insert("items".to_owned(), part(items).schema);
    }
}

/// Removes what a client refuses.
fn restrict(members: &mut Map<String, Value>) {
    let format = members.get("format").and_then(Value::as_str).map(str::to_owned);
    if let Some(format) = format.filter(|format| !FORMATS.contains(&format.as_str())) {
        members.remove("format");
        if format == "uuid" {
            let text = members.get("description").and_then(Value::as_str).unwrap_or_default();
            let text = format!("{text} (a UUID)").trim_start().to_owned();
            members.insert("description".to_owned(), Value::String(text));
        }
    }
    // Only texts are enumerated.
    if members.get("enum").and_then(Value::as_array).is_some_and(|values| !values.iter().all(Value::is_string)) {
        members.remove("enum");
    }
    members.retain(|keyword, _| KEYWORDS.contains(&keyword.as_str()));
}

fn merge(members: &mut Map<String, Value>, more: Value) {
    let Value::Object(more) = more else { return };
    for (keyword, value) in more {
        match (members.get_mut(&keyword), value) {
            (Some(Value::Object(present)), Value::Object(more)) => present.extend(more),
            (Some(Value::Array(present)), Value::Array(more)) => present.extend(more),
            (Some(_), _) => {}
            (None, value) => drop(members.insert(keyword, value)),
        }
    }
}

/// Returns the schema of any JSON value except null.
fn any_value() -> Value {
    let scalars = ["string", "number", "boolean", "object"].map(|kind| json!({ "type": kind }));
    let list = json!({ "type": "array", "items": { "anyOf": scalars } });
    json!({ "anyOf": scalars.into_iter().chain([list]).collect::<Vec<_>>() })
}

/// Leaves out the members of an output that are null, where the schema names them: none of its parts is null.
pub(super) fn without_nulls(schema: &Value, value: &mut Value) {
    match value {
        Value::Object(members) => {
            let Some(properties) = schema["properties"].as_object() else {
                return alternatives_of(schema, &mut |form| without_null_members(form, members));
            };
            members.retain(|name, member| !(member.is_null() && properties.contains_key(name)));
            for (name, member) in members {
                without_nulls(&schema["properties"][name.as_str()], member);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| {
            without_nulls(&schema["items"], item);
            alternatives_of(schema, &mut |form| without_nulls(&form["items"], item));
        }),
        _ => {}
    }
}

fn without_null_members(form: &Value, members: &mut Map<String, Value>) {
    let names = form["properties"].as_object();
    members.retain(|name, member| !(member.is_null() && names.is_some_and(|names| names.contains_key(name))));
}

fn alternatives_of(schema: &Value, each: &mut dyn FnMut(&Value)) {
    schema["anyOf"].as_array().into_iter().flatten().for_each(each);
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
    fn nulls_unions_and_untyped_parts_become_typed_forms() {
        let converted = |schema: Value| part(schema).schema;
        assert_eq!(converted(json!({"type": ["integer", "null"], "format": "uint64"})), json!({"type": "integer"}));
        let nullable = json!({"oneOf": [{"type": "null"}, {"type": "object", "properties": {}}], "description": "d"});
        assert_eq!(converted(nullable), json!({"type": "object", "properties": {}, "description": "d"}));
        let several = json!({"oneOf": [{"type": "null"}, {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "object"}]}]});
        let forms = json!({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "object"}]});
        assert_eq!(converted(several), forms, "an optional part of two forms has these two only");
        let many = converted(json!({"type": ["string", "number"]}));
        assert_eq!(many, json!({"anyOf": [{"type": "string"}, {"type": "number"}]}));
        assert_eq!(converted(json!({"const": "add"})), json!({"type": "string", "enum": ["add"]}));
        assert_eq!(converted(json!({"type": "integer", "enum": [1, 2]})), json!({"type": "integer"}));
        assert_eq!(converted(json!({"type": "array"}))["items"], any_value());
        assert_eq!(converted(json!({"description": "d"}))["anyOf"], any_value()["anyOf"]);
        let all = json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                                   {"type": "object", "properties": {"b": {"type": ["string", "null"]}}, "required": ["b"]}]});
        let merged = converted(all);
        assert_eq!((&merged["properties"]["b"], &merged["required"]), (&json!({"type": "string"}), &json!(["a"])));
        let map = json!({"type": "object", "additionalProperties": {}, "propertyNames": {"type": "string"}});
        assert_eq!(converted(map), json!({"type": "object", "additionalProperties": true}));
        let id = converted(json!({"type": "string", "format": "uuid", "description": "The session."}));
        assert_eq!(id, json!({"type": "string", "description": "The session. (a UUID)"}));
    }

    #[test]
    fn an_output_leaves_out_the_nulls_that_its_schema_names() {
        let schema = json!({"properties": {"a": {"type": "string"}, "data": {"type": "object"},
            "list": {"items": {"anyOf": [{"properties": {"old": {"type": "string"}}}, {"type": "string"}]}}}});
        let mut output = json!({"a": null, "data": {"x": null}, "list": [{"old": null, "new": 1}]});
        without_nulls(&schema, &mut output);
        assert_eq!(output, json!({"data": {"x": null}, "list": [{"new": 1}]}), "the data of a tenant stay as they are");
    }

    #[test]
    fn references_are_replaced_by_what_they_name() {
        let schema = Value::Object(of::<Outer>());
        assert_eq!(schema["properties"]["inner"]["items"]["properties"]["name"]["type"], "string");
        assert_eq!(schema["required"], serde_json::json!(["inner"]));
        assert!(!schema.to_string().contains("$ref"), "{schema}");
    }
}
