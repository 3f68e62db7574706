//! Which of a server's tools are offered, under which name, and which of them search or read. Pure.

use serde_json::{Map, Value, json};

use super::server::ServerConfig;

/// What a model's API takes as a tool's name.
const MAX_NAME: usize = 64;
/// A description is the server's text and stands in our requests: as long as it must be.
const MAX_DESCRIPTION: usize = 400;
/// Offered of one server at most: every one is paid for in every turn.
const MAX_TOOLS: usize = 16;
/// A schema larger than this is none that a model should read.
const MAX_SCHEMA: usize = 8 * 1024;

/// What a tool is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It searches: `web_search` asks it first.
    Search,
    /// It reads a page by its address: `fetch_page` asks it first.
    Read,
    /// Offered to the model as it is.
    Other,
}

/// A tool of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    /// `<server>__<tool>`.
    pub name: String,
    /// One line, cut.
    pub description: String,
    /// Of its arguments; a schema that our validator takes.
    pub schema: Value,
    /// What it is to us.
    pub role: Role,
    /// The server's own name for it.
    pub(super) original: String,
    /// Index of the server.
    pub(super) server: usize,
}

/// The tools of a server that are offered.
pub(super) fn of(config: &ServerConfig, listed: &[Value]) -> Vec<Offered> {
    let mut offered: Vec<Offered> = Vec::new();
    for tool in listed.iter().filter_map(|tool| read(config, tool)) {
        let known = offered
            .iter()
            .any(|other| other.name == tool.name || (tool.role != Role::Other && other.role == tool.role));
        if known {
            tracing::debug!(tool = tool.name, "a second tool of the same name or role is left out");
        } else if offered.len() == MAX_TOOLS {
            tracing::warn!(server = config.name, "more than {MAX_TOOLS} tools; name those to offer in `tools`");
            break;
        } else {
            offered.push(tool);
        }
    }
    offered
}

fn read(config: &ServerConfig, tool: &Value) -> Option<Offered> {
    let original = tool.get("name")?.as_str()?.to_owned();
    let schema = tool.get("inputSchema").filter(|schema| schema.is_object()).cloned();
    let schema = schema.unwrap_or_else(|| json!({"type": "object"}));
    let role = role(config, &original, &schema);
    let offered = role != Role::Other || allowed(config, &original, tool);
    if !offered {
        tracing::info!(server = config.name, tool = original, "not offered: it does not say that it only reads");
        return None;
    }
    if schema.to_string().len() > MAX_SCHEMA || jsonschema::validator_for(&schema).is_err() {
        tracing::warn!(server = config.name, tool = original, "left out: its schema cannot be used");
        return None;
    }
    let description = tool.get("description").and_then(Value::as_str).unwrap_or_default();
    let words: String = description.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Offered {
        name: prefixed(&config.name, &original),
        description: words.chars().filter(|c| !c.is_control()).take(MAX_DESCRIPTION).collect(),
        schema,
        role,
        original,
        server: 0,
    })
}

/// Named by the operator, or, where nobody named any, said by the server to read only.
fn allowed(config: &ServerConfig, name: &str, tool: &Value) -> bool {
    match &config.tools {
        Some(named) => named.iter().any(|known| known == name || known == "*"),
        None => tool.pointer("/annotations/readOnlyHint").and_then(Value::as_bool) == Some(true),
    }
}

fn role(config: &ServerConfig, name: &str, schema: &Value) -> Role {
    let lower = name.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let searches = || says(&["search"]) && only_needs(schema, "query");
    let reads = || says(&["fetch", "read", "scrape", "crawl", "extract"]) && only_needs(schema, "url");
    if config.search.as_ref().map_or_else(searches, |named| named == name) {
        Role::Search
    } else if config.read.as_ref().map_or_else(reads, |named| named == name) {
        Role::Read
    } else {
        Role::Other
    }
}

/// It takes this text, and needs nothing else.
fn only_needs(schema: &Value, field: &str) -> bool {
    let takes = schema.pointer(&format!("/properties/{field}/type")).and_then(Value::as_str) == Some("string");
    let required = schema.get("required").and_then(Value::as_array);
    takes && required.is_none_or(|required| required.iter().all(|needed| needed == field))
}

/// A name that model APIs take; what they do not take becomes `_`.
fn prefixed(server: &str, tool: &str) -> String {
    let even = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    format!("{server}__{tool}").chars().map(even).take(MAX_NAME).collect()
}

impl Offered {
    /// A tool that takes anything and is nothing special.
    #[cfg(any(test, feature = "fake"))]
    pub(crate) fn fake(name: &str) -> Self {
        let (schema, role) = (json!({"type": "object"}), Role::Other);
        Self { name: name.to_owned(), description: name.to_owned(), schema, role, original: name.to_owned(), server: 0 }
    }

    /// Arguments of a search, with the number of results where the tool takes one.
    pub(super) fn search_arguments(&self, query: &str, most: usize) -> Value {
        const COUNTS: [&str; 7] = ["count", "limit", "max_results", "maxResults", "num_results", "numResults", "num"];
        let properties = self.schema.get("properties").and_then(Value::as_object);
        let takes = |name: &&&str| properties.is_some_and(|fields| fields.contains_key(**name));
        let mut arguments = Map::new();
        arguments.insert("query".to_owned(), json!(query));
        if let Some(count) = COUNTS.iter().find(takes) {
            arguments.insert((*count).to_owned(), json!(most));
        }
        Value::Object(arguments)
    }

    /// Arguments of a reading.
    pub(super) fn read_arguments(&self, url: &str) -> Value {
        json!({"url": url})
    }
}
