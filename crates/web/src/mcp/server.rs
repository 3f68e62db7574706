//! Configuration of the MCP servers: a JSON list in one setting, which is a secret because it may hold keys.

use std::collections::BTreeMap;

use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

/// Maximum length of a tool's description in characters: every model request carries it.
const MAX_DESCRIPTION_CHARS: usize = 400;

/// One server from the configuration.
#[derive(Debug, Clone)]
pub struct McpServerConfig {
    /// Prefix of the tool names, `<name>__<tool>`.
    pub name: String,
    pub(super) transport: McpTransport,
    /// The tools that may be offered to the model, each with the operator's description; empty: a generic one.
    pub(super) tools: BTreeMap<String, String>,
    pub(super) search: Option<String>,
    pub(super) read: Option<String>,
    /// The tools may receive words that the conversation contains from elsewhere.
    pub(super) is_trusted: bool,
}

#[derive(Debug, Clone)]
pub(super) enum McpTransport {
    Http { url: Url, bearer: Option<SecretString> },
    Stdio { command: String, args: Vec<String>, env: BTreeMap<String, SecretString> },
}

/// The list of servers is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct McpConfigError(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenServer {
    name: String,
    url: Option<Url>,
    bearer: Option<SecretString>,
    command: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, SecretString>,
    #[serde(default)]
    tools: NamedTools,
    search: Option<String>,
    read: Option<String>,
    #[serde(default)]
    trusted: bool,
}

/// Tools by name, with or without descriptions.
#[derive(Deserialize)]
#[serde(untagged)]
enum NamedTools {
    Names(Vec<String>),
    Described(BTreeMap<String, String>),
}

impl Default for NamedTools {
    fn default() -> Self {
        Self::Names(Vec::new())
    }
}

/// Parses the list `[{"name", "url", "bearer"} or {"name", "command", "args", "env"}, …]`. Optional fields of a server:
/// `"tools"` (the tools to offer to the model: a list of names, or an object of names and descriptions; default: none),
/// `"search"` and `"read"` (the tools that search and that read a page; default: recognised by name and arguments;
/// empty string: none), `"trusted": true` (its tools receive any words, also those of pages and of memory; default:
/// words of the task once anything was read).
///
/// # Errors
/// [`McpConfigError`] with the position but without the text, which may hold keys.
pub fn parse_servers(json: &str) -> Result<Vec<McpServerConfig>, McpConfigError> {
    let written: Vec<WrittenServer> = serde_json::from_str(json).map_err(|error| {
        McpConfigError(format!("is not a list of servers: line {}, column {}", error.line(), error.column()))
    })?;
    let mut servers: Vec<McpServerConfig> = Vec::new();
    for server in written {
        let server = check_server(server)?;
        if servers.iter().any(|known| known.name == server.name) {
            return Err(McpConfigError(format!("has two servers named {:?}", server.name)));
        }
        servers.push(server);
    }
    Ok(servers)
}

fn check_server(written: WrittenServer) -> Result<McpServerConfig, McpConfigError> {
    let name = written.name;
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if name.is_empty() || name.len() > 24 || !plain {
        return Err(McpConfigError("has a name that is not 1 to 24 of a-z, 0-9 and -".to_owned()));
    }
    let transport = match (written.url, written.command) {
        (Some(url), None) if matches!(url.scheme(), "http" | "https") => {
            McpTransport::Http { url, bearer: written.bearer }
        }
        (None, Some(command)) if !command.is_empty() => {
            McpTransport::Stdio { command, args: written.args, env: written.env }
        }
        _ => return Err(McpConfigError(format!("needs for {name:?} either an http(s) url or a command"))),
    };
    let tools = named_tools(&name, written.tools)?;
    Ok(McpServerConfig {
        name,
        transport,
        tools,
        search: written.search,
        read: written.read,
        is_trusted: written.trusted,
    })
}

/// Checks the named tools. A wildcard is refused, because a server could then add an unreviewed tool.
fn named_tools(server: &str, written: NamedTools) -> Result<BTreeMap<String, String>, McpConfigError> {
    let tools = match written {
        NamedTools::Names(names) => names.into_iter().map(|name| (name, String::new())).collect(),
        NamedTools::Described(tools) => tools,
    };
    if tools.keys().any(|name| name.contains('*')) {
        return Err(McpConfigError(format!(
            "has a wildcard in `tools` of {server:?}; name each tool that may be offered"
        )));
    }
    let long = tools.values().any(|description| description.chars().count() > MAX_DESCRIPTION_CHARS);
    if long {
        return Err(McpConfigError(format!(
            "has a description of more than {MAX_DESCRIPTION_CHARS} characters in `tools` of {server:?}"
        )));
    }
    Ok(tools)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_the_list_are_reported_without_its_keys() {
        let good = r#"[{"name": "a", "url": "http://h/mcp", "bearer": "k"}, {"name": "b", "command": "x", "args": ["-y"], "env": {"K": "hunter2"}}]"#;
        assert_eq!(parse_servers(good).unwrap().len(), 2);
        assert!(parse_servers(good).unwrap().iter().all(|server| !server.is_trusted));
        assert!(parse_servers(r#"[{"name": "a", "url": "http://h", "trusted": true}]"#).unwrap()[0].is_trusted);
        assert!(!format!("{:?}", parse_servers(good).unwrap()).contains("hunter2"));
        for bad in [
            r#"{"name": "hunter2"}"#,
            r#"[{"name": "hunter2 x", "url": "http://h"}]"#,
            r#"[{"name": "a"}]"#,
            r#"[{"name": "a", "url": "file:///hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h", "command": "hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h"}, {"name": "a", "url": "http://hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h", "key": "hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h", "bearer": "hunter2", "tools": ["*"]}]"#,
        ] {
            let message = parse_servers(bad).unwrap_err().to_string();
            assert!(!message.contains("hunter2"), "{message}");
        }
    }
}
