//! A PDF to its text: what its pages show, as words, lines and paragraphs in reading order.
//!
//! The syntax (objects, cross-references and their repair, filters, encryption with an empty password) is `hayro-syntax`,
//! the fonts are `hayro-font`; what is shown where, and how that reads, is decided here. Bounded by [`mod@budget`];
//! a file that is out to hurt still belongs into the sandbox, because a parser may recurse or allocate before a bound
//! is looked at.

mod beads;
mod bidi;
mod blocks;
mod budget;
mod content;
mod font;
mod glyph;
mod info;
mod line;
mod matrix;
mod order;
mod repair;
mod state;
mod strings;

use hayro_syntax::page::{Page, Rotation};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::{Document, ReadError};
use budget::Budget;
use content::Content;
use font::Fonts;
use matrix::Matrix;

/// Reads a PDF.
///
/// # Errors
/// [`ReadError::Kind`] if it is encrypted with a password or damaged beyond repair, [`ReadError::Empty`] if its pages
/// show no text (a scan without text behind it).
pub fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let pdf = open(bytes)?;
    let (text, markdown) = blocks::written(&pages(&pdf));
    if text.is_empty() {
        return Err(ReadError::Empty);
    }
    let info = info::of(&pdf);
    Ok(Document {
        title: info.title,
        author: info.author,
        published: info.published,
        language: info.language,
        text,
        markdown,
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

fn pages(pdf: &Pdf) -> Vec<blocks::Block> {
    let (mut fonts, mut budget) = (Fonts::new(), Budget::new());
    let (mut blocks, mut characters) = (Vec::new(), 0);
    for page in pdf.pages().iter().take(budget::MAX_PAGES) {
        budget.page();
        let glyphs = beads::by_area(page, Content::glyphs(page, &mut fonts, &mut budget));
        let segments = order::reading(line::segments(&glyphs));
        let read = blocks::blocks(&segments);
        characters += read.iter().map(|block| block.text.len()).sum::<usize>();
        blocks.extend(read);
        if characters > budget::MAX_TEXT {
            break;
        }
    }
    blocks
}

/// From the page's own space to the page as it is looked at: turned as the page asks.
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
