//! Marked content whose actual text differs from its glyphs (a soft hyphen, a drawn ligature, a spelled-out word), and
//! content of layers that are off.

use super::Glyph;

/// Maximum stored nesting of marked content; deeper levels are only counted.
const MAX_DEPTH: usize = 64;

/// Open marked content.
#[derive(Default)]
pub(super) struct Marked {
    open: Vec<Begun>,
    beyond: usize,
    /// Number of open parts of layers that are off.
    off: usize,
}

/// Marked content that has begun.
struct Begun {
    replaced: Option<Replaced>,
    is_off: bool,
}

struct Replaced {
    text: String,
    /// Number of glyphs before it.
    from: usize,
}

impl Marked {
    /// Begins marked content after `from` glyphs; `is_off`: of a layer that is off.
    pub(super) fn begin(&mut self, actual: Option<String>, is_off: bool, from: usize) {
        if self.open.len() < MAX_DEPTH {
            self.off += usize::from(is_off);
            self.open.push(Begun { replaced: actual.map(|text| Replaced { text, from }), is_off });
        } else {
            self.beyond += 1;
        }
    }

    /// Returns `true` within a layer that is off.
    pub(super) fn is_off(&self) -> bool {
        self.off > 0
    }

    /// Ends the innermost marked content. Its glyphs become one glyph with the actual text if they are on one line. A
    /// whole paragraph under one text keeps its glyphs, because only they contain its line structure.
    pub(super) fn end(&mut self, glyphs: &mut Vec<Glyph>) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(Begun { replaced, is_off }) = self.open.pop() else { return };
        self.off -= usize::from(is_off);
        let Some(Replaced { text, from }) = replaced else { return };
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
