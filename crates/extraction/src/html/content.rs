//! Refines the selected element to the text: adds parts of the text outside of it, and removes parts inside
//! that do not belong.

use super::confirm::{self, Body};
use super::dom::{Dom, Id};
use super::marks::{Marks, PROSE, PROSE_LINKS};
use super::measure::Measures;
use super::phrase;
use super::root;
use super::tag::Tag;
use super::token::Attr;

/// Maximum letters of a lead; more is another text.
const MAX_LEAD_LETTERS: u32 = 1500;
/// Minimum letters of a paragraph of the lead.
const MIN_LEAD_LETTERS: u32 = 35;
/// Share of link letters from which a list or a box is navigation.
const NAVIGATION: f32 = 0.6;
/// Share of link letters from which a block is a link.
const ALL_LINK: f32 = 0.8;
/// Maximum number of cells of a row that are compared.
const MAX_CELLS: usize = 64;
/// Minimum share of a page's prose that must be selected; otherwise the whole page is read.
const TOO_LITTLE: f32 = 0.25;

/// Facts about the page beside its tree.
#[derive(Debug, Default)]
pub(crate) struct Hints<'h> {
    /// The heading that repeats the title.
    pub(crate) title: Option<Id>,
    /// The text repeated by structured data, possibly truncated; empty if absent.
    pub(crate) body: &'h str,
}

/// Removed nodes: `true` for a node that does not belong to the text.
pub(crate) fn choose(dom: &Dom<'_>, sums: &Measures, marks: &Marks, hints: &Hints<'_>) -> Vec<bool> {
    let root = root::find(dom, sums, marks, hints.title);
    let mut choice = Choice { dom, sums, marks, gone: vec![true; dom.len()] };
    choice.take(root);
    choice.take_siblings(root);
    if let Some(title) = hints.title {
        choice.take_lead(title, root);
    }
    choice.prune();
    if let Some(body) = Body::new(hints.body) {
        choice.confirm(&body);
    }
    if choice.kept() < choice.worth_keeping() {
        choice.take(super::dom::ROOT);
        choice.prune();
    }
    if choice.kept() == 0 {
        choice.gone.clone_from(&sums.hidden);
    }
    choice.gone
}

struct Choice<'d, 'a> {
    dom: &'d Dom<'a>,
    sums: &'d Measures,
    marks: &'d Marks,
    gone: Vec<bool>,
}

impl Choice<'_, '_> {
    fn take(&mut self, id: Id) {
        for id in id..self.dom.end(id) {
            self.gone[id] = self.marks.noise[id];
        }
    }

    /// Adds texts that are divided into consecutive boxes of the same name.
    fn take_siblings(&mut self, root: Id) {
        let dom = self.dom;
        let name = dom.attr(root, Attr::Class).unwrap_or_default().to_owned();
        let siblings: Vec<Id> = dom.children(dom.parent(root)).filter(|id| *id != root).collect();
        for id in siblings {
            let same = dom.tag(id) == dom.tag(root) && !name.is_empty() && dom.attr(id, Attr::Class) == Some(&name);
            let prose = dom.tag(id) == Tag::P && self.sums.own[id] >= PROSE;
            let linked = self.sums.link_density(id) > 0.25;
            if (same || prose)
                && dom.tag(root) != Tag::Article
                && self.marks.prose[id] > 0
                && !linked
                && !self.marks.noise[id]
            {
                self.take(id);
            }
        }
    }

    /// Adds the paragraphs between the title and the text.
    fn take_lead(&mut self, title: Id, root: Id) {
        let mut left = MAX_LEAD_LETTERS;
        let between: Vec<Id> = (self.dom.end(title)..root).collect();
        for id in between {
            let letters = self.sums.own[id];
            if letters < MIN_LEAD_LETTERS || letters > left || !self.gone[id] || self.marks.noise[id] {
                continue;
            }
            if self.dom.tag(id) != Tag::P && !self.is_called_lead(id) {
                continue;
            }
            let linked = self.sums.own_link_density(id) > 0.2;
            if linked || self.sums.stops[id] == 0 || matches!(self.dom.tag(id), Tag::Li | Tag::Td | Tag::Dd | Tag::Body)
            {
                continue;
            }
            left -= letters;
            self.take(id);
        }
    }

