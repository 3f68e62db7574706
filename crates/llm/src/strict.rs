//! The subset of JSON Schema that providers accept for structured answers, and the reading of what they answer. Pure.

use serde_json::{Map, Value, json};

use crate::ordered::{ORDER, names};

/// Rules of a provider for the schemas of structured answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subset {
    /// Optional properties stay optional (Anthropic).
    Optional,
    /// Every property is required; an optional one becomes nullable (OpenAI and compatible providers).
    AllRequired,
}

/// Maximum nesting; OpenAI accepts ten levels.
const MAX_DEPTH: usize = 10;

/// Keywords that mean the same in the subset.
const KEPT: [&str; 5] = ["type", "enum", "const", "title", "description"];

/// Keywords that constrain a value but do not change its type. Most providers refuse them, so they become words.
const CONSTRAINTS: [&str; 13] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "default",
];

/// Keywords without a meaning for the value.
const IGNORED: [&str; 5] = ["$schema", "$id", "$comment", "examples", "deprecated"];

/// Returns the schema in the subset, or `None` if it cannot be expressed: maps, values of any type, combined schemas.
pub(crate) fn strict(schema: &Value, subset: Subset) -> Option<Value> {
    let root = convert(schema, subset, 0)?;
    (root["type"] == "object").then_some(root)
}

fn convert(schema: &Value, subset: Subset, depth: usize) -> Option<Value> {
    let schema = schema.as_object().filter(|_| depth <= MAX_DEPTH)?;
    let has_kind = ["type", "enum", "const", "$ref", "anyOf", "oneOf"].iter().any(|name| schema.contains_key(*name));
    if !has_kind || (is_kind(schema, "object") && !schema.contains_key("properties")) {
        return None;
    }
    if is_kind(schema, "array") && !schema.contains_key("items") {
        return None;
    }
    // OpenAI refuses other keywords beside a reference.
    if let Some(reference) = schema.get("$ref") {
        return Some(json!({ "$ref": reference }));
    }
    let mut out = Map::from_iter(kind_of_values(schema).map(|kind| ("type".to_owned(), kind.into())));
    let mut words = Vec::new();
    for (name, value) in schema {
        match name.as_str() {
            name if KEPT.contains(&name) => drop(out.insert(name.to_owned(), value.clone())),
            name if CONSTRAINTS.contains(&name) => words.push(format!("{name}: {value}")),
            "items" => drop(out.insert("items".to_owned(), convert(value, subset, depth + 1)?)),
            "anyOf" | "oneOf" => drop(out.insert("anyOf".to_owned(), alternatives(value, subset, depth)?)),
            "$defs" | "definitions" => drop(out.insert(name.clone(), members(value, subset, depth)?.into())),
            "properties" => properties(schema, &mut out, subset, depth)?,
            "required" => {}
            ORDER => drop(out.insert(name.clone(), value.clone())),
            "additionalProperties" if *value == Value::Bool(false) => {}
            name if IGNORED.contains(&name) => {}
            _ => return None,
        }
    }
    describe(&mut out, &words);
    Some(Value::Object(out))
}

/// Returns the type of the permitted values if the schema states none; OpenAI refuses a value without a type.
fn kind_of_values(schema: &Map<String, Value>) -> Option<&'static str> {
    let listed = schema.get("enum").and_then(Value::as_array);
    let values: Vec<&Value> = listed.into_iter().flatten().chain(schema.get("const")).collect();
    let all = |is: fn(&Value) -> bool| !values.is_empty() && values.iter().all(|value| is(value));
    match () {
        () if schema.contains_key("type") => None,
        () if all(Value::is_string) => Some("string"),
        () if all(Value::is_boolean) => Some("boolean"),
        () if all(|value| value.is_i64() || value.is_u64()) => Some("integer"),
        () if all(Value::is_number) => Some("number"),
        () => None,
    }
}

