//! Text of a page that its readers cannot see: invisible or transparent letters, white letters on the white page,
//! letters smaller than a point, letters below a filled rectangle, outside of the page, and in layers that are off.
//! Text for machines is hidden there.
//!
//! A scan has the recognised text behind its picture in invisible letters. Text that cannot be seen is therefore read
//! if the page has hardly any other; text outside of the page and in layers that are off is never read.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier, Rect};
use hayro_syntax::page::Page;

use super::glyph::{Glyph, Ink};
use super::matrix::Matrix;

/// Letters that a page hides for each letter that it shows, from which the hidden ones are its text.
const BESIDE: usize = 8;
/// Size in points below which a letter cannot be seen.
const TINY: f64 = 1.0;
/// Opacity up to which nothing is seen.
const FAINT: f64 = 0.02;
/// Parts of colours from which, or up to which, a colour is white.
const WHITE: f64 = 0.995;
/// Maximum gap between glyphs of one line, in ems.
const MAX_GAP: f64 = 3.0;
/// Maximum number of painted areas per page; beyond, every white letter counts as shown.
const MAX_AREAS: usize = 2_000;
/// Maximum number of layers of a document.
const MAX_LAYERS: usize = 10_000;
/// Maximum number of layers of a membership that are compared.
pub(super) const MAX_MEMBERS: usize = 64;
/// Modes of text without paint: invisible, and clipping only (ISO 32000-2, 9.3.6).
const WITHOUT_PAINT: [i32; 2] = [3, 7];
/// Modes of text that is filled and not stroked, with and without clipping.
const FILLED: [i32; 2] = [0, 4];

/// The part of the graphics state that decides if text is seen.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Visibility {
    pub(super) mode: i32,
    /// The colour of fillings is white.
    pub(super) is_white: bool,
    /// Fillings are transparent.
    pub(super) is_transparent: bool,
    /// Fillings show something of what is below them: they are faint, blended, masked, or a pattern.
    is_faint: bool,
    is_blended: bool,
    is_masked: bool,
    pub(super) is_pattern: bool,
}

impl Visibility {
    /// Returns how a letter of this size is seen.
    pub(super) fn ink(self, size: f64) -> Ink {
        let is_filled_only = FILLED.contains(&self.mode);
        if WITHOUT_PAINT.contains(&self.mode) || size < TINY || (self.is_transparent && is_filled_only) {
            Ink::Unseen
        } else if self.is_white && is_filled_only {
            Ink::White
        } else {
            Ink::Seen
        }
    }

    /// Reads the opacity of fillings, and how they are combined with what is below them.
    pub(super) fn read(&mut self, state: &Dict<'_>) {
        if let Some(opacity) = state.get::<f64>("ca") {
            (self.is_transparent, self.is_faint) = (opacity <= FAINT, opacity < WHITE);
        }
        if state.contains_key("BM") {
            let mode = state.get::<Name<'_>>("BM");
            self.is_blended = !mode.is_some_and(|mode| matches!(&*mode, b"Normal" | b"Compatible"));
        }
        if state.contains_key("SMask") {
            self.is_masked = state.get::<Name<'_>>("SMask").is_none_or(|mask| &*mask != b"None");
        }
    }

    /// Returns `true` if a filling hides what is below it.
    pub(super) fn covers(self) -> bool {
        !(self.is_transparent || self.is_faint || self.is_blended || self.is_masked || self.is_pattern)
    }
}

/// Returns `true` for white in levels of light: grey, or red, green and blue.
pub(super) fn is_light(levels: &[f64]) -> bool {
    levels.iter().all(|level| *level >= WHITE)
}

/// Returns `true` for white in amounts of ink.
pub(super) fn is_without_ink(inks: &[f64]) -> bool {
    inks.iter().all(|ink| *ink <= 1.0 - WHITE)
}

/// What is painted below the letters of a page, and the page's bounds.
#[derive(Debug, Default)]
pub(super) struct Sight {
    areas: Vec<[f64; 4]>,
    /// White letters may be seen anywhere.
    is_covered: bool,
    /// Left, low, right and high bound of the page as it is displayed.
    page: Option<[f64; 4]>,
}

impl Sight {
    /// Begins a page.
    pub(super) fn of(page: &Page<'_>, upright: &Matrix) -> Self {
        let Rect { x0, y0, x1, y1 } = page.intersected_crop_box();
        let (a, b) = (upright.apply(x0, y0), upright.apply(x1, y1));
        let bounds = [a.0.min(b.0), a.1.min(b.1), a.0.max(b.0), a.1.max(b.1)];
        let has_area = bounds[2] - bounds[0] > 1.0 && bounds[3] - bounds[1] > 1.0;
        Self { page: has_area.then_some(bounds), ..Self::default() }
    }

    /// Adds an area that is painted in a colour other than white, by two of its corners.
    pub(super) fn paint(&mut self, a: (f64, f64), b: (f64, f64)) {
        if self.areas.len() < MAX_AREAS {
            self.areas.push([a.0.min(b.0), a.1.min(b.1), a.0.max(b.0), a.1.max(b.1)]);
        } else {
            self.is_covered = true;
        }
    }

