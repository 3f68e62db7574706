//! The title of a page, without the site's name, and the heading that shows it.

use super::dom::{Dom, Id};
use super::linked_data::LinkedData;
use super::measure::Measures;
use super::statement::{Statements, clean, text_of};
use super::tag::Tag;

/// Letters of a title at least: less repeats itself by chance.
const SHORTEST: usize = 8;
/// What parts a title from a site's name.
const SEPARATORS: &[&str] = &[" | ", " - ", " – ", " — ", " · ", " » ", " :: ", " • ", " / ", " ‹ ", " « "];

/// The title and where it stands.
#[derive(Debug, Default)]
pub(crate) struct Title {
    pub(crate) text: String,
    /// The heading that shows it: the text comes after it.
    pub(crate) heading: Option<Id>,
    /// What stands beside the title in the document's title, if anything does.
    pub(crate) beside: String,
}

impl Title {
    pub(crate) fn of(dom: &Dom<'_>, sums: &Measures, said: &Statements<'_>, data: &LinkedData) -> Self {
        let document =
            (1..dom.len()).find(|id| dom.tag(*id) == Tag::Title).map(|id| text_of(dom, id)).unwrap_or_default();
        let shared =
            said.first(&["og:title", "twitter:title", "dc.title", "sailthru.title", "parsely-title", "headline"]);
        let shared = clean(shared.unwrap_or_default());
        let full = [&shared, &data.headline, &document].map(|title| letters(title));
        let heading = heading(dom, sums, &full);
        let site = said.first(&["og:site_name", "application-name"]).unwrap_or(&data.publisher);
        let (own, beside) = split(&document, site);
        let stated = split(&shared, site).0;
        // A heading that holds more than the title holds a date or a byline, too.
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

/// The first heading, an `h1` before others, that says the same as one of the titles.
fn heading(dom: &Dom<'_>, sums: &Measures, titles: &[String]) -> Option<Id> {
    let mut best = None;
    for id in 1..dom.len() {
        let Some(rank) = dom.tag(id).heading().filter(|rank| *rank <= 3) else { continue };
        if sums.hidden[id] {
            continue;
        }
        let text = letters(&text_of(dom, id));
        if text.chars().count() < SHORTEST || !titles.iter().any(|title| same(title, &text)) {
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
    title.chars().count() >= SHORTEST && (title.contains(text) || text.contains(title))
}

/// A title and what stands beside it: the site's name where it is known, or the last part if it is short.
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
