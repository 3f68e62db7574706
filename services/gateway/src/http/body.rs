//! Bodies of requests, read within the limit.

use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use domain::Tenant;
use http_server::BodyKind;
use operations::Caller;
use operations::events::EventPayload;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use store::intake::RequestKey;

use super::{Misfit, Problem, decode};
use crate::Gateway;

/// Name of the header with the idempotency key.
const KEY_HEADER: &str = "idempotency-key";
/// Maximum length of an idempotency key in bytes.
const MAX_KEY: usize = 255;

/// A body with its headers.
#[derive(Debug, Clone)]
pub struct Payload {
    /// Path of the request.
    pub path: String,
    /// Headers of the request.
    pub headers: HeaderMap,
    /// The complete body.
    pub bytes: Bytes,
}

impl Payload {
    /// Returns a header as text; empty if it is absent or not text.
    pub fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the media type in lower case without parameters; empty if the request has none.
    pub fn media_type(&self) -> String {
        let essence = self.header(header::CONTENT_TYPE).split(';').next().unwrap_or_default();
        essence.trim().to_ascii_lowercase()
    }

    /// Returns the body as a publisher's events.
    pub fn events(&self) -> EventPayload<'_> {
        let attribute = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
            let value = value.to_str().ok().filter(|_| name.as_str().starts_with("ce-"))?;
            Some((name.as_str().to_owned(), value.to_owned()))
        };
        let attributes = self.headers.iter().filter_map(attribute).collect();
        EventPayload { media_type: self.media_type(), attributes, bytes: &self.bytes }
    }

    /// Reads the body of an authenticated request.
    async fn read(request: Request, gateway: &Gateway, kind: BodyKind) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let is_gzip = is_gzip(&parts.headers, kind)?;
        // Handlers authenticate their callers before they read the body.
        let caller = parts.extensions.get::<Caller>().ok_or_else(Problem::unauthenticated)?;
        let bytes = match is_gzip {
            true => gateway.bodies.read_gzip(caller.tenant.as_str(), body).await?,
            false => gateway.bodies.read(caller.tenant.as_str(), body, kind).await?,
        };
        Ok(Self { path: parts.uri.path().to_owned(), headers: parts.headers, bytes })
    }
}

/// A body with events; [`JsonBody`] is one with a document.
impl FromRequest<Arc<Gateway>> for Payload {
    type Rejection = Problem;

    async fn from_request(request: Request, gateway: &Arc<Gateway>) -> Result<Self, Problem> {
        Self::read(request, gateway, BodyKind::Events).await
    }
}

/// Returns true if the body is compressed with gzip. Only events may be: documents are small.
fn is_gzip(headers: &HeaderMap, kind: BodyKind) -> Result<bool, Problem> {
    let encoding = headers.get(header::CONTENT_ENCODING).map(|value| value.as_bytes().to_ascii_lowercase());
    match encoding.as_deref() {
        None | Some(b"" | b"identity") => Ok(false),
        Some(b"gzip" | b"x-gzip") if kind == BodyKind::Events => Ok(true),
        Some(_) => {
            let detail = "only events may be compressed, and only with gzip; send the body uncompressed";
            Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-encoding", detail))
        }
    }
}

/// Returns the idempotency key of a request.
///
/// # Errors
/// It is empty, too long, or contains other characters than printable ASCII.
pub fn request_key(tenant: &Tenant, payload: &Payload) -> Result<Option<RequestKey>, Problem> {
    let Some(value) = payload.headers.get(KEY_HEADER) else { return Ok(None) };
    let text = value.to_str().ok().map(str::trim).filter(|text| (1..=MAX_KEY).contains(&text.len()));
    let Some(key) = text else {
        return Err(Problem::invalid("Idempotency-Key", format!("must be 1 to {MAX_KEY} printable ASCII characters")));
    };
    let mut hash = Sha256::new();
    hash.update(payload.path.as_bytes());
    hash.update([0]);
    hash.update(&payload.bytes);
    Ok(Some(RequestKey { tenant: tenant.clone(), key: key.to_owned(), hash: hash.finalize().into() }))
}

/// A JSON body. Unlike [`axum::Json`] it answers problem details, and reads an absent body as an empty object: an input
/// whose fields are all optional needs none.
#[derive(Debug, Clone)]
pub struct JsonBody<T>(pub T, pub Payload);

impl<T: DeserializeOwned> FromRequest<Arc<Gateway>> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, gateway: &Arc<Gateway>) -> Result<Self, Problem> {
        let payload = Payload::read(request, gateway, BodyKind::Document).await?;
        let is_absent = payload.bytes.is_empty();
        if !is_absent && payload.media_type() != "application/json" {
            let detail = "send the body as application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", detail));
        }
        let text: &[u8] = if is_absent { b"{}" } else { &payload.bytes };
        if text.trim_ascii_start().starts_with(b"[") {
            // serde reads a list as the fields of an object in their order.
            return Err(Misfit::whole("is a list; must be an object".to_owned()).into());
        }
        let mut document = serde_json::Deserializer::from_slice(text);
        let value = decode(&mut document)?;
        document.end().map_err(|error| Misfit::whole(error.to_string()))?;
        Ok(Self(value, payload))
    }
}
