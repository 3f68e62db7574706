//! Marked content that says something else than its glyphs: a hyphen that is none, a drawn ligature, a spelled-out word.

use super::Glyph;

/// Nesting of marked content; deeper ones are counted, not kept.
const MAX_DEPTH: usize = 64;

/// What is open.
#[derive(Default)]
pub(super) struct Marked {
    open: Vec<Option<Replaced>>,
    beyond: usize,
}

struct Replaced {
    text: String,
    /// Glyphs before it.
    from: usize,
}

impl Marked {
    /// Begins, with so many glyphs read before.
    pub(super) fn begin(&mut self, actual: Option<String>, from: usize) {
        if self.open.len() < MAX_DEPTH {
            self.open.push(actual.map(|text| Replaced { text, from }));
        } else {
            self.beyond += 1;
        }
    }

    /// Ends the innermost: its glyphs become one that says the actual text, as long as they stand on one line. A whole
    /// paragraph under one text keeps its glyphs: they alone say where its lines are.
    pub(super) fn end(&mut self, glyphs: &mut Vec<Glyph>) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(Replaced { text, from }) = self.open.pop().flatten() else { return };
        let Some([first, .., last] | [first @ last]) = glyphs.get(from..) else { return };
        let ((_, _, base), (_, _, other)) = (first.along(), last.along());
        if first.turn != last.turn || (base - other).abs() > first.size * 0.5 {
            return;
        }
        let joined = Glyph { text: text.as_str().into(), end: last.end, ..first.clone() };
        glyphs.truncate(from);
        if !text.is_empty() {
            glyphs.push(joined);
        }
    }
}
