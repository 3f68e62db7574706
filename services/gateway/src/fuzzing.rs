//! The parsers of requests and of the OIDC issuer's answers, each as a function of bytes, for `fuzz/`. No result is
//! returned.

use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use domain::{RunId, Tenant};

pub use crate::access::oidc::fuzzing::read as oidc;
use operations::PageQuery;
use operations::events;

use crate::http::Payload;

/// Media types of bodies with events.
const MEDIA_TYPES: [&str; 4] =
    ["application/x-ndjson", "application/json", "application/cloudevents-batch+json", "application/x-protobuf"];

/// Decodes a body with one event, many events and transactions of Helius, and a cursor; the first byte selects the
/// media type.
pub fn body(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    let media_type = HeaderValue::from_static(MEDIA_TYPES[usize::from(*kind) % MEDIA_TYPES.len()]);
    let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, media_type)]);
    let payload = Payload { path: "/v1/events".to_owned(), headers, bytes: Bytes::copy_from_slice(bytes) };
    let tenant = Tenant::default();
    let _ = events::decode(&tenant, &payload.events());
    for batch in [events::batch(&payload.events()), events::helius_batch(&payload.events())].into_iter().flatten() {
        batch.decode(&tenant).for_each(drop);
    }
    let query = PageQuery { limit: None, cursor: Some(String::from_utf8_lossy(bytes).into_owned()) };
    let _ = query.before::<RunId>();
}
