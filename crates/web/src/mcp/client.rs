//! A connection to one MCP server: opened at the first request, reopened when it has ended.
//!
//! The official SDK (`rmcp`) implements the protocol. This file chooses the transport, applies the limits on time and
//! size, restricts the environment of a child process, and maps the SDK's errors to [`McpError`]. Results are returned
//! as JSON, because one content block that does not follow the schema must not make the rest of an answer unreadable.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientCapabilities, ClientConfig, ClientRequest, ErrorData, Implementation,
    InitializeResult, ListToolsRequest, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
};
use rmcp::service::{
    ClientInitializeError, Peer, PeerRequestOptions, RoleClient, RunningService, ServiceError, ServiceExt,
    serve_directly,
};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::common::client_side_sse::NeverRetry;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransport, StreamableHttpClientTransportConfig, StreamableHttpError,
};
use rmcp::transport::{DynamicTransportError, IntoTransport};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};

use super::server::{McpServerConfig, McpTransport};
use super::{McpError, results};
use crate::client;
use crate::route::Route;

/// Time limit of a request, including the time to connect. Searching and reading take seconds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of `tools/list` pages requested.
const MAX_TOOL_PAGES: usize = 20;
/// Maximum size of a JSON answer, of one event of a stream, and of one line of a child process, in bytes. No search
/// result and no page is larger.
const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// Maximum length of a server's own error text in our error message.
const MAX_ERROR_CHARS: usize = 200;
/// Environment variables that a child process inherits: what it needs to start, and none of our keys.
const INHERITED_VARIABLES: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// A client of one MCP server.
pub struct McpClient {
    /// Server name from the configuration.
    pub(crate) name: String,
    transport: McpTransport,
    http: reqwest::Client,
    connection: Mutex<Option<Connection>>,
}

struct Connection {
    service: RunningService<RoleClient, ClientConfig>,
    /// Killed on drop.
    _child: Option<Child>,
}

#[derive(Clone, Copy)]
enum Lifecycle {
    /// Versions up to 2025-11-25: `initialize` and `notifications/initialized`.
    Handshake,
    /// Version 2026-07-28: every request states version, client and capabilities.
    Stateless,
}

impl McpClient {
    /// Creates a client without connecting.
    pub(super) fn new(config: &McpServerConfig, route: &Route) -> Result<Self, McpError> {
        let http = client::configured(route, CONNECT_TIMEOUT, REQUEST_TIMEOUT)
            .map_err(|error| McpError::Unreachable(error.to_string()))?;
        let (name, transport) = (config.name.clone(), config.transport.clone());
        Ok(Self { name, transport, http, connection: Mutex::default() })
    }

    /// Lists the server's tools, page by page.
    pub(super) async fn tools(&self) -> Result<Vec<Value>, McpError> {
        let mut tools = Vec::new();
        let mut params = PaginatedRequestParams::default();
        for _ in 0..MAX_TOOL_PAGES {
            let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
            let mut page = self.request(request).await?;
            let Some(Value::Array(listed)) = page.get_mut("tools").map(Value::take) else {
                return Err(McpError::InvalidAnswer("no `tools`".to_owned()));
            };
            tools.extend(listed);
            match page.get("nextCursor").and_then(Value::as_str) {
                Some(cursor) => params = PaginatedRequestParams::default().with_cursor(Some(cursor.to_owned())),
                None => break,
            }
        }
        Ok(tools)
    }

    /// Calls a tool. A result with `isError` becomes [`McpError::Failed`].
    pub(super) async fn call(&self, tool: &str, arguments: Value) -> Result<Value, McpError> {
        let mut params = CallToolRequestParams::new(tool.to_owned());
        params.arguments = arguments.as_object().cloned();
        let result = self.request(ClientRequest::CallToolRequest(CallToolRequest::new(params))).await?;
        if result.get("isError").and_then(Value::as_bool) == Some(true) {
            return Err(McpError::Failed(shorten(&results::text(&result))));
        }
        // Version 2026-07-28 lets a server ask for input of a person. There is none.
        if result.get("resultType").and_then(Value::as_str) == Some("input_required") {
            return Err(McpError::Failed("the tool requires further input".to_owned()));
        }
        Ok(result)
    }

    /// Sends a request. If the connection turns out to be closed, reconnects and sends it once more.
    async fn request(&self, request: ClientRequest) -> Result<Value, McpError> {
        let deadline = Instant::now() + REQUEST_TIMEOUT;
        match self.request_once(request.clone(), deadline).await {
            Err(McpError::Closed) => self.request_once(request, deadline).await,
            answered => answered,
        }
    }

    async fn request_once(&self, request: ClientRequest, deadline: Instant) -> Result<Value, McpError> {
        let timeout = || McpError::Timeout(REQUEST_TIMEOUT);
        let peer = timeout_at(deadline, self.peer()).await.map_err(|_| timeout())??;
        let left = PeerRequestOptions::with_timeout(deadline - Instant::now());
        // The SDK's own limit cancels the request at the server too.
        let sent = peer.send_cancellable_request(request, left).await.map_err(service_error)?;
        let answer = sent.await_response().await.map_err(service_error)?;
        serde_json::to_value(answer).map_err(|error| McpError::InvalidAnswer(error.to_string()))
    }

    async fn peer(&self) -> Result<Peer<RoleClient>, McpError> {
        let mut connection = self.connection.lock().await;
        if connection.as_ref().is_none_or(|open| open.service.is_transport_closed()) {
            *connection = None;
            *connection = Some(self.connect().await?);
        }
        connection.as_ref().map(|open| open.service.peer().clone()).ok_or(McpError::Closed)
    }

