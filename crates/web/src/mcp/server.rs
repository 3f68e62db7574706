//! Which servers there are: a JSON list in one setting, because it may hold keys.

use std::collections::BTreeMap;

use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

/// One server as an operator configures it.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// Its tools are called `<name>__<tool>`.
    pub name: String,
    pub(super) way: Way,
    pub(super) tools: Option<Vec<String>>,
    pub(super) search: Option<String>,
    pub(super) read: Option<String>,
}

/// How it is reached.
#[derive(Debug, Clone)]
pub(super) enum Way {
    Http { url: Url, bearer: Option<SecretString> },
    Stdio { command: String, args: Vec<String>, env: BTreeMap<String, SecretString> },
}

/// What is wrong with the list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadServers(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    url: Option<Url>,
    bearer: Option<SecretString>,
    command: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, SecretString>,
    tools: Option<Vec<String>>,
    search: Option<String>,
    read: Option<String>,
}

/// Reads the list: `[{"name", "url", "bearer"} or {"name", "command", "args", "env"}, …]`, each with `"tools"` (names that are
/// offered; left out: those that say that they only read), `"search"` and `"read"` (the tools that search and that read a
/// page; left out: found by their names and arguments; empty: none).
///
/// # Errors
/// [`BadServers`], without the text itself: it may hold keys.
pub fn servers(json: &str) -> Result<Vec<ServerConfig>, BadServers> {
    let written: Vec<Written> = serde_json::from_str(json).map_err(|error| {
        BadServers(format!("is no list of servers: line {}, column {}", error.line(), error.column()))
    })?;
    let mut servers: Vec<ServerConfig> = Vec::new();
    for server in written {
        let server = checked(server)?;
        if servers.iter().any(|known| known.name == server.name) {
            return Err(BadServers(format!("has two servers named {:?}", server.name)));
        }
        servers.push(server);
    }
    Ok(servers)
}

fn checked(written: Written) -> Result<ServerConfig, BadServers> {
    let name = written.name;
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if name.is_empty() || name.len() > 24 || !plain {
        return Err(BadServers("has a name that is not 1 to 24 of a-z, 0-9 and -".to_owned()));
    }
    let way = match (written.url, written.command) {
        (Some(url), None) if matches!(url.scheme(), "http" | "https") => Way::Http { url, bearer: written.bearer },
        (None, Some(command)) if !command.is_empty() => Way::Stdio { command, args: written.args, env: written.env },
        _ => return Err(BadServers(format!("needs for {name:?} either an http(s) url or a command"))),
    };
    Ok(ServerConfig { name, way, tools: written.tools, search: written.search, read: written.read })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_and_its_mistakes_are_told_without_its_keys() {
        let good = r#"[{"name": "a", "url": "http://h/mcp", "bearer": "k"}, {"name": "b", "command": "x", "args": ["-y"], "env": {"K": "hunter2"}}]"#;
        assert_eq!(servers(good).unwrap().len(), 2);
        assert!(!format!("{:?}", servers(good).unwrap()).contains("hunter2"));
        for bad in [
            r#"{"name": "hunter2"}"#,
            r#"[{"name": "hunter2 x", "url": "http://h"}]"#,
            r#"[{"name": "a"}]"#,
            r#"[{"name": "a", "url": "file:///hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h", "command": "hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h"}, {"name": "a", "url": "http://hunter2"}]"#,
            r#"[{"name": "a", "url": "http://h", "key": "hunter2"}]"#,
        ] {
            let told = servers(bad).unwrap_err().to_string();
            assert!(!told.contains("hunter2"), "{told}");
        }
    }
}
