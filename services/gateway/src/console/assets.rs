//! Style sheet, script and icon: part of the binary, under names with the hash of their content.

use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("assets/console.css");
const SCRIPT: &str = include_str!("assets/console.js");
const ICON: &str = include_str!("assets/icon.svg");

/// A file whose name changes with its content may be kept forever.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

static STYLE_PATH: LazyLock<String> = LazyLock::new(|| format!("/console/assets/{}.css", digest(STYLE)));
static SCRIPT_PATH: LazyLock<String> = LazyLock::new(|| format!("/console/assets/{}.js", digest(SCRIPT)));

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

/// Answers the style sheet.
pub(super) async fn style() -> Response {
    file(("text/css; charset=utf-8", FOREVER), STYLE)
}

/// Answers the script.
pub(super) async fn script() -> Response {
    file(("text/javascript; charset=utf-8", FOREVER), SCRIPT)
}

/// Answers the icon.
pub(super) async fn icon() -> Response {
    file(("image/svg+xml", HOUR), ICON)
}

fn file((media_type, age): (&'static str, HeaderValue), text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(media_type)), (header::CACHE_CONTROL, age)], text).into_response()
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

    #[test]
    fn the_assets_are_small_and_reach_no_other_host() {
        assert!(STYLE.len() < 28 * 1024 && SCRIPT.len() < 10 * 1024, "{} {}", STYLE.len(), SCRIPT.len());
        for text in [STYLE, SCRIPT, ICON] {
            let hosts = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!hosts.contains("http:") && !hosts.contains("https:") && !hosts.contains("@import"));
        }
        for forbidden in ["eval(", "new Function", "innerHTML", "document.write"] {
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
    }
}
