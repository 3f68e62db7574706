//! Selection of the tools of a server that are offered, their prefixed names, and their roles. Pure.

use serde_json::{Map, Value, json};

use super::schema;
use super::server::McpServerConfig;

/// Longest tool name that model APIs accept.
const MAX_NAME_CHARS: usize = 64;
/// Maximum number of tools offered per server: every model request pays for each of them.
const MAX_TOOLS: usize = 16;

/// The purpose a tool serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum McpToolRole {
    /// Searches; `web_search` asks it before the other providers.
    Search,
    /// Reads a page by its address; `fetch_page` asks it before fetching.
    Read,
    /// Offered to the model, if the operator has named the tool.
    Other,
}

/// A tool that a server offers.
#[derive(Debug, Clone, PartialEq)]
pub struct McpTool {
    /// Name with the prefix of its server, `<server>__<tool>`.
    pub name: String,
    /// The operator's description, or a generic one; never the server's.
    pub description: String,
    /// JSON Schema of the arguments without the server's words, accepted by our validator.
    pub schema: Value,
    /// Purpose of the tool.
    pub role: McpToolRole,
    /// The operator trusts the server with every word of a conversation.
    pub is_trusted: bool,
    /// Name of the tool at its server.
    pub(super) original: String,
    /// Index of the server in the configuration.
    pub(super) server: usize,
}

/// Selects the tools to offer of those that a server lists.
pub(super) fn select_tools(config: &McpServerConfig, listed: &[Value]) -> Vec<McpTool> {
    let mut offered: Vec<McpTool> = Vec::new();
    for tool in listed.iter().filter_map(|tool| read_tool(config, tool)) {
        let known = offered
            .iter()
            .any(|other| other.name == tool.name || (tool.role != McpToolRole::Other && other.role == tool.role));
        if known {
            tracing::debug!(tool = tool.name, "tool left out: another tool has the same name or role");
        } else if offered.len() == MAX_TOOLS {
            tracing::warn!(
                server = config.name,
                "server lists more than {MAX_TOOLS} tools; name those to offer in `tools`"
            );
            break;
        } else {
            offered.push(tool);
        }
    }
    offered
}

fn read_tool(config: &McpServerConfig, tool: &Value) -> Option<McpTool> {
    let original = tool.get("name")?.as_str()?.to_owned();
    let schema = tool.get("inputSchema").filter(|schema| schema.is_object()).cloned();
    let schema = schema.unwrap_or_else(|| json!({"type": "object"}));
    let role = role(config, &original, &schema);
    let named = config.tools.get(&original);
    if role == McpToolRole::Other && named.is_none() {
        tracing::info!(server = config.name, tool = original, "tool not offered: name it in `tools` of its server");
        return None;
    }
    // The schema of a tool that searches or reads is not part of a request.
    let schema = if role == McpToolRole::Other { schema::plain(&schema) } else { Some(schema) };
    let valid = schema.as_ref().filter(|schema| jsonschema::validator_for(schema).is_ok());
    let Some(schema) = valid.cloned() else {
        tracing::warn!(
            server = config.name,
            tool = original,
            "tool left out: its schema is not valid, too large or too deep"
        );
        return None;
    };
    let described = named.filter(|description| !description.trim().is_empty()).cloned();
    let name = prefixed(&config.name, &original);
    let description = described.unwrap_or_else(|| format!("The tool {name} of the operator."));
    Some(McpTool { name, description, schema, role, is_trusted: config.is_trusted, original, server: 0 })
}

fn role(config: &McpServerConfig, name: &str, schema: &Value) -> McpToolRole {
    let lower = name.to_lowercase();
    let contains = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let searches = || contains(&["search"]) && only_needs(schema, "query");
    let reads = || contains(&["fetch", "read", "scrape", "crawl", "extract"]) && only_needs(schema, "url");
    if config.search.as_ref().map_or_else(searches, |named| named == name) {
        McpToolRole::Search
    } else if config.read.as_ref().map_or_else(reads, |named| named == name) {
        McpToolRole::Read
    } else {
        McpToolRole::Other
    }
}

/// Returns whether this text argument is accepted and no other is required.
fn only_needs(schema: &Value, field: &str) -> bool {
    let takes = schema.pointer(&format!("/properties/{field}/type")).and_then(Value::as_str) == Some("string");
    let required = schema.get("required").and_then(Value::as_array);
    takes && required.is_none_or(|required| required.iter().all(|needed| needed == field))
}

/// Prefixes the name. Characters that model APIs do not accept become `_`.
fn prefixed(server: &str, tool: &str) -> String {
    let accepted = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    format!("{server}__{tool}").chars().map(accepted).take(MAX_NAME_CHARS).collect()
}

impl McpTool {
    /// A tool that accepts any object.
    #[cfg(any(test, feature = "fake"))]
    pub(crate) fn fake(name: &str) -> Self {
        let (schema, role) = (json!({"type": "object"}), McpToolRole::Other);
        let [name, description, original] = [name; 3].map(str::to_owned);
        Self { name, description, schema, role, is_trusted: false, original, server: 0 }
    }

    /// Arguments of a search, with the number of results if the tool accepts one.
    pub(super) fn search_arguments(&self, query: &str, limit: usize) -> Value {
        const COUNTS: [&str; 7] = ["count", "limit", "max_results", "maxResults", "num_results", "numResults", "num"];
        let properties = self.schema.get("properties").and_then(Value::as_object);
        let takes = |name: &&&str| properties.is_some_and(|fields| fields.contains_key(**name));
        let mut arguments = Map::new();
        arguments.insert("query".to_owned(), json!(query));
        if let Some(count) = COUNTS.iter().find(takes) {
            arguments.insert((*count).to_owned(), json!(limit));
        }
        Value::Object(arguments)
    }
}
