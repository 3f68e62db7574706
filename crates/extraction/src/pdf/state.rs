//! Graphics and text state of a content stream (ISO 32000-2, 8.4 and 9.3).

use std::rc::Rc;

use super::cover::Area;
use super::font::Face;
use super::matrix::Matrix;
use super::sight::Visibility;

/// The part of the graphics state that positions text.
#[derive(Clone)]
pub(super) struct State<'a> {
    /// Transformation from the content's space to the displayed page.
    pub(super) page: Matrix,
    /// The current font.
    pub(super) face: Option<Rc<Face<'a>>>,
    /// The font size.
    pub(super) size: f64,
    /// Additional advance after every character.
    pub(super) character_spacing: f64,
    /// Additional advance after every space.
    pub(super) word_spacing: f64,
    /// Horizontal scaling, 1 for none.
    pub(super) stretch: f64,
    /// Leading: distance between lines.
    pub(super) leading: f64,
    /// Text rise above the baseline.
    pub(super) rise: f64,
    /// Width of stroked lines.
    pub(super) line_width: f64,
    /// How text is seen.
    pub(super) visibility: Visibility,
    /// What clipping leaves of the displayed page; `None` for all of it.
    pub(super) clip: Option<Area>,
}

impl State<'_> {
    /// Returns the state at the start of a page.
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
            line_width: 1.0,
            visibility: Visibility::default(),
            clip: None,
        }
    }
}

/// Position of the next character and of the current line's start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen {
    /// The text matrix.
    pub(super) at: Matrix,
    /// The text line matrix.
    pub(super) line: Matrix,
}

impl Pen {
    /// Returns the position at the start of a text object.
    pub(super) const HOME: Self = Self { at: Matrix::IDENTITY, line: Matrix::IDENTITY };

    /// Moves to the start of another line.
    pub(super) fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::translate(x, y).then(&self.line);
        self.at = self.line;
    }

    /// Advances after a character or for a number in a shown array.
    pub(super) fn advance(&mut self, x: f64, y: f64) {
        self.at = Matrix::translate(x, y).then(&self.at);
    }
}
