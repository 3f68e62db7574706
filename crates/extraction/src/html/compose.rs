//! Web components: puts declarative shadow trees (`<template shadowrootmode>`) into the place of their hosts, and the
//! hosts' children into the slots, as browsers show them. A child without a slot is not shown.
//!
//! Each node is written once at most, so the work is linear; the result is at most [`MAX_DEPTH`] deep.

use std::borrow::Cow;
use std::collections::HashMap;

use super::build::MAX_DEPTH;
use super::dom::{Dom, Id, ROOT};
use super::tag::Tag;
use super::token::Attr;

/// Returns the tree as it is shown; unchanged if no element has a shadow tree.
pub(crate) fn composed(dom: Dom<'_>) -> Dom<'_> {
    let has_shadow = (1..dom.len()).any(|id| is_shadow(&dom, id));
    if has_shadow { Composer::new(dom).run() } else { dom }
}

fn is_shadow(dom: &Dom<'_>, id: Id) -> bool {
    dom.tag(id) == Tag::Template
        && may_host(dom.tag(dom.parent(id)))
        && [Attr::ShadowRootMode, Attr::ShadowRoot].iter().any(|attr| {
            dom.attr(id, *attr)
                .is_some_and(|mode| mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed"))
        })
}

/// Returns `true` for elements that may have a shadow tree (DOM standard, "attach a shadow root").
fn may_host(tag: Tag) -> bool {
    use Tag::{Article, Aside, Blockquote, Body, Custom, Div, Footer, Header, Main, Nav, P, Section, Span};
    tag.heading().is_some()
        || matches!(
            tag,
            Custom | Article | Aside | Blockquote | Body | Div | Footer | Header | Main | Nav | P | Section | Span
        )
}

/// An element with a shadow tree.
struct Host {
    /// The host in whose shadow tree it stands.
    outer: Option<usize>,
    /// Its children by the name of their slot; each name is taken once.
    children: HashMap<String, Vec<Id>>,
}

enum Step {
    /// Writes a node below a parent; the host is that of its shadow tree.
    Node(Id, Id, Option<usize>),
    /// Completes a written node.
    Close(Id),
}

struct Composer<'a> {
    old: Dom<'a>,
    new: Dom<'a>,
    hosts: Vec<Host>,
    steps: Vec<Step>,
}

impl<'a> Composer<'a> {
    fn new(old: Dom<'a>) -> Self {
        let mut new = Dom::with_capacity(old.len());
        new.push(Tag::Document, ROOT, Cow::Borrowed(""));
        Self { old, new, hosts: Vec::new(), steps: Vec::new() }
    }

    fn run(mut self) -> Dom<'a> {
        self.steps.push(Step::Close(ROOT));
        let all = self.old.children(ROOT).collect();
        self.below(all, ROOT, None);
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Node(id, parent, host) => self.node(id, parent, host),
                Step::Close(id) => self.new.close(id),
            }
        }
        self.new
    }

    /// Schedules nodes in order.
    fn below(&mut self, nodes: Vec<Id>, parent: Id, host: Option<usize>) {
        self.steps.extend(nodes.into_iter().rev().map(|id| Step::Node(id, parent, host)));
    }

    fn node(&mut self, id: Id, parent: Id, host: Option<usize>) {
        let tag = self.old.tag(id);
        if let Some(host) = host.filter(|_| tag == Tag::Slot) {
            let name = self.old.attr(id, Attr::Name).unwrap_or_default().to_owned();
            if let Some(slotted) = self.hosts[host].children.remove(&name) {
                let outer = self.hosts[host].outer;
                return self.below(slotted, parent, outer);
            }
        }
        let is_deep = usize::from(self.new.node(parent).depth) + 1 >= MAX_DEPTH;
        let below = if is_deep && tag != Tag::Text { parent } else { self.copy(id, parent) };
        let shadow = self.old.children(id).find(|child| is_shadow(&self.old, *child));
        match shadow {
            Some(shadow) => {
                let children = self.slotted(id, shadow);
                self.hosts.push(Host { outer: host, children });
                let inner = Some(self.hosts.len() - 1);
                let nodes = self.old.children(shadow).collect();
                self.below(nodes, below, inner);
            }
            None => {
                let nodes = self.old.children(id).collect();
                self.below(nodes, below, host);
            }
        }
    }

    fn copy(&mut self, id: Id, parent: Id) -> Id {
        let text = self.old.take_text(id);
        let new = self.new.push(self.old.tag(id), parent, text);
        self.new.give(&mut self.old.attrs(id).to_vec());
        self.steps.push(Step::Close(new));
        new
    }

    /// Returns the children of a host by the name of their slot; white space alone takes no slot.
    fn slotted(&self, host: Id, shadow: Id) -> HashMap<String, Vec<Id>> {
        let mut children: HashMap<String, Vec<Id>> = HashMap::new();
        for child in self.old.children(host).filter(|child| *child != shadow) {
            let name = self.old.attr(child, Attr::Slot).unwrap_or_default();
            children.entry(name.to_owned()).or_default().push(child);
        }
        let is_blank = |child: &Id| self.old.tag(*child) == Tag::Text && self.old.text(*child).trim().is_empty();
        children.retain(|_, nodes| !nodes.iter().all(is_blank));
        children
    }
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    const TEXT: &str = "The board of the harbour decided on Monday to raise the dues for ferries by four per cent.";

    fn text(html: &str) -> String {
        read(html, "").text
    }

    #[test]
    fn shadow_trees_are_read_with_their_slots_filled_in_order() {
        for mode in ["shadowrootmode=open", "shadowrootmode='CLOSED'", "shadowroot=open"] {
            let html = format!(
                "<news-story><template {mode}><article><h1><slot name=title>No title</slot></h1><p>{TEXT}</p><slot>Nothing yet, come back later please.</slot>\
                 <p>Reported by the harbour office, which answers questions on weekdays.</p></article></template>\
                 <span slot=title>Dues rise</span><p>The shipping lines protested against the decision at once.</p>\
                 <p slot=missing>Send the keys to the harbour.</p></news-story>"
            );
            let lines: Vec<String> = text(&html).lines().map(|line| line.chars().take(20).collect()).collect();
            assert_eq!(lines, ["The board of the har", "The shipping lines p", "Reported by the harb"], "{mode}");
        }
    }

    #[test]
    fn children_without_a_slot_are_not_shown_and_fallbacks_are() {
        let html = format!(
            "<x-a><template shadowrootmode=open><p>{TEXT}</p><p><slot name=a>The fallback of the slot is shown to visitors.</slot></p></template><p>Send the keys to us, at once and in full.</p></x-a>"
        );
        let read = text(&html);
        assert!(read.contains("raise the dues") && read.contains("The fallback") && !read.contains("keys"), "{read}");
    }

    #[test]
    fn components_inside_components_are_read() {
        let inner = format!(
            "<x-b><template shadowrootmode=open><section><slot></slot></section></template><p>{TEXT}</p></x-b>"
        );
        let html = format!("<x-a><template shadowrootmode=open><main><slot></slot></main></template>{inner}</x-a>");
        assert_eq!(text(&html), TEXT);
    }

    #[test]
    fn other_templates_stay_hidden() {
        for html in [
            "<x-a><template>SECRET</template><p>The office is open today.</p></x-a>",
            "<x-a><template shadowrootmode=none>SECRET</template><p>The office is open today.</p></x-a>",
            "<ul><template shadowrootmode=open><li>SECRET</template></ul><p>The office is open today.</p>",
            "<template shadowrootmode=open>SECRET</template><p>The office is open today.</p>",
        ] {
            assert!(!text(html).contains("SECRET") && text(html).contains("open today"), "{html}: {}", text(html));
        }
    }

    #[test]
    fn nested_components_are_bounded() {
        let open = "<x-a><template shadowrootmode=open><div><div><slot></slot></div></div></template>";
        let page = read(&format!("{}{TEXT}", open.repeat(5_000)), "");
        assert!(page.text.len() < 10_000);
        let slots = format!(
            "<x-a><template shadowrootmode=open>{}</template>{}</x-a>",
            "<slot></slot>".repeat(20_000),
            "<b>x</b>".repeat(20_000)
        );
        assert_eq!(text(&slots).matches('x').count(), 20_000);
    }
}