/// Writes `properties`, `required` and `additionalProperties`.
fn properties(schema: &Map<String, Value>, out: &mut Map<String, Value>, subset: Subset, depth: usize) -> Option<()> {
    let mut converted = members(schema.get("properties")?, subset, depth)?;
    let mut required = schema.get("required").cloned().unwrap_or_else(|| json!([]));
    if subset == Subset::AllRequired {
        converted
            .iter_mut()
            .filter(|(name, _)| !is_required(schema, name))
            .for_each(|(_, property)| make_nullable(property));
        required = names(schema, &converted).into();
    }
    out.insert("properties".to_owned(), converted.into());
    out.insert("required".to_owned(), required);
    out.insert("additionalProperties".to_owned(), Value::Bool(false));
    Some(())
}

fn members(schemas: &Value, subset: Subset, depth: usize) -> Option<Map<String, Value>> {
    let convert_one = |(name, value): (&String, &Value)| Some((name.clone(), convert(value, subset, depth + 1)?));
    schemas.as_object()?.iter().map(convert_one).collect()
}

fn alternatives(schemas: &Value, subset: Subset, depth: usize) -> Option<Value> {
    schemas
        .as_array()?
        .iter()
        .map(|schema| convert(schema, subset, depth + 1))
        .collect::<Option<Vec<_>>>()
        .map(Value::from)
}

fn is_kind(schema: &Map<String, Value>, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == kind,
        Some(Value::Array(several)) => several.iter().any(|one| one == kind),
        _ => false,
    }
}

fn is_required(schema: &Map<String, Value>, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|one| one == name))
}

fn allows_null(schema: &Map<String, Value>) -> bool {
    let among = |list: Option<&Value>| list.and_then(Value::as_array).is_some_and(|all| all.contains(&Value::Null));
    let alternative = |one: &Value| one.as_object().is_some_and(allows_null);
    is_kind(schema, "null")
        || schema.get("const") == Some(&Value::Null)
        || (!schema.contains_key("type") && among(schema.get("enum")))
        || schema.get("anyOf").and_then(Value::as_array).is_some_and(|all| all.iter().any(alternative))
}

fn make_nullable(property: &mut Value) {
    let simple =
        property.as_object().is_some_and(|schema| schema.contains_key("type") && !schema.contains_key("const"));
    match property.as_object_mut() {
        Some(schema) if allows_null(schema) => {}
        Some(schema) if simple => {
            if let Some(kinds) = schema.get_mut("type") {
                match kinds {
                    Value::Array(several) => several.push("null".into()),
                    one => *one = json!([one, "null"]),
                }
            }
            if let Some(Value::Array(values)) = schema.get_mut("enum") {
                values.push(Value::Null);
            }
        }
        _ => *property = json!({ "anyOf": [property, { "type": "null" }] }),
    }
}

/// Appends removed constraints to the description, where the model reads them.
fn describe(schema: &mut Map<String, Value>, words: &[String]) {
    if words.is_empty() {
        return;
    }
    let before = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let text = format!("{before} ({})", words.join(", "));
    schema.insert("description".to_owned(), Value::String(text.trim_start().to_owned()));
}

/// Removes `null` where an optional property does not allow it: models write it for a property that is absent.
pub(crate) fn without_nulls(schema: &Value, value: &mut Value) {
    prune(schema, schema, value, 0);
}

fn prune(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    let Some(schema) = resolve(root, schema).as_object().filter(|_| depth <= 2 * MAX_DEPTH) else { return };
    for alternative in ["anyOf", "oneOf", "allOf"].iter().filter_map(|name| schema.get(*name)?.as_array()).flatten() {
        prune(root, alternative, value, depth + 1);
    }
    match value {
        Value::Array(items) => {
            if let Some(of) = schema.get("items") {
                items.iter_mut().for_each(|item| prune(root, of, item, depth + 1));
            }
        }
        Value::Object(members) => {
            let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
            for (name, property) in properties {
                let allowed = resolve(root, property).as_object().is_none_or(|schema| {
                    allows_null(schema) || !["type", "enum", "anyOf"].iter().any(|name| schema.contains_key(*name))
                });
                if !allowed && !is_required(schema, name) && members.get(name) == Some(&Value::Null) {
                    members.remove(name);
                } else if let Some(member) = members.get_mut(name) {
                    prune(root, property, member, depth + 1);
                }
            }
        }
        _ => {}
    }
}

/// Follows one reference within the same schema.
fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
    target.and_then(|pointer| root.pointer(pointer)).unwrap_or(schema)
}

#[cfg(test)]
#[path = "strict_test.rs"]
mod tests;
