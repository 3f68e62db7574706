//! Combines glyphs to lines of words: glyphs on one baseline form a line, and a sufficiently wide gap is
//! a space even if the producer did not write it.

use super::bidi;
use super::glyph::Glyph;
use crate::raised::{Shift, Shifted};

/// Maximum difference of baselines on one line, relative to the larger em: superscripts are
/// raised by a third, the next line begins a whole em below.
const SAME_LINE: f64 = 0.5;
/// The same for a smaller glyph directly behind or before a larger one: producers raise by half an em, and more. The
/// glyph has at least this part of the larger em; below it is text beside an initial.
const SAME_LINE_SMALL: f64 = 0.8;
const SMALLEST: f64 = 0.4;
/// Maximum distance of such a glyph in ems.
const BESIDE: f64 = 0.35;
/// Minimum width of a space relative to the font's space …
const OF_SPACE: f64 = 0.5;
/// … or to the mean character width of the line, whichever is less: some fonts declare absurd spaces.
const OF_CHARACTER: f64 = 0.3;
/// Maximum overlap of a character with its predecessor in ems: kerning, and accents drawn over their letter.
const REACH_BACK: f64 = 0.4;
/// Minimum gap in ems that separates columns and cells rather than words.
const COLUMN_GAP: f64 = 1.6;

/// Distance from the baseline in ems from which a glyph is raised or lowered, of any size …
const RAISED: f64 = 0.22;
/// … and of one that is smaller than this part of the line's em.
const SMALL: f64 = 0.85;
const SMALL_RAISED: f64 = 0.12;
const SMALL_LOWERED: f64 = 0.06;

/// A part of a line without a wide gap.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// Words of the segment.
    pub(super) text: String,
    /// Start along the writing direction.
    pub(super) from: f64,
    /// End along the writing direction.
    pub(super) to: f64,
    /// Height of the baseline, upwards.
    pub(super) base: f64,
    /// Height of its largest em.
    pub(super) size: f64,
    /// Writing direction in degrees.
    pub(super) turn: i16,
}

impl Segment {
    /// Returns `true` if `next` continues this segment on the same line.
    pub(super) fn goes_on_in(&self, next: &Self) -> bool {
        self.turn == next.turn && self.beside(next) && next.from >= self.to - REACH_BACK * self.size
    }

    /// Returns `true` if both are on one line.
    pub(super) fn beside(&self, other: &Self) -> bool {
        (self.base - other.base).abs() < SAME_LINE * self.size.max(other.size)
    }
}

/// Returns the segments of a page in the order of its glyphs.
pub(super) fn segments(glyphs: &[Glyph]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut open: Option<Open<'_>> = None;
    for glyph in glyphs {
        match &mut open {
            Some(line) if line.takes(glyph) => line.push(glyph),
            _ => {
                segments.extend(open.take().and_then(Open::close));
                open = Some(Open::new(glyph));
            }
        }
    }
    segments.extend(open.and_then(Open::close));
    segments
}

struct Placed<'g> {
    glyph: &'g Glyph,
    from: f64,
    to: f64,
}

struct Open<'g> {
    glyphs: Vec<Placed<'g>>,
    turn: i16,
    base: f64,
    size: f64,
}

impl<'g> Open<'g> {
    fn new(glyph: &'g Glyph) -> Self {
        let (from, to, base) = glyph.along();
        Self { glyphs: vec![Placed { glyph, from, to }], turn: glyph.turn, base, size: glyph.size }
    }

    fn takes(&self, glyph: &Glyph) -> bool {
        let (from, to, base) = glyph.along();
        let size = self.size.max(glyph.size);
        let Some(last) = self.glyphs.last() else { return false };
        let is_mark = (SMALLEST..SMALL).contains(&(self.size.min(glyph.size) / size))
            && (from - last.to).abs() < BESIDE * size
            && !glyph.is_blank();
        let reach = if is_mark { SAME_LINE_SMALL } else { SAME_LINE };
        if glyph.turn != self.turn || (base - self.base).abs() >= reach * size {
            return false;
        }
        let ahead = from >= last.from.min(last.to) - REACH_BACK * size && from - last.to < COLUMN_GAP * size;
        // Hebrew and Arabic are shown in either order; to the left is forward, too.
        let leftwards = bidi::is_rtl_text(&glyph.text) || bidi::is_rtl_text(&last.glyph.text);
        ahead || (leftwards && (last.from - to).abs() < COLUMN_GAP * size)
    }

    fn push(&mut self, glyph: &'g Glyph) {
        let (from, to, base) = glyph.along();
        // The largest glyphs define the line's position: a footnote mark does not move it.
        if glyph.size > self.size * 1.05 {
            (self.base, self.size) = (base, glyph.size);
        }
        self.glyphs.push(Placed { glyph, from, to });
    }

