//! Span, metrics and time limit of every request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::Gauge;
use telemetry::metric::{HTTP_DURATION, HTTP_IN_FLIGHT, HTTP_REQUESTS};
use tracing::Instrument;

use super::Problem;
use crate::Gateway;

/// Label of paths without a route.
const UNMATCHED: &str = "unmatched";

/// Time for the check of a token before the trace of its sender is continued.
const TRACE_CHECK: Duration = Duration::from_secs(1);

/// Returns `true` if a request names the host that it is sent to, once (RFC 9112): a proxy in front may have read
/// another name. Clients of HTTP/1.0 need not name it.
fn names_one_host(request: &Request) -> bool {
    match request.headers().get_all(header::HOST).iter().count() {
        0 => request.version() <= Version::HTTP_10,
        names => names == 1,
    }
}

fn misaddressed() -> Response {
    Problem::new(StatusCode::BAD_REQUEST, "invalid-host", "a request has one header `Host`").into_response()
}

/// Runs a request in a span within the time limit, and counts it by route template. The span continues the client's
/// `traceparent` if the request has a valid token: anyone else could write into the traces of others.
pub async fn observe(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route =
        request.extensions().get::<MatchedPath>().map_or_else(|| UNMATCHED.to_owned(), |path| path.as_str().to_owned());
    let method = method_name(request.method());
    let span = tracing::info_span!(
        "http",
        otel.name = %format_args!("{method} {route}"),
        otel.kind = "server",
        http.request.method = method,
        http.route = route.as_str(),
        http.response.status_code = tracing::field::Empty,
        auspex.tenant = tracing::field::Empty,
    );
    let parent = request.headers().get(telemetry::propagate::HEADER).and_then(|value| value.to_str().ok());
    if let Some(parent) = parent {
        let known = tokio::time::timeout(TRACE_CHECK, gateway.access.is_valid(request.headers())).await;
        if known.unwrap_or(false) {
            telemetry::propagate::set_parent(&span, parent);
        }
    }
    let in_flight = InFlight::new(&route);
    // A tool of MCP waits for the fleet, within its own limit.
    let limit = if route == crate::mcp::PATH { Duration::MAX } else { gateway.limits.request };
    let answer = async { if names_one_host(&request) { next.run(request).await } else { misaddressed() } };
    let answer = tokio::time::timeout(limit, answer).instrument(span.clone()).await;
    let mut response = answer.unwrap_or_else(|_| {
        let detail = format!("the request took longer than {} s; it may have had an effect", limit.as_secs());
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", detail).retry_after(1);
        span.in_scope(|| problem.into_response())
    });
    drop(in_flight);
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    record(method, route, response.status(), started);
    span.record("http.response.status_code", response.status().as_u16());
    if response.status().is_server_error() {
        telemetry::propagate::set_error(&span, response.status().as_str());
    }
    response
}

/// Counts a request until it is answered, or dropped because the client has disconnected.
struct InFlight(Gauge);

impl InFlight {
    fn new(route: &str) -> Self {
        let gauge = metrics::gauge!(HTTP_IN_FLIGHT, "service" => telemetry::service(), "route" => route.to_owned());
        gauge.increment(1);
        Self(gauge)
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

fn record(method: &'static str, route: String, status: StatusCode, started: Instant) {
    let service = telemetry::service();
    let status = status.as_str().to_owned();
    metrics::counter!(HTTP_REQUESTS, "service" => service, "method" => method, "route" => route.clone(), "status" => status)
        .increment(1);
    metrics::histogram!(HTTP_DURATION, "service" => service, "method" => method, "route" => route)
        .record(started.elapsed());
}

/// Returns a name from a closed set: a client must not create labels.
fn method_name(method: &Method) -> &'static str {
    let known = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"];
    known.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}