    fn is_called_lead(&self, id: Id) -> bool {
        std::iter::once(id).chain(self.dom.ancestors(id).take(2)).any(|id| {
            [Attr::Class, Attr::Id, Attr::Itemprop]
                .iter()
                .filter_map(|attr| self.dom.attr(id, *attr))
                .any(super::vocabulary::is_lead)
        })
    }

    fn prune(&mut self) {
        for id in 1..self.dom.len() {
            if !self.gone[id] && self.dom.tag(id).is_block() && self.is_navigation(id) {
                self.drop(id);
            }
        }
        self.drop_sections();
        self.drop_phrases();
        self.trim_head();
        self.trim_tail();
    }

    /// Applies structured data that repeats the whole text: its blocks are kept or restored, other prose is removed.
    fn confirm(&mut self, body: &Body) {
        let mut held = Vec::new();
        let mut prose = Vec::new();
        for id in (1..self.dom.len())
            .filter(|id| self.sums.own[*id] as usize >= confirm::MIN_BLOCK_LETTERS)
            .take(confirm::MAX_BLOCKS)
        {
            let words = self.own_text(id);
            if body.holds(&words) {
                held.push((id, confirm::letters(&words).len()));
            } else if !self.gone[id] {
                prose.push(id);
            }
        }
        if !body.is_covered(&held) {
            return;
        }
        let (first, last) = (held[0].0, held[held.len() - 1].0);
        for (id, _) in &held {
            self.take_own(*id);
        }
        for id in prose {
            // Between two paragraphs of the text the data may omit lists, tables and quotes.
            if !(first..last).contains(&id) {
                self.drop_own(id);
            }
        }
    }

    fn take_own(&mut self, id: Id) {
        for piece in self.sums.pieces(id) {
            self.gone[piece] = false;
        }
        self.gone[id] = false;
    }

    fn drop(&mut self, id: Id) {
        self.gone[id..self.dom.end(id)].fill(true);
    }

    /// Removes boxes and lists of links, and blocks that are one link.
    fn is_navigation(&self, id: Id) -> bool {
        let letters = self.sums.letters[id];
        if letters == 0 {
            return false;
        }
        match self.dom.tag(id) {
            Tag::Ul | Tag::Ol | Tag::Dl => self.sums.link_density(id) > NAVIGATION,
            Tag::Table => self.sums.link_density(id) > ALL_LINK,
            Tag::Div | Tag::Section | Tag::Article | Tag::Header => {
                self.sums.link_density(id) > NAVIGATION && self.marks.prose[id] * 4 < letters
            }
            Tag::P | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.sums.own_link_density(id) > ALL_LINK,
            Tag::H1 => true,
            _ => false,
        }
    }

    /// Removes a heading that announces other content, with everything up to the next heading of its rank.
    fn drop_sections(&mut self) {
        let most = self.kept() / 4;
        for id in 1..self.dom.len() {
            let heading = self.dom.tag(id).heading().is_some();
            if self.gone[id] || !self.dom.tag(id).is_block() || self.sums.own[id] == 0 || self.sums.letters[id] > 40 {
                continue;
            }
            let text = self.own_text(id);
            if !phrase::announces_other(&text) {
                continue;
            }
            self.drop(id);
            if heading {
                self.drop_after(id, most);
            }
        }
    }

    /// Removes at most `left` letters of prose: a long text under such a heading belongs to the page.
    fn drop_after(&mut self, heading: Id, mut left: u32) {
        let dom = self.dom;
        let rank = dom.tag(heading).heading();
        let end = dom.end(dom.parent(heading));
        let mut next = dom.end(heading);
        while next < end {
            if dom.tag(next).heading().is_some_and(|found| rank.is_some_and(|rank| found <= rank)) {
                return;
            }
            if self.marks.prose[next] <= left {
                left -= self.marks.prose[next];
                self.drop(next);
            }
            next = dom.end(next);
        }
    }

