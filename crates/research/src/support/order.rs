//! Compares which number belongs to what: `rose from 4 to 5`, `31 votes to 14`, `40 % in Norway and 25 % in Sweden`.

use std::ops::Range;

use super::Problem;
use super::align::same;
use super::figures::Figure;
use super::lexicon;
use super::names::is_proper;
use super::token::{Text, Token};

/// Largest distance, in tokens, of two numbers of one phrase.
const PHRASE: usize = 4;

/// Words that tell two lists to be read in parallel.
const RESPECTIVELY: [&str; 6] =
    ["respectively", "respectivement", "respectivamente", "rispettivamente", "respectievelijk", "соответственно"];

/// A text with its numbers.
#[derive(Clone, Copy)]
pub(super) struct NumberedText<'a> {
    pub(super) text: &'a Text,
    pub(super) figures: &'a [Figure],
}

/// Returns a problem if the quotes give two numbers of one unit in the other order, or to each other's names, months or
/// years.
pub(super) fn compare(finding: NumberedText<'_>, quotes: &[NumberedText<'_>]) -> Option<Problem> {
    let figures: Vec<&Figure> = finding.figures.iter().filter(|figure| figure.year().is_none()).collect();
    let neighbours = figures.windows(2).enumerate();
    neighbours.into_iter().find_map(|(n, two)| {
        let (one, other) = (two[0], two[1]);
        // `rose to 9.2 tonnes from 8.9` names the unit once.
        let is_change = [true, false].iter().all(|end| [one, other].iter().any(|it| finding.ends(it) == Some(*end)));
        if one.unit_name() != other.unit_name() && !is_change || one.equals(other) {
            return None;
        }
        let before = n.checked_sub(1).map_or(0, |before| figures[before].at + 1);
        let after = figures.get(n + 2).map_or(finding.text.tokens.len(), |after| after.at);
        let places: Vec<(NumberedText<'_>, &Figure, &Figure)> =
            quotes.iter().filter_map(|quote| quote.both([one, other], is_change)).collect();
        let is_wrong = |(quote, first, second): &(NumberedText<'_>, &Figure, &Figure)| {
            let reversed = first.at > second.at;
            let ours = [finding.ends(one), finding.ends(other)];
            let theirs = [quote.ends(first), quote.ends(second)];
            let keeps_ends = ours == theirs && ours[0] != ours[1];
            let is_moved = reversed && is_phrase(one, other) && is_phrase(second, first);
            let keeps_nouns = keep_nouns([one, other], [first, second]);
            is_moved && !keeps_ends && !keeps_nouns
                || ours[0].is_some() && ours[0] != ours[1] && ours == [theirs[1], theirs[0]]
                || finding.swaps([before, one.at, other.at, after], *quote, reversed)
        };
        (!places.is_empty() && places.iter().all(is_wrong)).then(|| {
            let (one, other) = (&one.written, &other.written);
            Problem::gap(format!("the quotes give {one} and {other} the other way round"))
        })
    })
}

/// Returns a problem if the finding gives a number of a list to a name other than the one in its place: of `A and B
/// have 12 and 18 points respectively` no finding may say that A has 18.
pub(super) fn compare_lists(finding: NumberedText<'_>, quotes: &[NumberedText<'_>]) -> Option<Problem> {
    let is_word = |token: &Token| RESPECTIVELY.contains(&token.form.as_str());
    if finding.text.tokens.iter().any(is_word) {
        return None;
    }
    quotes.iter().find_map(|quote| {
        let word = quote.text.tokens.iter().position(is_word)?;
        let sentence = quote.text.sentences().into_iter().find(|sentence| sentence.contains(&word))?;
        let names = quote.names(&sentence);
        let listed = quote.figures.iter().filter(|figure| sentence.contains(&figure.at) && figure.year().is_none());
        let listed: Vec<&Figure> = listed.collect();
        let says = |name: &Range<usize>| {
            quote.text.tokens[name.clone()].iter().any(|token| finding.text.tokens.iter().any(|own| same(own, token)))
        };
        let is_misplaced = |(n, figure): &(usize, &&Figure)| {
            let is_stated = finding.figures.iter().any(|own| own.equals(figure));
            is_stated && !says(&names[*n]) && names.iter().any(says)
        };
        let figure = listed.iter().enumerate().find(|place| names.len() == listed.len() && is_misplaced(place))?.1;
        Some(Problem::gap(format!("the quotes give {} to another name of the list", figure.written)))
    })
}

