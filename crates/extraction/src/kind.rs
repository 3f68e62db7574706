//! Detection of a document's kind. The bytes decide where they have a signature; a server that declares a type of text
//! is believed if the text fits, because a README contains tags and a JSON file markup.

use serde::de::IgnoredAny;

/// Kind of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// HTML or XHTML markup.
    Html,
    /// Text without markup.
    Text,
    /// Text with Markdown.
    Markdown,
    /// One JSON value.
    Json,
    /// One JSON value a line.
    JsonLines,
    /// A table of values separated by commas, semicolons or tabs.
    Csv,
    /// XML other than XHTML: a feed, a sitemap, data.
    Xml,
    /// Portable Document Format.
    Pdf,
    /// Rich Text Format.
    Rtf,
    /// A ZIP archive, in which office programs write text documents, workbooks, slides and books.
    Office,
    /// A MIME message: a page saved with its pictures (MHTML), a mail.
    Message,
    /// Content without text: an image, an archive, a program.
    Binary,
}

/// Bytes searched for the PDF signature (PDF 1.7, appendix H.3, note 13).
const PDF_MARK_WITHIN: usize = 1024;
/// Bytes within which a page opens its first tag; scripts and comments may precede it.
const TAG_WITHIN: usize = 4096;
/// Lines that must be JSON for a document of undeclared JSON lines.
const CHECKED_LINES: usize = 200;
/// Tags with which only HTML documents begin.
const OPENERS: [&str; 8] = ["<!doctype html", "<html", "<head", "<body", "<meta", "<title", "<div", "<article"];
/// Signatures of files without text: PNG, JPEG, GIF, gzip, zstd, ELF, WebAssembly, RIFF, OLE, RAR, 7z, fonts.
const BINARY: [&[u8]; 13] = [
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
    b"\x7fELF",
    b"\0asm",
    b"RIFF",
    b"\xd0\xcf\x11\xe0",
    b"Rar!\x1a",
    b"7z\xbc\xaf",
    b"wOFF",
    b"wOF2",
];

impl DocumentKind {
    /// Detects files by their signature; `None` for text.
    pub(crate) fn of_bytes(bytes: &[u8], content_type: &str) -> Option<Self> {
        let head = &bytes[..bytes.len().min(PDF_MARK_WITHIN)];
        let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        if start.starts_with(b"%PDF-") {
            return Some(Self::Pdf);
        }
        if start.starts_with(b"{\\rtf") {
            return Some(Self::Rtf);
        }
        if crate::mime::is_message(bytes, content_type) {
            return Some(Self::Message);
        }
        if crate::office::is_archive(bytes) {
            return Some(Self::Office);
        }
        if BINARY.iter().any(|mark| head.starts_with(mark)) {
            return Some(Self::Binary);
        }
        // Garbage may precede the signature; a text that speaks of PDF has it, too.
        let has_mark = head.windows(5).any(|part| part == b"%PDF-");
        let may_be_text = start.starts_with(b"<")
            || start.starts_with(b"{")
            || matches!(Declared::of(content_type, ""), Declared::Type(_));
        (has_mark && !may_be_text).then_some(Self::Pdf)
    }

    /// Detects the kind of a decoded text.
    pub(crate) fn of_text(text: &str, content_type: &str, url: &str) -> Self {
        let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        match Declared::of(content_type, url) {
            _ if begins(start, "<!doctype html") || begins(start, "<html") => Self::Html,
            Declared::Type(Self::Json) if is_json(unguarded(start)) => Self::Json,
            Declared::Type(Self::Json | Self::JsonLines) if is_json_lines(start) => Self::JsonLines,
            Declared::Type(Self::Xml) if is_xml(start) => xml(start),
            Declared::Type(kind @ (Self::Text | Self::Markdown | Self::Csv)) => kind,
            Declared::Html if is_json(start) => Self::Json,
            Declared::Html if begins(start, "<?xml") => xml(start),
            Declared::Html => Self::Html,
            _ if is_json(start) => Self::Json,
            _ if begins(start, "<?xml") || ["<rss", "<feed", "<rdf:rdf"].iter().any(|root| begins(start, root)) => {
                xml(start)
            }
            Declared::Type(_) if !start.starts_with('<') => Self::Text,
            _ if has_opener(text) => Self::Html,
            _ => Self::Text,
        }
    }
}

