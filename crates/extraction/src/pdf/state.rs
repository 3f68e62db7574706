//! What a content stream has set when it shows text (ISO 32000-2, 8.4 and 9.3).

use std::rc::Rc;

use super::font::Face;
use super::matrix::Matrix;

/// The graphics state, as much of it as moves text.
#[derive(Clone)]
pub(super) struct State<'a> {
    /// From the content's space to the page as it is looked at.
    pub(super) page: Matrix,
    /// The font.
    pub(super) face: Option<Rc<Face<'a>>>,
    /// Its size.
    pub(super) size: f64,
    /// Extra advance after every character.
    pub(super) character_spacing: f64,
    /// Extra advance after every space.
    pub(super) word_spacing: f64,
    /// Horizontal scaling, 1 for none.
    pub(super) stretch: f64,
    /// From one line to the next.
    pub(super) leading: f64,
    /// Above the baseline.
    pub(super) rise: f64,
}

impl State<'_> {
    /// As a page begins.
    pub(super) fn new(page: Matrix) -> Self {
        Self {
            page,
            face: None,
            size: 0.0,
            character_spacing: 0.0,
            word_spacing: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
        }
    }
}

/// Where the next character goes, and where the line began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen {
    /// The text matrix.
    pub(super) at: Matrix,
    /// The text line matrix.
    pub(super) line: Matrix,
}

impl Pen {
    /// As a text object begins.
    pub(super) const HOME: Self = Self { at: Matrix::IDENTITY, line: Matrix::IDENTITY };

    /// To the start of another line.
    pub(super) fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::translate(x, y).then(&self.line);
        self.at = self.line;
    }

    /// After a character, or for a number in a shown array.
    pub(super) fn advance(&mut self, x: f64, y: f64) {
        self.at = Matrix::translate(x, y).then(&self.at);
    }
}
