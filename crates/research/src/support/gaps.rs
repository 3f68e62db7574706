//! Judges what the finding has instead of something else in the quotes: a negation, a quantity, a modal verb or
//! a name that was added, dropped or replaced.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Problem;
use super::align::{Alignment, Gap, same};
use super::direction::{LOOSE, than};
use super::lexicon::{self, Class, Pole};
use super::names::{is_name, is_proper};
use super::negation::is_mark;
use super::pair::poles;
use super::token::{QUARTERS, Text, Token};

/// Longest gap, in tokens, whose two sides are taken for each other.
const MAX_REPLACED: usize = 5;
/// The words of `one of`.
const ONE: [&str; 7] = ["one", "eine", "einer", "eines", "un", "una", "uno"];
const OF: [&str; 6] = ["of", "der", "des", "de", "von", "d"];
const FUTURE: [&str; 2] = ["will", "shall"];
/// Longest part of a quote, in tokens, whose loss changes the words around it.
const MAX_DROPPED: usize = 4;

/// A finding and its quotes, with what of the finding they cover.
pub(super) struct View<'a> {
    pub(super) finding: &'a Text,
    pub(super) source: &'a Text,
    pub(super) aligned: &'a Alignment,
    /// For each token of the finding, whether the evidence has it.
    pub(super) covered: &'a [bool],
    /// True if the finding repeats its quotes nearly word for word.
    pub(super) is_copy: bool,
    /// True if the tables do not have the language of one of them.
    pub(super) is_foreign: bool,
}

