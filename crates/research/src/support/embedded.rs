//! Statements that a quote denies, doubts, ascribes to somebody or ties to a condition, of which a finding repeats the
//! rest: `There is no evidence that …`, `The union claims that …`.

use super::Problem;
use super::align::same;
use super::gaps::View;
use super::lexicon::Class;
use super::negation::{NEGATIVE_AXES, is_mark};
use super::pair::poles;
use super::token::{Text, Token};

/// Axis of `trusts` and `doubts`.
const TRUST: &str = "trust";
/// Words that begin a statement after a comma.
const CONJUNCTIONS: [&str; 8] = ["that", "whether", "if", "dass", "daß", "ob", "que", "qu"];

impl View<'_> {
    /// Returns the problem of words before the part of a sentence that the finding repeats.
    pub(super) fn embedded(&self) -> Option<Problem> {
        let repeated = |at: &usize| self.source.tokens[*at].content || self.source.tokens[*at].figure;
        let repeated: Vec<usize> = self.aligned.pairs.iter().map(|(_, at)| *at).filter(repeated).collect();
        self.source.sentences().into_iter().find_map(|sentence| {
            let first = repeated.iter().copied().find(|at| sentence.contains(at))?;
            let mut before = sentence.start..first;
            let is_denied = before.clone().any(|at| denies(self.source, at) && self.reaches(at, first));
            if is_denied && !self.any(denies) {
                return Some(Problem::gap("the quotes deny or doubt it".to_owned()));
            }
            let is_part = first > sentence.start && self.source.is(first - 1, Class::Partial);
            if is_part && self.source.tokens[first].content && !self.any(|text, at| text.is(at, Class::Partial)) {
                return Some(Problem::gap("the quotes say it of a part".to_owned()));
            }
            let is_opinion = before.any(|at| self.source.is(at, Class::Opinion) || self.source.is_possible(at));
            let is_kept =
                self.any(|text, at| text.is(at, Class::Opinion) || text.is(at, Class::Speech) || text.is_possible(at));
            (is_opinion && !is_kept)
                .then(|| Problem::gap("the quotes state it as an opinion or a possibility".to_owned()))
        })
    }

    /// Returns the problem of an event that the quotes call avoided.
    pub(super) fn averted(&self) -> Option<Problem> {
        let tokens = &self.source.tokens;
        let event = |at: usize| tokens[at + 1..].iter().find(|token| token.content);
        let is_stated = |token: &Token| self.finding.tokens.iter().any(|other| same(token, other));
        let is_averted = |at: usize| {
            let is_event = || event(at).is_some_and(|event| event.sentence == tokens[at].sentence && is_stated(event));
            self.source.is(at, Class::Avoidance) && is_event()
        };
        let is_kept = || self.any(|text, at| denies(text, at) || text.is(at, Class::Avoidance));
        ((0..tokens.len()).any(is_averted) && !is_kept())
            .then(|| Problem::gap("the quotes say that it was avoided".to_owned()))
    }

    fn any(&self, is: impl Fn(&Text, usize) -> bool) -> bool {
        (0..self.finding.tokens.len()).any(|at| is(self.finding, at))
    }

    /// Returns true if no clause begins between two places, or only one with a conjunction.
    fn reaches(&self, at: usize, first: usize) -> bool {
        let tokens = &self.source.tokens;
        let joins = || tokens[at..=first].iter().any(|token| CONJUNCTIONS.contains(&token.form.as_str()));
        tokens[at].clause == tokens[first].clause || joins()
    }
}

fn denies(text: &Text, at: usize) -> bool {
    let is_negative = || {
        let mut poles = poles(&text.tokens[at]).iter();
        poles.any(|pole| pole.sign == '-' && (pole.axis == TRUST || NEGATIVE_AXES.contains(&pole.axis)))
    };
    is_mark(text, at) || is_negative()
}
