//! Amount of text per element, computed in one forward and one backward pass.
//!
//! The unit is the *letter*: a character that is not white space. Characters of scripts that write a word in one or two
//! signs (Chinese, Japanese, Korean) count twice, so that one threshold serves all languages.

use super::dom::{Dom, Id, ROOT};
use super::hidden::{self, Hidden};
use super::sheet::Sheet;
use super::tag::Tag;
use super::token::Attr;

/// First code point of scripts that write whole words with one sign.
const DENSE_SCRIPTS: char = '\u{2e80}';

/// Sums per node; zero for a hidden node.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    /// Hidden, or inside a hidden element.
    pub(crate) hidden: Vec<bool>,
    /// An element is hidden that a script may show: by the page's sheet, or in another way.
    pub(crate) has_pending: [bool; 2],
    /// Letters in the subtree.
    pub(crate) letters: Vec<u32>,
    /// Letters of links in the subtree.
    pub(crate) linked: Vec<u32>,
    /// Letters of the block itself, without nested blocks; 0 for other nodes.
    pub(crate) own: Vec<u32>,
    /// Letters of links in the block itself.
    pub(crate) own_linked: Vec<u32>,
    /// Ends of clauses and sentences in the block itself.
    pub(crate) stops: Vec<u32>,
    /// The nearest block, including the node itself.
    block: Vec<u32>,
    /// Texts and line breaks by block, in order; those of a block begin at its `first`.
    pieces: Vec<u32>,
    first: Vec<u32>,
}

impl Measures {
    /// Measures what is shown. `revealed`: elements that are hidden at most so surely are shown as well.
    pub(crate) fn compute(dom: &Dom<'_>, sheet: &Sheet, revealed: Option<Hidden>) -> Self {
        let count = dom.len();
        let zeros = || vec![0_u32; count];
        let mut sums = Self {
            hidden: vec![false; count],
            has_pending: [false; 2],
            letters: zeros(),
            linked: zeros(),
            own: zeros(),
            own_linked: zeros(),
            stops: zeros(),
            block: zeros(),
            pieces: Vec::new(),
            first: zeros(),
        };
        sums.forward(dom, sheet, revealed);
        sums.sort_pieces(dom);
        for id in (1..count).rev() {
            let parent = dom.parent(id);
            sums.letters[parent] += sums.letters[id];
            sums.linked[parent] += sums.linked[id];
        }
        sums
    }

    fn forward(&mut self, dom: &Dom<'_>, sheet: &Sheet, revealed: Option<Hidden>) {
        let mut in_link = vec![false; dom.len()];
        let mut id = ROOT;
        while id < dom.len() {
            let node = dom.node(id);
            let parent = dom.parent(id);
            let hidden = if node.tag == Tag::Text { None } else { hidden::of(dom, sheet, id) };
            self.has_pending[0] |= hidden == Some(Hidden::BySheet);
            self.has_pending[1] |= hidden == Some(Hidden::Pending);
            if hidden > revealed {
                self.hidden[id..dom.end(id)].fill(true);
                id = dom.end(id);
                continue;
            }
            self.block[id] = if node.tag.is_block() { id as u32 } else { self.block[parent] };
            in_link[id] = in_link[parent] || (node.tag == Tag::A && dom.attr(id, Attr::Href).is_some());
            if node.tag == Tag::Text {
                self.count(id, &node.text, in_link[id]);
            }
            id += 1;
        }
    }

    /// Counts the pieces of every block, then stores each in its block's range, so that a block's own words are found
    /// without visiting its nested blocks.
    fn sort_pieces(&mut self, dom: &Dom<'_>) {
        let is_piece = |id: &Id| matches!(dom.tag(*id), Tag::Text | Tag::Br) && !self.hidden[*id];
        let pieces: Vec<Id> = (1..dom.len()).filter(is_piece).collect();
        self.first.push(0);
        for id in &pieces {
            self.first[self.block[*id] as Id + 1] += 1;
        }
        for id in 1..self.first.len() {
            self.first[id] += self.first[id - 1];
        }
        let mut next = self.first.clone();
        self.pieces = vec![0; pieces.len()];
        for id in pieces {
            let slot = &mut next[self.block[id] as Id];
            self.pieces[*slot as usize] = id as u32;
            *slot += 1;
        }
    }

    /// Returns the texts and line breaks of a block itself, in order.
    pub(crate) fn pieces(&self, block: Id) -> impl Iterator<Item = Id> + '_ {
        let range = self.first[block] as usize..self.first[block + 1] as usize;
        self.pieces[range].iter().map(|id| *id as Id)
    }

    fn count(&mut self, id: Id, text: &str, in_link: bool) {
        let (letters, stops) = weigh(text);
        let block = self.block[id] as Id;
        self.letters[id] = letters;
        self.own[block] += letters;
        self.stops[block] += stops;
        if in_link {
            self.linked[id] = letters;
            self.own_linked[block] += letters;
        }
    }

    /// Returns the share of link letters in a subtree, 0 to 1; 0 for an empty one.
    pub(crate) fn link_density(&self, id: Id) -> f32 {
        ratio(self.linked[id], self.letters[id])
    }

    /// Returns the share of link letters in the block itself.
    pub(crate) fn own_link_density(&self, id: Id) -> f32 {
        ratio(self.own_linked[id], self.own[id])
    }
}

fn ratio(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// Counts letters and ends of clauses.
pub(crate) fn weigh(text: &str) -> (u32, u32) {
    let (mut letters, mut stops) = (0, 0);
    for c in text.chars() {
        if c.is_ascii() {
            letters += u32::from(!c.is_ascii_whitespace());
            stops += u32::from(matches!(c, '.' | ',' | ';' | '!' | '?'));
        } else if c >= DENSE_SCRIPTS {
            letters += 2;
            stops += u32::from(matches!(c, '、' | '。' | '，' | '！' | '？' | '；'));
        } else {
            letters += u32::from(!c.is_whitespace());
            stops += u32::from(matches!(c, '।' | '؟' | '،' | '۔' | '։'));
        }
    }
    (letters, stops)
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::*;

    #[test]
    fn letters_links_and_blocks_are_summed_and_hidden_text_counts_nothing() {
        let dom = build::tree("<div>ab <a href=x>cd</a><p>e, 日本。</p><p hidden>never</p><script>no</script></div>");
        let sums = Measures::compute(&dom, &Sheet::default(), None);
        let div = dom.descendants(ROOT).find(|id| dom.tag(*id) == Tag::Div).unwrap();
        assert_eq!((sums.letters[div], sums.linked[div], sums.own[div]), (12, 2, 4));
        let p = dom.descendants(ROOT).find(|id| dom.tag(*id) == Tag::P).unwrap();
        assert_eq!((sums.own[p], sums.stops[p]), (8, 2));
        assert_eq!(sums.pieces(div).map(|id| dom.text(id)).collect::<String>(), "ab cd");
    }
}