    fn drop_phrases(&mut self) {
        for id in 1..self.dom.len() {
            let is_short = !self.gone[id] && (1..=160).contains(&self.sums.own[id]);
            if is_short && phrase::is_boilerplate(&self.own_text(id)) && !self.is_data(id) {
                self.drop_own(id);
            }
        }
    }

    /// Returns `true` for a cell beside one with other words: `Share | 4.5` is a row of a table, and no button.
    fn is_data(&self, id: Id) -> bool {
        let is_cell = |id: Id| matches!(self.dom.tag(id), Tag::Td | Tag::Th | Tag::Dt | Tag::Dd);
        let is_other = |other: Id| {
            let is_read =
                other != id && is_cell(other) && !self.gone[other] && (1..=160).contains(&self.sums.own[other]);
            is_read && !phrase::is_boilerplate(&self.own_text(other))
        };
        is_cell(id) && self.dom.children(self.dom.parent(id)).take(MAX_CELLS).any(is_other)
    }

    /// Removes a block's own text and keeps the blocks inside it.
    fn drop_own(&mut self, id: Id) {
        for piece in self.sums.pieces(id) {
            self.gone[piece] = true;
        }
        self.gone[id] = true;
    }

    /// Removes bylines, dates and tags: short parts before the first sentence. Keeps all of them if one belongs to an
    /// imprint, whose short lines are its content: name, address, management and register of a company.
    fn trim_head(&mut self) {
        let blocks = self.blocks();
        let head = blocks.iter().copied().take_while(|id| !self.is_sentence(*id)).collect::<Vec<_>>();
        if head.iter().any(|id| phrase::is_of_an_imprint(&self.own_text(*id))) {
            return;
        }
        for id in head {
            let listed = matches!(self.dom.tag(id), Tag::Li | Tag::Td | Tag::Th | Tag::Dd | Tag::Dt);
            let short = self.sums.own[id] < 50 || (self.sums.own[id] < 110 && phrase::is_byline(&self.own_text(id)));
            if !listed && self.dom.tag(id).heading().is_none() && short {
                self.drop_own(id);
            }
        }
    }

    /// Removes headings and short parts after the last sentence.
    fn trim_tail(&mut self) {
        for id in self.blocks().into_iter().rev() {
            let tag = self.dom.tag(id);
            let prose = self.sums.own[id] >= 40 && self.sums.own_link_density(id) < PROSE_LINKS;
            let listed = matches!(tag, Tag::Li | Tag::Td | Tag::Th | Tag::Dd | Tag::Dt | Tag::Pre | Tag::Blockquote);
            let line = tag == Tag::P && self.sums.own[id] >= 12 && self.sums.own_link_density(id) < 0.3;
            if prose || line || self.is_sentence(id) || (listed && self.sums.own_link_density(id) < PROSE_LINKS) {
                break;
            }
            self.drop_own(id);
        }
    }

    /// Returns the kept blocks with text, in order.
    fn blocks(&self) -> Vec<Id> {
        (1..self.dom.len()).filter(|id| self.sums.own[*id] > 0 && !self.gone[*id]).collect()
    }

    fn is_sentence(&self, id: Id) -> bool {
        self.sums.own[id] >= 20
            && self.sums.stops[id] > 0
            && self.sums.own_link_density(id) < PROSE_LINKS
            && phrase::ends_sentence(&self.own_text(id))
    }

    /// Returns the block's own words, separated by single spaces.
    fn own_text(&self, id: Id) -> String {
        let mut words = String::new();
        for piece in self.sums.pieces(id) {
            words.push_str(if self.dom.tag(piece) == Tag::Br { " " } else { self.dom.text(piece) });
        }
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn kept(&self) -> u32 {
        (1..self.dom.len()).filter(|id| !self.gone[*id]).map(|id| self.sums.own[id]).sum()
    }

    fn worth_keeping(&self) -> u32 {
        let prose: u32 = (1..self.dom.len())
            .filter(|id| !self.marks.noise[*id] && self.sums.own_link_density(*id) < PROSE_LINKS)
            .map(|id| if self.sums.own[id] >= PROSE { self.sums.own[id] } else { 0 })
            .sum();
        ((prose as f32 * TOO_LITTLE) as u32).max(60)
    }
}
