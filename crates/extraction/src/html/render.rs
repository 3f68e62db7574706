//! Renders the selected parts of a tree as Markdown and as plain text.
//!
//! Pictures are omitted, and links are written only if they lead to http(s): Markdown for a model or a person
//! must not load or run anything. The recursion is at most [`super::build::MAX_DEPTH`] deep.

use url::Url;

use super::css::Boxed;
use super::dom::{Dom, Id, ROOT};
use super::layout;
use super::sheet::Sheet;
use super::shift;
use super::table;
use super::tag::Tag;
use super::token::Attr;
use super::writer::Writer;
use crate::document::MAX_LINKS;

/// Maximum length of a rendered address; longer ones carry data.
const MAX_ADDRESS_BYTES: usize = 2000;

/// Both forms of a text, and the targets of its links.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) markdown: String,
    pub(crate) text: String,
    pub(crate) links: Vec<String>,
}

/// Renders the texts that are not `gone`.
pub(crate) fn render(dom: &Dom<'_>, sheet: &Sheet, gone: &[bool], url: &str) -> Rendered {
    let base = base(dom, url);
    let mut renderer = Renderer {
        dom,
        sheet,
        gone,
        live: live(dom, gone),
        base,
        url,
        out: Writer::default(),
        links: Vec::new(),
        items: Vec::new(),
    };
    renderer.children(ROOT);
    renderer.out.end_block();
    Rendered { markdown: renderer.out.markdown, text: renderer.out.text, links: renderer.links }
}

/// Marks nodes that have rendered text below them.
fn live(dom: &Dom<'_>, gone: &[bool]) -> Vec<bool> {
    let mut live = vec![false; dom.len()];
    for id in (1..dom.len()).rev() {
        live[id] |= dom.tag(id) == Tag::Text && !gone[id] && !dom.text(id).trim().is_empty();
        if live[id] {
            live[dom.parent(id)] = true;
        }
    }
    live
}

/// Returns the base of relative links: the page's address or its `base` element.
fn base(dom: &Dom<'_>, url: &str) -> Option<Url> {
    let own = Url::parse(url).ok();
    let base = (1..dom.len()).find(|id| dom.tag(*id) == Tag::Base).and_then(|id| dom.attr(id, Attr::Href));
    match (own, base) {
        (Some(own), Some(base)) => own.join(base.trim()).ok().or(Some(own)),
        (None, Some(base)) => Url::parse(base.trim()).ok(),
        (own, None) => own,
    }
}

struct Renderer<'d, 'a> {
    dom: &'d Dom<'a>,
    sheet: &'d Sheet,
    gone: &'d [bool],
    live: Vec<bool>,
    base: Option<Url>,
    url: &'d str,
    out: Writer,
    links: Vec<String>,
    /// Next item number of every open list; `None` for bullets.
    items: Vec<Option<usize>>,
}

impl Renderer<'_, '_> {
    fn children(&mut self, id: Id) {
        let dom = self.dom;
        if layout::boxed(dom, self.sheet, id) == Some(Boxed::Row) {
            return self.row(id);
        }
        for child in dom.children(id) {
            self.node(child);
        }
    }

    /// Renders children that are boxes beside each other.
    fn row(&mut self, id: Id) {
        let dom = self.dom;
        for child in dom.children(id) {
            let is_box = dom.tag(child) != Tag::Text && self.live[child] && layout::is_word(dom, self.gone, child);
            if is_box {
                self.out.push_text(" ");
            }
            self.node(child);
            if is_box {
                self.out.push_text(" ");
            }
        }
    }

    fn node(&mut self, id: Id) {
        let tag = self.dom.tag(id);
        match tag {
            Tag::Text if !self.gone[id] => self.out.push_text(self.dom.text(id)),
            Tag::Br if !self.gone[id] => self.out.line_break(),
            // White space between two rendered words is kept by their common ancestor.
            _ if !self.live[id] => {}
            Tag::Pre => self.code(id),
            Tag::Math => self.formula(id),
            Tag::Table => self.table(id),
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => self.list(id),
            Tag::Li => self.item(id),
            Tag::Blockquote => {
                self.out.open_quote();
                self.children(id);
                self.out.close_indent();
            }
            _ if tag.heading().is_some() => {
                self.out.end_block();
                self.children(id);
                self.out.end_block_as(&format!("{} ", "#".repeat(tag.heading().unwrap_or(1))));
            }
            _ if tag.is_block() => {
                self.out.end_block();
                self.out.loosen();
                self.children(id);
                self.out.end_block();
            }
            _ => self.inline(id),
        }
    }

    fn inline(&mut self, id: Id) {
        if let Some(shift) = shift::of(self.dom, self.sheet, id) {
            return self.shifted(id, shift);
        }
        if layout::boxed(self.dom, self.sheet, id).is_some() {
            self.out.push_text(" ");
            self.formatted(id);
            return self.out.push_text(" ");
        }
        if self.joins(id) && layout::is_another_figure(self.dom, self.gone, id) {
            self.out.push_text(" ");
        }
        self.formatted(id);
    }

    /// Returns `true` if the element's first figure would join the last one of the line.
    fn joins(&self, id: Id) -> bool {
        let is_figure = |c: char| c.is_ascii_digit();
        let text = || shift::text(self.dom, self.gone, self.dom.descendants(id));
        self.out.line_end().ends_with(is_figure) && text().starts_with(is_figure)
    }

