//! Cross-origin requests: refused by browsers unless the operator names the origin.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use url::Url;

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE");
const HEADERS: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, \
     Prefer, Traceparent",
);
/// Headers that scripts may read beyond those that are always readable.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("ETag, Location, Retry-After, Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate");
/// Seconds for which a browser keeps the answer to a preflight.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// An origin: scheme, host and port, as browsers send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(HeaderValue);

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An origin is parsed from text, so its bytes are visible ASCII.
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

/// Text that is not an origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an origin like https://app.example.com, without a path and without wildcards")]
pub struct InvalidOrigin(String);

impl FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let invalid = || InvalidOrigin(text.to_owned());
        let url = Url::parse(text).map_err(|_| invalid())?;
        let origin = url.origin().ascii_serialization();
        if !matches!(url.scheme(), "http" | "https") || origin != text || text.contains('*') {
            return Err(invalid());
        }
        Ok(Self(HeaderValue::from_str(text).map_err(|_| invalid())?))
    }
}

/// Allows scripts of these origins. Without origins the router is returned unchanged, so that no header is ever sent.
pub fn allow(router: Router, origins: Vec<Origin>) -> Router {
    if origins.is_empty() {
        return router;
    }
    let origins: Arc<[Origin]> = origins.into();
    router.layer(from_fn_with_state(origins, answer))
}

async fn answer(State(origins): State<Arc<[Origin]>>, request: Request, next: Next) -> Response {
    let origin = request.headers().get(header::ORIGIN).filter(|sent| origins.iter().any(|known| known.0 == **sent));
    let origin = origin.cloned();
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
        && origin.is_some();
    let mut response = match is_preflight {
        true => preflight(),
        false => next.run(request).await,
    };
    // Caches must not give the answer for one origin to another one.
    response.headers_mut().append(header::VARY, HeaderValue::from_name(header::ORIGIN));
    if let Some(origin) = origin {
        set(
            response.headers_mut(),
            [(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin), (header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED)],
        );
    }
    response
}

/// Tokens are sent by scripts in a header, so cookies (`Access-Control-Allow-Credentials`) are not allowed.
fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
        (header::ACCESS_CONTROL_MAX_AGE, MAX_AGE),
    ];
    set(response.headers_mut(), headers);
    response
}

fn set<const COUNT: usize>(headers: &mut HeaderMap, values: [(HeaderName, HeaderValue); COUNT]) {
    for (name, value) in values {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_exact() {
        for good in ["https://app.example.com", "http://localhost:3000"] {
            assert!(good.parse::<Origin>().is_ok(), "{good}");
        }
        for bad in
            ["*", "null", "https://app.example.com/", "https://*.example.com", "app.example.com", "ftp://a.example"]
        {
            assert!(bad.parse::<Origin>().is_err(), "{bad}");
        }
    }
}
