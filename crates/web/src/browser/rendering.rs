//! One rendering: a separate context, the page and its requests, and the text that its scripts made.

use std::future::Future;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::time::{Duration, Instant};
use url::Url;

use super::devtools::{DevTools, Event};
use super::judge::{Judgement, PausedRequest, judge};
use super::{Browser, BrowserConfig, RenderError};
use crate::{Fetch, FetchError, Page};

/// Proxy of the contexts, an address at which nothing listens (port 1, `tcpmux`).
pub(super) const NO_PROXY_HERE: &str = "http://127.0.0.1:1";
/// Time kept for reading the rendered page when its requests take all the time.
const RESERVE: Duration = Duration::from_secs(3);
/// Type of a request for a stream of events.
const EVENT_STREAM: &str = "EventSource";
/// Maximum number of documents that replace the page.
const MAX_DOCUMENTS: usize = 3;
/// Removes the ways out that neither the interception nor the proxy sees: WebRTC and WebTransport use UDP.
const WITHOUT_UDP: &str = "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', \
                           'WebSocket']) { delete globalThis[name]; }";

/// A page in a browser.
pub(super) struct Rendering<'a> {
    tools: DevTools,
    session: String,
    frame: String,
    browser: &'a Browser,
    page: &'a Page,
    /// Address of the document that the browser shows.
    shown: Url,
    is_page_requested: bool,
    is_loaded: bool,
    documents: usize,
    counts: Counts,
}

/// What a page has requested.
#[derive(Debug, Default)]
struct Counts {
    fetched: usize,
    refused: usize,
    bytes: usize,
}

/// The answer to a request that was fetched.
struct Answered {
    id: String,
    origin: Option<String>,
    is_document: bool,
    fetched: Result<Page, FetchError>,
}

type Fetching<'a> = FuturesUnordered<BoxFuture<'a, Answered>>;

