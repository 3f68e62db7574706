//! Extraction of documents from untrusted bytes: the content of a page or a file without its surroundings.
//!
//! Parsing is pure: bytes and a content type in, a [`Document`] out; no network, no clock, no file. All input is
//! treated as hostile, so time and memory are bounded by the input's length: see [`mod@html`]. [`sandbox`] runs the
//! parsers in limited child processes.

mod charset;
pub mod dates;
mod document;
pub mod html;
mod kind;
mod mime;
mod office;
pub mod pdf;
mod raised;
mod rtf;
pub mod sandbox;
mod table;
mod text;

pub use charset::decode;
pub use document::{Document, MAX_LINKS, ReadError};
pub use kind::DocumentKind;
pub use table::Table;

/// Description of content that is not read.
const UNREADABLE: &str = "neither text, HTML, RTF, PDF nor a document of an office program";

/// Reads a document as what it is: a page, a PDF, an RTF file, a document of an office program, a saved page with its
/// pictures, a feed, a table, data or plain text.
///
/// `content_type` is the header's value as sent by the server, may be empty; `url` is the final address, the base of
/// relative links.
pub fn read(bytes: &[u8], content_type: &str, url: &str) -> Result<Document, ReadError> {
    let document = match DocumentKind::of_bytes(bytes, content_type) {
        Some(DocumentKind::Pdf) => pdf::read(bytes)?,
        Some(DocumentKind::Message) => mime::read(bytes, url)?,
        Some(DocumentKind::Rtf) => rtf::read(bytes)?,
        Some(DocumentKind::Office) => office::read(bytes)?,
        Some(_) => return Err(ReadError::Kind(UNREADABLE)),
        None => {
            let decoded = charset::decode(bytes, content_type);
            if charset::is_binary(&decoded) {
                return Err(ReadError::Kind(UNREADABLE));
            }
            match DocumentKind::of_text(&decoded, content_type, url) {
                DocumentKind::Html => html::read(&decoded, url),
                kind => text::read(&decoded, kind),
            }
        }
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
        let garbage: Vec<u8> = (0..4_096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]).collect();
        for content_type in ["", "text/plain", "text/csv"] {
            assert!(matches!(read(&garbage, content_type, ""), Err(ReadError::Kind(_))), "{content_type}");
        }
        assert!(read(b"A stray \x00 and a \x07 in a text.", "text/plain", "").is_ok());
    }

    #[test]
    fn the_character_set_is_found_on_the_way() {
        let html = "<html><head><meta charset=windows-1251></head><body><p>Банк оставил ставку без изменений, как и ожидалось.</p></body></html>";
        let bytes = encoding_rs::WINDOWS_1251.encode(html).0;
        assert_eq!(read(&bytes, "text/html", "").unwrap().text, "Банк оставил ставку без изменений, как и ожидалось.");
    }
}
