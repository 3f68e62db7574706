//! Content kind detection by the bytes, because names and headers are often wrong.

/// Kind of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// HTML or XHTML markup.
    Html,
    /// Text without markup.
    Text,
    /// Portable Document Format.
    Pdf,
    /// Content without text: an image, an archive, a program.
    Binary,
}

/// Bytes searched for the PDF signature (PDF 1.7, appendix H.3, note 13).
const PDF_MARK_WITHIN: usize = 1024;
/// Bytes within which a page opens its first tag; scripts and comments may precede it.
const TAG_WITHIN: usize = 4096;
/// Tags with which only HTML documents begin.
const OPENERS: [&[u8]; 8] =
    [b"<!doctype html", b"<html", b"<head", b"<body", b"<meta", b"<title", b"<div", b"<article"];
/// Signatures of files without text: PNG, JPEG, GIF, ZIP, gzip, zstd, ELF, WebAssembly.
const BINARY: [&[u8]; 8] =
    [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x7fELF", b"\0asm"];

impl DocumentKind {
    /// Detects the kind by content; the header decides only if the bytes are ambiguous.
    pub fn detect(bytes: &[u8], content_type: &str) -> Self {
        let head = &bytes[..bytes.len().min(TAG_WITHIN)];
        let holds = |within: usize, mark: &[u8]| {
            head[..head.len().min(within)].windows(mark.len()).any(|part| part.eq_ignore_ascii_case(mark))
        };
        if holds(PDF_MARK_WITHIN, b"%PDF-") {
            Self::Pdf
        } else if BINARY.iter().any(|mark| head.starts_with(mark)) {
            Self::Binary
        } else if content_type.to_ascii_lowercase().contains("html") || OPENERS.iter().any(|tag| holds(TAG_WITHIN, tag))
        {
            Self::Html
        } else {
            Self::Text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_header() {
        assert_eq!(DocumentKind::detect(b"%PDF-1.7\n...", "text/html"), DocumentKind::Pdf);
        assert_eq!(DocumentKind::detect(b"\n<HTML><body>", ""), DocumentKind::Html);
        assert_eq!(DocumentKind::detect(b"words only", "text/html; charset=utf-8"), DocumentKind::Html);
        assert_eq!(DocumentKind::detect(b"words only", "text/plain"), DocumentKind::Text);
        assert_eq!(DocumentKind::detect(b"\x89PNG\r\n", "text/html"), DocumentKind::Binary);
        assert_eq!(DocumentKind::detect(b"", ""), DocumentKind::Text);
    }
}
