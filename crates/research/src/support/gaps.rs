//! Judges what stands in the finding in place of something else in the quotes: a negation, a quantity, a modal verb or a
//! name that was added, dropped or replaced.

use std::ops::Range;

use super::align::{Alignment, Gap, same};
use super::lexicon::{self, Class, Pole};
use super::names::is_name;
use super::polarity::is_mark;
use super::Problem;
use super::token::{Text, Token};

/// Longest gap, in tokens, whose two sides stand for each other.
const MAX_REPLACED: usize = 5;
/// Longest part of a quote, in tokens, whose loss changes the words around it.
const MAX_DROPPED: usize = 3;

/// Returns the problems of all gaps.
pub(super) fn problems(finding: &Text, source: &Text, aligned: &Alignment, covered: &[bool]) -> Vec<Problem> {
    let view = View { finding, source, covered };
    let mut problems: Vec<Problem> = aligned.gaps().iter().flat_map(|gap| view.problems(gap)).collect();
    problems.extend(view.universal());
    problems.extend(view.certainty(aligned));
    problems
}

struct View<'a> {
    finding: &'a Text,
    source: &'a Text,
    covered: &'a [bool],
}

impl View<'_> {
    fn problems(&self, gap: &Gap) -> Vec<Problem> {
        let mut problems = Vec::new();
        let replaced = gap.finding.len() <= MAX_REPLACED && gap.quote.len() <= MAX_REPLACED;
        if replaced && gap.inner {
            problems.extend(self.negation(gap));
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
        match (ours, theirs) {
            (true, false) if !self.turns(self.source, &gap.quote) => Some(Problem::contradiction("the quotes do not negate it".to_owned())),
            (false, true) if short && !self.turns(self.finding, &gap.finding) => Some(Problem::contradiction("the quotes negate it".to_owned())),
            _ => None,
        }
    }

    fn marks(&self, text: &Text, range: &Range<usize>) -> bool {
        range.clone().any(|at| is_mark(text, at))
    }

    /// Returns true if the words name a negative direction, which may stand for a negation.
    fn turns(&self, text: &Text, range: &Range<usize>) -> bool {
        range.clone().any(|at| poles(&text.tokens[at]).iter().any(|pole| pole.sign == '-'))
    }

    fn direction(&self, gap: &Gap) -> Option<Problem> {
        let ours: Vec<(usize, Pole)> = with_poles(self.finding, &gap.finding);
        let theirs: Vec<(usize, Pole)> = with_poles(self.source, &gap.quote);
        let opposite = |one: &Pole, other: &Pole| one.axis == other.axis && one.sign != other.sign;
        let both = |pole: &Pole| theirs.iter().any(|(_, other)| other == pole);
        if self.marks(self.finding, &gap.finding) != self.marks(self.source, &gap.quote) {
            return None;
        }
        let mut pairs = ours.iter().filter(|(_, pole)| !both(pole)).flat_map(|one| theirs.iter().map(move |other| (one, other)));
        let ((at, _), (other, _)) = pairs.find(|((_, one), (_, other))| opposite(one, other))?;
        let (one, other) = (&self.finding.tokens[*at].form, &self.source.tokens[*other].form);
        Some(Problem::contradiction(format!("the quotes say “{other}” and not “{one}”")))
    }

    /// All instead of some, always instead of often, will instead of could.
    fn scope(&self, gap: &Gap) -> Option<Problem> {
        let ours = |class| gap.finding.clone().find(|at| self.finding.is(*at, class));
        let theirs = |class| gap.quote.clone().find(|at| self.source.is(*at, class));
        let is_wider = ours(Class::Universal).is_some() && theirs(Class::Partial).is_some();
        let is_surer = ours(Class::Certain).is_some() && ours(Class::Possible).is_none() && theirs(Class::Possible).is_some();
        if is_wider || is_surer {
            let at = theirs(if is_wider { Class::Partial } else { Class::Possible })?;
            return Some(Problem::gap(format!("the quotes restrict it by “{}”", self.source.tokens[at].form)));
        }
        None
    }

    /// A restriction of the quote that the finding leaves out.
    fn dropped(&self, gap: &Gap) -> Option<Problem> {
        let restricts = |at: &usize| self.source.is(*at, Class::Possible) || self.source.is(*at, Class::Partial);
        let at = gap.quote.clone().find(restricts)?;
        Some(Problem::gap(format!("the quotes restrict it by “{}”", self.source.tokens[at].form)))
    }

    /// A name that no quote has, in place of another one.
    fn name(&self, gap: &Gap) -> Option<Problem> {
        let absent = |at: &usize| is_name(self.finding, *at) && !self.covered[*at];
        let at = gap.finding.clone().find(absent)?;
        let name = &self.finding.tokens[at].form;
        let other = gap.quote.clone().find(|at| is_name(self.source, *at) && !self.in_finding(*at));
        Some(match other {
            Some(other) if gap.quote.len() <= MAX_REPLACED => {
                Problem::contradiction(format!("the quotes name “{}” and not “{name}”", self.source.tokens[other].form))
            }
            _ => Problem::gap(format!("the quotes do not name “{name}”")),
        })
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
        let at = (0..self.finding.tokens.len()).find(|at| is(self.finding, *at) && !self.covered[*at])?;
        Some(Problem::gap(format!("the quotes do not say “{}”", self.finding.tokens[at].form)))
    }

    /// A possibility of the quote that the finding states as a fact.
    fn certainty(&self, aligned: &Alignment) -> Option<Problem> {
        let (first, last) = (aligned.pairs.first()?.1, aligned.pairs.last()?.1);
        let possible = |text: &Text, at: usize| text.is(at, Class::Possible);
        let at = (first..=last).find(|at| possible(self.source, *at))?;
        if (0..self.finding.tokens.len()).any(|at| possible(self.finding, at)) {
            return None;
        }
        Some(Problem::gap(format!("the quotes restrict it by “{}”", self.source.tokens[at].form)))
    }
}

fn poles(token: &Token) -> &'static [Pole] {
    lexicon::poles(&token.form, token.language)
}

fn with_poles(text: &Text, range: &Range<usize>) -> Vec<(usize, Pole)> {
    range.clone().flat_map(|at| poles(&text.tokens[at]).iter().map(move |pole| (at, *pole))).collect()
}
