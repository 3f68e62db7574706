//! Rules that the providers of all wire formats have for tools and schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Request, Wire, list};

/// Longest name of a tool (OpenAI, MiniMax, DeepSeek).
const MAX_NAME: usize = 64;
/// Longest description of a function (OpenAI).
const MAX_DESCRIPTION: usize = 1_024;
/// Largest number of tools of a request (OpenAI).
const MAX_TOOLS: usize = 128;
/// Deepest nesting of a strict schema (OpenAI).
const MAX_DEPTH: usize = 10;

/// A declared tool.
pub(super) struct Declared<'a> {
    pub(super) name: &'a str,
    description: &'a str,
    schema: &'a Value,
    strict: bool,
}

/// Returns the declared tools.
pub(super) fn tools<'a>(request: &'a Request<'_>) -> Vec<Declared<'a>> {
    let declared = |tool: &'a Value| {
        let at = if request.wire == Wire::Chat { &tool["function"] } else { tool };
        Declared {
            name: at["name"].as_str().unwrap_or_default(),
            description: at["description"].as_str().unwrap_or_default(),
            schema: if request.wire == Wire::Anthropic { &at["input_schema"] } else { &at["parameters"] },
            strict: at["strict"] == true,
        }
    };
    request.list("tools").iter().map(declared).collect()
}

/// Returns the violations of rules for tools and for schemas of answers.
pub(super) fn violations(request: &Request<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let tools = tools(request);
    let names: BTreeSet<&str> = tools.iter().map(|tool| tool.name).collect();
    if names.len() < tools.len() || tools.len() > MAX_TOOLS {
        found.push(format!("tools: {} names of {} tools", names.len(), tools.len()));
    }
    for tool in &tools {
        if tool.name.is_empty() || tool.name.len() > MAX_NAME || !is_plain(tool.name) {
            found.push(format!("tools: the name {:?} does not match the pattern", tool.name));
        }
        if request.is_of("openai") && tool.description.chars().count() > MAX_DESCRIPTION {
            found.push(format!("tools.{}: the description is too long", tool.name));
        }
        if tool.schema["type"] != "object"
            || ["oneOf", "anyOf", "allOf"].iter().any(|name| tool.schema.get(name).is_some())
        {
            found.push(format!("tools.{}: the schema must be a plain object", tool.name));
        }
        if tool.strict {
            found.extend(strict(request, tool.schema).map(|problem| format!("tools.{}: {problem}", tool.name)));
        }
    }
    found.extend(missing_choice(request, &names));
    found.extend(answer_schema(request));
    found
}

/// Returns `true` for letters, digits, `_` and `-` alone.
pub(super) fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

fn missing_choice(request: &Request<'_>, names: &BTreeSet<&str>) -> Option<String> {
    let choice = request.sent("tool_choice")?;
    if names.is_empty() {
        return Some("tool_choice is only allowed when tools are specified".to_owned());
    }
    let named = choice["name"].as_str().or(choice["function"]["name"].as_str())?;
    (!names.contains(named)).then(|| format!("tool_choice: {named} is not declared"))
}

fn answer_schema(request: &Request<'_>) -> Vec<String> {
    let (format, schema) = match request.wire {
        Wire::Anthropic => (request.sent("output_config.format"), "/schema"),
        Wire::Chat => (request.sent("response_format"), "/json_schema/schema"),
        Wire::Responses => (request.sent("text.format"), "/schema"),
    };
    let Some(format) = format else { return Vec::new() };
    if !matches!(request.model.provider(), "anthropic" | "openai") {
        return vec!["This response_format type is unavailable now".to_owned()];
    }
    let name = format["json_schema"]["name"].as_str().or(format["name"].as_str());
    let mut found: Vec<String> = strict(request, format.pointer(schema).unwrap_or(&Value::Null)).into_iter().collect();
    if request.wire != Wire::Anthropic && name.is_none_or(|name| name.len() > MAX_NAME || !is_plain(name)) {
        found.push(format!("the name {name:?} of the format does not match the pattern"));
    }
    found
}

/// Returns the first violation of the provider's subset of JSON Schema.
fn strict(request: &Request<'_>, schema: &Value) -> Option<String> {
    if schema["type"] != "object" {
        return Some("the schema's root must be an object".to_owned());
    }
    node(request, schema, 0)
}

fn node(request: &Request<'_>, schema: &Value, depth: usize) -> Option<String> {
    let Some(map) = schema.as_object() else { return Some(format!("{schema} is no schema")) };
    if depth > MAX_DEPTH {
        return Some("the schema is nested too deeply".to_owned());
    }
    let openai = request.wire != Wire::Anthropic;
    let allowed: &[&str] = &[
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "enum",
        "const",
        "$ref",
        "$defs",
        "definitions",
        "title",
        "description",
    ];
    if let Some(odd) = map.keys().find(|name| !allowed.contains(&name.as_str())) {
        return Some(format!("'{odd}' is not permitted"));
    }
    if openai && map.contains_key("$ref") && map.len() > 1 {
        return Some("$ref cannot have other keywords".to_owned());
    }
    if openai && !["type", "anyOf", "$ref"].iter().any(|name| map.contains_key(*name)) {
        return Some("the schema must have a 'type' key".to_owned());
    }
    object(map, openai).or_else(|| children(map).into_iter().find_map(|child| node(request, child, depth + 1)))
}

fn object(map: &Map<String, Value>, all_required: bool) -> Option<String> {
    let kind = map.get("type")?;
    if *kind != "object" && !list(kind).contains(&"object".into()) {
        return None;
    }
    if map.get("additionalProperties") != Some(&Value::Bool(false)) {
        return Some("'additionalProperties' is required to be false".to_owned());
    }
    let required = list(map.get("required").unwrap_or(&Value::Null));
    let mut names = map.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let missing = names.find(|name| all_required && !required.iter().any(|one| one == name.as_str()))?;
    Some(format!("'required' must include every key; '{missing}' is missing"))
}

fn children(map: &Map<String, Value>) -> Vec<&Value> {
    let of = |name: &str| map.get(name).and_then(Value::as_object).into_iter().flat_map(Map::values);
    let nested = ["properties", "$defs", "definitions"].into_iter().flat_map(of);
    let alternatives = list(map.get("anyOf").unwrap_or(&Value::Null));
    nested.chain(map.get("items")).chain(alternatives).collect()
}
