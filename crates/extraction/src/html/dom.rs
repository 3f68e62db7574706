//! The tree of a page: an arena in document order.
//!
//! Nodes never move, so the descendants of a node are the ids between it and its `end`. Every pass
//! over the tree is a loop over a range without recursion, and a sum over subtrees is one backward loop.

use std::borrow::Cow;

use super::tag::Tag;
use super::token::Attr;

/// Maximum number of attributes of all nodes: about 7 MB.
const MAX_ATTRIBUTES: usize = 200_000;

/// Index of a node.
pub(crate) type Id = usize;

/// Id of the document.
pub(crate) const ROOT: Id = 0;

/// An element, a text, or the document.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) tag: Tag,
    pub(crate) parent: u32,
    /// Index after the last descendant.
    pub(crate) end: u32,
    /// Depth in the tree; the document is 0.
    pub(crate) depth: u16,
    attributes: (u32, u8),
    /// Text of a text node or a raw element.
    pub(crate) text: Cow<'a, str>,
}

/// A page's tree.
#[derive(Debug, Default)]
pub(crate) struct Dom<'a> {
    nodes: Vec<Node<'a>>,
    attributes: Vec<(Attr, Cow<'a, str>)>,
}

impl<'a> Dom<'a> {
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), attributes: Vec::with_capacity(nodes) }
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

    /// Returns the index after the last descendant.
    pub(crate) fn end(&self, id: Id) -> Id {
        self.nodes[id].end as Id
    }

    pub(crate) fn text(&self, id: Id) -> &str {
        &self.nodes[id].text
    }

    /// Replaces the text of a node.
    pub(crate) fn set_text(&mut self, id: Id, text: String) {
        self.nodes[id].text = text.into();
    }

    /// Takes the text of a node that is copied to another tree.
    pub(crate) fn take_text(&mut self, id: Id) -> Cow<'a, str> {
        std::mem::take(&mut self.nodes[id].text)
    }

    pub(crate) fn attr(&self, id: Id, attr: Attr) -> Option<&str> {
        self.attrs(id).iter().find(|(known, _)| *known == attr).map(|(_, value)| value.as_ref())
    }

    pub(crate) fn attrs(&self, id: Id) -> &[(Attr, Cow<'a, str>)] {
        let (from, count) = self.nodes[id].attributes;
        &self.attributes[from as usize..from as usize + usize::from(count)]
    }

    /// Returns the ancestors, nearest first, without the document.
    pub(crate) fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(Some(self.parent(id)), |id| Some(self.parent(*id))).take_while(|id| *id != ROOT)
    }

    /// Returns the children in order.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let end = self.end(id);
        let first = Some(id + 1).filter(|first| *first < end);
        std::iter::successors(first, move |child| Some(self.end(*child)).filter(|next| *next < end))
    }

    /// Returns the descendants in order.
    pub(crate) fn descendants(&self, id: Id) -> std::ops::Range<Id> {
        id + 1..self.end(id)
    }

    /// Appends a node without descendants below `parent`.
    pub(crate) fn push(&mut self, tag: Tag, parent: Id, text: Cow<'a, str>) -> Id {
        let id = self.nodes.len();
        let depth = self.nodes.get(parent).map_or(0, |node| node.depth + 1);
        let attributes = (self.attributes.len() as u32, 0);
        self.nodes.push(Node { tag, parent: parent as u32, end: id as u32 + 1, depth, attributes, text });
        id
    }

    /// Sets the attributes of the node that was pushed last.
    pub(crate) fn give(&mut self, attributes: &mut Vec<(Attr, Cow<'a, str>)>) {
        attributes.truncate(MAX_ATTRIBUTES.saturating_sub(self.attributes.len()));
        if let Some(node) = self.nodes.last_mut() {
            node.attributes = (self.attributes.len() as u32, attributes.len() as u8);
            self.attributes.append(attributes);
        }
    }

    /// Completes `id`: no further descendants follow.
    pub(crate) fn close(&mut self, id: Id) {
        self.nodes[id].end = self.nodes.len() as u32;
    }
}