/// Returns true for two numbers of one phrase.
fn is_phrase(one: &Figure, other: &Figure) -> bool {
    other.at > one.at && other.at - one.at <= PHRASE
}

/// Returns true if two numbers count different things, the same ones in finding and quote: `3 dead, 12 hurt`.
fn keep_nouns(ours: [&Figure; 2], theirs: [&Figure; 2]) -> bool {
    ours[0].noun != ours[1].noun && ours[0].noun == theirs[0].noun && ours[1].noun == theirs[1].noun
}

impl<'a> NumberedText<'a> {
    /// Returns the numbers that equal two others, if only one equals each.
    fn both(self, [one, other]: [&Figure; 2], in_any_unit: bool) -> Option<(Self, &'a Figure, &'a Figure)> {
        let only = |figure: &Figure| {
            let is_same = |own: &&Figure| figure.equals(own) && (in_any_unit || figure.unit_name() == own.unit_name());
            let mut equal = self.figures.iter().filter(is_same);
            equal.next().filter(|_| equal.next().is_none())
        };
        Some((self, only(one)?, only(other)?))
    }

    /// Returns true for a number after `from`, false after `to`: the beginning and the end of a change.
    fn ends(self, figure: &Figure) -> Option<bool> {
        let is_word = |token: &&Token| lexicon::unit(&token.form).is_none();
        let before = self.text.tokens[..figure.at].iter().rev().find(is_word)?;
        match before.form.as_str() {
            "from" | "von" | "de" | "desde" => Some(true),
            "to" | "auf" | "bis" | "à" | "a" | "hasta" => Some(false),
            _ => None,
        }
    }

    /// Returns true if the names, months or years beside two numbers have another order than the numbers in the quote.
    /// `bounds` are the indices of the number before, of the two numbers, and of the number after them.
    fn swaps(self, bounds: [usize; 4], quote: Self, reversed: bool) -> bool {
        let [before, one, other, after] = bounds;
        let before_each = self.last_name(before..one).zip(self.last_name(one + 1..other));
        let after_each = self.first_name(one + 1..other).zip(self.first_name(other + 1..after));
        let orders = before_each.into_iter().chain(after_each).filter_map(|(first, second)| {
            let (first, second) = (self.place(first, quote)?, self.place(second, quote)?);
            Some(first > second)
        });
        let mut orders = orders.peekable();
        orders.peek().is_some() && orders.all(|order| order != reversed)
    }

    /// Returns the names of a sentence, each with all of its words.
    fn names(self, sentence: &Range<usize>) -> Vec<Range<usize>> {
        let mut names: Vec<Range<usize>> = Vec::new();
        for at in sentence.clone().filter(|at| is_proper(self.text, *at)) {
            match names.last_mut() {
                Some(name) if name.end == at && self.text.tokens[at].clause == self.text.tokens[name.start].clause => {
                    name.end = at + 1;
                }
                _ => names.push(at..at + 1),
            }
        }
        names
    }

    fn first_name(self, part: Range<usize>) -> Option<usize> {
        part.into_iter().find(|at| self.is_label(*at))
    }

    fn last_name(self, part: Range<usize>) -> Option<usize> {
        part.rev().find(|at| self.is_label(*at))
    }

    fn is_label(self, at: usize) -> bool {
        let is_year = || self.figures.iter().any(|figure| figure.at == at && figure.year().is_some());
        is_proper(self.text, at) || is_year() || self.text.tokens[at].key.starts_with("#m")
    }

    /// Returns the place of a token in a quote, if both have it once.
    fn place(self, at: usize, quote: Self) -> Option<usize> {
        let token = &self.text.tokens[at];
        let places =
            |text: &Text| (0..text.tokens.len()).filter(|at| same(token, &text.tokens[*at])).collect::<Vec<_>>();
        let theirs = places(quote.text);
        (theirs.len() == 1 && places(self.text).len() == 1).then(|| theirs[0])
    }
}
