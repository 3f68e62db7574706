//! A connection of the DevTools protocol: commands, their answers, and events.

use std::collections::VecDeque;

use reqwest::header::{CONNECTION, HOST, UPGRADE};
use reqwest::{StatusCode, Upgraded, Version};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::Role;
use url::Url;

use super::RenderError;
use super::socket::Socket;

/// Value of `Host`: Chromium accepts addresses and this name only, so that a page cannot reach it by a name of the
/// page's choice.
const LOCAL_NAME: &str = "localhost";
/// Events kept while an answer is awaited. A page causes events, so their number is limited.
const MAX_EVENTS: usize = 2000;
/// Key of the handshake. It tells an answer of the protocol from a cached one, which nothing before a browser has.
const HANDSHAKE_KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
/// The answer to the key.
const HANDSHAKE_ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// An event of a session.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) method: String,
    pub(super) params: Value,
}

/// A message of the browser: an answer has an id, an event a method.
#[derive(Debug, Deserialize)]
struct Message {
    id: Option<u64>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Fault>,
}

#[derive(Debug, Deserialize)]
struct Fault {
    message: String,
}

/// A connection to the browser.
#[derive(Debug)]
pub(super) struct DevTools {
    socket: Socket<Upgraded>,
    last_id: u64,
    events: VecDeque<Event>,
}

impl DevTools {
    /// Connects to the browser at this address.
    pub(super) async fn connect(client: &reqwest::Client, url: &Url, max: usize) -> Result<Self, RenderError> {
        let version = client.get(join(url, "json/version")?).header(HOST, LOCAL_NAME).send().await;
        let version = version.and_then(reqwest::Response::error_for_status).map_err(RenderError::unreachable)?;
        let version: Value = version.json().await.map_err(RenderError::unreachable)?;
        // The browser states an address of its network; only the path is used.
        let path = version["webSocketDebuggerUrl"].as_str().and_then(|stated| Url::parse(stated).ok());
        let path = path.ok_or_else(|| RenderError::Failed("/json/version names no address".to_owned()))?;
        let request = client
            .get(join(url, path.path().trim_start_matches('/'))?)
            .version(Version::HTTP_11)
            .header(HOST, LOCAL_NAME)
            .header(CONNECTION, "Upgrade")
            .header(UPGRADE, "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", HANDSHAKE_KEY);
        let answer = request.send().await.map_err(RenderError::unreachable)?;
        let accepted = answer.headers().get("sec-websocket-accept").is_some_and(|key| key == HANDSHAKE_ACCEPT);
        if answer.status() != StatusCode::SWITCHING_PROTOCOLS || !accepted {
            return Err(RenderError::Failed(format!("no WebSocket, but {}", answer.status())));
        }
        let stream = answer.upgrade().await.map_err(RenderError::unreachable)?;
        let socket = Socket::new(stream, Role::Client, max).await;
        Ok(Self { socket, last_id: 0, events: VecDeque::new() })
    }

    /// Sends a command, to the browser or to the page of a session, and returns its id.
    pub(super) async fn send(&mut self, session: &str, method: &str, params: Value) -> Result<u64, RenderError> {
        self.last_id += 1;
        let mut command = json!({ "id": self.last_id, "method": method, "params": params });
        if !session.is_empty() {
            command["sessionId"] = session.into();
        }
        self.socket.send(&command.to_string()).await.map_err(RenderError::of_socket)?;
        Ok(self.last_id)
    }

    /// Sends a command and returns its answer. Events that arrive before are kept.
    pub(super) async fn call(&mut self, session: &str, method: &str, params: Value) -> Result<Value, RenderError> {
        let id = self.send(session, method, params).await?;
        loop {
            let message = self.message().await?;
            if message.id == Some(id) {
                return match message.error {
                    Some(fault) => Err(RenderError::Failed(format!("{method}: {}", fault.message))),
                    None => Ok(message.result),
                };
            }
            self.keep(message)?;
        }
    }

    /// Returns the next event. A dropped call loses nothing.
    pub(super) async fn event(&mut self) -> Result<Event, RenderError> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            let message = self.message().await?;
            self.keep(message)?;
        }
    }

    /// Answers to commands without a waiting task are dropped: a request may have ended before its answer arrived.
    fn keep(&mut self, message: Message) -> Result<(), RenderError> {
        let Some(method) = message.method else { return Ok(()) };
        if self.events.len() >= MAX_EVENTS {
            return Err(RenderError::Failed(format!("more than {MAX_EVENTS} events wait")));
        }
        self.events.push_back(Event { method, params: message.params });
        Ok(())
    }

    async fn message(&mut self) -> Result<Message, RenderError> {
        let bytes = self.socket.next().await.map_err(RenderError::of_socket)?;
        serde_json::from_slice(&bytes).map_err(|error| RenderError::Failed(format!("a message is not valid: {error}")))
    }
}

fn join(base: &Url, path: &str) -> Result<Url, RenderError> {
    let base = format!("{}/{path}", base.as_str().trim_end_matches('/'));
    Url::parse(&base).map_err(|error| RenderError::Failed(format!("the browser's address: {error}")))
}
