//! Glyphs to lines of words: what stands on one baseline belongs together, and a gap that is wide enough for a space is
//! one, whether or not the producer wrote it.

use super::bidi;
use super::glyph::Glyph;

/// Two glyphs are on one line if their baselines differ by less than this much of the larger em: superscripts are
/// raised by a third, the next line begins a whole em further down.
const SAME_LINE: f64 = 0.5;
/// A gap is a space from this much of the font's own space on …
const OF_SPACE: f64 = 0.5;
/// … or this much of the mean character on the line, whichever is less: some fonts declare absurd spaces.
const OF_CHARACTER: f64 = 0.3;
/// How far a character may reach back over the one before it, in ems: kerning, and accents drawn over their letter.
const REACH_BACK: f64 = 0.4;
/// A gap of so many ems separates columns and cells rather than words.
const COLUMN_GAP: f64 = 1.6;

/// A piece of a line without a wide gap in it.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// Its words.
    pub(super) text: String,
    /// Where it begins along its direction of writing.
    pub(super) from: f64,
    /// Where it ends.
    pub(super) to: f64,
    /// Its baseline, upwards.
    pub(super) base: f64,
    /// Height of its largest em.
    pub(super) size: f64,
    /// Direction of writing in degrees.
    pub(super) turn: i16,
}

impl Segment {
    /// Whether `next` goes on where this one ends: on the same line, further along.
    pub(super) fn goes_on_in(&self, next: &Self) -> bool {
        self.turn == next.turn && self.beside(next) && next.from >= self.to - REACH_BACK * self.size
    }

    /// Whether both stand on one line.
    pub(super) fn beside(&self, other: &Self) -> bool {
        (self.base - other.base).abs() < SAME_LINE * self.size.max(other.size)
    }
}

/// The segments of a page, in the order of its glyphs.
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
        if glyph.turn != self.turn || (base - self.base).abs() >= SAME_LINE * size {
            return false;
        }
        let ahead = from >= last.from.min(last.to) - REACH_BACK * size && from - last.to < COLUMN_GAP * size;
        // Hebrew and Arabic are shown in either order; to the left is forwards, too.
        let leftwards = bidi::is_rtl_text(&glyph.text) || bidi::is_rtl_text(&last.glyph.text);
        ahead || (leftwards && (last.from - to).abs() < COLUMN_GAP * size)
    }

    fn push(&mut self, glyph: &'g Glyph) {
        let (from, to, base) = glyph.along();
        // The largest glyphs say where the line is: a footnote mark does not move it.
        if glyph.size > self.size * 1.05 {
            (self.base, self.size) = (base, glyph.size);
        }
        self.glyphs.push(Placed { glyph, from, to });
    }

    fn close(mut self) -> Option<Segment> {
        let rtl = self.glyphs.iter().any(|placed| bidi::is_rtl_text(&placed.glyph.text));
        if rtl {
            self.glyphs.sort_by(|a, b| a.from.total_cmp(&b.from));
        }
        let text = words(&self.glyphs, rtl);
        let text = if rtl { bidi::logical(&text) } else { text };
        let text = text.trim().to_owned();
        let solid = || self.glyphs.iter().filter(|placed| !placed.glyph.is_blank());
        let from = solid().map(|placed| placed.from.min(placed.to)).min_by(f64::total_cmp)?;
        let to = solid().map(|placed| placed.to.max(placed.from)).max_by(f64::total_cmp)?;
        Some(Segment { text, from, to, base: self.base, size: self.size, turn: self.turn })
    }
}

fn words(glyphs: &[Placed<'_>], rtl: bool) -> String {
    let mut text = String::with_capacity(glyphs.len() + 8);
    let mut mean = Mean::default();
    let mut end: Option<f64> = None;
    for Placed { glyph, from, to } in glyphs {
        if glyph.is_blank() {
            push_space(&mut text);
        } else {
            let width = (to - from).abs() / glyph.text.chars().count().max(1) as f64;
            mean.add(width, glyph.size);
            let gap = end.map_or(0.0, |end| from - end);
            if gap > (OF_SPACE * glyph.space).min(OF_CHARACTER * mean.at(glyph.size)) && gap > 0.0 {
                push_space(&mut text);
            }
            // A ligature says its letters in reading order; the line is turned round as a whole later.
            if rtl && bidi::is_rtl_text(&glyph.text) {
                text.extend(glyph.text.chars().rev());
            } else {
                text.push_str(&glyph.text);
            }
        }
        end = Some(end.map_or(*to, |end| if glyph.is_blank() { end.max(*to) } else { *to }));
    }
    text
}

fn push_space(text: &mut String) {
    if !text.is_empty() && !text.ends_with(' ') {
        text.push(' ');
    }
}

/// The mean width of a line's characters, in ems, so that one number serves all sizes on it.
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
