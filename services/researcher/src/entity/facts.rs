//! Converts findings to facts with a valid time. A finding is valid from its publication; a stored fact that a finding
//! refutes is invalid from then on; a repeated fact stays unchanged. Pure.
//!
//! Each finding is a fact of its own: the attribute identifies the statement, and the value is the statement, or empty
//! once it is invalid. A data service's statement with other numbers (a price, a number of holders) is a new value of
//! the same fact.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use domain::calendar::MONTHS;
use domain::entity::fact::{FINDING, Fact, Statement};
use domain::{ClaimStatus, Finding, Research, Stance, Time};
use research::dedup::{self, Relation};
use research::judge::{self, Quote, Stances};

/// Maximum number of stored facts compared, the newest. Older ones that were never refuted stay valid.
const MAX_FACTS: usize = 40;
/// Maximum number of facts judged in one call.
const MAX_STATEMENTS: usize = 12;
/// Maximum number of findings per fact.
const MAX_QUOTES: usize = 4;
/// Maximum length of a value in characters.
const MAX_VALUE_CHARS: usize = 1_000;

/// Returns the stored findings that are still valid, newest first.
pub(crate) fn valid_findings(facts: Vec<Fact>) -> Vec<Fact> {
    let holds = |fact: &Fact| fact.is_believed() && fact.valid_until.is_none() && !fact.value.is_empty();
    let mut kept: Vec<Fact> =
        facts.into_iter().filter(|fact| fact.attribute.starts_with(FINDING) && holds(fact)).collect();
    kept.sort_by_key(|fact| Reverse(fact.valid_from));
    kept.truncate(MAX_FACTS);
    kept
}

/// Returns the facts to be judged: those with related findings that neither repeat nor plainly deny them.
pub(crate) fn stance_queries(known: &[Fact], research: &Research) -> Vec<judge::StanceQuery> {
    let news: Vec<NewFinding<'_>> = new_findings(research).collect();
    let open = known.iter().enumerate().filter(|(_, fact)| word_relation(fact, &news) == WordRelation::Unclear);
    let statement = |(n, fact): (usize, &Fact)| {
        let evidence = related_findings(fact, &news);
        (!evidence.is_empty()).then(|| judge::StanceQuery { id: query_id(n), text: fact.value.clone(), evidence })
    };
    open.filter_map(statement).take(MAX_STATEMENTS).collect()
}

/// Returns the facts to store: the supported findings, and the end of the facts that the research refutes.
pub(crate) fn statements(known: &[Fact], research: &Research, judged: &Stances) -> Vec<Statement> {
    let news: Vec<NewFinding<'_>> = new_findings(research).collect();
    let mut statements: BTreeMap<String, Statement> = BTreeMap::new();
    for (n, fact) in known.iter().enumerate() {
        if let Some(against) = refuting(n, fact, &news, judged) {
            statements.insert(fact.attribute.clone(), end(fact, against));
        }
    }
    let repeated = |news: &NewFinding<'_>| known.iter().any(|fact| news.relation(&fact.value) == Relation::Same);
    for news in news.iter().filter(|news| !repeated(news)) {
        statements.insert(news.attribute.clone(), news.statement());
    }
    statements.into_values().collect()
}

/// A supported finding, prepared for comparison.
struct NewFinding<'a> {
    finding: &'a Finding,
    statement: dedup::Statement,
    attribute: String,
    since: Time,
    source: &'a str,
}

fn new_findings(research: &Research) -> impl Iterator<Item = NewFinding<'_>> {
    let supported = research.findings.iter().filter(|finding| finding.status == ClaimStatus::Supported);
    supported.filter_map(|finding| {
        let for_it = finding.sources.iter().filter(|id| !finding.contradictions.contains(id));
        let sources: Vec<_> = for_it.filter_map(|id| research.sources.iter().find(|source| source.id == *id)).collect();
        let source = sources.first()?.url.as_str();
        // The earliest publication counts; a date in the future is an error of the page.
        let published = sources.iter().filter_map(|source| source.published_at).min();
        let since = stored(published.map_or(research.made_at, |at| at.min(research.made_at)));
        let data = sources.iter().all(|source| source.url.starts_with("tool:"));
        let attribute = attribute(&finding.text, data);
        Some(NewFinding { finding, statement: dedup::Statement::new(&finding.text), attribute, since, source })
    })
}

