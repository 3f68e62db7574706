//! JSON-RPC as MCP speaks it. Pure.

use std::time::Duration;

use serde_json::{Value, json};

/// The last revision with a handshake: what we offer in it. Whatever older one the server names instead is spoken.
pub(super) const LEGACY: &str = "2025-11-25";
/// The first without.
pub(super) const STATELESS: &str = "2026-07-28";

/// Why an MCP server gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// Not reachable, or it ended.
    #[error("the MCP server cannot be reached: {0}")]
    Unreachable(String),
    /// Too slow.
    #[error("the MCP server took longer than {0:?}")]
    Timeout(Duration),
    /// It turned us away.
    #[error("the MCP server answered status {0}")]
    Status(u16),
    /// It says that the call is wrong.
    #[error("the MCP server refused: {0}")]
    Refused(String),
    /// The tool ran, and failed.
    #[error("the tool failed: {0}")]
    Failed(String),
    /// No JSON-RPC, or too much of it.
    #[error("the MCP server answered with something else: {0}")]
    Nonsense(String),
    /// There is no such server any more.
    #[error("there is no such MCP server")]
    Gone,
}

/// How requests of a connection are dressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Era {
    /// After a handshake, in this revision.
    Shaken(String),
    /// Every request says who asks.
    Stateless,
}

impl Era {
    pub(super) fn version(&self) -> &str {
        match self {
            Self::Shaken(version) => version,
            Self::Stateless => STATELESS,
        }
    }

    /// A request.
    pub(super) fn request(&self, id: u64, method: &str, mut params: Value) -> Value {
        if *self == Self::Stateless {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": STATELESS,
                "io.modelcontextprotocol/clientInfo": client_info(),
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }
}

/// The handshake's first word.
pub(super) fn initialize(id: u64) -> Value {
    let params = json!({"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": client_info()});
    json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": params})
}

/// And its last.
pub(super) fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

/// The server wants something of us; we offer nothing.
pub(super) fn declined(id: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not offered"}})
}

fn client_info() -> Value {
    json!({"name": "auspex-researcher", "version": env!("CARGO_PKG_VERSION")})
}

/// A message is the answer to `id`: its result, or the server's refusal. `None`: it is something else.
pub(super) fn answer(message: &Value, id: u64) -> Option<Result<Value, McpError>> {
    let answers = message.get("method").is_none() && message.get("id").and_then(Value::as_u64) == Some(id);
    if !answers {
        return None;
    }
    if let Some(result) = message.get("result") {
        return Some(Ok(result.clone()));
    }
    let words = message.pointer("/error/message").and_then(Value::as_str).unwrap_or("neither result nor error");
    Some(Err(McpError::Refused(words.chars().take(200).collect())))
}

/// The messages of a body: one JSON object (or a list of them), or events of `text/event-stream`.
pub(super) fn messages(content_type: &str, body: &str) -> Vec<Value> {
    if content_type.starts_with("text/event-stream") {
        return events(body).filter_map(|data| serde_json::from_str(&data).ok()).collect();
    }
    match serde_json::from_str(body) {
        Ok(Value::Array(list)) => list,
        Ok(one) => vec![one],
        Err(_) => Vec::new(),
    }
}

/// The data of every event.
fn events(body: &str) -> impl Iterator<Item = String> + '_ {
    let mut lines = body.lines();
    std::iter::from_fn(move || {
        let mut data: Vec<&str> = Vec::new();
        for line in lines.by_ref() {
            match line.strip_prefix("data:") {
                Some(rest) => data.push(rest.strip_prefix(' ').unwrap_or(rest)),
                None if line.is_empty() && !data.is_empty() => break,
                None => {}
            }
        }
        (!data.is_empty()).then(|| data.join("\n"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_among_other_messages() {
        let body = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\n: ping\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":7,\"result\":{\"x\":1}}\n\n";
        let messages = messages("text/event-stream; charset=utf-8", body);
        assert_eq!(messages.len(), 2);
        assert!(answer(&messages[0], 7).is_none());
        assert_eq!(answer(&messages[1], 7).unwrap().unwrap(), json!({"x": 1}));
        assert!(answer(&messages[1], 8).is_none());
    }

    #[test]
    fn a_refusal_has_words_and_nonsense_none() {
        let refusal = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}});
        assert!(matches!(answer(&refusal, 1), Some(Err(McpError::Refused(words))) if words == "no such method"));
        assert!(matches!(answer(&json!({"id": 1}), 1), Some(Err(McpError::Refused(_)))));
        assert!(messages("application/json", "<html>").is_empty());
    }

    #[test]
    fn only_stateless_requests_say_who_asks() {
        let stateless = Era::Stateless.request(1, "tools/list", json!({}));
        assert_eq!(stateless["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], STATELESS);
        assert_eq!(Era::Shaken(LEGACY.to_owned()).request(1, "tools/list", json!({}))["params"], json!({}));
    }
}
