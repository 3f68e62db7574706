//! Limits of the work per document. The sandbox limits memory and time of the whole process;
//! these limits stop a hostile file early and do not affect legitimate ones.

/// Maximum number of pages: a report of 2,000 pages is read completely, a forged page tree is not.
pub(super) const MAX_PAGES: usize = 2_000;
/// Maximum number of instructions per document; a dense page has about 20,000.
const MAX_INSTRUCTIONS: u64 = 30_000_000;
/// Maximum number of glyphs per page, about 100 bytes each; a full newspaper page has 40,000.
const MAX_PAGE_GLYPHS: usize = 150_000;
/// Maximum number of characters per document; a long book has a million.
pub(super) const MAX_TEXT: usize = 8 * 1024 * 1024;

/// Maximum number of bytes of text of a page's glyphs and of its actual texts, before they are joined. A font may map a
/// code to a long text, and one actual text may be named any number of times; a full newspaper page has 60,000 bytes.
const MAX_PAGE_TEXT: usize = 2 * 1024 * 1024;

/// Maximum number of comparisons of glyphs with drawn lines per document; a dense page of tables takes 20,000.
const MAX_COMPARISONS: usize = 50_000_000;

/// The remaining work.
#[derive(Debug)]
pub(super) struct Budget {
    instructions: u64,
    glyphs: usize,
    text: usize,
    comparisons: usize,
}

impl Budget {
    /// Returns the full budget.
    pub(super) fn new() -> Self {
        Self {
            instructions: MAX_INSTRUCTIONS,
            glyphs: MAX_PAGE_GLYPHS,
            text: MAX_PAGE_TEXT,
            comparisons: MAX_COMPARISONS,
        }
    }

    /// Starts a new page.
    pub(super) fn page(&mut self) {
        (self.glyphs, self.text) = (MAX_PAGE_GLYPHS, MAX_PAGE_TEXT);
    }

    /// Consumes one instruction; `false` if none is left.
    pub(super) fn instruction(&mut self) -> bool {
        self.instructions = self.instructions.saturating_sub(1);
        self.instructions > 0
    }

    /// Consumes one glyph; `false` if none is left.
    pub(super) fn glyph(&mut self) -> bool {
        self.glyphs = self.glyphs.saturating_sub(1);
        self.glyphs > 0
    }

    /// Consumes comparisons; `false` if fewer are left, and from then on.
    pub(super) fn compare(&mut self, comparisons: usize) -> bool {
        let left = self.comparisons.checked_sub(comparisons);
        self.comparisons = left.unwrap_or_default();
        left.is_some()
    }

    /// Consumes the bytes of a text; `false` if fewer are left, and from then on.
    pub(super) fn spell(&mut self, bytes: usize) -> bool {
        let left = self.text.checked_sub(bytes);
        self.text = left.unwrap_or_default();
        left.is_some()
    }
}
