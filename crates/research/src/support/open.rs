//! Figures that quotes give as a target, a cap or a forecast, and a finding as a result, or the other way round:
//! `expects revenue of 5 million` and `had revenue of 5 million`.

use std::ops::Range;
use std::sync::LazyLock;

use retrieval::script::is_unspaced;

use super::Problem;
use super::lexicon::{self, Class};
use super::order::NumberedText;
use super::phrases::{self, NamedPhrase};
use super::token::Text;

/// Words of meaning of a clause that continues the statement before it: `and profit of 3 million`.
const CONTINUATION: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpenKind {
    Target,
    Forecast,
    /// Words that say that a target was reached, or by how much it was missed.
    Reached,
}

static PHRASES: LazyLock<Vec<NamedPhrase<OpenKind>>> =
    LazyLock::new(|| phrases::table(include_str!("lexicon/open.txt"), kind_named));

fn kind_named(name: &str) -> Option<OpenKind> {
    Some(match name {
        "target" => OpenKind::Target,
        "forecast" => OpenKind::Forecast,
        "reached" => OpenKind::Reached,
        _ => return None,
    })
}

/// Returns a problem if all equal figures of the quotes are open and that of the finding is none, or the reverse.
pub(super) fn compare<'a>(finding: NumberedText<'_>, quotes: &[NumberedText<'a>], title: &Text) -> Option<Problem> {
    let mut figures = finding.figures.iter().filter(|figure| figure.year().is_none()).peekable();
    figures.peek()?;
    let is_open = || has_kind(finding.text, 0..finding.text.tokens.len(), OpenKind::Forecast);
    let leaves_open = leaves_open(finding.text);
    let says_open =
        leaves_open && is_open() && !has_opinion(title) && !quotes.iter().any(|quote| has_opinion(quote.text));
    figures.find_map(|figure| {
        let of_quote = |quote: NumberedText<'a>| quote.figures.iter().map(move |other| (quote.text, other));
        let all = || quotes.iter().copied().flat_map(of_quote);
        let equal = || all().filter(|(_, other)| figure.equals(other)).map(|(text, other)| (text, other.at));
        equal().next()?;
        if !leaves_open && equal().all(|(text, at)| is_open_at(text, at)) {
            return Some(Problem::gap(format!("the quotes give {} as a target or a forecast", figure.written)));
        }
        (says_open && equal().all(|(text, _)| !text.is_foreign && text.language == finding.text.language))
            .then(|| Problem::gap(format!("the quotes do not give {} as a forecast", figure.written)))
    })
}

/// Returns true for a text with a word that leaves open whether what it says has happened.
fn leaves_open(text: &Text) -> bool {
    let all = 0..text.tokens.len();
    let is_open = |at: usize| text.is(at, Class::Plan) || text.is_possible(at) || text.is_future(at);
    has_kind(text, all.clone(), OpenKind::Target)
        || has_kind(text, all.clone(), OpenKind::Forecast)
        || all.into_iter().any(is_open)
}

/// As [`leaves_open`], with words of opinion.
fn has_opinion(text: &Text) -> bool {
    leaves_open(text) || (0..text.tokens.len()).any(|at| text.is(at, Class::Opinion))
}

/// Returns true for a figure in a clause about a target or a forecast, or in one that continues such a clause.
fn is_open_at(text: &Text, at: usize) -> bool {
    let clauses = text.clauses();
    let Some(own) = clauses.iter().position(|clause| clause.contains(&at)) else { return false };
    let is_open = |clause: &Range<usize>| {
        let is_target = has_kind(text, clause.clone(), OpenKind::Target);
        is_target && !has_kind(text, clause.clone(), OpenKind::Reached)
            || has_kind(text, clause.clone(), OpenKind::Forecast)
    };
    if is_open(&clauses[own]) {
        return true;
    }
    let telling = |at: &usize| text.tokens[*at].content && lexicon::unit(&text.tokens[*at].form).is_none();
    let words: Vec<usize> = clauses[own].clone().filter(telling).collect();
    let is_verb = |at: usize| text.tokens[at].form.ends_with("ed");
    let is_continued = words.len() <= CONTINUATION
        && !words.iter().any(|at| is_verb(*at))
        && !clauses[own].clone().any(|at| text.is(at, Class::Done));
    let before = own.checked_sub(1).map(|before| &clauses[before]);
    let same_sentence = |clause: &&Range<usize>| text.tokens[clause.start].sentence == text.tokens[at].sentence;
    is_continued && before.filter(same_sentence).is_some_and(is_open)
}

fn has_kind(text: &Text, part: Range<usize>, kind: OpenKind) -> bool {
    let tokens = &text.tokens[..part.end];
    // Tokens of scripts without spaces are single characters.
    let reads_signs = |at: usize, word: &str| {
        let (mut chars, mut signs) = (word.chars(), tokens[at..].iter());
        word.starts_with(is_unspaced) && chars.all(|c| signs.next().is_some_and(|token| token.form.chars().eq([c])))
    };
    let stands = |phrase: &NamedPhrase<OpenKind>, at| phrase.stands_at(tokens, at) || reads_signs(at, phrase.words[0]);
    PHRASES.iter().filter(|phrase| phrase.name == kind).any(|phrase| part.clone().any(|at| stands(phrase, at)))
}
