//! Research that a client gives: its forms, its limits, and the conversion to a version of an entity's research. Pure.
//!
//! The gateway has not read the sources, so all have the lowest tier and no content hash, and the text is reduced to
//! plain statements. A finding is `supported` only if it cites a source that it names as supporting; without sources it
//! is `unclear` and cites the client's statement.

mod input;

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::research::{Ending, OpenQuestion, TimelineEntry};
use domain::{ClaimStatus, EntityId, Finding, MicroUsd, Research, Source, Tier, Time};
use url::Url;

use crate::input::{check_time, web_address};
use crate::{GivenConfidence, OperationError};
pub use input::GivenResearch;
use input::{CitedFinding, DescribedSource, Flattened, GivenEvent, GivenFinding, GivenSentiment, GivenSource};

/// Name of the tool, which research names as the one that made it.
pub const TOOL: &str = "store_research_results";
/// Id of the source that represents the client's own statement.
const STATEMENT: &str = "s0";
/// Maximum length of a summary in characters.
const MAX_SUMMARY: usize = 4_000;
/// Maximum length of a finding or a quote in characters.
const MAX_TEXT: usize = 2_000;
/// Maximum length of a title, a phrase or an id in characters.
const MAX_PHRASE: usize = 500;
/// Maximum entries of a list of findings, events or sources.
const MAX_ENTRIES: usize = 100;
/// Maximum phrases of a list.
const MAX_PHRASES: usize = 20;
/// Time to live in seconds: without a value, and its limits.
const DEFAULT_TTL: u64 = 3_600;
const MIN_TTL: u64 = 60;
const MAX_TTL: u64 = 30 * 24 * 3_600;

/// The client that gives the research, and the time.
#[derive(Debug, Clone)]
pub(super) struct Giver<'a> {
    /// Name of the token.
    pub(super) name: &'a str,
    /// Time of the request.
    pub(super) at: Time,
}

/// Converts a request to the entity and its research.
///
/// # Errors
/// A value is missing or invalid; the error names the field.
pub(super) fn research(given: GivenResearch, giver: &Giver<'_>) -> Result<(EntityId, Research), OperationError> {
    let Flattened { entity, found: given, sources, ttl } = given.flattened()?;
    let unknown = |_| OperationError::invalid("entityId", "is no id of an entity; resolve or create the entity first");
    let entity = EntityId::parse(&entity).map_err(unknown)?;
    let ttl = ttl.unwrap_or(DEFAULT_TTL);
    if !(MIN_TTL..=MAX_TTL).contains(&ttl) {
        return Err(OperationError::invalid("ttl", format!("must be {MIN_TTL} to {MAX_TTL} seconds")));
    }
    let sources = Sources::new(sources, giver)?;
    let confidence = confidence(given.confidence)?;
    let findings = findings(given.findings.unwrap_or_default(), &sources)?;
    let made = Research {
        entity: Some(entity.clone()),
        summary: text("summary", given.summary.as_deref().unwrap_or_default(), MAX_SUMMARY)?,
        timeline: timeline(given.timeline.unwrap_or_default(), &sources)?,
        open_questions: questions(given.open_questions.unwrap_or_default())?,
        sentiment: given
            .sentiment
            .map(GivenSentiment::number)
            .map(|number| within("sentiment", number, -1.0))
            .transpose()?,
        confidence,
        risks: phrases("risks", given.risks.unwrap_or_default())?,
        opportunities: phrases("opportunities", given.opportunities.unwrap_or_default())?,
        sources: sources.cited(&findings),
        findings,
        made_at: giver.at,
        expires_at: giver.at + TimeDelta::try_seconds(i64::try_from(ttl).unwrap_or(i64::MAX)).unwrap_or(TimeDelta::MAX),
        ending: Ending::Complete,
        from_cache: false,
        tools_used: vec![TOOL.to_owned()],
        cost: MicroUsd::ZERO,
        model: String::new(),
        prompt_version: String::new(),
        left_out: Vec::new(),
        lacks: Vec::new(),
        recalled: None,
        directions: Vec::new(),
    };
    Ok((entity, made))
}

