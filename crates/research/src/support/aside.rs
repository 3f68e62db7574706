//! What quotes set aside: `a tram instead of a bypass`, `acht statt zwölf`, `chose Rivera over Stone`.

use super::Problem;
use super::align::same;
use super::lexicon::Class;
use super::negation::is_mark;
use super::pair::{Pair, Sentence};
use super::token::Token;

/// Words of meaning behind `instead of` of which a figure is the one that is set aside: `statt wie geplant zwölf`.
const REACH: usize = 3;

/// Returns a problem if the finding states what its quotes set aside.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    let (ours, theirs) = (set_aside(pair.finding), set_aside(pair.quote));
    if theirs.is_empty() || pair.finding.range.clone().any(|at| is_mark(pair.finding.text, at)) {
        return None;
    }
    let is_in = |places: &[usize], token: &Token| places.iter().any(|at| same(token, pair.quote.token(*at)));
    let kept: Vec<usize> = pair.quote.range.clone().filter(|at| !theirs.contains(at)).collect();
    let is_chosen = |at: &usize| {
        let token = pair.finding.token(*at);
        (token.content || token.figure) && !ours.contains(at) && is_in(&theirs, token) && !is_in(&kept, token)
    };
    let at = pair.finding.range.clone().find(is_chosen)?;
    Some(Problem::gap(format!("the quotes set “{}” aside for something else", pair.finding.token(at).form)))
}

/// Returns the places of the words that a sentence sets aside.
fn set_aside(sentence: Sentence<'_>) -> Vec<usize> {
    let chooses = |at: usize| (sentence.range.start..at).any(|before| sentence.is(before, Class::Choice));
    let is_instead = |at: &usize| {
        sentence.is(*at, Class::Instead)
            || ["over", "overrather"].contains(&sentence.token(*at).form.as_str()) && chooses(*at)
    };
    sentence.range.clone().filter(is_instead).flat_map(|at| first_behind(sentence, at)).collect()
}

/// Returns the first thing behind a place in its clause: a figure, or a word of meaning with the names after it.
fn first_behind(sentence: Sentence<'_>, place: usize) -> Vec<usize> {
    let clauses = sentence.text.clauses();
    let end = clauses.iter().find(|clause| clause.contains(&place)).map_or(place, |clause| clause.end);
    let tells = |at: &usize| sentence.token(*at).content || sentence.token(*at).figure;
    let behind: Vec<usize> = (place + 1..end).filter(tells).collect();
    if let Some(figure) = behind.iter().take(REACH).find(|at| sentence.token(**at).figure) {
        return vec![*figure];
    }
    let is_next = |n: usize| n == 0 || behind[n] == behind[n - 1] + 1 && sentence.token(behind[n]).capital;
    (0..behind.len()).take_while(|n| is_next(*n)).map(|n| behind[n]).collect()
}
