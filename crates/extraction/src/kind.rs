//! What kind of content bytes are: by the bytes first, since names and headers are often wrong.

/// What a document is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Markup.
    Html,
    /// Words without markup.
    Text,
    /// Portable Document Format.
    Pdf,
    /// Something that has no words in it: an image, an archive, a program.
    Binary,
}

/// A PDF's mark stands within its first kilobyte (PDF 1.7, appendix H.3, note 13).
const PDF_MARK_WITHIN: usize = 1024;
/// A page opens its first tag within this many bytes; scripts and comments may come before.
const TAG_WITHIN: usize = 4096;
/// Tags that only HTML documents begin with.
const OPENERS: [&[u8]; 8] =
    [b"<!doctype html", b"<html", b"<head", b"<body", b"<meta", b"<title", b"<div", b"<article"];
/// How files that hold no words begin: PNG, JPEG, GIF, ZIP, gzip, zstd, ELF, WebAssembly.
const BINARY: [&[u8]; 8] =
    [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x7fELF", b"\0asm"];

impl Kind {
    /// Decides by content; the header only where the bytes leave it open.
    pub fn of(bytes: &[u8], content_type: &str) -> Self {
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
        assert_eq!(Kind::of(b"%PDF-1.7\n...", "text/html"), Kind::Pdf);
        assert_eq!(Kind::of(b"\n<HTML><body>", ""), Kind::Html);
        assert_eq!(Kind::of(b"words only", "text/html; charset=utf-8"), Kind::Html);
        assert_eq!(Kind::of(b"words only", "text/plain"), Kind::Text);
        assert_eq!(Kind::of(b"\x89PNG\r\n", "text/html"), Kind::Binary);
        assert_eq!(Kind::of(b"", ""), Kind::Text);
    }
}
