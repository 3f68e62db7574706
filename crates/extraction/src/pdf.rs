//! PDF text extraction: words, lines and paragraphs of the pages in reading order.
//!
//! Text that a viewer shows over the page, such as the values of form fields, is read in its place; text that an
//! annotation or a drawn line strikes out, or that no reader can see, is not read.
//!
//! `hayro-syntax` parses the syntax (objects, cross-references and their repair, filters, encryption with an empty
//! password) and `hayro-font` the fonts; this module computes positions and reading order. Work is bounded by
//! [`mod@budget`]. Hostile files still belong in the sandbox, because a parser may recurse or allocate before a bound
//! is checked.

mod annotations;
mod beads;
mod bidi;
mod blocks;
mod budget;
mod content;
mod cover;
mod font;
mod glyph;
mod info;
mod line;
mod matrix;
mod order;
mod placeholder;
mod repair;
mod rules;
mod sight;
mod state;
mod strings;
mod tables;

use hayro_syntax::page::{Page, Rotation};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::table::{MAX_TABLES, Table};
use crate::{Document, ReadError};
use budget::Budget;
use content::Content;
use font::Fonts;
use matrix::Matrix;
use sight::Layers;

/// Extracts the text of a PDF.
///
/// # Errors
/// Returns [`ReadError::Kind`] if the file is encrypted with a password, damaged beyond repair or a form that only its
/// own viewer shows, and [`ReadError::Empty`] if its pages contain no text (a scan without a text layer).
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let pdf = open(bytes)?;
    let Pages { blocks, ends, tables } = pages(&pdf);
    let blocks::Written { text, markdown, page_ends } = blocks::written(&blocks, &ends);
    if text.is_empty() {
        return Err(ReadError::Empty);
    }
    if let Some(kind) = placeholder::of(&pdf, &text) {
        return Err(ReadError::Kind(kind));
    }
    let info = info::read(&pdf);
    Ok(Document {
        title: info.title,
        author: info.author,
        published: info.published,
        language: info.language,
        text,
        markdown,
        tables,
        page_ends,
        ..Document::default()
    })
}

fn open(bytes: &[u8]) -> Result<Pdf, ReadError> {
    match Pdf::new(bytes.to_vec()) {
        Ok(pdf) => Ok(pdf),
        Err(LoadPdfError::Invalid) => {
            let mended = repair::with_catalog(bytes).ok_or_else(|| refused(LoadPdfError::Invalid))?;
            Pdf::new(mended).map_err(refused)
        }
        Err(error) => Err(refused(error)),
    }
}

fn refused(error: LoadPdfError) -> ReadError {
    ReadError::Kind(match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => "a PDF encrypted with a password",
        LoadPdfError::Decryption(_) => "a PDF encrypted in a way that is not known",
        LoadPdfError::Invalid => "a PDF damaged beyond repair",
    })
}

/// What the pages contain.
#[derive(Default)]
struct Pages {
    blocks: Vec<blocks::Block>,
    /// Number of blocks up to the end of each page.
    ends: Vec<usize>,
    tables: Vec<Table>,
}

fn pages(pdf: &Pdf) -> Pages {
    let (mut fonts, mut budget) = (Fonts::new(), Budget::new());
    let (mut pages, mut characters) = (Pages::default(), 0);
    let made_by_viewers = annotations::are_made_by_viewers(pdf);
    let layers = Layers::of(pdf);
    for page in pdf.pages().iter().take(budget::MAX_PAGES) {
        budget.page();
        let glyphs = annotations::without_struck(page, Content::glyphs(page, &mut fonts, &mut budget, &layers));
        let glyphs = beads::by_area(page, glyphs);
        let (fonts, budget) = (&mut fonts, &mut budget);
        let shown = annotations::Reader { page, fonts, budget, made_by_viewers, decoded: 0 }.segments();
        let segments = annotations::merged(order::reading(line::segments(&glyphs)), shown);
        let read = blocks::blocks(&segments);
        characters += read.iter().map(|block| block.text.len()).sum::<usize>();
        pages.blocks.extend(read);
        pages.ends.push(pages.blocks.len());
        let room = MAX_TABLES.saturating_sub(pages.tables.len());
        let number = u32::try_from(pages.ends.len()).unwrap_or(u32::MAX);
        pages.tables.extend(tables::of_page(&segments, number).into_iter().take(room));
        if characters > budget::MAX_TEXT {
            break;
        }
    }
    pages
}

/// Returns the transformation from the page's own space to the displayed page, including its rotation.
fn upright(page: &Page<'_>) -> Matrix {
    Matrix::turned(match page.rotation() {
        Rotation::None => 0,
        Rotation::Horizontal => 1,
        Rotation::Flipped => 2,
        Rotation::FlippedHorizontal => 3,
    })
}

#[cfg(test)]
mod tests;