fn confidence(given: Option<GivenConfidence>) -> Result<f64, OperationError> {
    let given = given.ok_or_else(|| OperationError::invalid("confidence", "is required"))?;
    within("confidence", given.number(), 0.0)
}

fn within(field: &str, number: f64, least: f64) -> Result<f64, OperationError> {
    match (least..=1.0).contains(&number) {
        true => Ok(number),
        false => Err(OperationError::invalid(field, format!("must be {least} to 1"))),
    }
}

/// Reduces a text to a plain statement. A text that is empty afterwards is refused.
fn text(field: &str, text: &str, limit: usize) -> Result<String, OperationError> {
    let plain = agent::untrusted::statement(text, limit);
    if text.chars().count() > limit || plain.is_empty() {
        return Err(OperationError::invalid(
            field,
            format!("must have 1 to {limit} characters, some of them letters or digits"),
        ));
    }
    Ok(plain)
}

fn limited<T>(field: &str, entries: Vec<T>, limit: usize) -> Result<Vec<T>, OperationError> {
    match entries.len() > limit {
        true => Err(OperationError::invalid(field, format!("has {} entries; the limit is {limit}", entries.len()))),
        false => Ok(entries),
    }
}

fn phrases(field: &str, given: Vec<String>) -> Result<Vec<String>, OperationError> {
    limited(field, given, MAX_PHRASES)?.iter().map(|phrase| text(field, phrase, MAX_PHRASE)).collect()
}

fn questions(given: Vec<String>) -> Result<Vec<OpenQuestion>, OperationError> {
    let texts = phrases("openQuestions", given)?;
    Ok(texts.into_iter().zip(1..).map(|(text, number)| OpenQuestion { id: format!("q{number}"), text }).collect())
}

fn timeline(given: Vec<GivenEvent>, sources: &Sources) -> Result<Vec<TimelineEntry>, OperationError> {
    let mut entries = Vec::new();
    for (number, event) in limited("timeline", given, MAX_ENTRIES)?.into_iter().enumerate() {
        let field = format!("timeline[{number}]");
        check_time(&field, Some(event.at))?;
        let (text, sources) = (text(&field, &event.text, MAX_TEXT)?, sources.ids(&field, &event.sources)?);
        entries.push(TimelineEntry { id: format!("t{}", number + 1), at: event.at, text, sources });
    }
    entries.sort_by_key(|entry| entry.at);
    Ok(entries)
}

fn findings(given: Vec<GivenFinding>, sources: &Sources) -> Result<Vec<Finding>, OperationError> {
    let given = limited("findings", given, MAX_ENTRIES)?.into_iter().enumerate();
    given.map(|(number, given)| finding(number, given, sources)).collect()
}

fn finding(number: usize, given: GivenFinding, sources: &Sources) -> Result<Finding, OperationError> {
    let field = format!("findings[{number}]");
    let given = CitedFinding::from(given);
    let (supporting, contradictions) =
        (sources.ids(&field, &given.sources)?, sources.ids(&field, &given.contradicted_by)?);
    if let Some(both) = supporting.iter().find(|id| contradictions.contains(id)) {
        return Err(OperationError::invalid(&field, format!("source {both} cannot support and contradict it")));
    }
    let status = match (supporting.is_empty(), contradictions.is_empty()) {
        (false, true) => ClaimStatus::Supported,
        (false, false) => ClaimStatus::Contested,
        (true, _) => ClaimStatus::Unclear,
    };
    let independent_sources = sources.sites(&supporting);
    let mut cited = [supporting, contradictions.clone()].concat();
    if cited.is_empty() {
        cited.push(STATEMENT.to_owned());
    }
    Ok(Finding {
        id: format!("f{}", number + 1),
        text: text(&field, &given.text, MAX_TEXT)?,
        status,
        importance: within(&field, given.importance.unwrap_or(0.5), 0.0)?,
        sources: cited,
        contradictions,
        independent_sources,
        quote: agent::untrusted::statement(&given.quote, MAX_TEXT),
    })
}

