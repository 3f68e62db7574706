//! Letters below a filled rectangle: blacked out, or whited out and written again. No reader of the page sees them.
//!
//! Only one rectangle in a plain, opaque colour counts, within what clipping leaves of it: any other painting may leave
//! the letters visible.

use super::glyph::{Glyph, Ink, turned};

/// Heights above the baseline in ems that must be covered: a line through or below the letters leaves them visible.
const HEIGHTS: [f64; 2] = [0.1, 0.55];

/// Left, low, right and high bound.
pub(super) type Area = [f64; 4];

/// The extent of the letters of a page, so that the paintings elsewhere are not compared with each of them.
#[derive(Debug, Default)]
pub(super) struct Extent(Option<Area>);

impl Extent {
    /// Adds a letter.
    pub(super) fn add(&mut self, glyph: &Glyph) {
        let (x, y) = glyph.start;
        self.0 = Some(
            self.0
                .map_or([x, y, x, y], |[left, low, right, high]| [left.min(x), low.min(y), right.max(x), high.max(y)]),
        );
    }

    /// Returns `true` if a letter may be in an area.
    pub(super) fn meets(&self, area: &Area) -> bool {
        let is_common = |own: Area| {
            let [left, low, right, high] = common(&own, area);
            left <= right && low <= high
        };
        self.0.is_some_and(is_common)
    }
}

/// Returns the common part of two areas; its bounds are reversed if there is none.
pub(super) fn common(a: &Area, b: &Area) -> Area {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

/// Marks the letters that an area covers.
pub(super) fn hide(glyphs: &mut [Glyph], area: &Area) {
    for glyph in glyphs {
        let (middle_x, middle_y) = ((glyph.start.0 + glyph.end.0) / 2.0, (glyph.start.1 + glyph.end.1) / 2.0);
        let is_covered = HEIGHTS.iter().all(|height| {
            let (x, y) = turned((0.0, height * glyph.size), glyph.turn);
            let (x, y) = (middle_x + x, middle_y + y);
            (area[0]..=area[2]).contains(&x) && (area[1]..=area[3]).contains(&y)
        });
        if is_covered {
            glyph.ink = Ink::Unseen;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pdf::tests::shown;

    #[test]
    fn letters_below_a_filled_rectangle_are_not_read() {
        let page = |over: &str| {
            let text = format!(
                "BT /F 12 Tf 50 650 Td (The fee is 999 euros.) Tj ET\n{over}\nBT /F 12 Tf 50 600 Td (It rains in the port.) Tj ET"
            );
            shown(&text, "", &[]).contains("999")
        };
        for over in [
            "0 g 40 645 300 20 re f",
            "1 g 40 645 300 20 re f 0 g",
            "1 1 1 rg 100 645 60 20 re f 0 g",
            "q 0 0 600 800 re W n 0 g 40 645 300 20 re f Q",
            "q 1 0 0 1 40 645 cm 0 0 300 20 re f Q",
        ] {
            assert!(!page(over), "{over}");
        }
        for over in [
            "",
            "0 g 40 600 300 20 re f",
            "0 g 40 653 300 1 re f",
            "40 645 300 20 re S",
            "q 0 0 20 20 re W n 0 g 40 645 300 20 re f Q",
            "q 40 645 m 340 645 l 190 665 l W n 40 645 300 20 re f Q",
            "0 g 40 645 300 20 re 42 647 296 16 re f*",
            "/Pattern cs /P scn 40 645 300 20 re f",
            "0 g 40 645 m 340 645 l 340 646 l f",
        ] {
            assert!(page(over), "{over}");
        }
    }
}
