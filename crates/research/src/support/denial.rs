//! Statements that a quote reports and then denies: `…, which the company denies`, `… That is false, the bank said.`

use std::ops::Range;

use super::Problem;
use super::gaps::View;
use super::lexicon::Class;
use super::token::Text;

/// Words of a clause, at most, that denies another one.
const MAX_DENIAL: usize = 14;

impl View<'_> {
    /// Returns the problem of a statement of the quotes that they deny afterwards, which the finding leaves out.
    pub(super) fn denied(&self) -> Option<Problem> {
        let tells = |at: usize| {
            self.finding.is(at, Class::Denial)
                || self.finding.is(at, Class::Speech)
                || self.finding.is(at, Class::Opinion)
        };
        if (0..self.finding.tokens.len()).any(tells) {
            return None;
        }
        let repeated = |at: &usize| self.source.tokens[*at].content || self.source.tokens[*at].figure;
        let last = self.aligned.pairs.iter().map(|(_, at)| *at).rfind(repeated)?;
        is_denied_after(self.source, last).then(|| Problem::gap("the quotes deny it afterwards".to_owned()))
    }
}

/// Returns true if a clause after a place, of the same sentence or the next one, denies what stands before it.
pub(super) fn is_denied_after(text: &Text, place: usize) -> bool {
    let sentence = text.tokens[place].sentence;
    let clauses = text.clauses();
    let after = clauses.iter().filter(|clause| clause.start > place);
    let mut near = after.take_while(|clause| text.tokens[clause.start].sentence <= sentence + 1);
    near.any(|clause| denies_back(text, clause))
}

/// Returns true for a short clause with a word of denial that points back: `which the firm denies`, `that is false`.
fn denies_back(text: &Text, clause: &Range<usize>) -> bool {
    let form = |at: usize| text.tokens[at].form.as_str();
    if clause.len() > MAX_DENIAL {
        return false;
    }
    let denial = clause.clone().find(|at| text.is(*at, Class::Denial));
    let is_not_so =
        form(clause.start) == "not" && clause.clone().nth(1).is_some_and(|at| ["so", "true"].contains(&form(at)));
    let is_back = |at: usize| text.is(at, Class::Back);
    let points_back = |denial: usize| {
        (clause.start..denial).any(is_back)
            || (denial + 1..clause.end).take(2).any(is_back)
            // `…, seien falsch`
            || clause.len() <= 2
            || clause.clone().all(|at| at == denial || !text.tokens[at].content || text.is(at, Class::Speech))
    };
    is_not_so || denial.is_some_and(points_back)
}
