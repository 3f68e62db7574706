//! What a text is read for, what was read, and how much of it.

use agent::Untrusted;
use domain::{MicroUsd, Source};

use crate::notebook::Claim;

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

impl ReadRequest {
    /// Returns true if the text is read for the question of the task, from the parts that concern it.
    pub fn is_of_task(&self) -> bool {
        self.about.is_none() && self.offset.is_none()
    }
}

/// The excerpt of a search result.
#[derive(Debug, Clone)]
pub struct Snippet {
    /// The search result that the excerpt belongs to.
    pub source: Source,
    /// Words of the page, chosen by the search provider.
    pub text: Untrusted,
}

/// Claims of an untrusted text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadClaims {
    /// Claims with checked quotes.
    pub claims: Vec<Claim>,
    /// Number of claims that were dropped: their quotes do not occur in the text, or state otherwise.
    pub refused: usize,
    /// Cost of the call.
    pub cost: MicroUsd,
    /// True if the model gave no usable reply, and therefore no claims exist.
    pub is_unread: bool,
    /// How much of the text was read.
    pub extent: ReadExtent,
    /// Question of another task of the run or episode, if the text was read for that one.
    pub read_for: Option<String>,
    /// True if the claims hold most of the whole text, so that a reading for another question would find little more.
    pub is_exhaustive: bool,
}

/// Length below which a text has hardly any content, in characters.
const SHORT_TEXT: usize = 200;

impl ReadClaims {
    /// Returns why claims are missing; `None` if there are some.
    pub fn reason_for_none(&self) -> Option<String> {
        let length = self.extent.length;
        match self.refused {
            _ if !self.claims.is_empty() => None,
            _ if self.is_unread => Some("the reader gave no usable reply".to_owned()),
            0 if length < SHORT_TEXT => Some(format!("the page has hardly any text ({length} characters)")),
            0 => Some("nothing in the parts that were read concerns the question".to_owned()),
            refused => Some(format!(
                "{refused} claims were dropped: their quotes are not in the page, or state something else"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lack_of_claims_has_a_reason() {
        let read = |refused, is_unread, length| {
            let extent = ReadExtent { length, ..ReadExtent::default() };
            ReadClaims { refused, is_unread, extent, ..ReadClaims::default() }.reason_for_none().unwrap()
        };
        assert_eq!(read(0, false, 12), "the page has hardly any text (12 characters)");
        assert_eq!(read(0, false, 9_000), "nothing in the parts that were read concerns the question");
        assert!(read(3, false, 9_000).starts_with("3 claims were dropped"));
        assert!(read(0, true, 9_000).starts_with("the reader gave no"));
    }
}
