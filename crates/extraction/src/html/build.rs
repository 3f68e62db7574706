//! Tree construction from tokens, as browsers do where it matters for reading, in linear time and bounded memory.
//!
//! Reason for not using html5ever: its time grows with the square of the nesting and of the attributes of one tag
//! (measured, ADR 0022), so a page of some hundred kilobytes can take a minute. Its additional behaviour (moving nodes
//! out of tables, cloning unclosed formatting into later blocks) hardly changes which words belong to a text. Tags are
//! dropped when the tree is [`MAX_DEPTH`] deep or has [`MAX_NODES`] nodes; their text is kept while there is room.

use std::borrow::Cow;

use super::dom::{Dom, Id, ROOT};
use super::entity;
use super::mathml;
use super::tag::Tag;
use super::token::{Token, Tokens};

/// Maximum nesting. Real pages stay under 60; an end tag examines at most this number of open elements.
pub(crate) const MAX_DEPTH: usize = 512;
/// Maximum number of nodes: about 15 MB with all data per node. Real pages have some thousand, the largest 30,000.
pub(crate) const MAX_NODES: usize = 150_000;
/// Estimated bytes of text per node, for the first allocation.
const BYTES_PER_NODE: usize = 48;

/// Parses a page to a tree.
pub(crate) fn tree(html: &str) -> Dom<'_> {
    let mut builder = Builder::new((html.len() / BYTES_PER_NODE).min(MAX_NODES));
    let mut tokens = Tokens::new(html);
    while let Some(token) = tokens.next() {
        match token {
            Token::Text(text) => builder.text(text),
            Token::Start { tag, .. } => builder.start(tag, &mut tokens.attributes),
            Token::End(tag) => builder.end(tag),
            Token::Raw(text) => builder.raw(text),
        }
        if builder.dom.len() >= MAX_NODES {
            break;
        }
    }
    builder.finish()
}

/// An element that is not closed yet.
#[derive(Clone, Copy)]
struct Open {
    tag: Tag,
    id: Id,
    /// `true` if its end tag came while blocks inside it were open: it ends with them.
    ending: bool,
}

struct Builder<'a> {
    dom: Dom<'a>,
    open: Vec<Open>,
    /// Number of start tags dropped for depth whose end tags are outstanding.
    dropped: usize,
    in_body: bool,
}

impl<'a> Builder<'a> {
    fn new(capacity: usize) -> Self {
        let mut dom = Dom::with_capacity(capacity + 1);
        let id = dom.push(Tag::Document, ROOT, Cow::Borrowed(""));
        Self { dom, open: vec![Open { tag: Tag::Document, id, ending: false }], dropped: 0, in_body: false }
    }

    fn top(&self) -> Open {
        // The document is pushed first, and `pop_to` never removes it.
        self.open[self.open.len() - 1]
    }

    fn text(&mut self, text: &'a str) {
        let top = self.top();
        // White space before the root is no content; the root follows with its attributes.
        if top.tag == Tag::Document && !self.in_body && text.trim_ascii().is_empty() {
            return;
        }
        if top.tag == Tag::Head && !text.trim_ascii().is_empty() {
            self.pop_to(self.open.len() - 1);
        }
        self.dom.push(Tag::Text, self.top().id, entity::decode(text));
    }

    /// Adds raw text to the element that was started last.
    fn raw(&mut self, text: &'a str) {
        let top = self.top();
        if !top.tag.is_raw() {
            return;
        }
        if matches!(top.tag, Tag::Script | Tag::Style | Tag::Noscript) {
            self.dom.push(Tag::Text, top.id, Cow::Borrowed(text));
        } else if top.tag == Tag::Math {
            self.dom.push(Tag::Text, top.id, mathml::line(text).into());
        } else if top.tag == Tag::Title {
            self.dom.push(Tag::Text, top.id, entity::decode(text));
        }
        self.pop_to(self.open.len() - 1);
    }

