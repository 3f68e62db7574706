//! Calls of MCP tools by hand, in the revision without sessions.

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::Api;

/// Revision of the protocol.
const REVISION: &str = "2026-07-28";

impl Api {
    /// Calls a tool. Returns its structured output; the text of a fault is an error.
    ///
    /// # Errors
    /// The tool reports a fault, or the gateway does not answer.
    pub async fn call_tool(&self, tool: &str, arguments: &Value) -> anyhow::Result<Value> {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let request = self.http.post(format!("{}/mcp", self.url)).bearer_auth(&self.token).json(&message);
        let request = request.header("accept", "application/json, text/event-stream");
        let request = request.header("mcp-protocol-version", REVISION).header("mcp-method", "tools/call");
        let answer = request.header("mcp-name", tool).send().await?.text().await?;
        let mut result = result_of(&answer).with_context(|| format!("no response in {answer}"))?;
        if result["isError"] == true {
            let parts = result["content"].as_array().into_iter().flatten();
            let texts: Vec<&str> = parts.filter_map(|part| part["text"].as_str()).collect();
            bail!("{}", texts.join("\n"));
        }
        Ok(result["structuredContent"].take())
    }
}

/// Returns the result among the events of an answer; an error of the protocol is a fault as well.
fn result_of(answer: &str) -> Option<Value> {
    let events = answer.lines().map(|line| line.strip_prefix("data:").unwrap_or(line).trim());
    let mut messages = events.filter_map(|data| serde_json::from_str::<Value>(data).ok());
    messages.find_map(|message| match (message.get("result"), message.get("error")) {
        (Some(result), _) => Some(result.clone()),
        (None, Some(error)) => Some(json!({ "isError": true, "content": [{ "text": error["message"] }] })),
        (None, None) => None,
    })
}