impl<'a> Rendering<'a> {
    /// Creates a context and an empty page whose requests are intercepted.
    pub(super) async fn open(mut tools: DevTools, browser: &'a Browser, page: &'a Page) -> Result<Self, RenderError> {
        let context =
            json!({ "disposeOnDetach": true, "proxyServer": NO_PROXY_HERE, "proxyBypassList": "<-loopback>" });
        let context = text(tools.call("", "Target.createBrowserContext", context).await?, "browserContextId")?;
        let no_download = json!({ "behavior": "deny", "browserContextId": context });
        tools.call("", "Browser.setDownloadBehavior", no_download).await?;
        let target = json!({ "url": "about:blank", "browserContextId": context });
        let frame = text(tools.call("", "Target.createTarget", target).await?, "targetId")?;
        let attach = json!({ "targetId": frame, "flatten": true });
        let session = text(tools.call("", "Target.attachToTarget", attach).await?, "sessionId")?;
        // Workers and pop-ups stay stopped before their first line: their requests would not be intercepted.
        let hold = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
        let commands = [
            ("Target.setAutoAttach", hold),
            ("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })),
            ("Inspector.enable", json!({})),
            ("Page.enable", json!({})),
            ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WITHOUT_UDP })),
        ];
        for (method, params) in commands {
            tools.call(&session, method, params).await?;
        }
        let (shown, counts) = (page.url.clone(), Counts::default());
        let mut rendering = Self {
            tools,
            session,
            frame,
            browser,
            page,
            shown,
            is_page_requested: false,
            is_loaded: false,
            documents: 0,
            counts,
        };
        rendering.send("Page.navigate", json!({ "url": page.url.as_str() })).await?;
        Ok(rendering)
    }

    /// Answers the page's requests until it is complete, and returns its address and its HTML.
    pub(super) async fn run(mut self) -> Result<(Url, String), RenderError> {
        let BrowserConfig { total, settle, .. } = self.browser.config;
        let deadline = Instant::now() + total.saturating_sub(RESERVE).max(total / 2);
        let (mut fetching, mut quiet) = (Fetching::new(), Instant::now());
        loop {
            let is_done = self.is_loaded && fetching.is_empty();
            let until = if is_done { deadline.min(quiet + settle) } else { deadline };
            tokio::select! {
                event = self.tools.event() => {
                    quiet = Instant::now();
                    if let Some(work) = self.handle(event?).await? {
                        fetching.push(work);
                    }
                }
                Some(answered) = fetching.next() => {
                    quiet = Instant::now();
                    self.answer(answered).await?;
                }
                () = tokio::time::sleep_until(until) => break,
            }
        }
        // A script may wait for a request that is not answered any more.
        self.send("Page.stopLoading", json!({})).await?;
        let html = self.html().await?;
        let Counts { fetched, refused, bytes } = self.counts;
        let host = self.shown.host_str().unwrap_or_default();
        tracing::info!(
            host,
            fetched,
            refused,
            part_bytes = bytes,
            page_bytes = html.len(),
            "page rendered by the browser"
        );
        Ok((self.shown, html))
    }

    async fn html(&mut self) -> Result<String, RenderError> {
        let session = self.session.clone();
        let root = self.tools.call(&session, "DOM.getDocument", json!({ "depth": 0 })).await?;
        let whole = json!({ "nodeId": root["root"]["nodeId"], "includeShadowDOM": true });
        text(self.tools.call(&session, "DOM.getOuterHTML", whole).await?, "outerHTML")
    }

    async fn handle(&mut self, event: Event) -> Result<Option<BoxFuture<'a, Answered>>, RenderError> {
        match event.method.as_str() {
            "Fetch.requestPaused" => return self.paused(&event.params).await,
            "Page.loadEventFired" => self.is_loaded = true,
            // A page whose own navigation was refused stops before it is loaded.
            "Page.frameStoppedLoading" if event.params["frameId"] == self.frame.as_str() => self.is_loaded = true,
            // A dialog stops all scripts.
            "Page.javascriptDialogOpening" => {
                self.send("Page.handleJavaScriptDialog", json!({ "accept": false })).await?;
            }
            "Inspector.targetCrashed" => return Err(RenderError::Failed("the page crashed".to_owned())),
            _ => {}
        }
        Ok(None)
    }

    async fn paused(&mut self, params: &Value) -> Result<Option<BoxFuture<'a, Answered>>, RenderError> {
        let field = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (id, request) = (field(&params["requestId"]), &params["request"]);
        let (url, method) = (field(&request["url"]), field(&request["method"]));
        // A stream of events never ends; Chromium reports it as a request for data.
        let is_stream = header(request, "accept").is_some_and(|accept| accept.contains("text/event-stream"));
        let kind = if is_stream { EVENT_STREAM.to_owned() } else { field(&params["resourceType"]) };
        let is_main_frame = params["frameId"] == self.frame.as_str();
        let paused = PausedRequest { url: &url, method: &method, kind: &kind, is_main_frame };
        let page = (!self.is_page_requested).then_some(&self.page.url);
        let origin = header(request, "origin");
        let work = match judge(paused, page) {
            Judgement::Page => {
                self.is_page_requested = true;
                let page = self.page;
                self.fulfil(&id, 200, &[("content-type", page.content_type.clone())], &page.body).await?;
                None
            }
            Judgement::Document(url) if self.documents < MAX_DOCUMENTS && self.may_fetch() => {
                self.documents += 1;
                let fetcher = &self.browser.fetcher;
                Some(fetching(id, origin, true, async move { Fetch::fetch(fetcher, url.as_str()).await }))
            }
            Judgement::Part(url) if self.may_fetch() => {
                let fetcher = &self.browser.parts;
                Some(fetching(id, origin, false, async move { Fetch::fetch(fetcher, url.as_str()).await }))
            }
            Judgement::Inline => {
                self.send("Fetch.continueRequest", json!({ "requestId": id })).await?;
                None
            }
            Judgement::Empty => {
                self.fulfil(&id, 200, &[("content-type", "text/css".to_owned())], b"").await?;
                None
            }
            Judgement::Preflight => {
                let asked = header(request, "access-control-request-headers").unwrap_or_default();
                let mut headers = shared_with(origin.as_deref());
                headers.push(("access-control-allow-headers", asked));
                self.fulfil(&id, 204, &headers, b"").await?;
                None
            }
            Judgement::Document(_) | Judgement::Stay => {
                self.counts.refused += 1;
                self.fulfil(&id, 204, &[], b"").await?;
                None
            }
            Judgement::Part(_) | Judgement::Refuse => {
                self.refuse(&id).await?;
                None
            }
        };
        self.counts.fetched += usize::from(work.is_some());
        Ok(work)
    }

    fn may_fetch(&self) -> bool {
        let BrowserConfig { requests, max_bytes, .. } = self.browser.config;
        self.counts.fetched < requests && self.counts.bytes < max_bytes
    }

    async fn answer(&mut self, answered: Answered) -> Result<(), RenderError> {
        let Answered { id, origin, is_document, fetched } = answered;
        if is_document {
            return self.answer_document(&id, fetched).await;
        }
        match fetched {
            Ok(part) => {
                self.counts.bytes += part.body.len();
                let mut headers = shared_with(origin.as_deref());
                headers.push(("content-type", part.content_type));
                self.fulfil(&id, 200, &headers, &part.body).await
            }
            Err(FetchError::Status(status)) if (400..600).contains(&status) => {
                self.fulfil(&id, status, &shared_with(origin.as_deref()), b"").await
            }
            Err(_) => self.refuse(&id).await,
        }
    }

    /// A document other than HTML would be a download.
    async fn answer_document(&mut self, id: &str, fetched: Result<Page, FetchError>) -> Result<(), RenderError> {
        match fetched {
            Ok(page) if page.content_type.contains("html") => {
                self.counts.bytes += page.body.len();
                self.is_loaded = false;
                self.fulfil(id, 200, &[("content-type", page.content_type)], &page.body).await?;
                self.shown = page.url;
                Ok(())
            }
            _ => {
                self.counts.refused += 1;
                self.fulfil(id, 204, &[], b"").await
            }
        }
    }

    async fn fulfil(
        &mut self,
        id: &str,
        status: u16,
        headers: &[(&str, String)],
        body: &[u8],
    ) -> Result<(), RenderError> {
        let headers: Vec<Value> = headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let answer = json!({
            "requestId": id,
            "responseCode": status,
            "responseHeaders": headers,
            "body": STANDARD.encode(body),
        });
        self.send("Fetch.fulfillRequest", answer).await
    }

    async fn refuse(&mut self, id: &str) -> Result<(), RenderError> {
        self.counts.refused += 1;
        self.send("Fetch.failRequest", json!({ "requestId": id, "errorReason": "BlockedByClient" })).await
    }

    async fn send(&mut self, method: &str, params: Value) -> Result<(), RenderError> {
        self.tools.send(&self.session, method, params).await.map(drop)
    }
}

fn fetching<'a>(
    id: String,
    origin: Option<String>,
    is_document: bool,
    fetch: impl Future<Output = Result<Page, FetchError>> + Send + 'a,
) -> BoxFuture<'a, Answered> {
    Box::pin(async move { Answered { id, origin, is_document, fetched: fetch.await } })
}

/// Lets scripts of any site read the answer. There are no cookies and no addresses that are not public, so there is
/// nothing that one site could keep from another.
fn shared_with(origin: Option<&str>) -> Vec<(&'static str, String)> {
    vec![
        ("access-control-allow-origin", origin.unwrap_or("*").to_owned()),
        ("access-control-allow-credentials", "true".to_owned()),
        ("access-control-allow-methods", "GET".to_owned()),
    ]
}

/// Returns a header of a request of the page.
fn header(request: &Value, name: &str) -> Option<String> {
    let headers = request["headers"].as_object()?;
    let found = headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    found.1.as_str().map(str::to_owned)
}

/// Takes a text from an answer.
pub(super) fn text(mut answer: Value, name: &str) -> Result<String, RenderError> {
    match answer.get_mut(name).map(Value::take) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(RenderError::Failed(format!("an answer has no {name}"))),
    }
}
