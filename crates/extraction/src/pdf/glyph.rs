//! A shown character with its position and width.

use std::rc::Rc;

/// How readers of a page see a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Seen,
    /// White, so that its background decides.
    White,
    Unseen,
}

/// A glyph on the page. Coordinates are points of the displayed page, y upwards.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// Its text; several characters for a ligature.
    pub(super) text: Rc<str>,
    /// Start on its baseline.
    pub(super) start: (f64, f64),
    /// End of its advance.
    pub(super) end: (f64, f64),
    /// Height of the em.
    pub(super) size: f64,
    /// Width of the font's space.
    pub(super) space: f64,
    /// Writing direction in degrees, counter-clockwise, 0 to 359.
    pub(super) turn: i16,
    /// `true` if the font is for vertical writing.
    pub(super) vertical: bool,
    pub(super) ink: Ink,
}

impl Glyph {
    /// Returns `true` for white space.
    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(|c| c.is_whitespace() || c == '\u{a0}')
    }

    /// Returns start, end and baseline in a frame in which its writing runs to the right: `(from, to, baseline)`.
    pub(super) fn along(&self) -> (f64, f64, f64) {
        let (from, base) = turned(self.start, -self.turn);
        (from, turned(self.end, -self.turn).0, base)
    }
}

/// Rotates a point about the origin by degrees.
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
