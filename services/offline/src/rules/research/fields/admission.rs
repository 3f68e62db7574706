//! Pages about the right person, company or product. Sites that share names, places and numbers are about one thing;
//! the words of the task decide about which of these groups. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::text::{contains, folded, identifiers, line_of, proper_nouns, words};
use super::{PageLines, Wanted};

/// Share of the best page's score that a page needs whose group has no such page.
const FIRST: f64 = 0.7;
/// Weight of what two sites share that makes them a group: two marks that half of the sites have.
const MIN_SHARED: f64 = 1.4;

/// Pages that name the entity with their scores.
pub(super) struct Admission<'p, 'a> {
    /// Pages about the entity by the words of the task.
    pub(super) admitted: Vec<(f64, &'p PageLines<'a>)>,
    /// Further pages with what they share with the admitted ones; the words of the task do not decide about them.
    pub(super) others: Vec<(f64, &'p PageLines<'a>)>,
}

/// Divides the pages that name the entity. Of the pages with the best scores those are admitted that belong to the
/// group of the best one, if other sites do.
pub(super) fn divide<'p, 'a>(wanted: &Wanted<'_>, pages: &'p [PageLines<'a>]) -> Admission<'p, 'a> {
    let scored: Vec<(f64, &PageLines<'a>)> =
        pages.iter().map(|page| (score(wanted, page), page)).filter(|(score, _)| *score > 0.0).collect();
    let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
    for (score, page) in &scored {
        let best = scores.entry(page.host).or_default();
        *best = best.max(*score);
    }
    let best = scores.iter().max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(host, score)| (*host, *score));
    let Some((best, most)) = best else { return Admission { admitted: Vec::new(), others: Vec::new() } };
    let sites = Sites::new(wanted, &scored);
    let first: BTreeSet<&str> =
        scores.iter().filter(|(_, score)| **score >= FIRST * most).map(|(host, _)| *host).collect();
    let group: BTreeSet<&str> = sites.group(best).intersection(&first).copied().collect();
    let chosen = if group.len() > 1 { group } else { first };
    let (admitted, others): (Vec<_>, Vec<_>) = scored.iter().copied().partition(|(_, page)| chosen.contains(page.host));
    let shared = |page: &PageLines<'_>| chosen.iter().map(|site| sites.shared(page.host, site)).fold(0.0, f64::max);
    let others = others.into_iter().map(|(_, page)| (shared(page), page)).collect();
    Admission { admitted, others }
}

/// The marks of each site that names the entity: names, places and numbers. Pages of one site are about one thing.
struct Sites<'p>(BTreeMap<&'p str, BTreeSet<String>>);

impl<'p> Sites<'p> {
    fn new(wanted: &Wanted<'_>, pages: &[(f64, &'p PageLines<'_>)]) -> Self {
        let mut marks: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (_, page) in pages {
            let own = marks.entry(page.host).or_default();
            own.extend(words(page.host).into_iter().filter(|word| !is_suffix(word)));
            for line in page.lines.iter().copied().chain([page.title.as_str()]) {
                own.extend(inner_nouns(line, wanted.name));
                own.extend(identifiers(line));
            }
        }
        Self(marks)
    }

    /// Returns the group of a site. Each site belongs to the group of the site with which it shares the most.
    fn group(&self, site: &'p str) -> BTreeSet<&'p str> {
        let nearest: BTreeMap<&str, &str> =
            self.0.keys().filter_map(|site| Some((*site, self.nearest(site)?))).collect();
        let mut group = BTreeSet::from([site]);
        loop {
            let linked = nearest.iter().find_map(|(one, other)| match (group.contains(one), group.contains(other)) {
                (true, false) => Some(*other),
                (false, true) => Some(*one),
                _ => None,
            });
            let Some(next) = linked else { return group };
            group.insert(next);
        }
    }

    fn nearest(&self, site: &str) -> Option<&'p str> {
        let others = self.0.keys().filter(|other| **other != site).map(|other| (self.shared(site, other), *other));
        let nearest = others.filter(|(shared, _)| *shared >= MIN_SHARED);
        nearest.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, other)| other)
    }

    /// Returns how much two sites share: the fewer sites have a mark, the more it counts.
    fn shared(&self, site: &str, other: &str) -> f64 {
        let (Some(own), Some(others)) = (self.0.get(site), self.0.get(other)) else { return 0.0 };
        let weight = |mark: &String| {
            let having = self.0.values().filter(|of_site| of_site.contains(mark)).count();
            ((self.0.len() + 1) as f64 / having as f64).ln()
        };
        own.intersection(others).map(weight).sum()
    }
}

/// Returns true for the end of a host's name.
fn is_suffix(word: &str) -> bool {
    word.chars().count() < 4 || word == "example"
}

/// Returns the proper nouns of a line but for its first word, which is capitalised anyway.
fn inner_nouns(line: &str, name: &str) -> Vec<String> {
    let rest = line.trim_start().split_once(' ').map_or("", |(_, rest)| rest);
    proper_nouns(rest, name)
}

/// Returns true if the folded text has the first word of the product's name and the whole name of another entity of the
/// bundle: the rest of a product's name is often a common noun, which pages in other languages translate.
fn names_product_and_maker(wanted: &Wanted<'_>, text: &str) -> bool {
    let first = words(wanted.name).into_iter().next().filter(|word| word.chars().count() > 2);
    first.is_some_and(|first| contains(text, &first))
        && wanted.others.iter().any(|other| contains(text, &folded(other)))
}

/// Scores a page; 0 if it does not name the entity, or names a person and none of the proper nouns of the task.
fn score(wanted: &Wanted<'_>, page: &PageLines<'_>) -> f64 {
    let text = folded(&format!("{} {}", page.title, page.lines.join(" ")));
    let name = words(wanted.name);
    let is_named = line_of(&name, page.lines.iter().copied().chain([page.title.as_str()]));
    if !(is_named || wanted.is_product && names_product_and_maker(wanted, &text)) {
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
