//! Applies a planned fault before the work or to its response.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use futures::stream;

use super::line::Line;
use super::plan::{Fault, Mode};
use crate::World;
use crate::model::{invoice, request_id};
use crate::provider::{Profile, Refusal, Wire, overloaded};

/// Middleware of every named route.
pub(crate) async fn inject(
    State(world): State<Arc<World>>,
    ConnectInfo(line): ConnectInfo<Line>,
    mut request: Request,
    next: Next,
) -> Response {
    let route = route(request.uri().path());
    let planned = world.faults.plan(route);
    let _busy = world.load.enter();
    let Some(fault) = planned.0.clone() else {
        request.extensions_mut().insert(planned);
        return next.run(request).await;
    };
    if fault.mode.before_work() {
        refuse(&world, route, request.headers(), fault.mode);
        let speaker = Speaker { profile: world.profile, wire: wire(request.uri().path()), is_model: is_model(route) };
        return before(&fault, speaker, &line).await;
    }
    request.extensions_mut().insert(planned);
    after(&fault, next.run(request).await, &line, route).await
}

/// Routes that have the name of the first segment of their path.
const ROUTES: [&str; 14] = [
    "anthropic",
    "openai",
    "web",
    "jupiter",
    "prices",
    "rugcheck",
    "holders",
    "gleif",
    "wikidata",
    "gamma",
    "clob",
    "kalshi",
    "manifold",
    "metaculus",
];

/// Returns the route's name: the first segment of its path.
fn route(path: &str) -> &'static str {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    match first {
        "searxng" => "search",
        _ => ROUTES.into_iter().find(|name| *name == first).unwrap_or("other"),
    }
}

fn is_model(route: &str) -> bool {
    matches!(route, "anthropic" | "openai")
}

fn wire(path: &str) -> Wire {
    match path {
        path if path.ends_with("/chat/completions") => Wire::Chat,
        path if path.ends_with("/responses") => Wire::Responses,
        path if path.starts_with("/openai/") => Wire::Chat,
        _ => Wire::Anthropic,
    }
}

/// The provider in whose form an error is sent.
#[derive(Clone, Copy)]
struct Speaker {
    profile: Profile,
    wire: Wire,
    is_model: bool,
}

/// Adds a refused model call to the invoice without a charge.
fn refuse(world: &World, route: &'static str, headers: &HeaderMap, mode: Mode) {
    if is_model(route) {
        world.invoice.record(invoice::Line {
            request_id: request_id(headers).unwrap_or_else(|| world.invoice.anonymous()),
            route: route.to_owned(),
            status: mode.name().to_owned(),
            ..invoice::Line::default()
        });
    }
}

async fn before(fault: &Fault, speaker: Speaker, line: &Line) -> Response {
    match fault.mode {
        Mode::RateLimited => {
            let after = fault.params.retry_after.unwrap_or(1);
            speaker.error(&played(429, "rate_limit_error"), (!fault.params.spend_cap).then_some(after))
        }
        Mode::Overloaded => speaker.overloaded(fault.params.retry_after),
        Mode::Hang => std::future::pending().await,
        Mode::Refused => {
            line.reset();
            StatusCode::OK.into_response()
        }
        _ => speaker.error(&played(500, "api_error"), None),
    }
}

fn played(status: u16, kind: &'static str) -> Refusal {
    let message = format!("the offline world plays {kind}");
    Refusal { status, kind, code: None, param: None, message }
}

impl Speaker {
    fn overloaded(self, retry_after: Option<u64>) -> Response {
        let refusal = match (self.is_model, self.profile) {
            (false, _) => played(503, "overloaded_error"),
            (true, Profile::Generic) => played(529, "overloaded_error"),
            (true, _) => overloaded(self.wire),
        };
        self.error(&refusal, retry_after)
    }

    fn error(self, refusal: &Refusal, retry_after: Option<u64>) -> Response {
        let mut response = refusal.response(self.profile, self.wire, "fault");
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

async fn after(fault: &Fault, response: Response, line: &Line, route: &str) -> Response {
    let delay = |default| Duration::from_millis(fault.params.delay_ms.unwrap_or(default));
    match fault.mode {
        Mode::Slow => {
            tokio::time::sleep(delay(2000)).await;
            response
        }
        Mode::Reset => {
            line.reset();
            response
        }
        // The model handler garbles its own answer, so the wire format stays valid.
        Mode::Garbled | Mode::Garbage if is_model(route) => response,
        Mode::Garbled | Mode::Corrupt => rewritten(response, |bytes| corrupt(&bytes)).await,
        Mode::Huge => {
            let padding = fault.params.bytes.unwrap_or(10 << 20);
            rewritten(response, |bytes| [bytes, Bytes::from(vec![b' '; padding])].concat().into()).await
        }
        Mode::Drip => dripped(response, fault.params.bytes.unwrap_or(16).max(1), delay(100)).await,
        Mode::Truncated => truncated(response).await,
        _ => response,
    }
}

async fn body_of(response: Response) -> (axum::http::response::Parts, Bytes) {
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    (parts, to_bytes(body, usize::MAX).await.unwrap_or_default())
}

async fn rewritten(response: Response, change: impl FnOnce(Bytes) -> Bytes) -> Response {
    let (parts, bytes) = body_of(response).await;
    Response::from_parts(parts, Body::from(change(bytes)))
}

/// Corrupts every third byte and the first one: neither JSON nor UTF-8, of the same length.
fn corrupt(bytes: &Bytes) -> Bytes {
    bytes.iter().enumerate().map(|(n, byte)| if n % 3 == 0 { byte ^ 0xD5 } else { *byte }).collect()
}

/// Announces the whole body in the header and ends the connection after half of it.
async fn truncated(response: Response) -> Response {
    let (mut parts, bytes) = body_of(response).await;
    parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    let half = bytes.slice(..bytes.len() / 2);
    let end = std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
    Response::from_parts(parts, Body::from_stream(stream::iter([Ok(half), Err(end)])))
}

async fn dripped(response: Response, size: usize, pause: Duration) -> Response {
    let (parts, bytes) = body_of(response).await;
    let drops: Vec<Bytes> = bytes.chunks(size).map(Bytes::copy_from_slice).collect();
    let slowly = stream::iter(drops).then(move |drop| async move {
        tokio::time::sleep(pause).await;
        Ok::<_, std::io::Error>(drop)
    });
    Response::from_parts(parts, Body::from_stream(slowly))
}
