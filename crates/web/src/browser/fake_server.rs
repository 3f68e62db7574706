//! A small server of the DevTools protocol: it answers commands, lets a page make requests, and records what it is
//! told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::protocol::Role;
use url::Url;

use super::socket::Socket;

/// Target id of the page, which is the id of its main frame.
pub(super) const MAIN: &str = "main";

/// The page that the browser shows.
#[derive(Debug, Clone, Default)]
pub(super) struct FakePage {
    /// Requests as `(type, method, url)`. `frame:` before the type means a frame inside the page, `stream:` a stream of
    /// events.
    pub(super) requests: Vec<(&'static str, &'static str, String)>,
    /// The rendered page.
    pub(super) html: String,
    /// What is printed.
    pub(super) pdf: Vec<u8>,
    /// The page never answers, as one with an endless loop.
    pub(super) hangs: bool,
}

/// A running server.
pub(super) struct FakeBrowser {
    pub(super) url: Url,
    commands: Arc<Mutex<Vec<(String, Value)>>>,
}

impl FakeBrowser {
    pub(super) async fn start(page: FakePage) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        let commands = Arc::default();
        let record = Arc::clone(&commands);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, page.clone(), Arc::clone(&record)));
            }
        });
        Self { url, commands }
    }

    /// Returns the parameters of the commands with this name, in order.
    pub(super) fn told(&self, method: &str) -> Vec<Value> {
        let commands = self.commands.lock().unwrap();
        commands.iter().filter(|(name, _)| name == method).map(|(_, params)| params.clone()).collect()
    }

    /// Returns the answer to each request of the page, by its position: a status or `refused`.
    pub(super) fn answers(&self) -> BTreeMap<usize, String> {
        let of = |params: &Value| params["requestId"].as_str().unwrap().parse::<usize>().unwrap();
        let fulfilled = self.told("Fetch.fulfillRequest");
        let fulfilled = fulfilled.iter().map(|params| (of(params), params["responseCode"].to_string()));
        let refused = self.told("Fetch.failRequest");
        let refused = refused.iter().map(|params| (of(params), "refused".to_owned()));
        let continued = self.told("Fetch.continueRequest");
        let continued = continued.iter().map(|params| (of(params), "continued".to_owned()));
        fulfilled.chain(refused).chain(continued).collect()
    }
}

async fn serve(mut stream: TcpStream, page: FakePage, record: Arc<Mutex<Vec<(String, Value)>>>) {
    let head = head(&mut stream).await;
    if !head.starts_with("GET /devtools/browser/x ") {
        let body = json!({ "webSocketDebuggerUrl": "ws://elsewhere.example.org:9/devtools/browser/x" }).to_string();
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
        return;
    }
    assert!(head.contains("\r\nhost: localhost\r\n"), "Chromium refuses other names: {head}");
    let accept = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
                  sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    stream.write_all(accept.as_bytes()).await.unwrap();
    let socket = Socket::new(stream, Role::Server, 1 << 26).await;
    let mut session = Session { socket, page, record, open: 0 };
    while let Ok(command) = session.socket.next().await {
        session.answer(serde_json::from_slice(&command).unwrap()).await;
    }
}

async fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let byte = stream.read_u8().await.unwrap();
        head.push(byte.to_ascii_lowercase());
    }
    String::from_utf8(head).unwrap().replacen("get ", "GET ", 1)
}

struct Session {
    socket: Socket<TcpStream>,
    page: FakePage,
    record: Arc<Mutex<Vec<(String, Value)>>>,
    /// Requests that have no answer.
    open: usize,
}

impl Session {
    async fn answer(&mut self, command: Value) {
        let method = command["method"].as_str().unwrap().to_owned();
        self.record.lock().unwrap().push((method.clone(), command["params"].clone()));
        let result = match method.as_str() {
            "DOM.getDocument" | "Page.printToPDF" if self.page.hangs => return,
            "Page.printToPDF" => json!({ "data": STANDARD.encode(&self.page.pdf) }),
            "Target.createBrowserContext" => json!({ "browserContextId": "context" }),
            "Target.createTarget" => json!({ "targetId": MAIN }),
            "Target.attachToTarget" => json!({ "sessionId": "session" }),
            "DOM.getDocument" => json!({ "root": { "nodeId": 7 } }),
            "DOM.getOuterHTML" => json!({ "outerHTML": self.page.html }),
            _ => json!({}),
        };
        self.send(json!({ "id": command["id"], "result": result })).await;
        match method.as_str() {
            "Page.navigate" => self.request().await,
            "Fetch.fulfillRequest" | "Fetch.failRequest" | "Fetch.continueRequest" => {
                self.open -= 1;
                if self.open == 0 {
                    self.send(json!({ "method": "Page.loadEventFired", "params": {} })).await;
                }
            }
            _ => {}
        }
    }

    async fn request(&mut self) {
        let requests = self.page.requests.clone();
        self.open = requests.len();
        for (id, (kind, method, url)) in requests.into_iter().enumerate() {
            let (frame, kind) = match kind.strip_prefix("frame:") {
                Some(kind) => ("inner", kind),
                None => (MAIN, kind),
            };
            let (kind, accept) = kind.strip_prefix("stream:").map_or((kind, "*/*"), |kind| (kind, "text/event-stream"));
            let origin = "https://app.example.org";
            let headers = json!({ "Origin": origin, "Accept": accept, "Cookie": "a=b", "X-Words": "secret" });
            let params = json!({
                "requestId": id.to_string(),
                "request": { "url": url, "method": method, "headers": headers },
                "frameId": frame,
                "resourceType": kind,
            });
            self.send(json!({ "method": "Fetch.requestPaused", "params": params, "sessionId": "session" })).await;
        }
    }

    async fn send(&mut self, message: Value) {
        // The client may have closed the connection.
        let _ = self.socket.send(&message.to_string()).await;
    }
}
