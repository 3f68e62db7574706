//! MIME messages: pages that a browser saved with their pictures (MHTML), and mails. The part with the page is read,
//! and nothing else of it: the names of addresses that a message states about itself are not used.
//!
//! The parser is our own: one part is needed of a file, which takes headers, boundaries and two encodings. Work is
//! linear in the message for each level of parts; levels and parts are limited.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use memchr::memmem;

use crate::{Document, ReadError, charset, html, text};

/// Maximum bytes of the headers of a message or a part.
const MAX_HEAD: usize = 64 * 1024;
/// Maximum levels of parts within parts; a saved page has two.
const MAX_LEVELS: usize = 4;
/// Maximum number of parts of one level.
const MAX_PARTS: usize = 1_000;
/// Maximum bytes of a boundary (RFC 2046, 5.1.1).
const MAX_BOUNDARY: usize = 70;
/// Fields with which saved pages and mails begin.
const FIRST_FIELDS: [&str; 8] =
    ["from:", "mime-version:", "content-type:", "date:", "subject:", "message-id:", "received:", "return-path:"];
/// Base64 as mail programs write it: its padding and its last bits are not checked.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Returns `true` for a message: by its type and a field, or by the fields of a saved page.
pub(crate) fn is_message(bytes: &[u8], content_type: &str) -> bool {
    let head = &bytes[..bytes.len().min(MAX_HEAD)];
    let start = String::from_utf8_lossy(&head[..head.len().min(64)]).trim_start().to_ascii_lowercase();
    if !FIRST_FIELDS.iter().any(|field| start.starts_with(field)) && !start.starts_with("x-") {
        return false;
    }
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_declared = matches!(
        kind.as_str(),
        "multipart/related"
            | "multipart/mixed"
            | "multipart/alternative"
            | "message/rfc822"
            | "application/x-mimearchive"
    );
    let (fields, _) = Fields::split(bytes);
    let has_type =
        |start: &str| fields.get("content-type").is_some_and(|kind| kind.to_ascii_lowercase().starts_with(start));
    is_declared || (fields.get("mime-version").is_some() && has_type("multipart/"))
}

/// Reads the page of a message. `url` is the address of the file.
pub(crate) fn read(bytes: &[u8], url: &str) -> Result<Document, ReadError> {
    let (fields, body) = Fields::split(bytes);
    let part = page(&fields, body, 0).ok_or(ReadError::Kind("a message without a page"))?;
    let decoded = charset::decode(&part.content, &part.kind);
    let mut document = if part.is_html { html::read(&decoded, url) } else { text::plain(&decoded) };
    if document.title.is_empty() {
        document.title = text::short(&part.subject);
    }
    Ok(document)
}

/// The part that is read.
struct Page {
    content: Vec<u8>,
    /// Its content type, with the character set.
    kind: String,
    is_html: bool,
    subject: String,
}

/// Returns the page of a message or of one of its parts: HTML, otherwise text.
fn page(fields: &Fields<'_>, body: &[u8], level: usize) -> Option<Page> {
    let kind = fields.get("content-type").unwrap_or_default();
    let lower = kind.to_ascii_lowercase();
    if lower.starts_with("multipart/") {
        let boundary = parameter(&kind, "boundary").filter(|boundary| (1..=MAX_BOUNDARY).contains(&boundary.len()))?;
        if level >= MAX_LEVELS {
            return None;
        }
        let start = parameter(&kind, "start").unwrap_or_default();
        let mut best: Option<Page> = None;
        for part in parts(body, &boundary) {
            let (fields, body) = Fields::split(part);
            let is_start = !start.is_empty() && fields.get("content-id").is_some_and(|id| id.trim() == start);
            let Some(found) = page(&fields, body, level + 1) else { continue };
            if found.is_html && (is_start || start.is_empty()) {
                best = Some(found);
                break;
            }
            if best.as_ref().is_none_or(|best| found.is_html && !best.is_html) {
                best = Some(found);
            }
        }
        let subject = fields.get("subject").filter(|subject| !subject.contains("=?")).unwrap_or_default();
        return best.map(|best| Page {
            subject: if subject.is_empty() { best.subject } else { subject.into_owned() },
            ..best
        });
    }
    let is_html = lower.starts_with("text/html") || lower.starts_with("application/xhtml+xml");
    let is_text = lower.is_empty() || lower.starts_with("text/plain");
    let is_attached =
        fields.get("content-disposition").is_some_and(|how| how.to_ascii_lowercase().starts_with("attachment"));
    if is_attached || !(is_html || is_text) {
        return None;
    }
    let encoding = fields.get("content-transfer-encoding").unwrap_or_default().trim().to_ascii_lowercase();
    let subject = fields.get("subject").filter(|subject| !subject.contains("=?")).unwrap_or_default().into_owned();
    Some(Page { content: decoded(body, &encoding), kind: kind.into_owned(), is_html, subject })
}

