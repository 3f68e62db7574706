//! Extraction of documents from untrusted bytes: the content of a page or a file without its surroundings.
//!
//! Parsing is pure: bytes and a content type in, a [`Document`] out; no network, no clock, no file. All input is
//! treated as hostile, so time and memory are bounded by the input's length: see [`mod@html`]. [`sandbox`] runs the parsers in
//! limited child processes.

mod charset;
pub mod dates;
mod document;
pub mod html;
mod kind;
pub mod pdf;
pub mod sandbox;

pub use charset::decode;
pub use document::{Document, MAX_LINKS, ReadError};
pub use kind::DocumentKind;

/// Reads a document by its content, not by its name: HTML, PDF or plain text.
///
/// `content_type` is the header's value as sent by the server, may be empty; `url` is the final address, the base of
/// relative links.
pub fn read(bytes: &[u8], content_type: &str, url: &str) -> Result<Document, ReadError> {
    let document = match DocumentKind::detect(bytes, content_type) {
        DocumentKind::Html => html::read(&charset::decode(bytes, content_type), url),
        DocumentKind::Text => document::plain(&charset::decode(bytes, content_type)),
        DocumentKind::Pdf => pdf::read(bytes)?,
        DocumentKind::Binary => return Err(ReadError::Kind("neither text, HTML nor PDF")),
    };
    if document.text.is_empty() { Err(ReadError::Empty) } else { Ok(document) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_content_is_detected() {
        let text = read(b"  just words ", "text/plain", "").unwrap();
        assert_eq!((text.markdown.as_str(), text.text.as_str()), ("just words", "just words"));
        let page = read(b"<html><title>T</title><body><p>Short.</p></body></html>", "", "").unwrap();
        assert_eq!((page.title.as_str(), page.text.as_str()), ("T", "Short."));
        assert_eq!(read(b"  ", "text/html", ""), Err(ReadError::Empty));
        assert!(matches!(read(b"\x89PNG\r\n\x1a\n", "text/html", ""), Err(ReadError::Kind(_))));
    }

    #[test]
    fn the_character_set_is_found_on_the_way() {
        let html = "<html><head><meta charset=windows-1251></head><body><p>Банк оставил ставку без изменений, как и ожидалось.</p></body></html>";
        let bytes = encoding_rs::WINDOWS_1251.encode(html).0;
        assert_eq!(read(&bytes, "text/html", "").unwrap().text, "Банк оставил ставку без изменений, как и ожидалось.");
    }
}
