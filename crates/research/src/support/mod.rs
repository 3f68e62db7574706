//! Compares a finding with the quotes that it cites, without a model: numbers, dates, negations, directions and names,
//! and how much of what it says the quotes say. Pure.
//!
//! The comparison knows English, German, French and Spanish. Words of other languages are compared as written, and
//! support only findings that leave nothing out of the clauses that they repeat.

mod align;
mod aside;
mod binding;
mod calendar;
mod clock;
mod cover;
mod denial;
mod direction;
mod earlier;
mod east_asian;
mod embedded;
pub mod fact;
mod figures;
mod foreign;
mod fractions;
mod gaps;
mod lexicon;
mod limits;
mod measure;
mod names;
mod negation;
mod notation;
mod numerals;
mod open;
mod order;
mod pair;
mod phrases;
mod plan;
mod rates;
pub mod request;
mod roles;
mod scale;
mod scan;
mod signs;
mod spelling;
mod thousands;
mod titles;
mod token;
mod voice;

use std::collections::BTreeSet;

use binding::MarkedText;
use calendar::Dates;
use chrono::{Datelike, NaiveDate};
use figures::Figure;
use order::NumberedText;
pub use retrieval::language::differ as languages_differ;
use serde::{Deserialize, Serialize};
use token::Text;

/// One piece of evidence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// A verbatim quote, or the fact that a data service returned.
    pub text: String,
    /// Title of the page.
    pub title: String,
    /// Publisher of the page.
    pub publisher: String,
    /// Day of publication.
    pub published: Option<NaiveDate>,
}

/// A statement that is compared with evidence, read once.
#[derive(Debug, Clone)]
pub(crate) struct Statement(Text);

impl Statement {
    pub(crate) fn new(text: &str) -> Self {
        Self(Text::new(text))
    }
}

/// Evidence that statements are compared with, read once.
#[derive(Debug, Clone)]
pub(crate) struct ReadEvidence {
    text: Text,
    title: String,
    publisher: String,
    published: Option<NaiveDate>,
}

impl ReadEvidence {
    pub(crate) fn new(evidence: &Evidence) -> Self {
        let Evidence { text, title, publisher, published } = evidence;
        Self { text: Text::new(text), title: title.clone(), publisher: publisher.clone(), published: *published }
    }
}

/// Whether a finding agrees with its quotes, as far as code can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreement {
    /// The quotes state otherwise.
    Contradicted {
        /// What the quotes say and the finding does not, for the model.
        reason: String,
    },
    /// The finding states something that the quotes do not.
    Uncovered {
        /// What it is.
        reason: String,
    },
    /// No difference of numbers, dates, negations, directions or names.
    Consistent,
}

/// The verdict of code alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The finding restates what the quotes say.
    Supported,
    /// The quotes say otherwise.
    Contradicted,
    /// The finding says more than the quotes, or something else.
    Unsupported,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// Differences of figures, dates, negations, directions and names.
    pub agreement: Agreement,
    /// Share of the finding's words of meaning that the quotes cover jointly, 0 to 1.
    pub coverage: f64,
    /// The verdict of code alone, for a finding that no model judges.
    pub verdict: Verdict,
    /// True if the finding repeats its quotes nearly word for word, so that a model has nothing to add.
    pub is_copy: bool,
}

impl Assessment {
    /// Returns true if the quotes state otherwise.
    pub fn is_contradicted(&self) -> bool {
        matches!(self.agreement, Agreement::Contradicted { .. })
    }

    /// Returns true if code alone decides: the quotes contradict the finding, or it repeats them.
    pub fn is_decided(&self) -> bool {
        self.is_contradicted() || self.is_copy && self.verdict == Verdict::Supported
    }
}

/// A difference between a finding and its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Problem {
    is_contradiction: bool,
    reason: String,
}

impl Problem {
    fn contradiction(reason: String) -> Self {
        Self { is_contradiction: true, reason }
    }

    fn gap(reason: String) -> Self {
        Self { is_contradiction: false, reason }
    }
}