    /// Connects with the handshake of the versions up to 2025-11-25, or without one if the server refuses it. In this
    /// order, because an old child process may never answer another request before the handshake.
    async fn connect(&self) -> Result<Connection, McpError> {
        match self.open(Lifecycle::Handshake).await {
            Err(McpError::Refused(_) | McpError::Status(400 | 405 | 422)) => self.open(Lifecycle::Stateless).await,
            connected => connected,
        }
    }

    async fn open(&self, lifecycle: Lifecycle) -> Result<Connection, McpError> {
        let (service, child) = match &self.transport {
            McpTransport::Http { url, bearer } => {
                let config = http_config(url.as_str(), bearer.as_ref());
                let transport = StreamableHttpClientTransport::with_client(self.http.clone(), config);
                (serve(transport, lifecycle).await?, None)
            }
            McpTransport::Stdio { command, args, env } => {
                let (child, output, input) =
                    spawn(command, args, env).map_err(|error| McpError::Unreachable(format!("{command}: {error}")))?;
                let transport = AsyncRwTransport::new_client(output, input).with_max_line_length(MAX_ANSWER_BYTES);
                (serve(transport, lifecycle).await?, Some(child))
            }
        };
        Ok(Connection { service, _child: child })
    }
}

async fn serve<T, E, A>(
    transport: T,
    lifecycle: Lifecycle,
) -> Result<RunningService<RoleClient, ClientConfig>, McpError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let identity = Implementation::new("auspex-researcher", env!("CARGO_PKG_VERSION"));
    let info = ClientConfig::new(ClientCapabilities::default(), identity)
        .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE);
    match lifecycle {
        Lifecycle::Handshake => info.serve(transport).await.map_err(initialize_error),
        Lifecycle::Stateless => {
            let server = InitializeResult::new(ServerCapabilities::default())
                .with_protocol_version(ProtocolVersion::V_2026_07_28);
            Ok(serve_directly(info, transport, Some(server.into())))
        }
    }
}

fn http_config(url: &str, bearer: Option<&SecretString>) -> StreamableHttpClientTransportConfig {
    let mut config = StreamableHttpClientTransportConfig::with_uri(url)
        .max_sse_event_size(MAX_ANSWER_BYTES)
        .max_json_response_size(MAX_ANSWER_BYTES)
        .max_error_response_size(0);
    // A broken stream ends its request; the tool loop decides what to do next.
    config.retry_config = Arc::new(NeverRetry::default());
    match bearer {
        Some(bearer) => config.auth_header(bearer.expose_secret()),
        None => config,
    }
}

fn spawn(
    command: &str,
    args: &[String],
    env: &BTreeMap<String, SecretString>,
) -> std::io::Result<(Child, ChildStdout, ChildStdin)> {
    let inherited = std::env::vars_os().filter(|(name, _)| INHERITED_VARIABLES.iter().any(|known| name == known));
    let mut child = Command::new(command)
        .args(args)
        .env_clear()
        .envs(inherited)
        .envs(env.iter().map(|(name, value)| (name, value.expose_secret())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let pipes = child.stdout.take().zip(child.stdin.take());
    let (output, input) = pipes.ok_or(std::io::ErrorKind::BrokenPipe)?;
    Ok((child, output, input))
}

fn initialize_error(error: ClientInitializeError) -> McpError {
    match error {
        ClientInitializeError::JsonRpcError(refusal) => refused(&refusal),
        ClientInitializeError::ConnectionClosed(_) => McpError::Closed,
        ClientInitializeError::TransportError { error, .. } => transport_error(&error),
        other => McpError::InvalidAnswer(shorten(&other.to_string())),
    }
}

fn service_error(error: ServiceError) -> McpError {
    match error {
        ServiceError::McpError(refusal) => refused(&refusal),
        ServiceError::TransportClosed => McpError::Closed,
        ServiceError::TransportSend(error) => transport_error(&error),
        ServiceError::Timeout { .. } => McpError::Timeout(REQUEST_TIMEOUT),
        other => McpError::InvalidAnswer(shorten(&other.to_string())),
    }
}

fn transport_error(error: &DynamicTransportError) -> McpError {
    let Some(http) = error.error.downcast_ref::<StreamableHttpError<reqwest::Error>>() else {
        return McpError::Closed; // a pipe of a child process
    };
    match http {
        StreamableHttpError::HttpStatus(error) => McpError::Status(error.status),
        StreamableHttpError::AuthRequired(_) => McpError::Status(401),
        StreamableHttpError::InsufficientScope(_) => McpError::Status(403),
        StreamableHttpError::SessionExpired => McpError::Status(404),
        StreamableHttpError::TransportChannelClosed => McpError::Closed,
        StreamableHttpError::Client(error) if error.is_timeout() => McpError::Unreachable("timed out".to_owned()),
        StreamableHttpError::Client(_) => McpError::Unreachable("cannot connect".to_owned()),
        StreamableHttpError::UnexpectedServerResponse(text) => {
            status_in(text).map_or_else(|| McpError::InvalidAnswer(shorten(text)), McpError::Status)
        }
        other => McpError::InvalidAnswer(shorten(&other.to_string())),
    }
}

/// The status of `HTTP 400 Bad Request: …`: the SDK has no other form for a status that it does not interpret.
fn status_in(text: &str) -> Option<u16> {
    text.strip_prefix("HTTP ")?.split(' ').next()?.parse().ok()
}

fn refused(refusal: &ErrorData) -> McpError {
    McpError::Refused(shorten(&refusal.message))
}

fn shorten(text: &str) -> String {
    text.chars().take(MAX_ERROR_CHARS).collect()
}