/// The sources of a request by the name that findings use, and the statement of the client.
struct Sources {
    named: Vec<(String, Source)>,
    statement: Source,
}

impl Sources {
    fn new(given: Vec<GivenSource>, giver: &Giver<'_>) -> Result<Self, OperationError> {
        let mut named: Vec<(String, Source)> = Vec::new();
        for (number, given) in limited("sources", given, MAX_ENTRIES)?.into_iter().enumerate() {
            let (name, source) = source(number, given, giver.at)?;
            if named.iter().any(|(known, _)| *known == name) {
                return Err(OperationError::invalid("sources", format!("two sources have the id {name:?}")));
            }
            named.push((name, source));
        }
        let title = agent::untrusted::statement(&format!("statement of {}", giver.name), MAX_PHRASE);
        let statement = unread(STATEMENT.to_owned(), format!("tool:{TOOL}"), giver.at);
        Ok(Self { named, statement: Source { title, ..statement } })
    }

    /// Returns the ids of sources that are named by id or by URL, each once.
    fn ids(&self, field: &str, names: &[String]) -> Result<Vec<String>, OperationError> {
        let mut ids = Vec::new();
        for name in names {
            let found = self.named.iter().find(|(known, source)| known == name || source.url == *name);
            let Some((_, source)) = found else {
                return Err(OperationError::invalid(field, "cites a source that `sources` does not contain"));
            };
            if !ids.contains(&source.id) {
                ids.push(source.id.clone());
            }
        }
        Ok(ids)
    }

    /// Number of different hosts; sources of one host count once.
    fn sites(&self, ids: &[String]) -> u32 {
        let cited = self.named.iter().filter(|(_, source)| ids.contains(&source.id));
        let hosts: BTreeSet<String> =
            cited.filter_map(|(_, source)| Url::parse(&source.url).ok()?.host_str().map(str::to_owned)).collect();
        u32::try_from(hosts.len()).unwrap_or(u32::MAX)
    }

    /// Returns all sources, and the client's statement if a finding rests on it.
    fn cited(self, findings: &[Finding]) -> Vec<Source> {
        let states = findings.iter().any(|finding| finding.sources.iter().any(|id| id == STATEMENT));
        states.then_some(self.statement).into_iter().chain(self.named.into_iter().map(|(_, source)| source)).collect()
    }
}

fn source(number: usize, given: GivenSource, at: Time) -> Result<(String, Source), OperationError> {
    let field = format!("sources[{number}]");
    let DescribedSource { id, url: address, title, publisher, published_at } = given.into();
    check_time(&field, published_at)?;
    let url = web_address(&address).map_err(|why| OperationError::invalid(&field, format!("the URL {why}")))?;
    let plain = |words: Option<String>| agent::untrusted::statement(&words.unwrap_or_default(), MAX_PHRASE);
    let source = unread(format!("s{}", number + 1), url.to_string(), at);
    let source = Source { title: plain(title), publisher: plain(publisher), published_at, ..source };
    // A source without an id is cited by its URL as the client wrote it, or by its position.
    Ok((id.unwrap_or_else(|| source.id.clone()), source))
}

/// A source that the fleet has not read.
fn unread(id: String, url: String, at: Time) -> Source {
    Source {
        id,
        url,
        title: String::new(),
        publisher: String::new(),
        published_at: None,
        fetched_at: at,
        tier: Tier::Other,
        tier_reason: String::new(),
        content_hash: String::new(),
    }
}

#[cfg(test)]
mod tests;
