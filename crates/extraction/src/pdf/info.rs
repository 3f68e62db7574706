//! Metadata of a PDF: its information dictionary, and the XMP packet for missing entries.

use hayro_syntax::Pdf;
use hayro_syntax::object::{DateTime, Dict, Name, Stream, String as PdfString};

use super::strings;

/// Maximum bytes of an XMP packet that are searched; real packets have a few kilobytes.
const MAX_PACKET: usize = 256 * 1024;
/// Maximum length of a title in characters.
const MAX_CHARS: usize = 500;

/// Title, author, date and language; each may be empty.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) title: String,
    pub(super) author: String,
    pub(super) published: String,
    pub(super) language: String,
}

/// Reads the metadata of `pdf`.
pub(super) fn read(pdf: &Pdf) -> Info {
    let known = pdf.metadata();
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
    let packet = catalog.get::<Stream<'_>>("Metadata").and_then(|stream| stream.decoded_data().ok());
    let packet = packet.map(|bytes| String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_PACKET)]).into_owned());
    let xmp = |tag: &str| packet.as_deref().and_then(|packet| element(packet, tag)).unwrap_or_default();
    let or = |text: Option<&[u8]>, tag: &str| {
        let text = text.map(strings::text).map(|text| line(&text)).filter(|text| !text.is_empty());
        text.unwrap_or_else(|| line(&xmp(tag)))
    };
    Info {
        title: or(known.title.as_deref(), "dc:title"),
        author: or(known.author.as_deref(), "dc:creator"),
        published: known.creation_date.as_ref().and_then(date).unwrap_or_else(|| day(&xmp("xmp:CreateDate"))),
        language: language(&catalog),
    }
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_CHARS).collect()
}

/// Returns the text within an element without nested tags: `rdf:Alt`, `rdf:li` and the like only wrap it.
fn element(packet: &str, tag: &str) -> Option<String> {
    let attribute = format!("{tag}=\"");
    if let Some(at) = packet.find(&attribute) {
        let value = &packet[at + attribute.len()..];
        return Some(unescaped(&value[..value.find('"')?]));
    }
    let inside = packet.split_once(&format!("<{tag}"))?.1.split_once('>')?.1;
    let inside = inside.split_once(&format!("</{tag}>"))?.0;
    let pieces = inside.split('<').filter_map(|piece| piece.rsplit('>').next()).map(str::trim);
    let pieces: Vec<&str> = pieces.filter(|piece| !piece.is_empty()).collect();
    Some(unescaped(&pieces.join("; ")))
}

fn unescaped(text: &str) -> String {
    html_escape::decode_html_entities(text).into_owned()
}

/// Parses the creation date. Years before PDF existed indicate a wrong clock and are dropped.
fn date(at: &DateTime) -> Option<String> {
    (at.year >= 1980).then(|| format!("{:04}-{:02}-{:02}", at.year, at.month.max(1), at.day.max(1)))
}

fn day(text: &str) -> String {
    let day: String = text.chars().take(10).collect();
    let looks_like_one = day.len() == 10
        && day.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    if looks_like_one { day } else { String::new() }
}

fn language(catalog: &Dict<'_>) -> String {
    let text = catalog.get::<PdfString<'_>>("Lang").map(|text| strings::text(text.as_bytes()));
    let text = text.or_else(|| catalog.get::<Name<'_>>("Lang").map(|name| name.as_str().to_owned()));
    let tag = text.unwrap_or_default().trim().to_ascii_lowercase().replace('_', "-");
    let is_tag = (2..=16).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if is_tag { tag } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_xmp_element_is_read_through_its_wrapping() {
        let packet = r#"<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fire &amp; Ice</rdf:li></rdf:Alt></dc:title>
            <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li> <rdf:li>Bob</rdf:li></rdf:Seq></dc:creator> xmp:CreateDate="2024-05-06T07:08:09Z""#;
        assert_eq!(element(packet, "dc:title").as_deref(), Some("Fire & Ice"));
        assert_eq!(element(packet, "dc:creator").as_deref(), Some("Ann; Bob"));
        assert_eq!(element(packet, "xmp:CreateDate").as_deref().map(day).as_deref(), Some("2024-05-06"));
        assert_eq!(element(packet, "dc:subject"), None);
    }
}
