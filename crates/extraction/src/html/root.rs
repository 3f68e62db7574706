//! Which element holds the text.
//!
//! Every block is worth its letters outside links; boilerplate is worth nothing. From the document downwards the child
//! that holds nearly all the worth is looked into. Then names and the page's title may narrow it: an element that is
//! called an article's body, or the article that the title stands in, where several follow one another.

use super::dom::{Dom, Id, ROOT};
use super::marks::{Marks, PROSE, PROSE_LINKS};
use super::measure::Measures;
use super::tag::Tag;
use super::token::Attr;

/// A child that holds this share of its parent's worth is looked into instead.
const DOMINANT: f32 = 0.8;
/// An element that is named like the text and holds this share of what was found is the text.
const NAMED: f32 = 0.6;
/// The article that the title stands in is the text if it holds that share; the others are other articles.
const TITLED: f32 = 0.3;
/// Less than so many letters of worth is no article of its own.
const LEAST_ARTICLE: f32 = 250.0;
/// An element that holds a text stands at most so many levels above the bulk of it.
const LEVELS: usize = 5;
/// Worth of what stands before the title, compared with what follows it.
const BEFORE_TITLE: f32 = 0.3;

/// The element; `title` is the heading that repeats the page's title.
pub(crate) fn find(dom: &Dom<'_>, sums: &Measures, marks: &Marks, title: Option<Id>) -> Id {
    let worth = worth(dom, sums, marks, title);
    let root = dominant(dom, &worth);
    let root = above(dom, marks, root).unwrap_or_else(|| named(dom, marks, &worth, root));
    title.and_then(|title| titled(dom, &worth, root, title)).unwrap_or(root)
}

fn dominant(dom: &Dom<'_>, worth: &[f32]) -> Id {
    let mut root = ROOT;
    loop {
        let best = dom.children(root).max_by(|a, b| worth[*a].total_cmp(&worth[*b]));
        match best {
            Some(child) if worth[child] >= DOMINANT * worth[root] && worth[child] > 0.0 && may_hold(dom, child) => {
                root = child;
            }
            _ => return root,
        }
    }
}

/// The element with a telling name that `root` stands in: beside the bulk of a text it holds its lead and its end.
fn above(dom: &Dom<'_>, marks: &Marks, root: Id) -> Option<Id> {
    std::iter::once(root).chain(dom.ancestors(root)).take(LEVELS).find(|id| marks.bodies.contains(id))
}

/// The smallest element with a telling name that holds most of what `root` holds.
fn named(dom: &Dom<'_>, marks: &Marks, worth: &[f32], root: Id) -> Id {
    let articles = dom.descendants(root).filter(|id| matches!(dom.tag(*id), Tag::Article | Tag::Main));
    let inside = marks.content.iter().copied().filter(|id| dom.descendants(root).contains(id));
    inside
        .chain(articles)
        .filter(|id| !marks.noise[*id] && worth[*id] >= NAMED * worth[root] && worth[*id] > 0.0)
        .max_by_key(|id| dom.node(*id).depth)
        .unwrap_or(root)
}

/// Where `root` holds several articles: the one with the title.
fn titled(dom: &Dom<'_>, worth: &[f32], root: Id, title: Id) -> Option<Id> {
    if !dom.descendants(root).contains(&title) {
        return None;
    }
    dom.ancestors(title)
        .take_while(|id| *id != root)
        .filter(|id| worth[*id] >= LEAST_ARTICLE && worth[*id] >= TITLED * worth[root])
        .find(|id| is_article(dom, *id))
}

fn is_article(dom: &Dom<'_>, id: Id) -> bool {
    let named = |attr: Attr| {
        dom.attr(id, attr).is_some_and(|name| {
            name.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
                ["article", "post", "story", "entry", "hentry", "blogpost"]
                    .contains(&word.to_ascii_lowercase().as_str())
            })
        })
    };
    dom.tag(id) == Tag::Article || (dom.tag(id).is_block() && (named(Attr::Class) || named(Attr::Id)))
}

fn may_hold(dom: &Dom<'_>, id: Id) -> bool {
    dom.tag(id).is_block()
        && !matches!(dom.tag(id), Tag::P | Tag::Tr | Tag::Tbody | Tag::Li | Tag::Ul | Tag::Ol | Tag::Blockquote)
}

fn worth(dom: &Dom<'_>, sums: &Measures, marks: &Marks, title: Option<Id>) -> Vec<f32> {
    let mut worth = vec![0_f32; dom.len()];
    for id in (0..dom.len()).rev() {
        let before = title.is_some_and(|title| id < title);
        worth[id] += own(dom, sums, marks, id) * if before { BEFORE_TITLE } else { 1.0 };
        if id > ROOT {
            worth[dom.parent(id)] += worth[id];
        }
    }
    worth
}

fn own(dom: &Dom<'_>, sums: &Measures, marks: &Marks, id: Id) -> f32 {
    if sums.own[id] == 0 || marks.noise[id] || sums.own_link_density(id) > PROSE_LINKS {
        return 0.0;
    }
    let plain = (sums.own[id] - sums.own_linked[id]) as f32;
    let factor = match dom.tag(id) {
        Tag::P | Tag::Pre | Tag::Blockquote => 1.0,
        Tag::Li | Tag::Dd | Tag::Td => 0.6,
        _ => 0.8,
    };
    if sums.own[id] >= PROSE { plain * factor } else { 0.2 * plain }
}
