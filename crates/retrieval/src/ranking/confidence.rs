//! Probability that the results answer a query, computed from three shares of the query, each between 0 and 1.
//!
//! A score alone does not measure confidence: it depends on the number of words in the query and on how rare they are.
//! Every share is therefore relative to the maximum for this query, and words are weighted by [`Frequencies::weight`].
//!
//! `confidence = 1 / (1 + exp(−(bias + Σ weight · share)))`, a logistic regression over 259 questions of HotpotQA (Yang
//! et al. 2018) of which 137 can be answered from the collection and 122 cannot, because the documents that answer them
//! were removed. Cross-validated, five times five-fold: `examples/fit.rs` prints the shares, `lab eval confidence` the
//! calibration. A query for a number or an amount of money is not answered by documents without one.

use crate::ranking::passage::{Passage, Query, contains_sequence};
use crate::ranking::score::Frequencies;

/// Number of best documents of which one may hold the words of the query alone.
const COVERING_DOCUMENTS: usize = 3;
/// Number of best documents that are searched for adjacent words of the query.
const WORDING_DOCUMENTS: usize = 5;
/// Number of best documents whose names are searched for in the query.
const NAME_DOCUMENTS: usize = 50;

/// Shares of the query that were found, each 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Shares {
    /// Weighted share of the query's words that one document contains, or that it contains together with a document
    /// that it mentions by name, because an answer may need both.
    pub coverage: f64,
    /// Weighted share of the query's words that are part of a document's name, if the query contains the whole name.
    pub named: f64,
    /// Weighted share of the query's adjacent word pairs that are adjacent in the best documents too.
    pub wording: f64,
}

impl Shares {
    /// Returns the shares in the order of the weights: coverage, named, wording.
    pub fn values(&self) -> [f64; 3] {
        [self.coverage, self.named, self.wording]
    }
}

/// A document that mentions another one by name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link<'a> {
    pub(crate) from: &'a Passage,
    pub(crate) to: &'a Passage,
    /// Probability that the mention means this document, 0 to 1.
    pub(crate) identification: f64,
}

/// Weights of coverage, named, wording.
const WEIGHTS: [f64; 3] = [7.8, 6.7, 2.0];
/// Bias: without any match the confidence is 0.0009.
const BIAS: f64 = -7.0;

/// Confidence below which a document is not shown. A document with two fifths of the query's significant words reaches
/// it.
pub const MIN_CONFIDENCE: f64 = 0.02;

/// Maximum confidence if the query asks for a number or an amount of money that none of the best documents has, or if
/// all of them are about another identifier.
const MAX_WITHOUT_ANSWER: f64 = 0.2;

/// Computes the probability that the best documents answer a query.
pub(crate) fn answered(query: &Query, best: &[&Passage], shares: &Shares) -> f64 {
    confidence(shares).min(answer_limit(query, best))
}

/// Maximum probability that the best documents answer. It is below 1 if none has the quantity and the identifier of the
/// query.
pub(crate) fn answer_limit(query: &Query, best: &[&Passage]) -> f64 {
    let may_answer = best.iter().take(WORDING_DOCUMENTS).any(|passage| query.may_be_answered_by(passage));
    if may_answer { 1.0 } else { MAX_WITHOUT_ANSWER }
}

/// Computes the probability from the shares.
pub fn confidence(shares: &Shares) -> f64 {
    let sum: f64 = shares.values().iter().zip(WEIGHTS).map(|(share, weight)| share * weight).sum();
    1.0 / (1.0 + (-(BIAS + sum)).exp())
}

/// Computes the shares. `best` holds documents, best first.
pub(crate) fn shares(query: &Query, best: &[&Passage], links: &[Link<'_>], frequencies: &Frequencies) -> Shares {
    let weight = |stem: &str| frequencies.weight(stem);
    let total: f64 = query.stems().map(weight).sum();
    Shares {
        coverage: share(covered(query, best, links, &weight), total),
        named: share(named(query, best, &weight), total),
        wording: wording(query, best, &weight),
    }
}

fn covered(query: &Query, best: &[&Passage], links: &[Link<'_>], weight: &impl Fn(&str) -> f64) -> f64 {
    let of = |held: &dyn Fn(&str) -> bool| -> f64 { query.stems().filter(|stem| held(stem)).map(weight).sum() };
    let alone = best.iter().take(COVERING_DOCUMENTS).map(|passage| of(&|stem| passage.contains(stem)));
    let linked =
        links.iter().map(|link| link.identification * of(&|stem| link.from.contains(stem) || link.to.contains(stem)));
    alone.chain(linked).fold(0.0, f64::max)
}

fn named(query: &Query, best: &[&Passage], weight: &impl Fn(&str) -> f64) -> f64 {
    let names = best.iter().take(NAME_DOCUMENTS).flat_map(|passage| &passage.names);
    let mut stems: Vec<&str> =
        names.filter(|name| contains_sequence(name, &query.stems)).flatten().map(String::as_str).collect();
    stems.sort_unstable();
    stems.dedup();
    stems.into_iter().map(weight).sum()
}

fn wording(query: &Query, best: &[&Passage], weight: &impl Fn(&str) -> f64) -> f64 {
    let (mut kept, mut all) = (0.0, 0.0);
    for pair in query.stems.windows(2) {
        let worth = weight(&pair[0]) + weight(&pair[1]);
        all += worth;
        if best.iter().take(WORDING_DOCUMENTS).any(|passage| passage.has_pair(&pair[0], &pair[1])) {
            kept += worth;
        }
    }
    share(kept, all)
}

/// `part / whole`, clamped to 0 to 1.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 }
}
