//! Boilerplate detection by element, role or name; parts that contain most of the page's prose are exempt.

use std::collections::HashMap;

use super::dom::{Dom, Id, ROOT};
use super::measure::Measures;
use super::tag::Tag;
use super::token::Attr;
use super::vocabulary::{self, Part};

/// Minimum own letters of a prose block with few links.
pub(crate) const PROSE: u32 = 60;
/// Maximum share of link letters in prose.
pub(crate) const PROSE_LINKS: f32 = 0.5;
/// Share of a page's prose above which a part is not boilerplate regardless of its name.
const MAX_BOILERPLATE_PROSE: f32 = 0.4;
/// The same share for unambiguous boilerplate: a short text may precede a long footer.
const MAX_CERTAIN_BOILERPLATE_PROSE: f32 = 0.65;

/// Share of link letters from which a part with an ambiguous name is boilerplate.
const LINKED: f32 = 0.25;
/// Letters below which a part without prose is boilerplate; larger ones are lists and tables of the text.
const SMALL: u32 = 150;

/// Classification of every node.
#[derive(Debug)]
pub(crate) struct Marks {
    /// Boilerplate, inside boilerplate, or hidden.
    pub(crate) noise: Vec<bool>,
    /// Named like the main text.
    pub(crate) content: Vec<Id>,
    /// Named like the body of an article, a subset of `text`.
    pub(crate) bodies: Vec<Id>,
    /// Letters of prose in the subtree, including boilerplate.
    pub(crate) prose: Vec<u32>,
}

impl Marks {
    pub(crate) fn compute(dom: &Dom<'_>, sums: &Measures) -> Self {
        let prose = prose(dom, sums);
        let mut marks = Self { noise: sums.hidden.clone(), content: Vec::new(), bodies: Vec::new(), prose };
        let mut known: HashMap<&str, Option<Part>> = HashMap::new();
        let mut id = ROOT + 1;
        while id < dom.len() {
            if marks.noise[id] || dom.tag(id) == Tag::Text {
                id += 1;
                continue;
            }
            match part(dom, id, &mut known) {
                Some(Part::Body) => {
                    marks.content.push(id);
                    marks.bodies.push(id);
                }
                Some(Part::Content) => marks.content.push(id),
                Some(found) if marks.may_go(dom, sums, id, found) => {
                    marks.noise[id..dom.end(id)].fill(true);
                    id = dom.end(id);
                    continue;
                }
                _ => {}
            }
            id += 1;
        }
        marks
    }

    fn may_go(&self, dom: &Dom<'_>, sums: &Measures, id: Id, found: Part) -> bool {
        let all = self.prose[ROOT].max(1);
        let share = self.prose[id] as f32 / all as f32;
        match found {
            // A page that consists of comments is a forum, and they are its text.
            Part::Comments => share < 0.9,
            Part::Weak => {
                let bare = self.prose[id] == 0 && sums.letters[id] < SMALL;
                share <= MAX_BOILERPLATE_PROSE && (bare || sums.link_density(id) > LINKED)
            }
            Part::Noise => {
                share <= if is_sure(dom, id) { MAX_CERTAIN_BOILERPLATE_PROSE } else { MAX_BOILERPLATE_PROSE }
            }
            _ => share <= MAX_BOILERPLATE_PROSE,
        }
    }
}

fn prose(dom: &Dom<'_>, sums: &Measures) -> Vec<u32> {
    let mut prose = vec![0_u32; dom.len()];
    for id in (0..dom.len()).rev() {
        if sums.own[id] >= PROSE && sums.own_link_density(id) < PROSE_LINKS {
            prose[id] += sums.own[id] - sums.own_linked[id];
        }
        if id > ROOT {
            let parent = dom.parent(id);
            prose[parent] += prose[id];
        }
    }
    prose
}

fn part<'d>(dom: &'d Dom<'_>, id: Id, known: &mut HashMap<&'d str, Option<Part>>) -> Option<Part> {
    let tag = dom.tag(id);
    if matches!(tag, Tag::Html | Tag::Body) {
        return None;
    }
    if tag == Tag::Figcaption {
        return Some(Part::Caption);
    }
    if matches!(tag, Tag::Nav | Tag::Footer | Tag::Aside | Tag::Button | Tag::Menu | Tag::Dialog | Tag::Form) {
        return Some(Part::Noise);
    }
    let mut found = None;
    for (attr, value) in dom.attrs(id) {
        let named = match attr {
            Attr::Class | Attr::Id | Attr::Component | Attr::TestId => {
                *known.entry(value.as_ref()).or_insert_with(|| vocabulary::part(value))
            }
            Attr::Role => role(value),
            Attr::Itemprop if value.eq_ignore_ascii_case("articlebody") => Some(Part::Body),
            _ => None,
        };
        found = match (found, named) {
            (Some(Part::Content | Part::Body), _) | (_, None) => found,
            _ => named,
        };
    }
    // An inline element is not a part of a page.
    if matches!(found, Some(Part::Noise | Part::Weak))
        && matches!(tag, Tag::P | Tag::A | Tag::Em | Tag::Strong | Tag::B | Tag::I)
    {
        None
    } else {
        found
    }
}

fn role(value: &str) -> Option<Part> {
    match value {
        "navigation" | "complementary" | "contentinfo" | "search" | "banner" | "dialog" | "alertdialog" | "menu"
        | "menubar" | "toolbar" | "alert" | "button" | "tablist" => Some(Part::Noise),
        _ => None,
    }
}

/// Returns `true` for parts that surround every text, regardless of their content.
fn is_sure(dom: &Dom<'_>, id: Id) -> bool {
    matches!(dom.tag(id), Tag::Footer | Tag::Nav | Tag::Menu)
        || [Attr::Class, Attr::Id].iter().filter_map(|attr| dom.attr(id, *attr)).any(vocabulary::is_frame)
}
