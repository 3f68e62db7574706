//! One HTTP request with its span, by the conventions for HTTP clients.

use reqwest::{Client, Method, Request, Response};
use tracing::field::Empty;
use tracing::{Instrument, Span};
use url::Url;

/// Sends a request inside a span that ends with the head of the response. `address` is the requested one; a gateway or
/// a proxy may be connected in its place. Neither the trace's id nor anything else is added to the request.
pub(crate) async fn send(client: &Client, request: Request, address: &Url) -> reqwest::Result<Response> {
    let span = span(request.method(), address);
    let answered = client.execute(request).instrument(span.clone()).await;
    match &answered {
        Ok(response) => record_status(&span, response.status().as_u16()),
        Err(error) => record_error(&span, if error.is_timeout() { "timeout" } else { "connection" }),
    }
    answered
}

/// User, password, query and fragment are left out: they may contain keys or words of a task.
fn span(method: &Method, address: &Url) -> Span {
    let host = address.host_str().unwrap_or_default();
    tracing::info_span!(
        target: telemetry::DETAIL,
        "http",
        otel.name = method.as_str(),
        otel.kind = "client",
        otel.status_code = Empty,
        http.request.method = method.as_str(),
        url.full = %format_args!("{}://{host}{}", address.scheme(), address.path()),
        server.address = host,
        server.port = address.port_or_known_default(),
        http.response.status_code = Empty,
        error.type = Empty,
    )
}

fn record_status(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
    if status >= 400 {
        record_error(span, status);
    }
}

fn record_error(span: &Span, class: impl tracing::Value) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", class);
}
