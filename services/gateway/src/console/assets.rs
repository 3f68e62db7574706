//! Style sheet, script and icon: part of the binary, under names with the hash of their content.

use std::io::Write;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("assets/console.css");
const SCRIPT: &str = include_str!("assets/console.js");
/// htmx 4.0.1 and its extension for server-sent events, as the package `htmx.org` of npm has them.
const HTMX: &str = include_str!("assets/vendor/htmx.min.js");
const SSE: &str = include_str!("assets/vendor/hx-sse.min.js");
const ICON: &str = include_str!("assets/icon.svg");

/// A file whose name changes with its content may be kept forever.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

static STYLE_PATH: LazyLock<String> = LazyLock::new(|| format!("/console/assets/{}.css", digest(STYLE)));
static SCRIPT_PATH: LazyLock<String> = LazyLock::new(|| format!("/console/assets/{}.js", digest(SCRIPT)));

/// Both in one file: htmx reads the page in a separate task, and an extension that is loaded later would miss it.
static LIVE: LazyLock<String> = LazyLock::new(|| format!("{HTMX}\n{SSE}"));
static LIVE_PATH: LazyLock<String> = LazyLock::new(|| format!("/console/assets/{}.js", digest(&LIVE)));

/// Returns the first 16 digits of the SHA-256 of a file.
fn digest(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the path of the style sheet.
pub(super) fn style_path() -> String {
    STYLE_PATH.clone()
}

/// Returns the path of the script.
pub(super) fn script_path() -> String {
    SCRIPT_PATH.clone()
}

/// Returns the path of the script of live pages.
pub(super) fn live_path() -> String {
    LIVE_PATH.clone()
}

/// Answers the script of live pages.
pub(super) async fn live(headers: HeaderMap) -> Response {
    static ZIPPED: LazyLock<Vec<u8>> = LazyLock::new(|| zipped(&LIVE));
    file(
        &headers,
        Asset {
            media_type: "text/javascript; charset=utf-8",
            age: FOREVER,
            text: LIVE.as_str(),
            zipped: ZIPPED.as_slice(),
        },
    )
}

/// Answers the style sheet.
pub(super) async fn style(headers: HeaderMap) -> Response {
    static ZIPPED: LazyLock<Vec<u8>> = LazyLock::new(|| zipped(STYLE));
    file(
        &headers,
        Asset { media_type: "text/css; charset=utf-8", age: FOREVER, text: STYLE, zipped: ZIPPED.as_slice() },
    )
}

/// Answers the script.
pub(super) async fn script(headers: HeaderMap) -> Response {
    static ZIPPED: LazyLock<Vec<u8>> = LazyLock::new(|| zipped(SCRIPT));
    file(
        &headers,
        Asset { media_type: "text/javascript; charset=utf-8", age: FOREVER, text: SCRIPT, zipped: ZIPPED.as_slice() },
    )
}

/// Answers the icon.
pub(super) async fn icon(headers: HeaderMap) -> Response {
    file(&headers, Asset { media_type: "image/svg+xml", age: HOUR, text: ICON, zipped: &[] })
}

/// A file in the binary.
struct Asset {
    media_type: &'static str,
    age: HeaderValue,
    text: &'static str,
    /// The compressed form; empty if there is none.
    zipped: &'static [u8],
}

/// Answers a file, compressed if there is such a form and the client reads it.
fn file(headers: &HeaderMap, asset: Asset) -> Response {
    let Asset { media_type, age, text, zipped } = asset;
    let head = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, age),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if zipped.is_empty() || !reads_gzip(headers) {
        return (head, text).into_response();
    }
    (head, [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))], zipped).into_response()
}

fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
}

/// Compresses a file; the result is empty if that fails, and the file is then sent as it is.
fn zipped(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_never_broken_and_runs_may_be() {
        assert!(!STYLE.contains("word-break: break-all") && !STYLE.contains("hyphens: auto"));
        let breaking: Vec<&str> = STYLE.split('}').filter(|rule| rule.contains("overflow-wrap: anywhere")).collect();
        let allowed = [".run", ".url", ".id", "pre.code"];
        for rule in breaking {
            let selectors = rule.split('{').next().unwrap_or_default().lines().last().unwrap_or_default();
            assert!(
                selectors.split(',').all(|one| allowed.iter().any(|name| one.trim().ends_with(name))),
                "{selectors}"
            );
        }
    }

    #[tokio::test]
    async fn a_file_is_compressed_for_a_client_that_reads_it() {
        let accepting =
            |value: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        for (accepted, is_zipped) in
            [("br, gzip", true), ("GZIP", true), ("gzip;q=0", false), ("br", false), ("", false)]
        {
            let answer = live(accepting(accepted)).await;
            assert_eq!(answer.headers().contains_key(header::CONTENT_ENCODING), is_zipped, "{accepted}");
            let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
            assert_eq!(bytes.len() < LIVE.len() / 2, is_zipped, "{accepted}");
        }
        assert!(!icon(accepting("gzip")).await.headers().contains_key(header::CONTENT_ENCODING));
    }

    #[test]
    fn the_scripts_of_others_are_those_that_were_read() {
        let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(hash(HTMX), "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130");
        assert_eq!(hash(SSE), "18ef2761356ec1fe0bb6d92612315b37517a7c1e9856b661c5ae81fef239d103");
        assert!(HTMX.len() + SSE.len() < 48 * 1024 && !HTMX.contains("http:") && !HTMX.contains("https:"));
    }

    #[test]
    fn the_assets_are_small_and_reach_no_other_host() {
        assert!(STYLE.len() < 30 * 1024 && SCRIPT.len() < 13 * 1024, "{} {}", STYLE.len(), SCRIPT.len());
        for text in [STYLE, SCRIPT, ICON] {
            let hosts = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!hosts.contains("http:") && !hosts.contains("https:") && !hosts.contains("@import"));
        }
        for forbidden in ["eval(", "new Function", "innerHTML", "document.write"] {
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
    }
}
