//! Selection of the element that contains the text.
//!
//! The score of a block is its number of letters outside links; boilerplate scores zero. From the document, the search
//! descends into the child that contains nearly the whole score. Names and the page's title may then narrow the
//! selection: to an element named like an article's body, or, among several articles, to the one with the title.

use super::dom::{Dom, Id, ROOT};
use super::marks::{Marks, PROSE, PROSE_LINKS};
use super::measure::Measures;
use super::tag::Tag;
use super::token::Attr;

/// Share of the parent's score from which the search descends into a child.
const DOMINANT: f32 = 0.8;
/// Share of the selected score that an element named like the text must contain.
const NAMED: f32 = 0.6;
/// Share that the article with the title must contain; other articles are separate texts.
const TITLED: f32 = 0.3;
/// Minimum score of a separate article.
const MIN_ARTICLE_SCORE: f32 = 250.0;
/// Maximum number of levels between a text's container and the bulk of the text.
const LEVELS: usize = 5;
/// Maximum score before the title relative to the score after it.
const BEFORE_TITLE: f32 = 0.3;

/// Selects the element; `title` is the heading that repeats the page's title.
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

/// Returns the container with a characteristic name around `root`, which also has the text's lead and end.
fn above(dom: &Dom<'_>, marks: &Marks, root: Id) -> Option<Id> {
    std::iter::once(root).chain(dom.ancestors(root)).take(LEVELS).find(|id| marks.bodies.contains(id))
}

/// Returns the smallest element with a characteristic name that contains most of the score of `root`.
fn named(dom: &Dom<'_>, marks: &Marks, worth: &[f32], root: Id) -> Id {
    let articles = dom.descendants(root).filter(|id| matches!(dom.tag(*id), Tag::Article | Tag::Main));
    let inside = marks.content.iter().copied().filter(|id| dom.descendants(root).contains(id));
    inside
        .chain(articles)
        .filter(|id| !marks.noise[*id] && worth[*id] >= NAMED * worth[root] && worth[*id] > 0.0)
        .max_by_key(|id| dom.node(*id).depth)
        .unwrap_or(root)
}

/// Among several articles in `root`, returns the one with the title.
fn titled(dom: &Dom<'_>, worth: &[f32], root: Id, title: Id) -> Option<Id> {
    if !dom.descendants(root).contains(&title) {
        return None;
    }
    dom.ancestors(title)
        .take_while(|id| *id != root)
        .filter(|id| worth[*id] >= MIN_ARTICLE_SCORE && worth[*id] >= TITLED * worth[root])
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
