//! Bytes from outside to a document: what a page or a file says, without what surrounds it.
//!
//! Pure: bytes and a content type in, a [`Document`] out; no network, no clock, no file. Everything that comes in is
//! hostile until proved otherwise, so time and memory are bounded by the input's length: see [`mod@html`].

mod charset;
pub mod dates;
mod document;
pub mod html;
mod kind;
pub mod pdf;
pub mod sandbox;

pub use charset::decode;
pub use document::{Document, MAX_LINKS, ReadError};
pub use kind::Kind;

/// Reads a document by its content, not by its name: HTML, PDF or plain text.
///
/// `content_type` is the header's value as the server sent it, may be empty; `url` is where it was found in the end,
/// and makes its links absolute.
pub fn read(bytes: &[u8], content_type: &str, url: &str) -> Result<Document, ReadError> {
    let document = match Kind::of(bytes, content_type) {
        Kind::Html => html::read(&charset::decode(bytes, content_type), url),
        Kind::Text => document::plain(&charset::decode(bytes, content_type)),
        Kind::Pdf => pdf::read(bytes)?,
        Kind::Binary => return Err(ReadError::Kind("neither text, HTML nor PDF")),
    };
    if document.text.is_empty() { Err(ReadError::Empty) } else { Ok(document) }
}

#[cfg(test)]
mod tests;
