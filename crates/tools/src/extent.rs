//! What a text is read for, and how much of it was read.

/// What a text is read for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadRequest {
    /// Question of the loop's model; none: the task's question.
    pub about: Option<String>,
    /// Character from which the text is read on in order; none: the parts that concern the question.
    pub offset: Option<usize>,
    /// Maximum length of what is read, in characters of English.
    pub max_chars: usize,
    /// Byte offsets of the ends of the text's pages; empty if it has none.
    pub page_ends: Vec<usize>,
}

/// How much of a text was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadExtent {
    /// Length of the whole text in characters.
    pub length: usize,
    /// True if parts of it were not read.
    pub has_more: bool,
    /// Character from which to read on, if the text was read in order and goes on.
    pub next_offset: Option<usize>,
}
