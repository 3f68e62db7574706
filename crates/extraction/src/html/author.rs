//! Authors of a page, from its structured data or from a byline.

use super::dom::{Dom, Id};
use super::linked_data::LinkedData;
use super::measure::Measures;
use super::statement::{Statements, text_of};
use super::tag::Tag;
use super::token::Attr;

/// Maximum length of a name in characters.
const MAX_NAME_CHARS: usize = 70;
/// Maximum number of authors.
const MAX_AUTHORS: usize = 6;
/// Names of `meta` elements, best first.
const NAMES: &[&str] = &[
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "dc.contributor",
    "sailthru.author",
    "parsely-author",
    "byl",
    "citation_author",
    "article:author_name",
    "og:author",
    "cxenseparse:author",
    "creator",
    "authors",
    "twitter:data1",
];
/// Phrases that precede a name, in several languages.
const PREFIXES: &[&str] = &[
    "view all posts by",
    "written by",
    "posted by",
    "published by",
    "story by",
    "reported by",
    "article by",
    "by:",
    "by ",
    "author:",
    "authors:",
    "author ",
    "von:",
    "von ",
    "text:",
    "text von",
    "text ",
    "autor:",
    "autorin:",
    "autoren:",
    "autor ",
    "autorin ",
    "par ",
    "publié par",
    "rédigé par",
    "auteur:",
    "auteur ",
    "por:",
    "por ",
    "escrito por",
    "redacción:",
    "publicado por",
    "di ",
    "a cura di",
    "scritto da",
    "door ",
    "geschreven door",
    "przez ",
    "autorzy:",
    "автор:",
    "автор ",
    "yazar:",
    "verfasst von",
    "geschrieben von",
    "veröffentlicht von",
    "ein beitrag von",
    "foto:",
    "av ",
    "af ",
];
/// Characters and phrases that end a name.
const ENDS: &[&str] =
    &[" | ", " • ", " · ", " – ", " — ", " / ", " (", ", updated", " on ", " am ", " vom ", "http", "@", " - "];

/// Returns the authors, separated by `"; "`.
pub(crate) fn find(dom: &Dom<'_>, sums: &Measures, metadata: &Statements<'_>, data: &LinkedData) -> String {
    let site = [metadata.first(&["og:site_name"]).unwrap_or_default(), &data.publisher].map(str::to_lowercase);
    let person = |names: &String| !names.is_empty() && !site.contains(&names.to_lowercase());
    let linked = Some(joined(data.authors.iter().map(String::as_str))).filter(person);
    linked
        .or_else(|| NAMES.iter().map(|name| joined(metadata.all(name))).find(person))
        .or_else(|| marked(dom, sums).filter(person))
        .or_else(|| byline(dom, sums).filter(person))
        .unwrap_or_default()
}

fn joined<'s>(names: impl Iterator<Item = &'s str>) -> String {
    let mut kept: Vec<String> = Vec::new();
    for name in names.filter_map(name).take(MAX_AUTHORS) {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept.join("; ")
}

/// Returns elements marked as the author by microdata or `rel`.
fn marked(dom: &Dom<'_>, sums: &Measures) -> Option<String> {
    let is = |id: Id, attr: Attr, value: &str| {
        dom.attr(id, attr)
            .is_some_and(|stated| stated.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(value)))
    };
    let marked: Vec<Id> = (1..dom.len())
        .filter(|id| !sums.hidden[*id] && (is(*id, Attr::Itemprop, "author") || is(*id, Attr::Rel, "author")))
        .collect();
    marked.into_iter().find_map(|id| {
        let inner = dom.descendants(id).find(|inner| is(*inner, Attr::Itemprop, "name"));
        name(&text_of(dom, inner.unwrap_or(id)))
    })
}

/// Returns a short element named like an author or a byline, outside comments.
fn byline(dom: &Dom<'_>, sums: &Measures) -> Option<String> {
    let words = [
        "author",
        "byline",
        "autor",
        "autorin",
        "auteur",
        "authors",
        "autore",
        "writer",
        "redakteur",
        "verfasser",
        "authorname",
        "yazar",
    ];
    for id in 1..dom.len() {
        let letters = sums.letters[id];
        if !(3..=90).contains(&letters) || dom.tag(id) == Tag::Text || sums.hidden[id] {
            continue;
        }
        let called = [Attr::Class, Attr::Id, Attr::TestId].iter().filter_map(|attr| dom.attr(id, *attr)).any(|value| {
            let value = value.to_ascii_lowercase();
            !value.contains("comment") && value.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
        });
        if !called {
            continue;
        }
        let link = dom.descendants(id).find(|inner| dom.tag(*inner) == Tag::A).map(|link| text_of(dom, link));
        if let Some(name) = name(&text_of(dom, id)).or_else(|| link.and_then(|text| name(&text))) {
            return Some(name);
        }
    }
    None
}

/// Extracts a name from a byline; empty if there is none.
fn name(text: &str) -> Option<String> {
    let mut name = text.trim();
    for _ in 0..2 {
        let lower = name.to_lowercase();
        let prefix = PREFIXES.iter().find(|prefix| lower.starts_with(**prefix) && lower.len() == name.len());
        name = prefix.and_then(|prefix| name.get(prefix.len()..)).unwrap_or(name).trim_start_matches([':', ' ']);
    }
    for end in ENDS {
        if let Some(at) = name.find(end) {
            name = &name[..at];
        }
    }
    let name =
        name.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '-' | '–' | '.' | '/'));
    let words = name.split_whitespace().count();
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let bad = name.contains("://") || name.contains("www.") || digits > 2 || words > 9;
    (!bad && name.chars().count() >= 2 && name.chars().count() <= MAX_NAME_CHARS).then(|| name.to_owned())
}