    fn start(&mut self, tag: Tag, attributes: &mut Vec<(super::token::Attr, Cow<'a, str>)>) {
        match tag {
            Tag::Html if self.open.len() > 1 || self.dom.len() > 1 => return,
            Tag::Head if self.in_body || self.top().tag == Tag::Head => return,
            Tag::Body if self.in_body => return,
            Tag::Frameset => return,
            _ => {}
        }
        self.enter_body(tag);
        self.imply_ends(tag);
        if !self.fits(tag) {
            return;
        }
        if self.open.len() >= MAX_DEPTH && !tag.is_void() {
            self.dropped += usize::from(!tag.is_raw());
            return;
        }
        let id = self.dom.push(tag, self.top().id, Cow::Borrowed(""));
        self.dom.give(attributes);
        if !tag.is_void() {
            self.open.push(Open { tag, id, ending: false });
        }
    }

    /// Ends the head at the first element that cannot be part of it.
    fn enter_body(&mut self, tag: Tag) {
        if self.in_body || tag.in_head() || matches!(tag, Tag::Html | Tag::Head) {
            return;
        }
        self.in_body = true;
        if let Some(at) = self.open.iter().position(|open| open.tag == Tag::Head) {
            self.pop_to(at);
        }
    }

    /// Closes elements that the start of `tag` ends implicitly.
    fn imply_ends(&mut self, tag: Tag) {
        if tag.closes_paragraph() {
            self.close_in_scope(|open| open == Tag::P, |open| open == Tag::Button);
        }
        match tag {
            Tag::Li => self.close_in_scope(|open| open == Tag::Li, bounds_item),
            Tag::Dt | Tag::Dd => self.close_in_scope(|open| matches!(open, Tag::Dt | Tag::Dd), bounds_item),
            Tag::Option | Tag::Optgroup => self.close_in_scope(|open| open == Tag::Option, |open| open != Tag::Option),
            Tag::Button => self.close_in_scope(|open| open == Tag::Button, |_| false),
            Tag::A => self.end_formatting(Tag::A),
            Tag::Td | Tag::Th => self.clear_to(|open| matches!(open, Tag::Tr)),
            Tag::Tr => self.clear_to(|open| matches!(open, Tag::Tbody | Tag::Thead | Tag::Tfoot)),
            Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Caption | Tag::Colgroup => self.clear_to(|_| false),
            _ if tag.heading().is_some() && self.top().tag.heading().is_some() => self.pop_to(self.open.len() - 1),
            _ => {}
        }
    }

    /// Drops table parts outside a table, and a form inside a form.
    fn fits(&self, tag: Tag) -> bool {
        let has = |wanted: Tag| self.open.iter().any(|open| open.tag == wanted && !open.ending);
        match tag {
            Tag::Td | Tag::Th | Tag::Tr | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Caption => has(Tag::Table),
            Tag::Form => !has(Tag::Form),
            _ => true,
        }
    }

    fn end(&mut self, tag: Tag) {
        if self.dropped > 0 && !tag.is_void() {
            self.dropped -= 1;
            return;
        }
        match tag {
            Tag::Html | Tag::Body => {}
            Tag::Head => {
                if let Some(at) = self.open.iter().position(|open| open.tag == Tag::Head) {
                    self.pop_to(at);
                }
            }
            // An end tag without a start tag is an empty paragraph; only the break matters.
            Tag::Br | Tag::P if tag == Tag::Br || !self.open.iter().any(|open| open.tag == Tag::P) => {
                self.dom.push(Tag::Br, self.top().id, Cow::Borrowed(""));
            }
            Tag::Table => self.close_to(|open| open == Tag::Table, |open| open == Tag::Template),
            Tag::Td | Tag::Th | Tag::Tr | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Caption => {
                self.close_to(|open| open == tag, |open| matches!(open, Tag::Table | Tag::Template));
            }
            Tag::Li => self.close_in_scope(|open| open == Tag::Li, |open| matches!(open, Tag::Ul | Tag::Ol)),
            Tag::Form => self.end_when_exposed(Tag::Form),
            _ if tag.heading().is_some() => self.close_in_scope(|open| open.heading().is_some(), |_| false),
            _ if tag.is_formatting() => self.end_formatting(tag),
            _ if tag.is_block() => self.close_in_scope(|open| open == tag, |_| false),
            _ => self.close_in_scope(|open| open == tag, Tag::is_block),
        }
    }

    /// Ends character formatting immediately, or with the blocks opened inside it.
    fn end_formatting(&mut self, tag: Tag) {
        for at in (0..self.open.len()).rev() {
            let open = self.open[at];
            if open.tag == tag && !open.ending {
                return self.pop_to(at);
            }
            if open.tag.bounds_scope() {
                return;
            }
            if open.tag.is_block() {
                return self.end_when_exposed(tag);
            }
        }
    }

    fn end_when_exposed(&mut self, tag: Tag) {
        let from = self.open.iter().rposition(|open| open.tag.bounds_scope()).unwrap_or(0);
        if let Some(at) = (from..self.open.len()).rev().find(|at| self.open[*at].tag == tag && !self.open[*at].ending) {
            self.open[at].ending = true;
            self.pop_ended();
        }
    }

    /// Closes the nearest element that is `wanted`, unless a scope or `barrier` comes first.
    fn close_in_scope(&mut self, wanted: impl Fn(Tag) -> bool, barrier: impl Fn(Tag) -> bool) {
        self.close_to(wanted, |open| open.bounds_scope() || barrier(open));
    }

    fn close_to(&mut self, wanted: impl Fn(Tag) -> bool, barrier: impl Fn(Tag) -> bool) {
        for at in (1..self.open.len()).rev() {
            let open = self.open[at].tag;
            if wanted(open) {
                return self.pop_to(at);
            }
            if barrier(open) {
                return;
            }
        }
    }

    /// Closes everything inside the nearest table, or inside the part of it that is `wanted`.
    fn clear_to(&mut self, wanted: impl Fn(Tag) -> bool) {
        let stop = |open: Tag| matches!(open, Tag::Table | Tag::Template | Tag::Document);
        if let Some(at) = self.open.iter().rposition(|open| wanted(open.tag) || stop(open.tag))
            && self.open[at].tag != Tag::Document
        {
            self.pop_to(at + 1);
        }
    }

    /// Closes all open elements from `at` on, except the document.
    fn pop_to(&mut self, at: usize) {
        while self.open.len() > at.max(1) {
            if let Some(open) = self.open.pop() {
                self.dom.close(open.id);
            }
        }
        self.pop_ended();
    }

    fn pop_ended(&mut self) {
        while self.open.len() > 1 && self.top().ending {
            if let Some(open) = self.open.pop() {
                self.dom.close(open.id);
            }
        }
    }

    fn finish(mut self) -> Dom<'a> {
        self.pop_to(1);
        self.dom.close(ROOT);
        self.dom
    }
}

/// Returns `true` for elements that keep an outer list item open.
fn bounds_item(open: Tag) -> bool {
    open.is_block() && !matches!(open, Tag::Address | Tag::Div | Tag::P | Tag::Li | Tag::Dt | Tag::Dd)
}