/// Fields of a head.
struct Fields<'a> {
    lines: Vec<Cow<'a, str>>,
}

impl<'a> Fields<'a> {
    /// Divides a message or a part at its first empty line.
    fn split(bytes: &'a [u8]) -> (Self, &'a [u8]) {
        let ends = [(&b"\r\n\r\n"[..], 4), (b"\n\n", 2), (b"\r\r", 2)];
        let head = &bytes[..bytes.len().min(MAX_HEAD)];
        // A part may have no fields.
        let first = if head.starts_with(b"\r\n") { Some((0, 2)) } else { head.starts_with(b"\n").then_some((0, 1)) };
        let end = first.or_else(|| {
            ends.iter().filter_map(|(end, length)| Some((memmem::find(head, end)?, *length))).min_by_key(|(at, _)| *at)
        });
        let (at, length) = end.unwrap_or((head.len(), 0));
        let mut lines: Vec<Cow<'a, str>> = Vec::new();
        for line in head[..at].split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty()) {
            let line = String::from_utf8_lossy(line);
            match lines.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
                Some(open) => *open = format!("{open} {}", line.trim()).into(),
                None => lines.push(line),
            }
        }
        (Self { lines }, &bytes[at + length..])
    }

    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        self.lines.iter().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.trim().eq_ignore_ascii_case(name).then(|| Cow::Borrowed(value.trim()))
        })
    }
}

/// Returns a parameter of a content type.
fn parameter(kind: &str, name: &str) -> Option<String> {
    let mut rest = kind.split_once(';')?.1;
    loop {
        let (key, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_once(';').map_or((value, ""), |(value, after)| (value.trim(), after)),
        };
        if key.trim_matches([';', ' ', '\t']).eq_ignore_ascii_case(name) {
            return Some(value.to_owned());
        }
        rest = after;
    }
}

/// Returns the parts between the lines of a boundary.
fn parts<'a>(body: &'a [u8], boundary: &str) -> impl Iterator<Item = &'a [u8]> {
    let mark = format!("--{boundary}");
    let mut marks: Vec<usize> = Vec::new();
    for at in memmem::find_iter(body, mark.as_bytes()) {
        let begins_line = at == 0 || matches!(body[at - 1], b'\n' | b'\r');
        let after = body.get(at + mark.len()).copied().unwrap_or(b'\n');
        if begins_line && matches!(after, b'\n' | b'\r' | b' ' | b'\t' | b'-') {
            marks.push(at);
        }
        if marks.len() > MAX_PARTS {
            break;
        }
    }
    let ends: Vec<usize> = marks.iter().skip(1).copied().chain([body.len()]).collect();
    marks.into_iter().zip(ends).filter_map(move |(from, to)| {
        let part = &body[from + mark.len()..to];
        // The last line of the boundary ends with two hyphens.
        if part.starts_with(b"--") {
            return None;
        }
        let line = part.iter().position(|byte| *byte == b'\n').map_or(part.len(), |end| end + 1);
        Some(&part[line..])
    })
}

fn decoded(body: &[u8], encoding: &str) -> Vec<u8> {
    match encoding {
        "quoted-printable" => quoted_printable(body),
        "base64" => {
            let sextets = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
            let text: Vec<u8> = body.iter().copied().filter(sextets).collect();
            // A cut file ends within a group.
            let whole = if text.len() % 4 == 1 { text.len() - 1 } else { text.len() };
            BASE64.decode(&text[..whole]).unwrap_or_default()
        }
        _ => body.to_vec(),
    }
}

/// Decodes `=e9` and joins lines that end with `=`.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let digit = |at: usize| body.get(at).and_then(|digit| char::from(*digit).to_digit(16));
    let mut out = Vec::with_capacity(body.len());
    let mut at = 0;
    while at < body.len() {
        if body[at] != b'=' {
            out.push(body[at]);
            at += 1;
            continue;
        }
        if let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) {
            out.push(u8::try_from(high * 16 + low).unwrap_or_default());
            at += 3;
            continue;
        }
        let spaces = body[at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match &body[at + 1 + spaces..] {
            [b'\r', b'\n', ..] => at += spaces + 3,
            [b'\n' | b'\r', ..] => at += spaces + 2,
            _ => {
                out.push(b'=');
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests;
