//! From findings to facts that have a time. What a research found is true of its entity from when it was published; what was
//! believed before and is refuted now is true no more from then on; what is said again stays as it was. Pure.
//!
//! A finding is a fact of its own: its attribute names the statement, its value is the statement, and empty where it does not
//! hold. A data service's statement with other numbers (a price, a count of holders) is a new value of the same fact.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use domain::entity::fact::{FINDING, Fact, Statement};
use domain::{ClaimStatus, Finding, Research, Stance, Time};
use research::judge::{self, Said, Stances};
use research::same::{self, Relation};

/// Facts that are looked at: the newest. What is older and was never refuted stays believed.
const KNOWN: usize = 40;
/// Facts judged in one call, and findings beside each: a call has a size.
const JUDGED: usize = 12;
const BESIDE: usize = 4;
/// Longest value, in characters: a statement, not a page.
const LONGEST: usize = 1_000;

/// Of what is believed of an entity, the findings that hold still, newest first.
pub(crate) fn holding(facts: Vec<Fact>) -> Vec<Fact> {
    let holds = |fact: &Fact| fact.is_believed() && fact.valid_until.is_none() && !fact.value.is_empty();
    let mut kept: Vec<Fact> =
        facts.into_iter().filter(|fact| fact.attribute.starts_with(FINDING) && holds(fact)).collect();
    kept.sort_by_key(|fact| Reverse(fact.valid_from));
    kept.truncate(KNOWN);
    kept
}

/// What has to be judged by meaning: facts to which findings speak that neither repeat nor plainly deny them.
pub(crate) fn asked(known: &[Fact], research: &Research) -> Vec<judge::Statement> {
    let news: Vec<News<'_>> = news(research).collect();
    let open = known.iter().enumerate().filter(|(_, fact)| said_of(fact, &news) == Plainly::Nothing);
    let statement = |(n, fact): (usize, &Fact)| {
        let evidence = beside(fact, &news);
        (!evidence.is_empty()).then(|| judge::Statement { id: id(n), text: fact.value.clone(), evidence })
    };
    open.filter_map(statement).take(JUDGED).collect()
}

/// What the research says: its supported findings, and the end of what it refutes.
pub(crate) fn statements(known: &[Fact], research: &Research, judged: &Stances) -> Vec<Statement> {
    let news: Vec<News<'_>> = news(research).collect();
    let mut said: BTreeMap<String, Statement> = BTreeMap::new();
    for (n, fact) in known.iter().enumerate() {
        if let Some(against) = refuting((n, fact), &news, judged) {
            said.insert(fact.attribute.clone(), end(fact, against));
        }
    }
    let repeated = |news: &News<'_>| known.iter().any(|fact| news.relation(&fact.value) == Relation::Same);
    for news in news.iter().filter(|news| !repeated(news)) {
        said.insert(news.attribute.clone(), news.statement());
    }
    said.into_values().collect()
}

/// A supported finding, ready to be compared.
struct News<'a> {
    finding: &'a Finding,
    statement: same::Statement,
    attribute: String,
    since: Time,
    source: &'a str,
}

fn news(research: &Research) -> impl Iterator<Item = News<'_>> {
    let supported = research.findings.iter().filter(|finding| finding.status == ClaimStatus::Supported);
    supported.filter_map(|finding| {
        let for_it = finding.sources.iter().filter(|id| !finding.against.contains(id));
        let sources: Vec<_> = for_it.filter_map(|id| research.sources.iter().find(|source| source.id == *id)).collect();
        let source = sources.first()?.url.as_str();
        // The first who said so; a date in the future is a mistake of the page.
        let published = sources.iter().filter_map(|source| source.published_at).min();
        let since = stored(published.map_or(research.made_at, |at| at.min(research.made_at)));
        let data = sources.iter().all(|source| source.url.starts_with("tool:"));
        let attribute = attribute(&finding.text, data);
        Some(News { finding, statement: same::Statement::new(&finding.text), attribute, since, source })
    })
}

impl News<'_> {
    fn relation(&self, text: &str) -> Relation {
        self.statement.relation(&same::Statement::new(text))
    }

    fn statement(&self) -> Statement {
        Statement {
            attribute: self.attribute.clone(),
            value: self.finding.text.trim().chars().take(LONGEST).collect(),
            valid_from: self.since,
            source: self.source.to_owned(),
        }
    }
}

/// As the store has it, to the microsecond: else a moment would differ from itself once it was read back.
fn stored(at: Time) -> Time {
    Time::from_timestamp_micros(at.timestamp_micros()).unwrap_or(at)
}

/// The statement's name: its words without case and spacing. A data service's statement is the same with other numbers.
fn attribute(text: &str, data: bool) -> String {
    let mut words = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    if data {
        words = masked(&words);
    }
    format!("{FINDING}{}", &web::content_hash(words.as_bytes())[..16])
}

/// Every number that is a word of its own as `#`: a mint's digits stay.
fn masked(text: &str) -> String {
    let number = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit() || b".,e-".contains(&byte))
    };
    text.split(' ').map(|word| if number(word) { "#" } else { word }).collect::<Vec<_>>().join(" ")
}

/// What is plain without a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plainly {
    /// A finding says the same, or gives the same fact a new value.
    Again,
    /// A finding says the opposite.
    Denied,
    /// Neither.
    Nothing,
}

fn said_of(fact: &Fact, news: &[News<'_>]) -> Plainly {
    let relation = |wanted| news.iter().any(|news| news.relation(&fact.value) == wanted);
    if news.iter().any(|news| news.attribute == fact.attribute) || relation(Relation::Same) {
        Plainly::Again
    } else if relation(Relation::Opposite) {
        Plainly::Denied
    } else {
        Plainly::Nothing
    }
}

/// The finding that ends a fact. One that is older than the fact was overtaken by it and ends nothing.
fn refuting<'a, 'b>((n, fact): (usize, &Fact), news: &'b [News<'a>], judged: &Stances) -> Option<&'b News<'a>> {
    let refutes = |news: &&News<'_>| match said_of(fact, std::slice::from_ref(*news)) {
        Plainly::Denied => true,
        Plainly::Again => false,
        Plainly::Nothing => judged.get(&(id(n), news.finding.id.clone())) == Some(&Stance::Refutes),
    };
    if said_of(fact, news) == Plainly::Again {
        return None;
    }
    news.iter().filter(|news| news.since >= fact.valid_from).find(refutes)
}

fn end(fact: &Fact, against: &News<'_>) -> Statement {
    let text: String = against.finding.text.trim().chars().take(200).collect();
    Statement {
        attribute: fact.attribute.clone(),
        value: String::new(),
        valid_from: against.since,
        source: format!("refuted by “{text}” ({})", against.source),
    }
}

/// The findings nearest to a fact, by the words that they share.
fn beside(fact: &Fact, news: &[News<'_>]) -> Vec<Said> {
    let words = words(&fact.value);
    let mut near: Vec<(usize, &News<'_>)> = news
        .iter()
        .map(|news| (words.intersection(&self::words(&news.finding.text)).count(), news))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    near.sort_by_key(|(shared, news)| (Reverse(*shared), news.finding.id.clone()));
    let said = |(_, news): (usize, &News<'_>)| Said { id: news.finding.id.clone(), text: news.finding.text.clone() };
    near.into_iter().take(BESIDE).map(said).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    retrieval::ranking::words::stems(text).into_iter().collect()
}

/// A fact's id while it is judged.
fn id(n: usize) -> String {
    format!("k{}", n + 1)
}

#[cfg(test)]
#[path = "facts_test.rs"]
mod tests;
