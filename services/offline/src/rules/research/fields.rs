//! The fields of a todo, filled from lines of pages by rules. A page counts if it is about the right person, company or
//! product, which the words of the task decide. Pure.

mod extract;
mod person;
mod text;

use std::collections::BTreeMap;

use text::{contains, folded, line_of, proper_nouns, words};

/// Share of the best page's score that another page needs.
const ADMITTED: f64 = 0.7;

/// What the task asks for.
pub(crate) struct Wanted<'a> {
    /// Name of the entity.
    pub(crate) name: &'a str,
    /// The todo is about a person.
    pub(crate) is_person: bool,
    /// Objective and context.
    pub(crate) about: &'a str,
    /// Objective alone.
    pub(crate) objective: &'a str,
    /// Names of the other entities of the bundle.
    pub(crate) others: Vec<&'a str>,
    /// Names of the fields.
    pub(crate) fields: Vec<&'a str>,
}

/// Lines of a page that were read.
pub(crate) struct PageLines<'a> {
    /// Id of the source.
    pub(crate) source: &'a str,
    /// Date of publication, `YYYY-MM-DD` or empty.
    pub(crate) published: &'a str,
    /// Host of the address; pages of one site are about one thing.
    pub(crate) host: &'a str,
    /// Title and address.
    pub(crate) title: String,
    /// Lines or sentences.
    pub(crate) lines: Vec<&'a str>,
}

/// A value with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filled<'a> {
    pub(crate) value: String,
    pub(crate) source: &'a str,
}

/// Fills the fields that an admitted page states.
pub(crate) fn fill<'a>(wanted: &Wanted<'a>, pages: &[PageLines<'a>]) -> BTreeMap<&'a str, Filled<'a>> {
    let mut admitted = admitted(wanted, pages);
    let mut filled = BTreeMap::new();
    for field in &wanted.fields {
        // The newest page decides what changes with time.
        if matches!(*field, "role" | "since" | "chief_executive") {
            admitted.sort_by(|(_, a), (_, b)| b.published.cmp(a.published));
        } else {
            admitted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        }
        let from_page = |(_, page): &(f64, &PageLines<'a>)| {
            let value = extract::value(field, wanted, page)?;
            Some(Filled { value, source: page.source })
        };
        let mut found = admitted.iter().filter_map(from_page);
        let first = found.next();
        // A register calls everybody director.
        let is_vague = first.as_ref().is_some_and(|one| *field == "role" && one.value == person::VAGUE_ROLE);
        let better = if is_vague { found.find(|one| one.value != person::VAGUE_ROLE) } else { None };
        if let Some(one) = better.or(first) {
            filled.insert(*field, one);
        }
    }
    filled
}

/// Returns how much a line bears on the task: it names the entity, shares words with the objective, or states a field.
pub(crate) fn relevance(wanted: &Wanted<'_>, line: &str) -> usize {
    let text = folded(line);
    let named = words(wanted.name).iter().filter(|word| word.chars().count() > 2 && contains(&text, word)).count();
    let shared = proper_nouns(wanted.objective, wanted.name).iter().filter(|noun| contains(&text, noun)).count();
    let alone = PageLines { source: "", published: "", host: "", title: String::new(), lines: vec![line] };
    let stated = wanted.fields.iter().filter(|field| extract::value(field, wanted, &alone).is_some()).count();
    2 * named + 2 * shared + 3 * stated
}

/// Returns the pages about the entity with their scores: those that name it and share the most words with the task.
fn admitted<'p, 'a>(wanted: &Wanted<'_>, pages: &'p [PageLines<'a>]) -> Vec<(f64, &'p PageLines<'a>)> {
    let scored: Vec<(f64, &PageLines<'a>)> =
        pages.iter().map(|page| (score(wanted, page), page)).filter(|(score, _)| *score > 0.0).collect();
    let best = |host: Option<&str>| {
        let of_host = scored.iter().filter(|(_, page)| host.is_none_or(|host| page.host == host));
        of_host.map(|(score, _)| *score).fold(0.0, f64::max)
    };
    scored.iter().filter(|(_, page)| best(Some(page.host)) >= ADMITTED * best(None)).copied().collect()
}

/// Scores a page; 0 if it does not name the entity, or names a person and none of the proper nouns of the task.
fn score(wanted: &Wanted<'_>, page: &PageLines<'_>) -> f64 {
    let text = folded(&format!("{} {}", page.title, page.lines.join(" ")));
    let name = words(wanted.name);
    if !line_of(&name, page.lines.iter().copied().chain([page.title.as_str()])) {
        return 0.0;
    }
    let near = proper_nouns(wanted.objective, wanted.name);
    let far = proper_nouns(wanted.about, wanted.name);
    let is_shared = |noun: &&String| contains(&text, noun);
    let shared_near = near.iter().filter(is_shared).count();
    if wanted.is_person && !near.is_empty() && shared_near == 0 {
        return 0.0;
    }
    let about = words(wanted.about);
    let plain = about.iter().filter(|word| word.chars().count() > 4 && contains(&text, word)).count();
    let others = wanted.others.iter().filter(|other| contains(&text, &folded(other))).count();
    1.0 + 6.0 * others as f64
        + 4.0 * shared_near as f64
        + 1.5 * far.iter().filter(is_shared).count() as f64
        + 0.5 * plain as f64
}
