//! Documents of office programs: text documents, workbooks and slides in Office Open XML (`.docx`, `.xlsx`, `.pptx`)
//! and OpenDocument (`.odt`, `.ods`, `.odp`), and books (EPUB). All are ZIP archives of XML; the visible part of it is
//! written as markup and read as that.

mod look;
mod markup;
mod sheet;
mod zip;

use crate::text::xml::{self, Event, attribute, local, starts};
use crate::{Document, ReadError, dates, html, text};
use zip::Archive;

/// Maximum number of slides, and of parts of a book.
const MAX_PARTS: usize = 500;
/// Bytes of markup after which no further part, table row or paragraph is read.
const MAX_MARKUP: usize = 4 * 1024 * 1024;
/// The reason why another archive is not read.
const ARCHIVE: &str = "an archive";

/// Returns `true` for a ZIP archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads a document.
///
/// # Errors
/// [`ReadError::Kind`] for another archive or a damaged one, [`ReadError::Empty`] for a document without text.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut archive = Archive::open(bytes).ok_or(ReadError::Kind(ARCHIVE))?;
    let markup = if archive.has("word/document.xml") {
        word(&mut archive)
    } else if archive.has("xl/workbook.xml") {
        sheet::markup(&mut archive)
    } else if archive.has("ppt/presentation.xml") {
        Some(slides(&mut archive))
    } else if archive.has("content.xml") {
        archive.text("content.xml").map(|xml| markup::of_xml(&xml))
    } else if archive.has("META-INF/container.xml") && archive.has("mimetype") {
        book(&mut archive)
    } else {
        None
    };
    let markup = markup.ok_or(ReadError::Kind(ARCHIVE))?;
    let properties = ["docProps/core.xml", "meta.xml"].iter().find_map(|name| archive.text(name)).unwrap_or_default();
    let field = |names: &[&str]| names.iter().find_map(|name| element(&properties, name)).unwrap_or_default();
    let document = html::whole(&markup);
    if document.text.is_empty() {
        return Err(ReadError::Empty);
    }
    let created = field(&["created", "creation-date", "modified"]);
    Ok(Document {
        title: text::short(&field(&["title"])),
        author: text::short(&field(&["creator", "initial-creator"])),
        published: dates::normal(&created, dates::DateStyle::UNKNOWN).unwrap_or_default(),
        language: field(&["language"]).to_ascii_lowercase(),
        ..document
    })
}

fn word(archive: &mut Archive<'_>) -> Option<String> {
    let looks = archive.text("word/styles.xml").map(|xml| look::looks(&xml)).unwrap_or_default();
    let mut markup = markup::of_styled(&archive.text("word/document.xml")?, looks.clone());
    for name in ["word/footnotes.xml", "word/endnotes.xml"] {
        markup.push_str(&archive.text(name).map(|xml| markup::of_styled(&xml, looks.clone())).unwrap_or_default());
    }
    Some(markup)
}

/// Returns the slides in the order of their numbers. Hidden ones are left out.
fn slides(archive: &mut Archive<'_>) -> String {
    let number = |name: &str| name.strip_prefix("ppt/slides/slide")?.strip_suffix(".xml")?.parse::<u32>().ok();
    let mut names: Vec<(u32, String)> =
        archive.names().filter_map(|name| Some((number(name)?, name.to_owned()))).collect();
    names.sort();
    let texts = names.iter().take(MAX_PARTS).filter_map(|(_, name)| archive.text(name));
    let mut out = String::new();
    for xml in texts.filter(|xml| !xml.contains("show=\"0\"")) {
        if out.len() > MAX_MARKUP {
            break;
        }
        out.push_str(&markup::of_xml(&xml));
    }
    out
}

/// Returns the parts of a book in the order of its spine.
fn book(archive: &mut Archive<'_>) -> Option<String> {
    let container = archive.text("META-INF/container.xml")?;
    let package =
        starts(&container, "rootfile").find_map(|it| attribute(it, "full-path").map(std::borrow::Cow::into_owned))?;
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let xml = archive.text(&package)?;
    let items: Vec<(String, String)> = starts(&xml, "item")
        .filter_map(|it| Some((attribute(it, "id")?.into_owned(), attribute(it, "href")?.into_owned())))
        .collect();
    let mut out = String::new();
    for part in starts(&xml, "itemref").take(MAX_PARTS) {
        let id = attribute(part, "idref").unwrap_or_default();
        let Some((_, href)) = items.iter().find(|(known, _)| *known == id) else { continue };
        if out.len() > MAX_MARKUP {
            break;
        }
        let path = if folder.is_empty() { href.clone() } else { format!("{folder}/{href}") };
        let page = archive.text(&path).unwrap_or_default();
        let body = page.split_once("<body").and_then(|(_, rest)| rest.split_once('>')).map_or("", |(_, body)| body);
        out.push_str(&format!("<div>{}</div>", body.split("</body").next().unwrap_or_default()));
    }
    Some(out)
}

/// Returns the text of the first element of a name.
fn element(xml: &str, wanted: &str) -> Option<String> {
    let mut is_inside = false;
    for event in xml::events(xml) {
        match event {
            Event::Start { name, closed, .. } => is_inside = !closed && local(name) == wanted,
            Event::Text(text) if is_inside && !text.trim().is_empty() => return Some(text.trim().to_owned()),
            Event::Text(_) | Event::End { .. } => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
