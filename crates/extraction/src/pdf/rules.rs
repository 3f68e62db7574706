//! Straight lines that a page draws, and the text that they strike out. PDF has no struck text: a line through the
//! middle of the letters is all that shows it.
//!
//! A line counts if it runs at the height at which letters are struck, and begins and ends with the text that it
//! crosses. Lines of tables, grids and charts go on beyond the text; underlines, bars of fractions and overlines are at
//! other heights; a marker is too thick.

use super::cover::Area;
use super::glyph::Glyph;
use super::matrix::Matrix;

/// Maximum number of lines per page; a page of tables has some hundred.
const MAX_LINES: usize = 2_000;
/// Maximum number of open parts of a path; a line has one.
const MAX_SUBPATHS: usize = 500;
/// Heights above the baseline, in ems, between which a line strikes letters.
const STRUCK_FROM: f64 = 0.12;
const STRUCK_TO: f64 = 0.46;
/// Maximum thickness in ems.
const MAX_THICKNESS: f64 = 0.16;
/// Maximum distance in ems between the ends of the line and those of the text.
const MAX_OVERHANG: f64 = 0.8;
/// Minimum length in points.
const MIN_LENGTH: f64 = 2.0;
/// Maximum gap in points between two parts of one line.
const MAX_GAP: f64 = 0.75;

/// A horizontal line of the displayed page.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rule {
    from: f64,
    to: f64,
    /// Height of its middle.
    y: f64,
    thickness: f64,
}

/// Bounds of a part of a path.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: (f64, f64),
    high: (f64, f64),
    /// The part fills its bounds.
    is_rectangle: bool,
}

impl Bounds {
    fn of(point: (f64, f64)) -> Self {
        Self { low: point, high: point, is_rectangle: false }
    }

    fn add(&mut self, (x, y): (f64, f64)) {
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x), self.high.1.max(y));
    }
}

/// How a path is painted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Paint {
    Fill,
    /// With the width of the line on the displayed page.
    Stroke(f64),
}

/// Collects the lines of a page.
#[derive(Debug, Default)]
pub(super) struct Rules {
    lines: Vec<Rule>,
    path: Vec<Bounds>,
}

impl Rules {
    /// Begins a part of a path.
    pub(super) fn begin(&mut self, at: (f64, f64)) {
        if self.path.len() < MAX_SUBPATHS {
            self.path.push(Bounds::of(at));
        }
    }

    /// Continues the path to a point.
    pub(super) fn extend(&mut self, to: (f64, f64)) {
        if let Some(last) = self.path.last_mut() {
            last.add(to);
            last.is_rectangle = false;
        }
    }

    /// Adds a rectangle in a space that `place` transforms to the displayed page.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f64; 4], place: &Matrix) {
        self.begin(place.apply(x, y));
        for (x, y) in [(x + width, y), (x + width, y + height), (x, y + height)] {
            self.extend(place.apply(x, y));
        }
        let [a, b, c, d, ..] = place.0;
        if let Some(last) = self.path.last_mut() {
            let is_zero = |number: f64| number.abs() < f64::EPSILON;
            last.is_rectangle = (is_zero(b) && is_zero(c)) || (is_zero(a) && is_zero(d));
        }
    }

    /// Returns the bounds of a path that is one rectangle along the axes of the page.
    pub(super) fn rectangle_alone(&self) -> Option<Area> {
        let [Bounds { low, high, is_rectangle: true }] = self.path[..] else { return None };
        Some([low.0, low.1, high.0, high.1])
    }

    /// Returns the lowest and the highest corner of each part of the path.
    pub(super) fn corners(&self) -> impl Iterator<Item = [(f64, f64); 2]> + '_ {
        self.path.iter().map(|bounds| [bounds.low, bounds.high])
    }

    /// Paints the path, or drops it.
    pub(super) fn paint(&mut self, paint: Option<Paint>) {
        let path = std::mem::take(&mut self.path);
        let Some(paint) = paint else { return };
        for Bounds { low, high, .. } in path {
            let stroke = if let Paint::Stroke(width) = paint { width } else { 0.0 };
            let thickness = high.1 - low.1 + stroke;
            let is_flat = high.0 - low.0 >= MIN_LENGTH.max(2.0 * thickness);
            if is_flat && self.lines.len() < MAX_LINES {
                self.lines.push(Rule { from: low.0, to: high.0, y: (low.1 + high.1) / 2.0, thickness });
            }
        }
    }

    /// Removes the glyphs that a line strikes out. `may_compare` consumes a number of comparisons of the document's
    /// budget.
    pub(super) fn without_struck(self, glyphs: &mut Vec<Glyph>, mut may_compare: impl FnMut(usize) -> bool) {
        let lines = joined(self.lines);
        if lines.is_empty() {
            return;
        }
        let mut crossed: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
        for (at, glyph) in glyphs.iter().enumerate().filter(|(_, glyph)| glyph.turn == 0 && !glyph.vertical) {
            let base = glyph.start.1;
            let first = lines.partition_point(|line| line.y < base + STRUCK_FROM * glyph.size);
            let end = lines.partition_point(|line| line.y <= base + STRUCK_TO * glyph.size);
            if !may_compare(1 + end.saturating_sub(first)) {
                return;
            }
            let middle = (glyph.start.0 + glyph.end.0) / 2.0;
            for (number, line) in lines.iter().enumerate().take(end).skip(first) {
                if (line.from..=line.to).contains(&middle) && line.thickness <= MAX_THICKNESS * glyph.size {
                    crossed[number].push(at);
                }
            }
        }
        let mut is_struck = vec![false; glyphs.len()];
        for (line, crossed) in lines.iter().zip(&crossed) {
            if ends_with(line, crossed.iter().map(|at| &glyphs[*at])) {
                crossed.iter().for_each(|at| is_struck[*at] = true);
            }
        }
        let mut struck = is_struck.into_iter();
        glyphs.retain(|_| !struck.next().unwrap_or_default());
    }
}

/// Returns `true` if a line begins and ends with these glyphs.
fn ends_with<'g>(line: &Rule, glyphs: impl Iterator<Item = &'g Glyph>) -> bool {
    let (mut from, mut to, mut size) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
    for glyph in glyphs.filter(|glyph| !glyph.is_blank()) {
        (from, to) = (from.min(glyph.start.0), to.max(glyph.end.0));
        size = size.max(glyph.size);
    }
    let overhang = MAX_OVERHANG * size;
    size > 0.0 && (from - line.from).abs() <= overhang && (line.to - to).abs() <= overhang
}

/// Returns the lines by height; the parts of one line are joined.
fn joined(mut lines: Vec<Rule>) -> Vec<Rule> {
    lines.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.from.total_cmp(&b.from)));
    let mut whole: Vec<Rule> = Vec::new();
    for line in lines {
        match whole.last_mut() {
            Some(last) if (last.y - line.y).abs() < 0.05 && line.from <= last.to + MAX_GAP => {
                last.to = last.to.max(line.to);
                last.thickness = last.thickness.max(line.thickness);
            }
            _ => whole.push(line),
        }
    }
    whole
}
