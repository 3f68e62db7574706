//! Plans of quotes that a finding states as done: `agreed to buy` and `bought`, `will be launched` and `was launched`.

use retrieval::text::Language;

use super::Problem;
use super::align::same;
use super::lexicon::Class;
use super::pair::{Pair, Sentence};

/// Words of meaning behind a plan among which its verb occurs.
const REACH: usize = 2;
/// Words before a verb that leave it open.
const TO: [&str; 2] = ["to", "zu"];

/// Returns a problem if the finding has done what the quote plans.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    let is_open = |at: usize| {
        pair.finding.is(at, Class::Plan) || pair.finding.text.is_possible(at) || pair.finding.text.is_future(at)
    };
    if pair.finding.range.clone().any(is_open) {
        return None;
    }
    let plans = pair.quote.range.clone().filter(|at| pair.quote.is(*at, Class::Plan));
    let verbs = plans.flat_map(|at| verbs(pair.quote, at));
    let done = verbs.into_iter().find(|verb| {
        pair.finding.range.clone().any(|at| {
            same(pair.finding.token(at), pair.quote.token(*verb)) && is_done(pair.finding, at, pair.quote, *verb)
        })
    })?;
    Some(Problem::gap(format!("the quotes plan “{}”, and do not say that it happened", pair.quote.token(done).form)))
}

/// Returns the words that may be the verb of a plan: those behind it, in German the last ones of its clause.
fn verbs(sentence: Sentence<'_>, plan: usize) -> Vec<usize> {
    let tokens = &sentence.text.tokens;
    let of_clause = |at: &usize| tokens[*at].clause == tokens[plan].clause;
    let mut behind: Vec<usize> =
        (plan + 1..sentence.range.end).take_while(of_clause).filter(|at| tokens[*at].content).collect();
    if sentence.text.language == Language::German {
        behind.reverse();
    }
    behind.truncate(REACH);
    behind
}

/// Returns true for a verb of the finding in a past form.
fn is_done(finding: Sentence<'_>, at: usize, quote: Sentence<'_>, verb: usize) -> bool {
    let (own, other) = (finding.token(at), quote.token(verb));
    let before = at.saturating_sub(3).max(finding.range.start)..at;
    if before.clone().any(|at| TO.contains(&finding.token(at).form.as_str())) {
        return false;
    }
    let has_past = |mut part: std::ops::Range<usize>| part.any(|at| finding.is(at, Class::Done));
    match finding.text.language {
        Language::German => has_past(finding.range.clone()),
        Language::French => has_past(before),
        Language::Spanish => has_past(before) || ["ó", "aron", "ieron"].iter().any(|end| own.form.ends_with(end)),
        Language::English => {
            let is_present = own.form.ends_with('s') || own.form.ends_with("ing");
            has_past(before) || own.form.ends_with("ed") || own.form != other.form && !is_present
        }
    }
}