/// Returns the share of a statement's words of meaning that occur in a text, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "counts of words")]
pub fn overlap(statement: &str, text: &str) -> f64 {
    let (statement, text) = (Text::new(statement), Text::new(text));
    let ours: Vec<_> = statement.tokens.iter().filter(|token| token.content || token.figure).collect();
    let shared = ours.iter().filter(|token| text.tokens.iter().any(|other| align::same(token, other))).count();
    shared as f64 / ours.len().max(1) as f64
}

/// Returns true if a text names a unit or a scale, as headings of tables do: `€ million`, `in %`, `tonnes`.
pub fn names_unit(text: &str) -> bool {
    let text = Text::new(text);
    let is_unit = |form: &str| form.len() > 1 && lexicon::unit(form).is_some_and(|unit| unit.dimension != "time");
    text.tokens.iter().any(|token| is_unit(&token.form)) || !scale::scales(&text).is_empty()
}

/// A difference of figures or dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactDifference {
    /// The evidence states otherwise; else it does not have the figure or the date.
    pub is_contradiction: bool,
    /// What differs.
    pub reason: String,
}

/// Compares the figures and dates of a statement with those of evidence in another language. `None` if none differs.
pub fn compare_facts(statement: &str, evidence: &[Evidence]) -> Option<FactDifference> {
    let (statement, evidence) = read(statement, evidence);
    let mut problems = Case::new(&statement, &evidence).compare_figures(true);
    problems.sort_by_key(|problem| !problem.is_contradiction);
    let Problem { is_contradiction, reason } = problems.into_iter().next()?;
    Some(FactDifference { is_contradiction, reason })
}

/// Returns `true` if a statement has a name of which the evidence has no similar word. Names may differ between
/// languages, so that this alone decides nothing.
pub fn has_unmatched_name(statement: &str, evidence: &[Evidence]) -> bool {
    let (statement, evidence) = read(statement, evidence);
    let case = Case::new(&statement, &evidence);
    let begins_alike = |form: &str| {
        let start: String = form.chars().take(NAME_START).collect();
        let texts = case.quotes.iter().copied().chain([&case.title, &case.publisher]);
        texts.flat_map(|text| &text.tokens).any(|token| token.form.starts_with(&start))
    };
    let names = (0..case.finding.tokens.len()).filter(|at| names::is_name(case.finding, *at));
    names.map(|at| case.finding.tokens[at].form.as_str()).any(|form| !begins_alike(form))
}

/// Letters in which the forms of a name in two languages agree.
const NAME_START: usize = 4;

/// A finding and its evidence as tokens.
struct Case<'a> {
    finding: &'a Text,
    quotes: Vec<&'a Text>,
    title: Text,
    publisher: Text,
    published: Option<NaiveDate>,
}

/// Compares a finding with its evidence.
pub fn assess(finding: &str, evidence: &[Evidence]) -> Assessment {
    let (finding, evidence) = read(finding, evidence);
    assess_read(&finding, &evidence)
}

fn read(statement: &str, evidence: &[Evidence]) -> (Statement, Vec<ReadEvidence>) {
    (Statement::new(statement), evidence.iter().map(ReadEvidence::new).collect())
}

/// Compares a finding with its evidence.
pub(crate) fn assess_read<'a>(
    finding: &'a Statement,
    evidence: impl IntoIterator<Item = &'a ReadEvidence>,
) -> Assessment {
    let case = Case::new(finding, evidence);
    let mut problems = case.compare_figures(false);
    let cover = cover::Cover::new(&case);
    problems.extend(cover.problems(&case));
    if case.is_repeated() {
        // A statement does not contradict itself, whichever of its sentences are compared.
        problems.retain(|problem| !problem.is_contradiction);
    }
    let coverage = cover.share();
    let problem = problems.iter().find(|problem| problem.is_contradiction).or(problems.first());
    let (agreement, verdict) = match problem {
        Some(Problem { is_contradiction: true, reason }) => {
            (Agreement::Contradicted { reason: reason.clone() }, Verdict::Contradicted)
        }
        Some(Problem { reason, .. }) => (Agreement::Uncovered { reason: reason.clone() }, Verdict::Unsupported),
        None if cover.is_enough(&case) => (Agreement::Consistent, Verdict::Supported),
        None => (Agreement::Consistent, Verdict::Unsupported),
    };
    Assessment { agreement, coverage, verdict, is_copy: cover.is_whole_copy() }
}

