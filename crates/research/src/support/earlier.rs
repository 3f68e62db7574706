//! Figures that quotes give for comparison: `2.1 million, compared with 1.8 million in 2024`, `three of its eight`.

use super::Problem;
use super::align::same;
use super::figures::Figure;
use super::lexicon::{self, Class};
use super::order::NumberedText;

/// Words between a word of comparison and its figure.
const WORDS_BETWEEN: usize = 3;
/// Words behind an earlier figure that may date it.
const LABELS: usize = 5;
/// Words between a part and its whole.
const OF: [&str; 6] = ["of", "der", "von", "des", "de", "sur"];
/// Words that compare only where another figure of the unit stands before them in the sentence.
const FROM: [&str; 4] = ["from", "nach", "desde", "depuis"];

/// Returns a problem if the quotes have a figure of the finding for comparison only.
pub(super) fn compare(finding: NumberedText<'_>, quotes: &[NumberedText<'_>]) -> Option<Problem> {
    if (0..finding.text.tokens.len()).any(|at| finding.text.is(at, Class::Earlier)) {
        return None;
    }
    let is_misused = |figure: &&Figure| {
        let equals = |quote: &NumberedText<'_>| {
            let equal = quote.figures.iter().filter(|other| figure.equals(other));
            equal.map(|other| is_earlier(*quote, other) && !is_dated_alike(finding, *quote, other)).collect::<Vec<_>>()
        };
        let equal: Vec<bool> = quotes.iter().flat_map(equals).collect();
        !equal.is_empty() && equal.iter().all(|is_misused| *is_misused) && !is_earlier(finding, figure)
    };
    let figure = finding.figures.iter().filter(|figure| figure.year().is_none()).find(is_misused)?;
    Some(Problem::gap(format!("the quotes give {} for comparison only", figure.written)))
}

/// Returns true for a figure behind a word of comparison.
fn is_earlier(text: NumberedText<'_>, figure: &Figure) -> bool {
    let tokens = &text.text.tokens;
    let is_between = |at: &usize| {
        let token = &tokens[*at];
        !token.figure && (!token.content || lexicon::unit(&token.form).is_some() || text.text.is(*at, Class::Compared))
    };
    if is_whole(text, figure) {
        return true;
    }
    let mut before = (0..figure.at).rev().take(WORDS_BETWEEN).take_while(is_between);
    let Some(at) = before.find(|at| text.text.is(*at, Class::Compared)) else { return false };
    let sentence = tokens[at].sentence;
    let has_other = || {
        text.figures.iter().any(|other| {
            other.at < figure.at
                && tokens[other.at].sentence == sentence
                && other.year().is_none()
                && (other.unit_name() == figure.unit_name() || figure.unit_name().is_empty())
        })
    };
    !figure.is_span() && (!FROM.contains(&tokens[at].form.as_str()) || has_other())
}

/// Returns true for the whole of which another figure is a part: `eight` in `three of its eight plants`.
fn is_whole(text: NumberedText<'_>, figure: &Figure) -> bool {
    let of = (figure.at.saturating_sub(2)..figure.at).find(|at| OF.contains(&text.text.tokens[*at].form.as_str()));
    of.is_some_and(|of| text.figures.iter().any(|part| part.end == of && part.year().is_none()))
}

/// Returns true if the finding has a year or month that stands behind the figure in the quote.
fn is_dated_alike(finding: NumberedText<'_>, quote: NumberedText<'_>, figure: &Figure) -> bool {
    let tokens = &quote.text.tokens;
    let labels = tokens[figure.end..].iter().take(LABELS).filter(|token| token.figure);
    labels.into_iter().any(|label| finding.text.tokens.iter().any(|token| same(token, label)))
}