    /// Adds a picture, which fills the unit square of a space.
    pub(super) fn picture(&mut self, place: &Matrix) {
        self.paint(place.apply(0.0, 0.0), place.apply(1.0, 1.0));
    }

    /// Adds a painting of unknown extent.
    pub(super) fn cover(&mut self) {
        self.is_covered = true;
    }

    /// Removes the letters that cannot be seen. `may_compare` consumes a number of comparisons of the document's
    /// budget.
    pub(super) fn without_unseen(self, glyphs: &mut Vec<Glyph>, mut may_compare: impl FnMut(usize) -> bool) {
        if let Some(page) = self.page {
            without_outside(&page, glyphs);
        }
        let is_uncovered =
            |glyph: &Glyph| !self.is_covered && !self.areas.iter().any(|area| contains(area, middle(glyph), 0.0));
        for glyph in glyphs.iter_mut().filter(|glyph| glyph.ink == Ink::White) {
            let is_unseen = may_compare(1 + self.areas.len()) && is_uncovered(glyph);
            glyph.ink = if is_unseen { Ink::Unseen } else { Ink::Seen };
        }
        let letters = |ink: Ink| glyphs.iter().filter(|glyph| glyph.ink == ink && !glyph.is_blank()).count();
        let (seen, unseen) = (letters(Ink::Seen), letters(Ink::Unseen));
        if unseen < seen * BESIDE {
            glyphs.retain(|glyph| glyph.ink == Ink::Seen);
        }
    }
}

/// Removes the lines that are outside of the page. A line that its edge cuts is kept whole: the rest of a cut number
/// would be another number.
fn without_outside(page: &[f64; 4], glyphs: &mut Vec<Glyph>) {
    let mut is_kept = Vec::with_capacity(glyphs.len());
    for line in glyphs.chunk_by(goes_on) {
        let is_inside = line.iter().any(|glyph| contains(page, middle(glyph), glyph.size));
        is_kept.resize(is_kept.len() + line.len(), is_inside);
    }
    let mut kept = is_kept.into_iter();
    glyphs.retain(|_| kept.next().unwrap_or(true));
}

/// Returns `true` if the next glyph follows on the same line.
fn goes_on(glyph: &Glyph, next: &Glyph) -> bool {
    let ((_, to, base), (from, _, other)) = (glyph.along(), next.along());
    let size = glyph.size.max(next.size);
    glyph.turn == next.turn && (base - other).abs() < size && (from - to).abs() < MAX_GAP * size
}

fn middle(glyph: &Glyph) -> (f64, f64) {
    ((glyph.start.0 + glyph.end.0) / 2.0, (glyph.start.1 + glyph.end.1) / 2.0)
}

fn contains([left, low, right, high]: &[f64; 4], (x, y): (f64, f64), margin: f64) -> bool {
    (left - margin..=right + margin).contains(&x) && (low - margin..=high + margin).contains(&y)
}

/// The layers of a document that are switched off (ISO 32000-2, 8.11).
#[derive(Debug, Default)]
pub(super) struct Layers {
    off: HashSet<ObjectIdentifier>,
}

impl Layers {
    /// Reads the default configuration of a document.
    pub(super) fn of(pdf: &Pdf) -> Self {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
        let Some(all) = catalog.get::<Dict<'_>>("OCProperties") else { return Self::default() };
        let Some(own) = all.get::<Dict<'_>>("D") else { return Self::default() };
        let ids = |list: Option<Array<'_>>| -> HashSet<ObjectIdentifier> {
            let layers = list.into_iter().flat_map(|list| list.iter::<Dict<'_>>().take(MAX_LAYERS).collect::<Vec<_>>());
            layers.filter_map(|layer| layer.obj_id()).collect()
        };
        let mut off = ids(own.get("OFF"));
        if own.get::<Name<'_>>("BaseState").is_some_and(|state| &*state == b"OFF") {
            let on = ids(own.get("ON"));
            off.extend(ids(all.get("OCGs")).difference(&on));
        }
        Self { off }
    }

    /// Returns `true` if no layer is off.
    pub(super) fn all_are_on(&self) -> bool {
        self.off.is_empty()
    }

    /// Returns `true` for a layer that is off, and for a membership all of whose layers are.
    pub(super) fn is_off(&self, layer: &Dict<'_>) -> bool {
        let is_off = |layer: &Dict<'_>| layer.obj_id().is_some_and(|id| self.off.contains(&id));
        if !layer.contains_key("OCGs") {
            return is_off(layer);
        }
        match layer.get::<Array<'_>>("OCGs") {
            Some(members) => {
                let mut members = members.iter::<Dict<'_>>().take(MAX_MEMBERS).peekable();
                members.peek().is_some() && members.all(|member| is_off(&member))
            }
            None => layer.get::<Dict<'_>>("OCGs").is_some_and(|member| is_off(&member)),
        }
    }
}
