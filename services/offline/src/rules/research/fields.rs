//! The fields of a todo, filled from lines of pages by rules. A page counts if it is about the right person, company or
//! product, which the words of the task decide. Pure.

mod admission;
mod extract;
mod person;
mod text;

use std::collections::BTreeMap;

use admission::Admission;
use text::{contains, folded, proper_nouns, words};

/// What the task asks for.
pub(crate) struct Wanted<'a> {
    /// Name of the entity.
    pub(crate) name: &'a str,
    /// The todo is about a person.
    pub(crate) is_person: bool,
    /// Objective and context.
    pub(crate) about: &'a str,
    /// Objective of the direction without the context.
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

/// Fills the fields that an admitted page states. What no admitted page states about a company or product is taken from
/// the other pages if those that share the most with the admitted ones agree.
pub(crate) fn fill<'a>(wanted: &Wanted<'a>, pages: &[PageLines<'a>]) -> BTreeMap<&'a str, Filled<'a>> {
    let Admission { mut admitted, others } = admission::divide(wanted, pages);
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
        let chosen = better.or(first).or_else(|| {
            let stated = others.iter().filter_map(|one| Some((one.0, from_page(one)?)));
            if wanted.is_person { None } else { agreed(stated.collect()) }
        });
        if let Some(one) = chosen {
            filled.insert(*field, one);
        }
    }
    filled
}

/// Returns the value of the pages that share the most, if they state the same.
fn agreed(stated: Vec<(f64, Filled<'_>)>) -> Option<Filled<'_>> {
    let most = stated.iter().map(|(shared, _)| *shared).fold(0.0, f64::max);
    let mut nearest = stated.into_iter().filter(|(shared, _)| *shared >= most).map(|(_, filled)| filled);
    let first = nearest.next()?;
    let is_same = |other: Filled<'_>| {
        let (one, other) = (folded(&first.value), folded(&other.value));
        one.contains(&other) || other.contains(&one)
    };
    nearest.all(is_same).then_some(first)
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
