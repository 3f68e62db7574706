//! Compares what a figure belongs to: of `94 % against hospitalisation and 61 % against infection` no finding may say
//! `94 % against infection`.

use std::ops::Range;

use retrieval::text::Language;

use super::Problem;
use super::align::same;
use super::calendar::Dates;
use super::figures::Figure;
use super::token::{Text, Token};

/// A number or a date of a text.
#[derive(Debug, Clone)]
struct FigureMark {
    range: Range<usize>,
    /// Unit of the number, or `date`.
    kind: &'static str,
    value: FigureMarkValue,
}

#[derive(Debug, Clone, PartialEq)]
enum FigureMarkValue {
    Number(f64),
    /// Keys of day and month.
    Date(Vec<String>),
}

/// A text with its numbers and dates.
pub(super) struct MarkedText<'a> {
    text: &'a Text,
    marks: Vec<FigureMark>,
}

impl<'a> MarkedText<'a> {
    pub(super) fn new(text: &'a Text, figures: &[Figure], dates: &Dates) -> Self {
        let number = |figure: &Figure| match figure.year() {
            Some(year) => FigureMark {
                range: figure.at..figure.end,
                kind: "year",
                value: FigureMarkValue::Number(f64::from(year)),
            },
            None => {
                let end = figure.unit_at.map_or(figure.end, |at| figure.end.max(at + 1));
                FigureMark {
                    range: figure.at..end,
                    kind: figure.unit_name(),
                    value: FigureMarkValue::Number(figure.value()),
                }
            }
        };
        let mut marks: Vec<FigureMark> = figures.iter().map(number).collect();
        for at in &dates.tokens {
            match marks.last_mut().filter(|mark| mark.kind == "date" && mark.range.end == *at) {
                Some(mark) => mark.range.end += 1,
                None => marks.push(FigureMark {
                    range: *at..*at + 1,
                    kind: "date",
                    value: FigureMarkValue::Date(Vec::new()),
                }),
            }
        }
        for mark in marks.iter_mut().filter(|mark| mark.kind == "date") {
            let keys =
                text.tokens[mark.range.clone()].iter().filter(|token| token.figure).map(|token| token.key.clone());
            let mut keys: Vec<String> = keys.filter(|key| key.len() < "#2026".len()).collect();
            keys.sort();
            mark.value = FigureMarkValue::Date(keys);
        }
        marks.sort_by_key(|mark| mark.range.start);
        Self { text, marks }
    }

    /// Returns the words of meaning around a mark, up to the next ones of its kind: those behind it in its clause, and
    /// those before it in its clause, or in the nearest clause before that has one.
    fn around(&self, mark: &FigureMark) -> Around<'a> {
        let others = || self.marks.iter().filter(|other| other.kind == mark.kind);
        let first = others().map(|other| other.range.end).filter(|end| *end <= mark.range.start).max().unwrap_or(0);
        let next = others().map(|other| other.range.start).filter(|start| *start >= mark.range.end).min();
        let clauses = self.text.clauses();
        let own = clauses.iter().position(|clause| clause.contains(&mark.range.start)).unwrap_or(0);
        let content = |range: Range<usize>| -> Vec<&'a Token> {
            range.map(|at| &self.text.tokens[at]).filter(|token| token.content).collect()
        };
        let end = clauses[own].end.min(next.unwrap_or(self.text.tokens.len()));
        let sentence = self.text.tokens[mark.range.start].sentence;
        let is_near =
            |clause: &&Range<usize>| clause.end > first && self.text.tokens[clause.start].sentence == sentence;
        let near = clauses[..=own].iter().rev().take_while(is_near);
        let mut before = near.map(|clause| content(clause.start.max(first)..clause.end.min(mark.range.start)));
        Around {
            before: before.find(|words| !words.is_empty()).unwrap_or_default(),
            after: content(mark.range.end..end),
        }
    }
}

