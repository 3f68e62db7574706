//! How much of a document is read before it is enough. Memory and time of the whole process are the sandbox's business;
//! these bounds end a hostile file early and leave an honest one whole.

/// Pages read of one document: a report of 2,000 pages is read to its end, a forged page tree is not.
pub(super) const MAX_PAGES: usize = 2_000;
/// Instructions obeyed per document; a dense page has about 20,000.
const MAX_INSTRUCTIONS: u64 = 30_000_000;
/// Glyphs kept of one page, about 100 bytes each; a full newspaper page has 40,000.
const MAX_PAGE_GLYPHS: usize = 150_000;
/// Characters of a document; a long book has a million.
pub(super) const MAX_TEXT: usize = 8 * 1024 * 1024;

/// What is left.
#[derive(Debug)]
pub(super) struct Budget {
    instructions: u64,
    glyphs: usize,
}

impl Budget {
    /// All of it.
    pub(super) fn new() -> Self {
        Self { instructions: MAX_INSTRUCTIONS, glyphs: MAX_PAGE_GLYPHS }
    }

    /// A new page.
    pub(super) fn page(&mut self) {
        self.glyphs = MAX_PAGE_GLYPHS;
    }

    /// Whether one more instruction may be obeyed.
    pub(super) fn instruction(&mut self) -> bool {
        self.instructions = self.instructions.saturating_sub(1);
        self.instructions > 0
    }

    /// Whether one more glyph may be kept.
    pub(super) fn glyph(&mut self) -> bool {
        self.glyphs = self.glyphs.saturating_sub(1);
        self.glyphs > 0
    }
}