    /// Returns the text with raised and lowered figures apart from the numbers before them.
    fn apart(&self) -> String {
        let (text, starts) = join_words(&self.glyphs, false);
        let shifts: Vec<Option<Shift>> = self.glyphs.iter().map(|placed| self.shift(placed.glyph)).collect();
        if shifts.iter().all(Option::is_none) {
            return text;
        }
        let mut written = String::with_capacity(text.len() + 8);
        let mut at = 0;
        while at < shifts.len() {
            let run = shifts[at..].iter().take_while(|shift| **shift == shifts[at]).count();
            let end = starts.get(at + run).map_or(text.len(), |end| *end);
            let part = &text[starts[at]..end];
            match shifts[at] {
                Some(shift) => {
                    let after = &text[end..];
                    // The space behind a figure belongs to the line.
                    let (figure, space) = part.split_at(part.trim_end().len());
                    let after = if space.is_empty() { after } else { space };
                    let shifted = Shifted { before: &written, text: figure, after, shift, is_link: false };
                    let (open, close) = shifted.marks();
                    written.extend([open, figure, close, space]);
                }
                None => written.push_str(part),
            }
            at += run;
        }
        written
    }

    /// Returns how a glyph stands against the line: a footnote mark is smaller and raised, an exponent may be as large.
    fn shift(&self, glyph: &Glyph) -> Option<Shift> {
        let up = (glyph.along().2 - self.base) / self.size.max(f64::EPSILON);
        let is_small = glyph.size < SMALL * self.size;
        match up {
            _ if glyph.is_blank() => None,
            up if up > RAISED || (is_small && up > SMALL_RAISED) => Some(Shift::Up),
            up if up < -RAISED || (is_small && up < -SMALL_LOWERED) => Some(Shift::Down),
            _ => None,
        }
    }

    fn close(mut self) -> Option<Segment> {
        let rtl = self.glyphs.iter().any(|placed| bidi::is_rtl_text(&placed.glyph.text));
        if rtl {
            self.glyphs.sort_by(|a, b| a.from.total_cmp(&b.from));
        }
        let text = if rtl { join_words(&self.glyphs, rtl).0 } else { self.apart() };
        let text = if rtl { bidi::logical(&text) } else { text };
        let text = text.trim().to_owned();
        let solid = || self.glyphs.iter().filter(|placed| !placed.glyph.is_blank());
        let from = solid().map(|placed| placed.from.min(placed.to)).min_by(f64::total_cmp)?;
        let to = solid().map(|placed| placed.to.max(placed.from)).max_by(f64::total_cmp)?;
        Some(Segment { text, from, to, base: self.base, size: self.size, turn: self.turn })
    }
}

/// Returns the text, and the start of every glyph in it.
fn join_words(glyphs: &[Placed<'_>], rtl: bool) -> (String, Vec<usize>) {
    let mut text = String::with_capacity(glyphs.len() + 8);
    let mut starts = Vec::with_capacity(glyphs.len());
    let mut mean = Mean::default();
    let mut end: Option<f64> = None;
    for Placed { glyph, from, to } in glyphs {
        if glyph.is_blank() {
            push_space(&mut text);
            starts.push(text.len());
        } else {
            let width = (to - from).abs() / glyph.text.chars().count().max(1) as f64;
            mean.add(width, glyph.size);
            let gap = end.map_or(0.0, |end| from - end);
            if gap > (OF_SPACE * glyph.space).min(OF_CHARACTER * mean.at(glyph.size)) && gap > 0.0 {
                push_space(&mut text);
            }
            starts.push(text.len());
            // A ligature contains its letters in reading order; the whole line is reversed later.
            if rtl && bidi::is_rtl_text(&glyph.text) {
                text.extend(glyph.text.chars().rev());
            } else {
                text.push_str(&glyph.text);
            }
        }
        end = Some(end.map_or(*to, |end| if glyph.is_blank() { end.max(*to) } else { *to }));
    }
    (text, starts)
}

fn push_space(text: &mut String) {
    if !text.is_empty() && !text.ends_with(' ') {
        text.push(' ');
    }
}

/// Returns the mean width of a line's characters in ems, so that one number serves all sizes on it.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, width: f64, size: f64) {
        if size > 0.0 && width > 0.0 {
            self.sum += (width / size).min(2.0);
            self.count += 1.0;
        }
    }

    fn at(&self, size: f64) -> f64 {
        if self.count > 0.0 { self.sum / self.count * size } else { 0.5 * size }
    }
}
