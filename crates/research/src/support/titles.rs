//! Compares who holds which title: of `CEO Anna Holm and CFO Bob Lind` no finding may say `CFO Anna Holm`, and of
//! `deputy governor Felix Mann` none `governor Felix Mann`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::Problem;
use super::align::same;
use super::phrases::{self, NamedPhrase};
use super::token::{Text, Token};

/// Words between a name and the title behind it: `Ada Poe, the company's long-time treasurer`.
const REACH: usize = 4;
/// Name in the table of the words that narrow a title.
const MODIFIER: &str = "modifier";
/// Words inside of names.
const PARTICLES: [&str; 13] = ["von", "van", "de", "der", "den", "du", "da", "di", "del", "la", "bin", "al", "el"];
/// Words between two titles of one person: `founder and chief executive Eli Trask`.
const JOINS: [&str; 6] = ["and", "und", "et", "y", "e", "en"];

static TITLES: LazyLock<Vec<NamedPhrase<&str>>> =
    LazyLock::new(|| phrases::table(include_str!("lexicon/titles.txt"), Some));

/// A title of a text, and the name of its holder if one stands beside it.
struct TitleMention {
    title: &'static str,
    /// True with a word such as `deputy` or `former`.
    is_narrowed: bool,
    range: Range<usize>,
    holder: Option<Range<usize>>,
}

/// Returns a problem if the finding gives a name a title that the quotes give to another one or not to it.
pub(super) fn compare(finding: &Text, source: &Text, covered: &[bool]) -> Option<Problem> {
    if finding.language != source.language || finding.is_foreign != source.is_foreign {
        return None;
    }
    let ours = mentions(finding);
    if ours.is_empty() {
        return None;
    }
    let theirs = mentions(source);
    ours.iter().find_map(|own| own.problem((finding, source), &theirs, covered))
}

impl TitleMention {
    fn problem(&self, (finding, source): (&Text, &Text), theirs: &[Self], covered: &[bool]) -> Option<Problem> {
        let holder = &finding.tokens[self.holder.clone()?];
        let has = |token: &Token, range: &Range<usize>| source.tokens[range.clone()].iter().any(|it| same(token, it));
        let shared = |other: &Self| {
            let theirs = other.holder.clone()?;
            Some(holder.iter().filter(|token| has(token, &theirs)).count()).filter(|count| *count > 0)
        };
        let known = holder.iter().filter(|token| source.tokens.iter().any(|it| same(token, it))).count();
        if known == 0 {
            return None;
        }
        let of_title = || theirs.iter().filter(|other| is_same_title(self.title, other.title));
        let is_open = of_title().any(|other| other.holder.is_none());
        let of_holder: Vec<&Self> = of_title().filter(|other| shared(other) == Some(known)).collect();
        let word = &finding.tokens[self.range.end - 1].form;
        if of_holder.is_empty() {
            let is_named = of_title().next().is_some() || theirs.iter().any(|other| shared(other).is_some());
            let is_known = self.range.clone().all(|at| covered[at]) && !is_named;
            return (!is_open && !is_known)
                .then(|| Problem::gap(format!("the quotes do not give the title “{word}” to it")));
        }
        let is_other = |other: &&Self| other.is_narrowed != self.is_narrowed;
        (!is_open && of_holder.iter().all(is_other))
            .then(|| Problem::gap(format!("the quotes narrow the title “{word}” in another way")))
    }
}

/// Returns true for equal titles, and for a minister of any department if the finding names none.
fn is_same_title(own: &str, other: &str) -> bool {
    own == other || own == "minister" && other.ends_with("minister")
}

fn mentions(text: &Text) -> Vec<TitleMention> {
    let mut found: Vec<(&'static str, Range<usize>)> = Vec::new();
    let mut at = 0;
    while at < text.tokens.len() {
        match TITLES.iter().find(|phrase| phrase.stands_at(&text.tokens, at)) {
            Some(phrase) => {
                found.push((phrase.name, at..at + phrase.words.len()));
                at += phrase.words.len();
            }
            None => at += 1,
        }
    }
    let words: BTreeSet<usize> = found.iter().flat_map(|(_, range)| range.clone()).collect();
    let modifiers: BTreeSet<usize> =
        found.iter().filter(|(title, _)| *title == MODIFIER).flat_map(|(_, range)| range.clone()).collect();
    let titles = found.into_iter().filter(|(title, _)| *title != MODIFIER);
    let reader = HolderReader { text, words };
    titles
        .map(|(title, range)| {
            let start = (0..range.start).rev().take_while(|at| modifiers.contains(at)).last().unwrap_or(range.start);
            let is_narrowed = start < range.start || modifiers.contains(&range.end);
            let end = (range.end..).take_while(|at| modifiers.contains(at)).last().map_or(range.end, |at| at + 1);
            TitleMention { title, is_narrowed, holder: reader.holder(start..end), range }
        })
        .collect()
}

/// Finds the names beside titles.
struct HolderReader<'a> {
    text: &'a Text,
    /// Indices of the words of titles.
    words: BTreeSet<usize>,
}

impl HolderReader<'_> {
    fn is_name(&self, at: usize) -> bool {
        let token = self.text.tokens.get(at);
        token.is_some_and(|token| token.capital && token.content && !token.figure) && !self.words.contains(&at)
    }

    /// Returns the name right behind a title, before it, or behind it and a comma or another title.
    fn holder(&self, title: Range<usize>) -> Option<Range<usize>> {
        let tokens = &self.text.tokens;
        let clause = tokens[title.start].clause;
        let is_near = |at: usize| tokens.get(at).is_some_and(|token| token.clause == clause) && self.is_name(at);
        if is_near(title.end) {
            return Some(self.run(title.end));
        }
        let before = (0..title.start).rev().take(REACH + 1);
        let name = before.take_while(|at| tokens[*at].clause + 1 >= clause).find(|at| self.is_name(*at));
        let is_holder = |at: usize| !tokens[at].owns && !(at + 1..title.start).any(|at| self.words.contains(&at));
        if let Some(at) = name.filter(|at| is_holder(*at)) {
            return Some(self.run(at));
        }
        let is_joined = |at: &usize| {
            self.words.contains(at) || tokens.get(*at).is_some_and(|token| JOINS.contains(&token.form.as_str()))
        };
        let next = (title.end..).find(|at| !is_joined(at))?;
        let is_same_sentence = tokens.get(next).is_some_and(|token| token.sentence == tokens[title.start].sentence);
        (is_same_sentence && self.is_name(next)).then(|| self.run(next))
    }

    /// Returns the words of the name around an index.
    fn run(&self, at: usize) -> Range<usize> {
        let tokens = &self.text.tokens;
        let is_own = |other: usize| {
            self.is_name(other) && tokens.get(other).is_some_and(|token| token.clause == tokens[at].clause)
        };
        // `Yann Le Goff`, `Anna van Holm`
        let is_particle = |other: usize| {
            let token = &tokens[other];
            let is_between = || other > 0 && is_own(other - 1) && is_own(other + 1);
            let is_small = !token.content && token.capital || PARTICLES.contains(&token.form.as_str());
            is_small && is_between()
        };
        let is_part = |other: &usize| is_own(*other) || is_particle(*other);
        let start = (0..=at).rev().take_while(is_part).last().unwrap_or(at);
        start..(at..tokens.len()).take_while(is_part).last().unwrap_or(at) + 1
    }
}