/// What the server says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Declared {
    Html,
    Type(DocumentKind),
    Nothing,
}

impl Declared {
    /// Reads the header; a type that says nothing leaves it to the name's ending.
    fn of(content_type: &str, url: &str) -> Self {
        let lower = content_type.to_ascii_lowercase();
        let kind = lower.split([';', ',', ' ']).next().unwrap_or_default().trim();
        let subtype = kind.split_once('/').map_or(kind, |(_, subtype)| subtype).trim_start_matches("x-");
        match subtype {
            _ if kind.contains("html") => Self::Html,
            "json" | "json5" => Self::Type(DocumentKind::Json),
            "ndjson" | "jsonl" | "jsonlines" | "json-seq" | "json-lines" => Self::Type(DocumentKind::JsonLines),
            "csv" | "comma-separated-values" | "tab-separated-values" | "vnd.ms-excel" => Self::Type(DocumentKind::Csv),
            "markdown" => Self::Type(DocumentKind::Markdown),
            "xml" | "rss" | "atom" => Self::Type(DocumentKind::Xml),
            _ if subtype.ends_with("+json") => Self::Type(DocumentKind::Json),
            _ if subtype.ends_with("+xml") => Self::Type(DocumentKind::Xml),
            "plain" => Self::by_ending(url)
                .filter(|kind| *kind != DocumentKind::Html)
                .map_or(Self::Type(DocumentKind::Text), Self::Type),
            _ if kind.starts_with("text/") || matches!(subtype, "yaml" | "toml" | "txt") => {
                Self::Type(DocumentKind::Text)
            }
            _ => match Self::by_ending(url) {
                Some(DocumentKind::Html) | None => Self::Nothing,
                Some(kind) => Self::Type(kind),
            },
        }
    }

    fn by_ending(url: &str) -> Option<DocumentKind> {
        let path = url.split(['?', '#']).next()?;
        let (_, name) = path.rsplit_once('/')?;
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "md" | "markdown" | "mdown" | "mkd" => DocumentKind::Markdown,
            "json" | "geojson" | "jsonld" => DocumentKind::Json,
            "ndjson" | "jsonl" => DocumentKind::JsonLines,
            "csv" | "tsv" => DocumentKind::Csv,
            "xml" | "rss" | "atom" => DocumentKind::Xml,
            "txt" | "text" | "log" | "rst" | "adoc" | "org" | "tex" | "yaml" | "yml" | "toml" | "ini" | "rs" | "py"
            | "js" | "ts" | "go" | "c" | "h" | "java" | "sh" | "sql" => DocumentKind::Text,
            "html" | "htm" | "xhtml" => DocumentKind::Html,
            _ => return None,
        })
    }
}

/// Returns the kind of XML by its root.
fn xml(text: &str) -> DocumentKind {
    if super::text::xml::root(text).is_some_and(|root| root == "html") { DocumentKind::Html } else { DocumentKind::Xml }
}

fn is_xml(text: &str) -> bool {
    text.starts_with('<')
}

fn begins(text: &str, with: &str) -> bool {
    text.as_bytes().get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
}

fn has_opener(text: &str) -> bool {
    let head = &text.as_bytes()[..text.len().min(TAG_WITHIN)];
    OPENERS.iter().any(|tag| head.windows(tag.len()).any(|part| part.eq_ignore_ascii_case(tag.as_bytes())))
}

/// Removes the guards with which interfaces prevent that their JSON is run as a script.
pub(crate) fn unguarded(text: &str) -> &str {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let guards = [")]}',", ")]}'", "while(1);", "for(;;);", "{}&&"];
    guards.iter().find_map(|guard| text.strip_prefix(guard)).unwrap_or(text).trim_start()
}

