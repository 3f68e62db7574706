//! A page as a tree: an arena in document order.
//!
//! Nodes never move once they are made, so the descendants of a node are the ids between it and its `end`. Every pass
//! over the tree is then a loop over a range: nothing recurses, and a sum over subtrees is one walk backwards.

use std::borrow::Cow;

use super::sheet::Sheet;
use super::tag::Tag;
use super::token::Attr;

/// Most attributes of all nodes together: about 7 MB.
const MAX_ATTRIBUTES: usize = 200_000;

/// Index of a node.
pub(crate) type Id = usize;

/// The document itself.
pub(crate) const ROOT: Id = 0;

/// An element, a text, or the document.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) tag: Tag,
    pub(crate) parent: u32,
    /// One past the last descendant.
    pub(crate) end: u32,
    /// Depth of the tree, the document is 0.
    pub(crate) depth: u16,
    attributes: (u32, u8),
    /// Of a text, or of a raw element.
    pub(crate) text: Cow<'a, str>,
}

/// The tree.
#[derive(Debug, Default)]
pub(crate) struct Dom<'a> {
    nodes: Vec<Node<'a>>,
    attributes: Vec<(Attr, Cow<'a, str>)>,
    /// What the page's own style sheets hide.
    pub(crate) sheet: Sheet,
}

impl<'a> Dom<'a> {
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), attributes: Vec::with_capacity(nodes), sheet: Sheet::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: Id) -> &Node<'a> {
        &self.nodes[id]
    }

    pub(crate) fn tag(&self, id: Id) -> Tag {
        self.nodes[id].tag
    }

    pub(crate) fn parent(&self, id: Id) -> Id {
        self.nodes[id].parent as Id
    }

    /// One past the last descendant.
    pub(crate) fn end(&self, id: Id) -> Id {
        self.nodes[id].end as Id
    }

    pub(crate) fn text(&self, id: Id) -> &str {
        &self.nodes[id].text
    }

    pub(crate) fn attr(&self, id: Id, attr: Attr) -> Option<&str> {
        self.attrs(id).iter().find(|(known, _)| *known == attr).map(|(_, value)| value.as_ref())
    }

    pub(crate) fn attrs(&self, id: Id) -> &[(Attr, Cow<'a, str>)] {
        let (from, count) = self.nodes[id].attributes;
        &self.attributes[from as usize..from as usize + usize::from(count)]
    }

    /// Elements between a node and the document, nearest first, without the node and the document.
    pub(crate) fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(Some(self.parent(id)), |id| Some(self.parent(*id))).take_while(|id| *id != ROOT)
    }

    /// Children in order.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let end = self.end(id);
        let first = Some(id + 1).filter(|first| *first < end);
        std::iter::successors(first, move |child| Some(self.end(*child)).filter(|next| *next < end))
    }

    /// Descendants in order, without the node.
    pub(crate) fn descendants(&self, id: Id) -> std::ops::Range<Id> {
        id + 1..self.end(id)
    }

    /// Appends a node below `parent` that has no descendants yet.
    pub(crate) fn push(&mut self, tag: Tag, parent: Id, text: Cow<'a, str>) -> Id {
        let id = self.nodes.len();
        let depth = self.nodes.get(parent).map_or(0, |node| node.depth + 1);
        let attributes = (self.attributes.len() as u32, 0);
        self.nodes.push(Node { tag, parent: parent as u32, end: id as u32 + 1, depth, attributes, text });
        id
    }

    /// Gives attributes to the node that was pushed last.
    pub(crate) fn give(&mut self, attributes: &mut Vec<(Attr, Cow<'a, str>)>) {
        attributes.truncate(MAX_ATTRIBUTES.saturating_sub(self.attributes.len()));
        if let Some(node) = self.nodes.last_mut() {
            node.attributes = (self.attributes.len() as u32, attributes.len() as u8);
            self.attributes.append(attributes);
        }
    }

    /// Nothing more comes below `id`.
    pub(crate) fn close(&mut self, id: Id) {
        self.nodes[id].end = self.nodes.len() as u32;
    }
}
