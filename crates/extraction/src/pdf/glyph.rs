//! One shown character, where it stands and how wide it is.

use std::rc::Rc;

/// A glyph on the page. Coordinates are points of the page as it is looked at, y upwards.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// What it says; several characters for a ligature.
    pub(super) text: Rc<str>,
    /// Where it begins on its baseline.
    pub(super) start: (f64, f64),
    /// Where its advance ends.
    pub(super) end: (f64, f64),
    /// Height of the em.
    pub(super) size: f64,
    /// Width of the font's space.
    pub(super) space: f64,
    /// Direction of writing in degrees, counter-clockwise, 0 to 359.
    pub(super) turn: i16,
    /// Shown in a font for writing from top to bottom.
    pub(super) vertical: bool,
}

impl Glyph {
    /// Whether it is white space only.
    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(|c| c.is_whitespace() || c == '\u{a0}')
    }

    /// Start, end and baseline in a frame in which its writing goes to the right: `(from, to, baseline)`.
    pub(super) fn along(&self) -> (f64, f64, f64) {
        let (from, base) = turned(self.start, -self.turn);
        (from, turned(self.end, -self.turn).0, base)
    }
}

/// A point turned about the origin by degrees.
pub(super) fn turned((x, y): (f64, f64), degrees: i16) -> (f64, f64) {
    match degrees.rem_euclid(360) {
        0 => (x, y),
        90 => (-y, x),
        180 => (-x, -y),
        270 => (y, -x),
        other => {
            let (sin, cos) = f64::from(other).to_radians().sin_cos();
            (x * cos - y * sin, x * sin + y * cos)
        }
    }
}
