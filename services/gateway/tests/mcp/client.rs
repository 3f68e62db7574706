//! The official client, and requests by hand.

use reqwest::{Method, Response};
use rmcp::model::{CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation};
use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction, ErrorData};
use rmcp::service::{RequestContext, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::{Value, json};

use crate::support::Api;

/// A client whose user answers questions in one way, or that cannot ask its user.
#[derive(Clone)]
pub(crate) struct User {
    /// `None` if the client cannot ask.
    pub(crate) approves: Option<bool>,
}

impl ClientHandler for User {
    fn get_info(&self) -> ClientConfig {
        let capabilities = match self.approves {
            Some(_) => ClientCapabilities::builder().enable_elicitation().build(),
            None => ClientCapabilities::default(),
        };
        ClientConfig::new(capabilities, Implementation::new("tests", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let text = serde_json::to_string(&request).unwrap();
        assert!(text.contains("Verbs:") && text.contains("Data:"), "the user sees what is approved: {text}");
        let answer = ElicitResult::new(ElicitationAction::Accept);
        Ok(answer.with_content(json!({ "approve": self.approves == Some(true) })))
    }
}

pub(crate) type Client = RunningService<RoleClient, User>;

/// Connects the official client.
pub(crate) async fn connect(url: &str, token: &str, approves: Option<bool>) -> Client {
    let config = StreamableHttpClientTransportConfig::with_uri(format!("{url}/mcp")).auth_header(token);
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let transport = StreamableHttpClientTransport::with_client(http, config);
    User { approves }.serve(transport).await.unwrap()
}

/// Calls a tool. Returns its structured output, or the text of its fault.
pub(crate) async fn call(client: &Client, tool: &str, arguments: Value) -> Result<Value, String> {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let result: CallToolResult = client.call_tool(request).await.map_err(|error| error.to_string())?;
    let text: Vec<String> = result.content.iter().filter_map(|part| Some(part.as_text()?.text.clone())).collect();
    match result.is_error {
        Some(true) => Err(text.join("\n")),
        _ => Ok(result.structured_content.expect("structured content")),
    }
}

/// Sends one message by hand, with these headers.
pub(crate) async fn post(api: &Api, url: &str, headers: &[(&str, &str)], message: &Value) -> Response {
    let request = api.http.request(Method::POST, format!("{url}/mcp")).json(message);
    let request = request.header("accept", "application/json, text/event-stream");
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send().await.unwrap()
}

/// Returns the request that opens a session.
pub(crate) fn initialize() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
    } })
}

/// Returns the response among the events of an answer.
pub(crate) async fn response(answer: Response) -> Value {
    let text = answer.text().await.unwrap();
    let events = text.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
    let mut messages = events.filter_map(|data| serde_json::from_str::<Value>(data).ok());
    messages
        .find(|message| message.get("result").or(message.get("error")).is_some())
        .unwrap_or_else(|| panic!("{text}"))
}
