//! How much of what a finding says its quotes say, jointly.

use std::collections::BTreeSet;
use std::ops::Range;

use super::align::{Alignment, same};
use super::direction::than;
use super::gaps::View;
use super::lexicon::{self, Class};
use super::pair::{Pair, Sentence, poles};
use super::token::{Text, Token};
use super::{Case, Problem, aside, direction, negation, plan, roles, titles, voice};

/// Share of aligned tokens from which a finding counts as a copy of its quotes.
const COPY_SHARE: f64 = 0.78;
/// Share of words of meaning that the quotes of a copy must cover.
const COPY_COVERAGE: f64 = 0.9;
/// The same for a finding in other words.
const REWORDED_COVERAGE: f64 = 0.6;
/// Words of meaning from which a clause of which the quotes have none is an addition.
const NEW_CLAUSE: usize = 2;
/// Words of meaning from which a clause needs its own share of covered words.
const LONG_CLAUSE: usize = 4;
/// Share of its words of meaning that the quotes must cover.
const CLAUSE_COVERAGE: f64 = 0.4;

/// The words of a finding, and which of them the evidence covers.
pub(super) struct Cover {
    /// The quotes in the order in which the finding uses them.
    source: Text,
    aligned: Alignment,
    /// For each token of the finding, whether the evidence has it.
    covered: Vec<bool>,
    /// For each token of the finding, whether it counts.
    counts: Vec<bool>,
    clauses: Vec<Range<usize>>,
}

impl Cover {
    pub(super) fn new(case: &Case<'_>) -> Self {
        let source = in_order(case.finding, &case.quotes);
        let aligned = Alignment::new(&case.finding.tokens, &source.tokens);
        let attributed = names_publisher(case);
        let tokens = &case.finding.tokens;
        let is_covered = |at: usize| {
            let token = &tokens[at];
            let has = |text: &Text| text.tokens.iter().any(|other| same(token, other) || same_pole(token, other));
            has(&source) || has(&case.title) || attributed && has(&case.publisher) || turns(case.finding, at, &source)
        };
        let covered = (0..tokens.len()).map(is_covered).collect();
        let is_speech = |token: &Token| lexicon::is(&token.form, Class::Speech, token.language);
        let is_unit = |at: usize| at > 0 && tokens[at - 1].figure && lexicon::unit(&tokens[at].form).is_some();
        let counts =
            (0..tokens.len()).map(|at| tokens[at].content && !is_speech(&tokens[at]) && !is_unit(at)).collect();
        Self { source, aligned, covered, counts, clauses: case.finding.clauses() }
    }

    /// Returns the share of the words of meaning that are covered, 1 if there are none.
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    pub(super) fn share(&self) -> f64 {
        let (covered, all) = self.count(0..self.covered.len());
        if all == 0 { 1.0 } else { covered as f64 / all as f64 }
    }

    fn count(&self, range: Range<usize>) -> (usize, usize) {
        let counted = range.filter(|at| self.counts[*at]);
        counted.fold((0, 0), |(covered, all), at| (covered + usize::from(self.covered[at]), all + 1))
    }

    fn is_copy(&self) -> bool {
        self.aligned.share() >= COPY_SHARE
    }

    fn is_foreign(&self, case: &Case<'_>) -> bool {
        case.finding.is_foreign || self.source.is_foreign
    }

    /// Returns true for a copy whose words of meaning the quotes have all.
    pub(super) fn is_whole_copy(&self) -> bool {
        self.is_copy() && self.share() >= 1.0
    }

    /// Returns true if the quotes cover enough for a verdict without a model.
    pub(super) fn is_enough(&self, case: &Case<'_>) -> bool {
        if self.is_foreign(case) && !self.is_copy() {
            return false;
        }
        let least = if self.is_copy() { COPY_COVERAGE } else { REWORDED_COVERAGE };
        self.share() >= least && !self.clauses.iter().any(|clause| self.is_new(clause.clone()))
    }

    /// Returns true for a clause of which the quotes have nothing, or little if it is long.
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    fn is_new(&self, clause: Range<usize>) -> bool {
        let is_long_insertion = self.is_copy() && clause.len() >= 3;
        let (covered, all) = self.count(clause);
        let least = if is_long_insertion { 1 } else { NEW_CLAUSE };
        all >= least && covered == 0 || all >= LONG_CLAUSE && (covered as f64) < CLAUSE_COVERAGE * all as f64
    }