impl View<'_> {
    /// Returns the problems of all gaps.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.aligned.gaps().iter().flat_map(|gap| self.gap_problems(gap)).collect();
        problems.extend(self.universal());
        problems.extend(self.certainty());
        problems.extend(self.future());
        problems.extend(self.embedded());
        problems.extend(self.averted());
        problems.extend(self.denied());
        problems.extend(self.left_out());
        problems.extend(self.cause());
        problems.extend(self.names());
        problems.extend(self.stray_direction());
        problems
    }

    fn gap_problems(&self, gap: &Gap) -> Vec<Problem> {
        let mut problems = Vec::new();
        let replaced = gap.finding.len() <= MAX_REPLACED && gap.quote.len() <= MAX_REPLACED;
        if replaced && gap.inner && self.is_copy {
            problems.extend(self.negation(gap));
        }
        if self.is_copy && (replaced && gap.inner || gap.finding.len() <= MAX_DROPPED && gap.quote.len() <= MAX_DROPPED)
        {
            problems.extend(self.replaced(gap));
        }
        if replaced && !gap.finding.is_empty() {
            problems.extend(self.direction(gap));
            problems.extend(self.scope(gap));
        }
        if gap.finding.is_empty() && gap.inner && gap.quote.len() <= MAX_DROPPED {
            problems.extend(self.dropped(gap));
        }
        if !gap.finding.is_empty() && gap.finding.len() <= MAX_REPLACED {
            problems.extend(self.name(gap));
        }
        problems
    }

    fn negation(&self, gap: &Gap) -> Option<Problem> {
        let ours = self.marks(self.finding, &gap.finding);
        let theirs = self.marks(self.source, &gap.quote);
        let short = gap.quote.len() <= MAX_DROPPED;
        if ours != theirs && self.are_marks_even() {
            return Some(Problem::gap("the quotes negate it elsewhere".to_owned()));
        }
        match (ours, theirs) {
            (true, false) if !self.turns(self.source, &gap.quote) => {
                Some(Problem::contradiction("the quotes do not negate it".to_owned()))
            }
            (false, true) if short && !self.turns(self.finding, &gap.finding) => {
                Some(Problem::contradiction("the quotes negate it".to_owned()))
            }
            _ => None,
        }
    }

    /// Returns true if finding and quotes have equally many negations, so that one that a gap has stands elsewhere in
    /// the other: `none of the berths was closed` and `of the berths, none was closed`.
    fn are_marks_even(&self) -> bool {
        let count = |text: &Text| (0..text.tokens.len()).filter(|at| is_mark(text, *at)).count();
        count(self.finding) == count(self.source)
    }

    /// A word of a copy that replaces another one, which means something else as far as code knows.
    fn replaced(&self, gap: &Gap) -> Option<Problem> {
        let at = gap.finding.clone().find(|at| bears_meaning(self.finding, *at) && !self.covered[*at])?;
        let other = gap.quote.clone().find(|at| bears_meaning(self.source, *at) && !self.in_finding(*at))?;
        let (own, theirs) = (&self.finding.tokens[at].form, &self.source.tokens[other].form);
        if QUARTERS.contains(&own.as_str()) && QUARTERS.contains(&theirs.as_str()) {
            return Some(Problem::contradiction(format!("the quotes say {theirs} and not {own}")));
        }
        Some(Problem::gap(format!("the quotes have another word in place of “{}”", self.finding.tokens[at].form)))
    }

    fn marks(&self, text: &Text, range: &Range<usize>) -> bool {
        range.clone().any(|at| is_mark(text, at))
    }

    /// Returns true if the words name a negative direction, which may replace a negation.
    fn turns(&self, text: &Text, range: &Range<usize>) -> bool {
        range.clone().any(|at| poles(&text.tokens[at]).iter().any(|pole| pole.sign == '-'))
    }

    fn direction(&self, gap: &Gap) -> Option<Problem> {
        // Where the order of the things decides, the sentences are compared as a whole.
        let is_ordered = |at: usize, pole: &Pole| pole.axis.ends_with('~') || than(self.finding, at).is_some();
        let mut ours: Vec<(usize, Pole)> = with_poles(self.finding, &gap.finding);
        ours.retain(|(at, pole)| !is_ordered(*at, pole));
        let theirs: Vec<(usize, Pole)> = with_poles(self.source, &gap.quote);
        let opposite = |one: &Pole, other: &Pole| one.axis == other.axis && one.sign != other.sign;
        let both = |pole: &Pole| theirs.iter().any(|(_, other)| other == pole);
        if self.marks(self.finding, &gap.finding) != self.marks(self.source, &gap.quote) {
            return None;
        }
        let mut pairs =
            ours.iter().filter(|(_, pole)| !both(pole)).flat_map(|one| theirs.iter().map(move |other| (one, other)));
        let ((at, _), (other, _)) = pairs.find(|((_, one), (_, other))| opposite(one, other))?;
        let (one, other) = (&self.finding.tokens[*at].form, &self.source.tokens[*other].form);
        Some(Problem::contradiction(format!("the quotes say “{other}” and not “{one}”")))
    }

    /// All instead of some, always instead of often, will instead of could.
    fn scope(&self, gap: &Gap) -> Option<Problem> {
        let ours = |class| gap.finding.clone().find(|at| self.finding.is(*at, class));
        let theirs = |class| gap.quote.clone().find(|at| self.source.is(*at, class));
        let is_wider = ours(Class::Universal).is_some() && theirs(Class::Partial).is_some();
        let hedged = gap.quote.clone().any(|at| self.source.is_possible(at)) && !self.is_hedged(&gap.finding);
        let is_surer = (self.is_copy || ours(Class::Certain).is_some()) && hedged;
        if is_wider || is_surer {
            return Some(self.restriction(theirs(Class::Possible).or(theirs(Class::Partial))));
        }
        None
    }

    /// Returns true if the finding has a word of possibility close to a place.
    fn is_hedged(&self, range: &Range<usize>) -> bool {
        let reach = if self.is_copy { 0 } else { 4 };
        let around = range.start.saturating_sub(reach)..(range.end + reach).min(self.finding.tokens.len());
        around.into_iter().any(|at| self.finding.is_possible(at))
    }

    /// A restriction of the quote that the finding leaves out.
    fn dropped(&self, gap: &Gap) -> Option<Problem> {
        let form = |at: usize| self.source.tokens.get(at).map_or("", |token| token.form.as_str());
        let every = |at: usize| at.checked_sub(1).is_some_and(|before| self.source.is(before, Class::Universal));
        let one_of =
            |at: usize| form(at) == "among" || ONE.contains(&form(at)) && OF.contains(&form(at + 1)) && !every(at);
        let hedged = self.is_hedged(&gap.finding);
        let restricts =
            |at: &usize| self.source.is_possible(*at) && !hedged || self.source.is(*at, Class::Partial) || one_of(*at);
        let at = gap.quote.clone().find(restricts)?;
        Some(self.restriction(Some(at)))
    }

    /// A restriction by a word of the tables. Other words of a quote never reach the model.
    fn restriction(&self, at: Option<usize>) -> Problem {
        let word = at.filter(|at| self.source.is(*at, Class::Possible) || self.source.is(*at, Class::Partial));
        Problem::gap(match word {
            Some(at) => format!("the quotes restrict it by “{}”", self.source.tokens[at].form),
            None => "the quotes restrict it".to_owned(),
        })
    }

    /// A past or present event of the quotes that the finding expects.
    fn future(&self) -> Option<Problem> {
        let is_will = |at: usize| !self.covered[at] && FUTURE.contains(&self.finding.tokens[at].form.as_str());
        let expects =
            |at: usize| ["to", "would"].contains(&self.source.tokens[at].form.as_str()) || self.source.is_possible(at);
        let is_new = (0..self.finding.tokens.len()).any(is_will) && !(0..self.source.tokens.len()).any(expects);
        (self.is_copy && is_new).then(|| Problem::gap("the quotes do not say that it will happen".to_owned()))
    }

    /// Words of a language without tables that the finding leaves out of a clause: any of them may negate it.
    fn left_out(&self) -> Option<Problem> {
        if !self.is_foreign {
            return None;
        }
        let aligned: BTreeSet<usize> = self.aligned.pairs.iter().map(|(_, at)| *at).collect();
        let clauses: BTreeSet<usize> = aligned.iter().map(|at| self.source.tokens[*at].clause).collect();
        let is_lost = |(at, token): (usize, &Token)| clauses.contains(&token.clause) && !aligned.contains(&at);
        let mut tokens = self.source.tokens.iter().enumerate();
        tokens.any(is_lost).then(|| Problem::gap("the quotes say more in the same clause".to_owned()))
    }

    /// A name that no quote has, in place of another one.
    fn name(&self, gap: &Gap) -> Option<Problem> {
        let replaces = self.is_copy && gap.quote.clone().any(|at| is_proper(self.source, at) && !self.in_finding(at));
        let absent = |at: &usize| {
            (is_name(self.finding, *at) || replaces && is_proper(self.finding, *at))
                && (!self.covered[*at] || replaces && !self.in_source(*at))
        };
        let at = gap.finding.clone().find(absent)?;
        let name = &self.finding.tokens[at].form;
        let other = gap.quote.clone().find(|at| is_name(self.source, *at) && !self.in_finding(*at));
        Some(match other {
            Some(_) if gap.quote.len() <= MAX_REPLACED => {
                Problem::contradiction(format!("the quotes name another in place of “{name}”"))
            }
            _ => Problem::gap(format!("the quotes do not name “{name}”")),
        })
    }

    /// A name that neither quotes nor title have.
    fn names(&self) -> Option<Problem> {
        let at = (0..self.finding.tokens.len()).find(|at| is_name(self.finding, *at) && !self.covered[*at])?;
        Some(Problem::gap(format!("the quotes do not name “{}”", self.finding.tokens[at].form)))
    }

    fn in_source(&self, at: usize) -> bool {
        self.source.tokens.iter().any(|token| same(token, &self.finding.tokens[at]))
    }

    /// A reason that no quote gives.
    fn cause(&self) -> Option<Problem> {
        let is = |text: &Text| (0..text.tokens.len()).find(|at| text.is(*at, Class::Cause));
        if is(self.source).is_some() {
            return None;
        }
        let at = is(self.finding)?;
        Some(Problem::gap(format!("the quotes give no reason (“{}”)", self.finding.tokens[at].form)))
    }

    /// A direction on an axis of which the quotes say nothing.
    fn stray_direction(&self) -> Option<Problem> {
        let axes = |token: &Token| {
            poles(token).iter().map(|pole| pole.axis).filter(|axis| !LOOSE.contains(axis)).collect::<Vec<_>>()
        };
        let known: Vec<&str> = self.source.tokens.iter().flat_map(axes).collect();
        let stray = |at: &usize| {
            let token = &self.finding.tokens[*at];
            let axes = axes(token);
            token.content
                && token.form.len() > 2
                && !self.covered[*at]
                && !axes.is_empty()
                && !axes.iter().any(|axis| known.contains(axis))
        };
        let at = (0..self.finding.tokens.len()).find(stray)?;
        Some(Problem::gap(format!("the quotes do not say “{}”", self.finding.tokens[at].form)))
    }

    fn in_finding(&self, at: usize) -> bool {
        self.finding.tokens.iter().any(|token| same(token, &self.source.tokens[at]))
    }

    /// A word such as `all` or `only` that no quote has.
    fn universal(&self) -> Option<Problem> {
        let is = |text: &Text, at: usize| text.is(at, Class::Universal);
        if (0..self.source.tokens.len()).any(|at| is(self.source, at)) {
            return None;
        }
        let is_rate =
            |at: usize| self.finding.tokens.get(at + 1).is_some_and(|token| lexicon::unit(&token.form).is_some());
        let at =
            (0..self.finding.tokens.len()).find(|at| is(self.finding, *at) && !self.covered[*at] && !is_rate(*at))?;
        Some(Problem::gap(format!("the quotes do not say “{}”", self.finding.tokens[at].form)))
    }

    /// A possibility of the quote that the finding states as a fact.
    fn certainty(&self) -> Option<Problem> {
        let (first, last) = (self.aligned.pairs.first()?.1, self.aligned.pairs.last()?.1);
        let possible = |text: &Text, at: usize| text.is_possible(at);
        let at = (first..=last).find(|at| possible(self.source, *at))?;
        if (0..self.finding.tokens.len()).any(|at| possible(self.finding, at)) {
            return None;
        }
        Some(self.restriction(Some(at)))
    }
}

fn bears_meaning(text: &Text, at: usize) -> bool {
    text.tokens[at].content || text.is(at, Class::Partial) || text.is(at, Class::Universal)
}

fn with_poles(text: &Text, range: &Range<usize>) -> Vec<(usize, Pole)> {
    range.clone().flat_map(|at| poles(&text.tokens[at]).iter().map(move |pole| (at, *pole))).collect()
}
