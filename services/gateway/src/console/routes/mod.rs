//! Pages and actions: each reads a filter from the address, calls operations, and renders their outputs.

pub(super) mod bundles;
pub(super) mod dead_letters;
pub(super) mod events;
pub(super) mod issuer;
pub(super) mod knowledge;
pub(super) mod now;
pub(super) mod redrives;
pub(super) mod reports;
pub(super) mod reviews;
pub(super) mod runs;
pub(super) mod scores;
pub(super) mod session;
pub(super) mod setup;
pub(super) mod track_record;
pub(super) mod webhooks;

use axum::http::Uri;
use operations::OperationError;
use serde::de::DeserializeOwned;

use crate::http::decode_query;

/// Reads a filter from an address. Empty fields, which forms send, and the fields in `beside` are not part of it.
fn filter<T: DeserializeOwned>(uri: &Uri, beside: &[&str]) -> Result<T, OperationError> {
    let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let kept = pairs.filter(|(name, value)| !value.is_empty() && !beside.contains(&name.as_ref()));
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(kept).finish();
    decode_query(&query).map_err(|misfit| OperationError::invalid("address", misfit.to_string()))
}

/// Returns a field of an address; `None` if it is absent or empty.
pub(super) fn field(uri: &Uri, name: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.find(|(known, value)| known == name && !value.is_empty()).map(|(_, value)| value.into_owned())
}

/// Parses an id of a path. Text that cannot be one names nothing.
pub(super) fn parsed<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, OperationError> {
    text.parse().map_err(|_| OperationError::NotFound { what, advice: "its id in the address is not one of ours" })
}
