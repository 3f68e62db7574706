//! A conversation with one server: which era it speaks, its tools, its calls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::RwLock;

use super::http::Http;
use super::server::{ServerConfig, Way};
use super::stdio::Stdio;
use super::wire::{self, Era, McpError};

/// A call takes this long at most; searching and reading are seconds.
const TIME: Duration = Duration::from_secs(60);
/// Pages of tools asked for at most.
const PAGES: usize = 20;

/// One server.
pub struct Client {
    /// Its name in the configuration.
    pub(crate) name: String,
    transport: Transport,
    era: RwLock<Option<Era>>,
    next: AtomicU64,
}

enum Transport {
    Http(Http),
    Stdio(Box<Stdio>),
}

impl Client {
    /// Nothing is sent or started yet.
    pub(super) fn new(config: &ServerConfig) -> Result<Self, McpError> {
        let transport = match &config.way {
            Way::Http { url, bearer } => Transport::Http(Http::new(url.clone(), bearer.clone(), TIME)?),
            Way::Stdio { command, args, env } => Transport::Stdio(Box::new(Stdio::new(command, args, env))),
        };
        Ok(Self { name: config.name.clone(), transport, era: RwLock::default(), next: AtomicU64::new(1) })
    }

    /// Every tool that it lists.
    pub(super) async fn tools(&self) -> Result<Vec<Value>, McpError> {
        let mut tools = Vec::new();
        let mut params = json!({});
        for _ in 0..PAGES {
            let page = self.ask("tools/list", params).await?;
            let Some(listed) = page.get("tools").and_then(Value::as_array) else {
                return Err(McpError::Nonsense("no `tools`".to_owned()));
            };
            tools.extend(listed.iter().cloned());
            match page.get("nextCursor").and_then(Value::as_str) {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => break,
            }
        }
        Ok(tools)
    }

    /// Calls a tool; a result that says `isError` is an error.
    pub(super) async fn call(&self, tool: &str, arguments: Value) -> Result<Value, McpError> {
        let result = self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await?;
        if result.get("isError").and_then(Value::as_bool) == Some(true) {
            let words = super::results::text(&result);
            return Err(McpError::Failed(words.chars().take(200).collect()));
        }
        // The stateless era may want more input of a person; there is nobody here.
        if result.get("resultType").and_then(Value::as_str) == Some("input_required") {
            return Err(McpError::Failed("it wants further input".to_owned()));
        }
        Ok(result)
    }

    async fn ask(&self, method: &str, params: Value) -> Result<Value, McpError> {
        let work = async {
            let era = self.era().await?;
            match self.exchange(&era, method, params.clone()).await {
                // The session is over, or the process ended: once more from the start.
                Err(McpError::Status(404) | McpError::Gone) => {
                    *self.era.write().await = None;
                    let era = self.era().await?;
                    self.exchange(&era, method, params).await
                }
                answered => answered,
            }
        };
        tokio::time::timeout(TIME, work).await.unwrap_or(Err(McpError::Timeout(TIME)))
    }

    /// The era, found out once: a server that knows no handshake is asked without one.
    async fn era(&self) -> Result<Era, McpError> {
        if let Some(era) = self.era.read().await.as_ref() {
            return Ok(era.clone());
        }
        let mut known = self.era.write().await;
        if let Some(era) = known.as_ref() {
            return Ok(era.clone());
        }
        let id = self.id();
        let era = match self.send(&wire::initialize(id), id, None).await {
            Ok(result) => {
                let version = result.get("protocolVersion").and_then(Value::as_str).unwrap_or(wire::LEGACY);
                let era = Era::Shaken(version.chars().take(20).collect());
                self.tell(&wire::initialized(), &era).await?;
                era
            }
            Err(McpError::Refused(_) | McpError::Status(400 | 405 | 422)) => Era::Stateless,
            Err(error) => return Err(error),
        };
        *known = Some(era.clone());
        Ok(era)
    }

    async fn exchange(&self, era: &Era, method: &str, params: Value) -> Result<Value, McpError> {
        let id = self.id();
        self.send(&era.request(id, method, params), id, Some(era)).await
    }

    async fn send(&self, message: &Value, id: u64, era: Option<&Era>) -> Result<Value, McpError> {
        match &self.transport {
            Transport::Http(http) => http.ask(message, id, era).await,
            Transport::Stdio(stdio) => stdio.ask(message, id).await,
        }
    }

    async fn tell(&self, message: &Value, era: &Era) -> Result<(), McpError> {
        match &self.transport {
            Transport::Http(http) => http.tell(message, era).await,
            Transport::Stdio(stdio) => stdio.tell(message).await,
        }
    }

    fn id(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}
