//! The body of an answer: read and decoded within one size limit, with its type checked.

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};
use url::Url;

use super::decode::{self, Undecodable};
use super::{FetchError, Page};
use crate::content_hash;

/// Reads an answer's body as a page.
pub(super) async fn page(url: Url, mut response: reqwest::Response, cap: usize) -> Result<Page, FetchError> {
    let content_type = text(response.headers(), &CONTENT_TYPE).to_ascii_lowercase();
    check_kind(&content_type)?;
    let body = bytes(&mut response, cap).await?;
    let hash = content_hash(&body);
    Ok(Page { url, content_type, body, hash })
}

/// Reads and decodes the body; `cap` limits both the bytes on the wire and the decoded bytes.
pub(super) async fn bytes(response: &mut reqwest::Response, cap: usize) -> Result<Vec<u8>, FetchError> {
    let encoding = text(response.headers(), &CONTENT_ENCODING).to_owned();
    let mut wire = Vec::new();
    // Content-Length is not trusted.
    while let Some(chunk) = response.chunk().await.map_err(FetchError::Network)? {
        if wire.len() + chunk.len() > cap {
            return Err(FetchError::TooLarge(cap));
        }
        wire.extend_from_slice(&chunk);
    }
    if encoding.is_empty() {
        return Ok(wire);
    }
    let name = encoding.clone();
    let decoded = tokio::task::spawn_blocking(move || decode::decode(&encoding, wire, cap)).await;
    match decoded {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(Undecodable::TooLarge)) => Err(FetchError::TooLarge(cap)),
        Ok(Err(Undecodable::Unknown(encoding))) => Err(FetchError::Encoding(encoding)),
        // A panic of a decoder on hostile bytes means that the page cannot be decoded.
        Ok(Err(Undecodable::Broken)) | Err(_) => Err(FetchError::Encoding(name.chars().take(40).collect())),
    }
}

pub(super) fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Refuses a declared type before the body is read. Extraction determines the actual type.
fn check_kind(content_type: &str) -> Result<(), FetchError> {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let readable = kind.is_empty()
        || kind.starts_with("text/")
        || matches!(
            kind,
            "application/pdf"
                | "application/x-pdf"
                | "application/xhtml+xml"
                | "application/xml"
                | "application/json"
                | "application/octet-stream"
                | "binary/octet-stream"
        );
    if readable { Ok(()) } else { Err(FetchError::Kind(kind.to_owned())) }
}
