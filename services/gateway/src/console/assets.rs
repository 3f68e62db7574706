//! Answers for the style sheet, the scripts and the icon of pages.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use console::assets::Asset;

/// A file whose name changes with its content may be kept forever.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Answers a file, compressed if there is such a form and the client reads it.
pub(super) fn file(headers: &HeaderMap, asset: &'static Asset) -> Response {
    let head = [
        (header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type)),
        (header::CACHE_CONTROL, if asset.is_immutable { FOREVER } else { HOUR }),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if asset.zipped.is_empty() || !reads_gzip(headers) {
        return (head, asset.text.as_str()).into_response();
    }
    (head, [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))], asset.zipped.as_slice()).into_response()
}

fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
}

#[cfg(test)]
mod tests {
    use console::assets::{ICON, LIVE};

    use super::*;

    #[tokio::test]
    async fn a_file_is_compressed_for_a_client_that_reads_it() {
        let accepting =
            |value: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        for (accepted, is_zipped) in
            [("br, gzip", true), ("GZIP", true), ("gzip;q=0", false), ("br", false), ("", false)]
        {
            let answer = file(&accepting(accepted), &LIVE);
            assert_eq!(answer.headers().contains_key(header::CONTENT_ENCODING), is_zipped, "{accepted}");
            let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
            assert_eq!(bytes.len() < LIVE.text.len() / 2, is_zipped, "{accepted}");
        }
        assert!(!file(&accepting("gzip"), &ICON).headers().contains_key(header::CONTENT_ENCODING));
    }
}
