//! Style sheet, scripts and icon: part of the binary, under names with the hash of their content.

use std::io::Write;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

const STYLE_TEXT: &str = include_str!("assets/console.css");
const SCRIPT_TEXT: &str = include_str!("assets/console.js");
/// htmx 4.0.1 and its extension for server-sent events, as the package `htmx.org` of npm has them.
const HTMX: &str = include_str!("assets/vendor/htmx.min.js");
const SSE: &str = include_str!("assets/vendor/hx-sse.min.js");
const ICON_TEXT: &str = include_str!("assets/icon.svg");

/// The style sheet.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::named_by_content("css", STYLE_TEXT.to_owned()));
/// The script of every page.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::named_by_content("js", SCRIPT_TEXT.to_owned()));
/// The script of live pages. Both in one file: htmx reads the page in a separate task, and an extension that is loaded
/// later would miss it.
pub static LIVE: LazyLock<Asset> = LazyLock::new(|| Asset::named_by_content("js", format!("{HTMX}\n{SSE}")));
/// The icon, whose name is part of every page.
pub static ICON: LazyLock<Asset> = LazyLock::new(|| Asset {
    path: "/console/icon.svg".to_owned(),
    media_type: "image/svg+xml",
    is_immutable: false,
    text: ICON_TEXT.to_owned(),
    zipped: Vec::new(),
});

/// A file that pages load.
#[derive(Debug)]
pub struct Asset {
    /// Path of its address.
    pub path: String,
    /// Media type with its character set.
    pub media_type: &'static str,
    /// Its name changes with its content, so that a browser may keep it forever.
    pub is_immutable: bool,
    /// Content as it is sent without compression.
    pub text: String,
    /// The content compressed by gzip; empty if there is no such form.
    pub zipped: Vec<u8>,
}

impl Asset {
    /// Creates a file whose name has the first 16 digits of the SHA-256 of its content.
    fn named_by_content(extension: &str, text: String) -> Self {
        let digest: String = Sha256::digest(&text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let media_type = if extension == "css" { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
        Self {
            path: format!("/console/assets/{digest}.{extension}"),
            media_type,
            is_immutable: true,
            zipped: zipped(&text),
            text,
        }
    }
}

/// Returns every file that pages load.
pub fn all() -> [&'static Asset; 4] {
    [&STYLE, &SCRIPT, &LIVE, &ICON]
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
        assert!(!STYLE_TEXT.contains("word-break: break-all") && !STYLE_TEXT.contains("hyphens: auto"));
        let breaking: Vec<&str> =
            STYLE_TEXT.split('}').filter(|rule| rule.contains("overflow-wrap: anywhere")).collect();
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
    fn the_scripts_of_others_are_those_that_were_read() {
        let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(hash(HTMX), "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130");
        assert_eq!(hash(SSE), "18ef2761356ec1fe0bb6d92612315b37517a7c1e9856b661c5ae81fef239d103");
        assert!(HTMX.len() + SSE.len() < 48 * 1024 && !HTMX.contains("http:") && !HTMX.contains("https:"));
    }

    #[test]
    fn the_assets_are_small_and_reach_no_other_host() {
        assert!(
            STYLE_TEXT.len() < 30 * 1024 && SCRIPT_TEXT.len() < 13 * 1024,
            "{} {}",
            STYLE_TEXT.len(),
            SCRIPT_TEXT.len()
        );
        for text in [STYLE_TEXT, SCRIPT_TEXT, ICON_TEXT] {
            let hosts = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!hosts.contains("http:") && !hosts.contains("https:") && !hosts.contains("@import"));
        }
        for forbidden in ["eval(", "new Function", "innerHTML", "document.write"] {
            assert!(!SCRIPT_TEXT.contains(forbidden), "{forbidden}");
        }
    }
}