impl NewFinding<'_> {
    fn relation(&self, text: &str) -> Relation {
        self.statement.relation(&dedup::Statement::new(text))
    }

    fn statement(&self) -> Statement {
        Statement {
            attribute: self.attribute.clone(),
            value: self.finding.text.trim().chars().take(MAX_VALUE_CHARS).collect(),
            valid_from: self.since,
            source: self.source.to_owned(),
        }
    }
}

/// Rounds to the store's precision of a microsecond, so that a time equals itself after it was read back.
fn stored(at: Time) -> Time {
    Time::from_timestamp_micros(at.timestamp_micros()).unwrap_or(at)
}

/// Derives the attribute from the statement's words, without case and spacing, and for a data service without numbers.
fn attribute(text: &str, data: bool) -> String {
    let mut words = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    if data {
        words = masked(&words);
    }
    format!("{FINDING}{}", &web::content_hash(words.as_bytes())[..16])
}

/// Units of ages in the statements of data services: the same fact at another time has other ones.
const UNITS: [&str; 12] =
    ["second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months"];

/// Replaces every number, clock time, month and unit of time that is a word by `#`; the digits of a mint stay.
fn masked(text: &str) -> String {
    let changes = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_number = bare.bytes().all(|byte| byte.is_ascii_digit() || b".,:e-".contains(&byte));
        !bare.is_empty() && is_number || MONTHS.contains(&bare) || UNITS.contains(&bare)
    };
    text.split(' ').map(|word| if changes(word) { "#" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Relation of new findings to a fact, as far as it is evident from the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordRelation {
    /// A finding repeats the fact or gives it a new value.
    Repeated,
    /// A finding states the opposite.
    Denied,
    /// Neither is evident.
    Unclear,
}

fn word_relation(fact: &Fact, news: &[NewFinding<'_>]) -> WordRelation {
    let relation = |wanted| news.iter().any(|news| news.relation(&fact.value) == wanted);
    if news.iter().any(|news| news.attribute == fact.attribute) || relation(Relation::Same) {
        WordRelation::Repeated
    } else if relation(Relation::Opposite) {
        WordRelation::Denied
    } else {
        WordRelation::Unclear
    }
}

/// Returns the finding that ends a fact. A finding older than the fact ends nothing.
fn refuting<'a, 'b>(n: usize, fact: &Fact, news: &'b [NewFinding<'a>], judged: &Stances) -> Option<&'b NewFinding<'a>> {
    let refutes = |news: &&NewFinding<'_>| match word_relation(fact, std::slice::from_ref(*news)) {
        WordRelation::Denied => true,
        WordRelation::Repeated => false,
        WordRelation::Unclear => judged.get(&(query_id(n), news.finding.id.clone())) == Some(&Stance::Refutes),
    };
    if word_relation(fact, news) == WordRelation::Repeated {
        return None;
    }
    news.iter().filter(|news| news.since >= fact.valid_from).find(refutes)
}

fn end(fact: &Fact, against: &NewFinding<'_>) -> Statement {
    let text: String = against.finding.text.trim().chars().take(200).collect();
    Statement {
        attribute: fact.attribute.clone(),
        value: String::new(),
        valid_from: against.since,
        source: format!("refuted by “{text}” ({})", against.source),
    }
}

/// Returns the findings most similar to a fact by their common words.
fn related_findings(fact: &Fact, news: &[NewFinding<'_>]) -> Vec<Quote> {
    let stems = stems(&fact.value);
    let mut near: Vec<(usize, &NewFinding<'_>)> = news
        .iter()
        .map(|news| (stems.intersection(&self::stems(&news.finding.text)).count(), news))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    near.sort_by_key(|(shared, news)| (Reverse(*shared), news.finding.id.clone()));
    let quote =
        |(_, news): (usize, &NewFinding<'_>)| Quote { id: news.finding.id.clone(), text: news.finding.text.clone() };
    near.into_iter().take(MAX_QUOTES).map(quote).collect()
}

fn stems(text: &str) -> BTreeSet<String> {
    retrieval::text::stems(text).into_iter().collect()
}

/// Returns the id of a fact while it is judged.
fn query_id(n: usize) -> String {
    format!("k{}", n + 1)
}

#[cfg(test)]
#[path = "facts_test.rs"]
mod tests;