fn is_json(text: &str) -> bool {
    text.starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn is_json_lines(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(|line| line.trim_matches(['\u{1e}', ' ', '\t']))
        .filter(|line| !line.is_empty())
        .take(CHECKED_LINES)
        .peekable();
    lines.peek().is_some() && lines.all(|line| serde_json::from_str::<IgnoredAny>(line).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(bytes: &[u8], content_type: &str, url: &str) -> DocumentKind {
        DocumentKind::of_bytes(bytes, content_type)
            .unwrap_or_else(|| DocumentKind::of_text(&String::from_utf8_lossy(bytes), content_type, url))
    }

    #[test]
    fn signatures_decide_before_the_header() {
        assert_eq!(detect(b"%PDF-1.7\n...", "text/html", ""), DocumentKind::Pdf);
        assert_eq!(detect(b"junk %PDF-1.7\n...", "application/pdf", ""), DocumentKind::Pdf);
        assert_eq!(detect(b"A file begins with %PDF-1.7.", "text/plain", ""), DocumentKind::Text);
        assert_eq!(detect(b"<!doctype html><title>%PDF-1.7</title>", "", ""), DocumentKind::Html);
        assert_eq!(detect(b"\n<HTML><body>", "", ""), DocumentKind::Html);
        assert_eq!(detect(b"<!-- x --><script>y</script><div>", "", ""), DocumentKind::Html);
        assert_eq!(detect(b"words only", "text/html; charset=utf-8", ""), DocumentKind::Html);
        assert_eq!(detect(b"words only", "text/plain", ""), DocumentKind::Text);
        assert_eq!(detect(b"\x89PNG\r\n", "text/html", ""), DocumentKind::Binary);
        assert_eq!(detect(b"", "", ""), DocumentKind::Text);
    }

    #[test]
    fn a_declared_type_of_text_is_believed_if_the_text_fits() {
        use DocumentKind::{Csv, Html, Json, JsonLines, Markdown, Text, Xml};
        for (text, content_type, url, expected) in [
            ("<div align=\"center\">\n\n# Name", "text/plain; charset=utf-8", "https://x.org/README.md", Markdown),
            ("<div>", "text/plain", "https://x.org/a.txt", Text),
            ("<div align=center>\n# Name", "application/octet-stream", "https://x.org/README.md", Markdown),
            ("<!DOCTYPE html><p>x", "text/plain", "", Html),
            ("# Title", "text/markdown", "", Markdown),
            (r#"{"a": "<p>x</p>"}"#, "application/json", "", Json),
            (r#"{"a": "<p>x</p>"}"#, "text/html", "", Json),
            (r#"[{"a": "<title>x</title>"}]"#, "", "", Json),
            (")]}',\n{\"a\": 1}", "application/json", "", Json),
            ("{\"a\": 1}\n{\"a\": 2}\n", "application/x-ndjson", "", JsonLines),
            ("{\"a\": 1}\n{\"a\": 2}\n", "application/json", "", JsonLines),
            ("{\"a\": 1", "application/json", "", Text),
            ("<html><body>error</body></html>", "application/json", "", Html),
            ("<p>Not found</p><div>x</div>", "application/json", "", Html),
            ("a,b\n1,2", "text/csv", "", Csv),
            ("a;b\n1;2", "text/plain", "https://x.org/rates.csv?x=1", Csv),
            ("<rss version=2.0>", "application/rss+xml", "", Xml),
            ("<rss version=2.0><channel><title>x</title>", "text/html", "", Html),
            ("<?xml version='1.0'?><feed xmlns='a'>", "text/html", "", Xml),
            ("<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html>", "application/xhtml+xml", "", Html),
            ("<?xml version='1.0'?><html xmlns='x'>", "text/xml", "", Html),
            ("<feed xmlns='a'>", "", "", Xml),
            ("fn f(a: Vec<Div>) {}", "text/x-rust", "", Text),
            ("key: <title>", "application/yaml", "", Text),
        ] {
            assert_eq!(detect(text.as_bytes(), content_type, url), expected, "{content_type} {text}");
        }
    }
}