    /// Renders a formula apart from the numbers before and behind it.
    fn formula(&mut self, id: Id) {
        if self.joins(id) {
            self.out.push_text(" ");
        }
        self.children(id);
        let is_figure = |c: char| c.is_ascii_digit();
        if self.out.line_end().ends_with(is_figure) && shift::behind(self.dom, self.gone, id).starts_with(is_figure) {
            self.out.push_text(" ");
        }
    }

    /// Renders a raised or lowered text apart from a number before it.
    fn shifted(&mut self, id: Id, shift: shift::Looks) {
        let text = shift::text(self.dom, self.gone, self.dom.descendants(id));
        let after = shift::behind(self.dom, self.gone, id);
        let (open, close) = shift.marks(self.out.line_end(), &text, &after);
        self.out.push_text(open);
        self.formatted(id);
        self.out.push_text(close);
    }

    fn formatted(&mut self, id: Id) {
        let mark = self.out.mark();
        if self.dom.tag(id) == Tag::Q {
            self.out.push_text("“");
        }
        self.children(id);
        match self.dom.tag(id) {
            Tag::B | Tag::Strong if !self.inside(id, &[Tag::B, Tag::Strong]) => self.out.wrap(mark, "**", "**"),
            Tag::I | Tag::Em if !self.inside(id, &[Tag::I, Tag::Em]) => self.out.wrap(mark, "*", "*"),
            Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt
                if !self.inside(id, &[Tag::Code, Tag::Kbd, Tag::Samp, Tag::Tt]) =>
            {
                self.out.wrap(mark, "`", "`");
            }
            Tag::Q => self.out.push_text("”"),
            Tag::A => {
                if let Some(address) = self.dom.attr(id, Attr::Href).and_then(|href| self.address(href)) {
                    self.out.wrap(mark, "[", &format!("]({address})"));
                    if self.links.len() < MAX_LINKS && !self.links.contains(&address) && address != self.url {
                        self.links.push(address);
                    }
                }
            }
            _ => {}
        }
    }

    /// Skips nested formatting of the same kind, and formatting around a whole heading.
    fn inside(&self, id: Id, tags: &[Tag]) -> bool {
        self.dom
            .ancestors(id)
            .take_while(|above| !self.dom.tag(*above).is_block() || self.dom.tag(*above).heading().is_some())
            .any(|above| tags.contains(&self.dom.tag(above)) || self.dom.tag(above).heading().is_some())
    }

    /// Returns an absolute http(s) address without fragment.
    fn address(&self, href: &str) -> Option<String> {
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') || href.len() > MAX_ADDRESS_BYTES {
            return None;
        }
        let mut address = match &self.base {
            Some(base) => base.join(href).ok()?,
            None => Url::parse(href).ok()?,
        };
        if !matches!(address.scheme(), "http" | "https") {
            return None;
        }
        address.set_fragment(None);
        // A parenthesis would end the address in Markdown.
        Some(address.as_str().replace('(', "%28").replace(')', "%29"))
    }

    fn code(&mut self, id: Id) {
        let dom = self.dom;
        let mut text = String::new();
        for inner in dom.descendants(id).filter(|inner| !self.gone[*inner]) {
            match dom.tag(inner) {
                Tag::Text => text.push_str(dom.text(inner)),
                Tag::Br => text.push('\n'),
                Tag::Sup if text.ends_with(|c: char| c.is_ascii_digit()) => text.push('^'),
                Tag::Sub if text.ends_with(|c: char| c.is_ascii_digit()) => text.push('_'),
                _ => {}
            }
        }
        let text = text.trim_matches(['\n', '\r']).trim_end();
        let fence = if text.contains("```") { "~~~~" } else { "```" };
        self.out.literal(&format!("{fence}\n{text}\n{fence}"), text);
    }

    fn list(&mut self, id: Id) {
        let ordered = self.dom.tag(id) == Tag::Ol;
        let start = self.dom.attr(id, Attr::Start).and_then(|start| start.trim().parse().ok()).unwrap_or(1);
        if self.items.is_empty() {
            self.out.open_list();
        }
        self.items.push(ordered.then_some(start));
        self.children(id);
        self.items.pop();
        self.out.end_block();
        if self.items.is_empty() {
            self.out.loosen();
        }
    }

    fn item(&mut self, id: Id) {
        let marker = match self.items.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number = number.saturating_add(1);
                marker
            }
            _ => "- ".to_owned(),
        };
        self.out.open_item(marker);
        self.children(id);
        self.out.close_indent();
    }

    fn table(&mut self, id: Id) {
        let Some(rows) = table::rows(self.dom, id, &self.live) else {
            self.out.end_block();
            self.children(id);
            return self.out.end_block();
        };
        self.out.end_block();
        let dom = self.dom;
        for caption in dom.children(id).filter(|child| dom.tag(*child) == Tag::Caption) {
            self.node(caption);
        }
        let written: Vec<Vec<(String, String)>> =
            rows.iter().map(|cells| cells.iter().map(|cell| self.cell(*cell)).collect()).collect();
        let (markdown, plain) = table::written(&written);
        self.out.literal(&markdown, &plain);
    }

    /// Renders a cell on one line into a separate writer.
    fn cell(&mut self, id: Id) -> (String, String) {
        let outside = std::mem::take(&mut self.out);
        let lists = std::mem::take(&mut self.items);
        self.children(id);
        self.out.end_block();
        let inside = std::mem::replace(&mut self.out, outside);
        self.items = lists;
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        (line(&inside.markdown), line(&inside.text))
    }
}
