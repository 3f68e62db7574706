//! The title of a page without the site's name, and the heading that shows it.

use super::dom::{Dom, Id};
use super::linked_data::LinkedData;
use super::measure::Measures;
use super::statement::{Statements, clean, text_of};
use super::steps;
use super::tag::Tag;

/// Minimum letters of a title; shorter text repeats by chance.
const MIN_TITLE_LETTERS: usize = 8;
/// Maximum length of a stated title in characters, and maximum number of headings compared with it.
const MAX_TITLE_CHARS: usize = 1000;
const MAX_HEADINGS: usize = 1000;
/// Separators between a title and a site's name.
const SEPARATORS: &[&str] = &[" | ", " - ", " – ", " — ", " · ", " » ", " :: ", " • ", " / ", " ‹ ", " « "];

/// The title and its position.
#[derive(Debug, Default)]
pub(crate) struct Title {
    pub(crate) text: String,
    /// The heading that shows it; the text follows.
    pub(crate) heading: Option<Id>,
    /// The text beside the title in the document's title, if any.
    pub(crate) beside: String,
}

impl Title {
    pub(crate) fn find(dom: &Dom<'_>, sums: &Measures, metadata: &Statements<'_>, data: &LinkedData) -> Self {
        let document =
            (1..dom.len()).find(|id| dom.tag(*id) == Tag::Title).map(|id| text_of(dom, id)).unwrap_or_default();
        let shared =
            metadata.first(&["og:title", "twitter:title", "dc.title", "sailthru.title", "parsely-title", "headline"]);
        let shared = clean(beginning(shared.unwrap_or_default()));
        let full = [&shared, &data.headline, &document].map(|title| letters(beginning(title)));
        let heading = heading(dom, sums, &full);
        let site = metadata.first(&["og:site_name", "application-name"]).unwrap_or(&data.publisher);
        let (own, beside) = split(&document, site);
        let stated = split(&shared, site).0;
        // A heading longer than the title also contains a date or a byline.
        let longer = |text: &String| {
            !stated.is_empty()
                && letters(text).len() > letters(&stated).len()
                && letters(text).contains(&letters(&stated))
        };
        let shown =
            heading.filter(|id| dom.tag(*id) == Tag::H1).map(|id| text_of(dom, id)).filter(|text| !longer(text));
        let text = shown
            .or_else(|| Some(stated).filter(|text| !text.is_empty()))
            .or_else(|| Some(clean(&data.headline)).filter(|text| !text.is_empty()))
            .or_else(|| Some(own).filter(|text| !text.is_empty()))
            .or_else(|| (1..dom.len()).find(|id| dom.tag(*id) == Tag::H1).map(|id| text_of(dom, id)))
            .unwrap_or_default();
        Self { text, heading, beside }
    }
}

/// Returns the first heading, `h1` preferred, that equals one of the titles.
fn heading(dom: &Dom<'_>, sums: &Measures, titles: &[String]) -> Option<Id> {
    let mut best = None;
    let headings = (1..dom.len()).filter_map(|id| Some((id, dom.tag(id).heading().filter(|rank| *rank <= 3)?)));
    for (id, rank) in headings.filter(|(id, _)| !sums.hidden[*id]).take(MAX_HEADINGS) {
        let text = letters(&text_of(dom, id));
        if text.chars().count() < MIN_TITLE_LETTERS || !titles.iter().any(|title| same(title, &text)) {
            continue;
        }
        if rank == 1 {
            return Some(id);
        }
        best = best.or(Some(id));
    }
    best
}

fn same(title: &str, text: &str) -> bool {
    steps::add(title.len() + text.len());
    title.chars().count() >= MIN_TITLE_LETTERS && (title.contains(text) || text.contains(title))
}

/// Returns the beginning of a stated title, as much as is compared with headings.
fn beginning(title: &str) -> &str {
    title.char_indices().nth(MAX_TITLE_CHARS).map_or(title, |(end, _)| &title[..end])
}

/// Splits a title from the text beside it: the site's name if known, or the last part if it is short.
fn split(title: &str, site: &str) -> (String, String) {
    let title = clean(title);
    let site = letters(site);
    for separator in SEPARATORS {
        if let Some((before, after)) = title.rsplit_once(separator) {
            let name = letters(after);
            let known = !site.is_empty() && (name.contains(&site) || site.contains(&name));
            let short = after.split_whitespace().count() <= 4 && before.split_whitespace().count() >= 3;
            if known || (site.is_empty() && short) {
                return (before.trim().to_owned(), after.trim().to_owned());
            }
        }
        if let Some((before, after)) = title.split_once(separator)
            && !site.is_empty()
            && letters(before) == site
        {
            return (after.trim().to_owned(), before.trim().to_owned());
        }
    }
    (title, String::new())
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