impl<'a> Case<'a> {
    fn new(finding: &'a Statement, evidence: impl IntoIterator<Item = &'a ReadEvidence>) -> Self {
        let mut quotes: Vec<&Text> = Vec::new();
        let mut titles: Vec<&str> = Vec::new();
        let mut publishers: Vec<&str> = Vec::new();
        let mut published: Option<NaiveDate> = None;
        for piece in evidence {
            quotes.push(&piece.text);
            published = published.max(piece.published);
            if !titles.contains(&piece.title.as_str()) {
                titles.push(&piece.title);
            }
            if !publishers.contains(&piece.publisher.as_str()) {
                publishers.push(&piece.publisher);
            }
        }
        Self {
            finding: &finding.0,
            quotes,
            title: Text::new(&titles.join("\n")),
            publisher: Text::new(&publishers.join("\n")),
            published,
        }
    }

    /// Returns true if each quote has the words of the finding and no other ones.
    fn is_repeated(&self) -> bool {
        let forms = |text: &Text| text.tokens.iter().map(|token| token.form.clone()).collect::<Vec<_>>();
        let own = forms(self.finding);
        !self.quotes.is_empty() && self.quotes.iter().all(|quote| forms(quote) == own)
    }

    /// Compares numbers and dates. Words beside them are compared in texts of one language only.
    fn compare_figures(&self, is_translated: bool) -> Vec<Problem> {
        let dates = |text: &Text| Dates::new(text, self.published);
        let own = dates(self.finding);
        let mut others: Vec<Dates> = self.quotes.iter().copied().map(dates).collect();
        others.push(dates(&self.title));
        let texts = || self.quotes.iter().copied().chain([&self.title]);
        let mut stated: Vec<Vec<Figure>> =
            texts().zip(&others).map(|(text, dates)| figures::figures(text, &dates.tokens)).collect();
        let scales: Vec<f64> = texts().flat_map(scale::scales).collect();
        stated.iter_mut().flatten().for_each(|figure| figure.scale(&scales));
        let numbers = stated.concat();
        let years = Text::new(&self.reported_numbers(&others, &numbers));
        let mut reported = figures::figures(&years, &BTreeSet::new());
        reported.extend(figures::figures(&self.publisher, &BTreeSet::new()));
        let years = numbers.iter().chain(&reported).filter_map(Figure::year).collect();
        let ours = figures::figures(self.finding, &own.tokens);
        let mut problems = figures::compare(&ours, &numbers, &reported);
        let quoted: Vec<NumberedText> =
            self.quotes.iter().copied().zip(&stated).map(|(text, figures)| NumberedText { text, figures }).collect();
        let numbered = NumberedText { text: self.finding, figures: &ours };
        problems.extend(order::compare(numbered, &quoted));
        problems.extend(order::compare_lists(numbered, &quoted));
        problems.extend(earlier::compare(numbered, &quoted));
        if !is_translated {
            problems.extend(open::compare(numbered, &quoted, &self.title));
        }
        let marked = self.quotes.iter().copied().zip(stated.iter().zip(&others));
        let marked: Vec<MarkedText> =
            marked.map(|(text, (figures, dates))| MarkedText::new(text, figures, dates)).collect();
        problems.extend(binding::compare(&MarkedText::new(self.finding, &ours, &own), &marked));
        problems.extend(calendar::compare(&own, &others, self.published, &years));
        let quoted = self.quotes.iter().copied().flat_map(rates::rates).collect();
        problems.extend(rates::compare_rates(&rates::rates(self.finding), &quoted));
        problems
    }

    /// Returns years that the quotes give as parts of dates, or that of the publication if they give none.
    fn reported_numbers(&self, dates: &[Dates], numbers: &[Figure]) -> String {
        let years = dates.iter().flat_map(|dates| dates.dates.iter().filter_map(|date| date.year()));
        let mut years: BTreeSet<i32> = years.collect();
        if years.is_empty() && numbers.iter().all(|number| number.year().is_none()) {
            years.extend(self.published.map(|day| day.year()));
        }
        years.iter().map(|year| format!("{year} ; ")).collect()
    }
}

#[cfg(test)]
mod attributes_test;
#[cfg(test)]
mod changes_test;
#[cfg(test)]
mod kinds_test;
#[cfg(test)]
mod tests;