    /// Returns the differences of negations, directions, names, scope and certainty.
    pub(super) fn problems(&self, case: &Case<'_>) -> Vec<Problem> {
        let finding = case.finding;
        let view = View {
            finding,
            source: &self.source,
            aligned: &self.aligned,
            covered: &self.covered,
            is_copy: self.is_copy(),
            is_foreign: self.is_foreign(case),
        };
        let mut problems = view.problems();
        problems.extend(titles::compare(finding, &self.source, &self.covered));
        let matched: BTreeSet<usize> = self.aligned.pairs.iter().map(|(at, _)| *at).collect();
        for sentence in case.finding.sentences() {
            let Some(quote) = self.nearest(case.finding, &sentence) else { continue };
            let aligned = Alignment::new(&finding.tokens[sentence.clone()], &self.source.tokens[quote.clone()]);
            let pair = Pair {
                finding: Sentence { text: finding, range: &sentence },
                quote: Sentence { text: &self.source, range: &quote },
                aligned: &aligned,
                matched: &matched,
            };
            problems.extend(negation::compare(pair));
            problems.extend(direction::compare(pair));
            problems.extend(roles::compare(pair));
            problems.extend(roles::compare_parties(pair));
            problems.extend(voice::compare(pair));
            problems.extend(aside::compare(pair));
            problems.extend(plan::compare(pair));
        }
        problems
    }

    /// Returns the sentence of the quotes that shares most words of meaning with a sentence of the finding.
    fn nearest(&self, finding: &Text, sentence: &Range<usize>) -> Option<Range<usize>> {
        let shared = |quote: &Range<usize>| {
            let theirs = &self.source.tokens[quote.clone()];
            let ours = finding.tokens[sentence.clone()].iter().filter(|token| token.content || token.figure);
            ours.filter(|token| theirs.iter().any(|other| same(token, other))).count()
        };
        self.source
            .sentences()
            .into_iter()
            .map(|quote| (shared(&quote), quote))
            .rev()
            .max_by_key(|(shared, _)| *shared)
            .filter(|(shared, _)| *shared > 0)
            .map(|(_, quote)| quote)
    }
}

/// Returns the quotes as one text, in the order in which the finding uses them.
fn in_order(finding: &Text, quotes: &[&Text]) -> Text {
    let place = |quote: &&Text| {
        let pairs = Alignment::new(&finding.tokens, &quote.tokens).pairs;
        let sum: usize = pairs.iter().map(|(i, _)| *i).sum();
        sum / pairs.len().max(1)
    };
    let mut ordered = quotes.to_vec();
    ordered.sort_by_cached_key(place);
    Text::concatenate(ordered.into_iter())
}

/// Returns true if the finding says that the publisher reports it.
fn names_publisher(case: &Case<'_>) -> bool {
    let named = |token: &&Token| token.content && case.finding.tokens.iter().any(|other| same(token, other));
    let words: Vec<&Token> = case.publisher.tokens.iter().filter(|token| token.content).collect();
    !words.is_empty() && words.iter().filter(|token| named(token)).count() * 2 >= words.len()
}

fn same_pole(one: &Token, other: &Token) -> bool {
    poles(one).iter().any(|pole| poles(other).contains(pole))
}

/// Returns true for a word whose fact the source tells from the other side: `lower than` and `higher than`, `lent` and
/// `borrowed`. The order of the names is checked apart.
fn turns(finding: &Text, at: usize, source: &Text) -> bool {
    let has_two_sides = |text: &Text, at: usize, axis: &str| axis.ends_with('~') || than(text, at).is_some();
    let axes = |text: &Text, at: usize| {
        let sides = poles(&text.tokens[at]).iter().map(|pole| pole.axis);
        sides.filter(|axis| has_two_sides(text, at, axis)).collect::<BTreeSet<_>>()
    };
    let own = axes(finding, at);
    !own.is_empty() && (0..source.tokens.len()).any(|other| !own.is_disjoint(&axes(source, other)))
}
