//! The body of an answer: read and decoded within one size limit, with its type checked.

use std::borrow::Cow;

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};
use url::Url;

use super::decode::{self, Undecodable};
use super::{FetchError, Kinds, Page};
use crate::content_hash;

/// Reads an answer's body as a page.
pub(super) async fn page(
    url: Url,
    mut response: reqwest::Response,
    (cap, kinds): (usize, Kinds),
) -> Result<Page, FetchError> {
    let content_type = text(response.headers(), &CONTENT_TYPE).to_ascii_lowercase();
    if kinds == Kinds::Documents {
        check_kind(&content_type)?;
    }
    let body = bytes(&mut response, cap).await?;
    let hash = content_hash(&body);
    Ok(Page { url, content_type, body, hash })
}

/// Reads and decodes the body; `cap` limits both the bytes on the wire and the decoded bytes.
pub(super) async fn bytes(response: &mut reqwest::Response, cap: usize) -> Result<Vec<u8>, FetchError> {
    match beginning(response, cap).await? {
        (body, false) => Ok(body),
        (_, true) => Err(FetchError::TooLarge(cap)),
    }
}

/// Reads and decodes the first `cap` bytes; `true` if there are more, of which nothing more than one part is read.
pub(super) async fn beginning(response: &mut reqwest::Response, cap: usize) -> Result<(Vec<u8>, bool), FetchError> {
    let encoding = encodings(response.headers());
    let (mut wire, mut is_cut) = (Vec::new(), false);
    // Content-Length is not trusted.
    while let Some(chunk) = response.chunk().await.map_err(FetchError::Network)? {
        let room = cap - wire.len();
        wire.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() > room {
            is_cut = true;
            break;
        }
    }
    let name = encoding.clone();
    let decoded = tokio::task::spawn_blocking(move || decode::beginning(&encoding, wire, cap)).await;
    match decoded {
        Ok(Ok((body, more))) => Ok((body, is_cut || more)),
        // The end that was cut off is missing to the decoder.
        Ok(Err(_)) if is_cut => Err(FetchError::TooLarge(cap)),
        Ok(Err(Undecodable::TooLarge)) => Err(FetchError::TooLarge(cap)),
        Ok(Err(Undecodable::Unknown(encoding))) => Err(FetchError::Encoding(encoding)),
        // A panic of a decoder on hostile bytes means that the page cannot be decoded.
        Ok(Err(Undecodable::Broken)) | Err(_) => Err(FetchError::Encoding(name.chars().take(40).collect())),
    }
}

/// Returns the encodings of all `Content-Encoding` headers, in order.
fn encodings(headers: &HeaderMap) -> String {
    let values = headers.get_all(CONTENT_ENCODING).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    values.collect::<Vec<_>>().join(",")
}

/// Returns a header's value. Servers write UTF-8 where the standard allows ASCII; other bytes become replacement
/// characters.
pub(super) fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Cow<'a, str> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes())).unwrap_or_default()
}

/// Types of files without text, with any ending.
const UNREADABLE: [&str; 4] = ["image/", "audio/", "video/", "font/"];
/// Types that carry text, PDF, RTF, a document of an office program or a saved page although they are neither `text/…`
/// nor end with `+xml` or `+json`.
const READABLE: [&str; 62] = [
    "application/pdf",
    "application/x-pdf",
    "application/acrobat",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation",
    "application/epub+zip",
    // The types of older programs, which servers send for newer documents and for RTF as well.
    "application/msword",
    "application/vnd.ms-powerpoint",
    "application/vnd.ms-word",
    "application/vnd.pdf",
    "applications/vnd.pdf",
    "image/pdf",
    "application/javascript",
    "application/x-javascript",
    "application/ecmascript",
    "application/jsonp",
    "application/x-httpd-php",
    "application/x-httpd-cgi",
    "application/x-asp",
    "httpd/unix-directory",
    "application/sql",
    "application/x-tex",
    "application/x-latex",
    "application/x-sh",
    "application/ics",
    "application/docbook",
    "application/rtf",
    "application/x-rtf",
    "multipart/related",
    "message/rfc822",
    "application/x-mimearchive",
    "application/xhtml",
    "application/xml",
    "application/json",
    "application/jsonl",
    "application/x-jsonlines",
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonlines",
    "application/x-json",
    "application/json5",
    "application/json-seq",
    "application/csv",
    "application/x-csv",
    "application/tab-separated-values",
    "application/markdown",
    "application/x-markdown",
    "application/yaml",
    "application/x-yaml",
    "application/toml",
    "application/rss",
    "application/atom",
    "application/x-rss",
    "application/gzip",
    "application/x-gzip",
    "application/octet-stream",
    "binary/octet-stream",
    "application/x-download",
];
/// Types that servers send for want of a better one.
const VAGUE: [&str; 16] = [
    "application/download",
    "application/force-download",
    "application/forcedownload",
    "application/x-forcedownload",
    "application/x-force-download",
    "application/octet",
    "application/octetstream",
    "application/x-octet-stream",
    "application/save",
    "application/binary",
    "application/unknown",
    "application/x-unknown-content-type",
    "unknown/unknown",
    "content/unknown",
    "application/txt",
    "application/vnd.ms-excel",
];

/// Refuses a declared type before the body is read. Extraction determines the actual type.
fn check_kind(content_type: &str) -> Result<(), FetchError> {
    let kind = content_type.split([';', ',', ' ']).next().unwrap_or_default().trim();
    // Without a slash it is no type: `html`, `utf-8`.
    let readable = !kind.contains('/')
        || kind.starts_with("text/")
        || kind == "*/*"
        || READABLE.contains(&kind)
        || VAGUE.contains(&kind)
        || (kind.ends_with("+xml") || kind.ends_with("+json"))
            && !UNREADABLE.iter().any(|start| kind.starts_with(start));
    if readable { Ok(()) } else { Err(FetchError::Kind(kind.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_carry_text_are_read_and_files_without_text_are_not() {
        for kind in [
            "",
            "text/html",
            "text/html charset=utf-8",
            "text/html, text/html; charset=utf-8",
            "application/rss+xml; charset=utf-8",
            "application/atom+xml",
            "application/feed+json",
            "application/ld+json",
            "application/x-ndjson",
            "text/csv; header=present",
            "application/vnd.api+json",
            "text/x-markdown",
            "text/rtf",
            "application/rtf; charset=windows-1252",
            "multipart/related; boundary=x",
            "message/rfc822",
            "application/json;charset=utf-8",
            "html",
            "application/javascript; charset=utf-8",
            "application/x-httpd-php",
            "application/vnd.pdf",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/epub+zip",
            "application/msword",
            "application/octetstream",
            "application/vnd.wap.xhtml+xml",
        ] {
            assert!(check_kind(kind).is_ok(), "{kind}");
        }
        for kind in ["image/png", "image/svg+xml", "video/mp4", "application/zip", "application/wasm", "font/woff2"] {
            assert!(check_kind(kind).is_err(), "{kind}");
        }
    }
}