/// The words around a mark.
struct Around<'a> {
    before: Vec<&'a Token>,
    after: Vec<&'a Token>,
}

impl<'a> Around<'a> {
    /// Returns the words of both on the side on which both have some and they differ, and true for the side before.
    fn sides<'b>(&'b self, other: &'b Self) -> Option<(&'b [&'a Token], &'b [&'a Token], bool)> {
        let has = |one: &[&Token], other: &[&Token]| !one.is_empty() && !other.is_empty();
        if has(&self.after, &other.after) && !is_among(&self.after, &other.after) {
            return Some((self.after.as_slice(), other.after.as_slice(), false));
        }
        has(&self.before, &other.before).then_some((self.before.as_slice(), other.before.as_slice(), true))
    }
}

/// Returns true if each word of a list is in another one.
fn is_among(words: &[&Token], others: &[&Token]) -> bool {
    words.iter().all(|word| others.iter().any(|other| same(word, other)))
}

/// A mark with the words around it.
type MarkWithWords<'a> = (&'a FigureMark, Around<'a>);

/// Returns a problem if the finding gives a figure to what the quotes give another figure of its kind.
pub(super) fn compare<'a>(finding: &MarkedText<'_>, quotes: &'a [MarkedText<'a>]) -> Option<Problem> {
    let ours: Vec<&Token> = finding.text.tokens.iter().filter(|token| token.content).collect();
    let is_said = |token: &Token| ours.iter().any(|own| same(own, token));
    let marks = |quote: &'a MarkedText<'a>| quote.marks.iter().map(move |mark| (mark, quote.around(mark)));
    let all: Vec<MarkWithWords<'a>> = quotes.iter().flat_map(marks).collect();
    let is_free = |mark: &FigureMark| !finding.marks.iter().any(|own| own.kind == mark.kind && own.value == mark.value);
    // The finding has none of the words that are this figure's own, and some of those of another figure.
    let belongs_to = |(other, theirs): &MarkWithWords<'a>, own: &Around<'a>| {
        let apart = |token: &Token, list: &[&Token]| !list.iter().any(|word| same(word, token));
        let Some((own, theirs, is_before)) = own.sides(theirs) else { return false };
        let own_words: Vec<&&Token> = own.iter().filter(|token| apart(token, theirs)).collect();
        let mut their_words = theirs.iter().filter(|token| apart(token, own));
        let is_unsaid = !own_words.is_empty() && !own_words.iter().any(|token| is_said(token));
        // The first clause names the subject of both: `the work began in 2019 and ended in 2023`.
        let is_nearest_unsaid = || own_words.last().is_some_and(|token| !is_said(token));
        let is_name = |token: &Token| token.capital && token.language != Language::German;
        let lacks_name = || own_words.iter().any(|token| is_name(token) && !is_said(token));
        let lacks_first = || own_words.first().is_some_and(|token| token.capital && !is_said(token));
        is_free(other)
            && match is_unsaid {
                true => their_words.any(|token| is_said(token)),
                false => {
                    is_before
                        && (is_nearest_unsaid() || lacks_name() || lacks_first())
                        && theirs.iter().any(|token| apart(token, own))
                        && their_words.all(|token| is_said(token))
                }
            }
    };
    let misplaced = |mark: &&FigureMark| {
        let of_kind = all.iter().filter(|(other, _)| other.kind == mark.kind);
        let (equal, others): (Vec<_>, Vec<_>) = of_kind.partition(|(other, _)| other.value == mark.value);
        let is_other = |own: &Around<'a>| others.iter().any(|other| belongs_to(other, own));
        !equal.is_empty() && equal.iter().all(|(_, own)| is_other(own))
    };
    let mark = finding.marks.iter().find(misplaced)?;
    let written: Vec<&str> = finding.text.tokens[mark.range.clone()].iter().map(|token| token.form.as_str()).collect();
    Some(Problem::gap(format!("the quotes give {} to something else", written.join(" "))))
}
