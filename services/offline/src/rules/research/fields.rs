//! The fields of a todo, filled from lines of pages by rules. A page counts if it is about the right person, company or
//! product, which the words of the task decide. Pure.

mod admission;
mod extract;
mod person;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use admission::Admission;
use text::{contains, folded, proper_nouns, words};

/// What the task asks for.
pub(crate) struct Wanted<'a> {
    /// Name of the entity.
    pub(crate) name: &'a str,
    /// The todo is about a person.
    pub(crate) is_person: bool,
    /// The todo is about a product.
    pub(crate) is_product: bool,
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

/// Fields that change with time; the newest page decides about them.
const CHANGING: [&str; 6] = ["role", "since", "chief_executive", "price", "currency", "includes"];
/// Share of the best page's score from which a page of another site is as good as it.
const AS_GOOD: f64 = 0.8;

/// Fills the fields that an admitted page states. What no admitted page states about a company or product is taken from
/// the other pages if those that share the most with the admitted ones agree.
pub(crate) fn fill<'a>(wanted: &Wanted<'a>, pages: &[PageLines<'a>]) -> BTreeMap<&'a str, Filled<'a>> {
    let Admission { mut admitted, others } = admission::divide(wanted, pages);
    let mut filled = BTreeMap::new();
    for field in &wanted.fields {
        let is_changing = CHANGING.contains(field);
        if is_changing {
            admitted.sort_by(|(_, a), (_, b)| b.published.cmp(a.published));
        } else {
            admitted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        }
        let from_page = |(_, page): &(f64, &PageLines<'a>)| {
            let value = extract::value(field, wanted, page)?;
            Some(Filled { value, source: page.source })
        };
        let stated: Vec<Stated<'_, 'a>> = admitted
            .iter()
            .filter_map(|one| Some(Stated { score: one.0, host: one.1.host, filled: from_page(one)? }))
            .collect();
        let chosen = if stated.is_empty() && !wanted.is_person {
            let stated = others.iter().filter_map(|one| Some((one.0, from_page(one)?)));
            agreed(stated.collect())
        } else if is_changing {
            newest(field, stated)
        } else {
            settled(stated)
        };
        if let Some(one) = chosen {
            filled.insert(*field, one);
        }
    }
    filled
}

/// A value that an admitted page states.
struct Stated<'p, 'a> {
    score: f64,
    host: &'p str,
    filled: Filled<'a>,
}

/// Returns the first value, or the first that says more: a register calls everybody director.
fn newest<'a>(field: &str, stated: Vec<Stated<'_, 'a>>) -> Option<Filled<'a>> {
    let mut found = stated.into_iter().map(|one| one.filled);
    let first = found.next()?;
    let is_vague = field == "role" && first.value == person::VAGUE_ROLE;
    let better = if is_vague { found.find(|one| one.value != person::VAGUE_ROLE) } else { None };
    Some(better.unwrap_or(first))
}

/// Returns the value that most sites state; `None` if as many sites that are as good state another one.
fn settled<'a>(stated: Vec<Stated<'_, 'a>>) -> Option<Filled<'a>> {
    struct Group<'p, 'a> {
        best: f64,
        hosts: BTreeSet<&'p str>,
        filled: Filled<'a>,
    }
    let mut groups: Vec<Group<'_, 'a>> = Vec::new();
    for Stated { score, host, filled } in stated {
        match groups.iter_mut().find(|group| is_same(&group.filled.value, &filled.value)) {
            Some(group) => {
                group.hosts.insert(host);
            }
            None => groups.push(Group { best: score, hosts: BTreeSet::from([host]), filled }),
        }
    }
    // A stable sort: of two groups of one size the one with the better page comes first.
    groups.sort_by_key(|group| std::cmp::Reverse(group.hosts.len()));
    let mut groups = groups.into_iter();
    let first = groups.next()?;
    let is_rival = |other: &Group<'_, 'a>| {
        other.hosts.len() == first.hosts.len() && other.hosts != first.hosts && other.best >= AS_GOOD * first.best
    };
    (!groups.any(|other| is_rival(&other))).then_some(first.filled)
}

/// Tells whether one value contains the other.
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    one.contains(&other) || other.contains(&one)
}

/// Returns the value of the pages that share the most, if they state the same.
fn agreed(stated: Vec<(f64, Filled<'_>)>) -> Option<Filled<'_>> {
    let most = stated.iter().map(|(shared, _)| *shared).fold(0.0, f64::max);
    let mut nearest = stated.into_iter().filter(|(shared, _)| *shared >= most).map(|(_, filled)| filled);
    let first = nearest.next()?;
    nearest.all(|other| is_same(&first.value, &other.value)).then_some(first)
}

/// Returns how much a line bears on the task: it names the entity, shares words with the objective, or states a field.
pub(crate) fn relevance(wanted: &Wanted<'_>, line: &str) -> usize {
    let text = folded(line);
    let named = words(wanted.name).iter().filter(|word| word.chars().count() > 2 && contains(&text, word)).count();
    let shared = proper_nouns(wanted.objective, wanted.name).iter().filter(|noun| contains(&text, noun)).count();
    let title = wanted.name.to_owned();
    let alone = PageLines { source: "", published: "", host: "", title, lines: vec![line] };
    let stated = wanted.fields.iter().filter(|field| extract::value(field, wanted, &alone).is_some()).count();
    2 * named + 2 * shared + 3 * stated
}
