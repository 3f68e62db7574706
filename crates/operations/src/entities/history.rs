//! Changes of the research about an entity from version to version, and the validity of its facts.

use std::collections::BTreeMap;

use domain::access::AccessScope::Read;
use domain::entity::fact::{FINDING, Fact};
use domain::{Finding, Time};
use serde::{Deserialize, Serialize};
use store::memory::StoredResearch;
use store::{History, Memory};
use utoipa::{IntoParams, ToSchema};

use crate::{Context, OperationError};

/// Versions, and their maximum.
const DEFAULT_VERSIONS: u32 = 10;
const MAX_VERSIONS: u32 = 50;
/// Maximum number of facts, the newest.
const MAX_FACTS: usize = 500;
/// Attribute of the facts that are findings of research.
const FINDING_ATTRIBUTE: &str = "finding";

/// Which part of a history to read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct EntityHistoryQuery {
    /// Maximum versions of the research, the newest ones, 1 to 50; 10 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 50)]
    #[schema(minimum = 1, maximum = 50)]
    pub limit: Option<u32>,
}

/// Research and facts about an entity over time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EntityHistory {
    /// Versions of the research, newest first, each with its difference from the version before.
    pub versions: Vec<VersionChange>,
    /// Facts that are believed, the newest first, with the time in which they were true; at most 500.
    pub facts: Vec<EntityFact>,
}

/// A version of research, and its difference from the version before; from nothing for the first one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VersionChange {
    /// Number of the version, counted from 1.
    pub version: i64,
    /// Time of the research.
    #[schema(value_type = String, format = DateTime)]
    pub made_at: Time,
    /// Summary of the research.
    pub summary: String,
    /// Confidence of the research, 0 to 1.
    pub confidence: f64,
    /// Time at which the version stopped being valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Time>,
    /// Reason for the end: the contradiction, or newer research.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_because: Option<String>,
    /// Findings that the version before did not have.
    pub added: Vec<VersionFinding>,
    /// Findings of the version before that this one does not have.
    pub removed: Vec<VersionFinding>,
    /// Findings of both whose status changed, for example from supported to contested.
    pub changed: Vec<VersionFinding>,
    /// Number of findings that both have with the same status.
    pub unchanged: usize,
}

/// A finding of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VersionFinding {
    /// Text of the statement.
    pub text: String,
    /// Its status: `supported`, `contested`, `unclear`, …
    pub status: String,
    /// Its status in the version before, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_before: Option<String>,
}

/// A fact with the time in which it was true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EntityFact {
    /// Attribute of the value: `name`, `website`, `standing`, …, or `finding` for a statement of research.
    pub attribute: String,
    /// The value, or the statement.
    pub value: String,
    /// Start of its validity.
    #[schema(value_type = String, format = DateTime)]
    pub valid_from: Time,
    /// End of its validity; absent while it is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub valid_until: Option<Time>,
    /// Time at which it was learned.
    #[schema(value_type = String, format = DateTime)]
    pub learned_at: Time,
    /// Source: a list, a page.
    pub source: String,
    /// Reason for the end of its validity.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
}

/// Returns the versions of an entity's research with their differences, and the facts about it with their validity.
///
/// # Errors
/// The limit is invalid, the tenant has no such entity, or Postgres is unavailable.
pub async fn history(cx: Context<'_>, id: &str, query: &EntityHistoryQuery) -> Result<EntityHistory, OperationError> {
    cx.require(Read)?;
    let limit = query.limit.unwrap_or(DEFAULT_VERSIONS);
    if !(1..=MAX_VERSIONS).contains(&limit) {
        return Err(OperationError::invalid("limit", format!("must be 1 to {MAX_VERSIONS}")));
    }
    let (id, _) = super::load(cx, id).await?;
    let memory = cx.store().memory();
    // One more, with which the oldest one is compared.
    let stored = memory.versions(cx.tenant(), &id, limit + 1).await?;
    let versions = stored.iter().enumerate().take(limit as usize);
    let versions = versions.map(|(place, version)| change(version, stored.get(place + 1))).collect();
    Ok(EntityHistory { versions, facts: facts(memory.facts(cx.tenant(), &id).await?) })
}

fn change(stored: &StoredResearch, before: Option<&StoredResearch>) -> VersionChange {
    let research = &stored.research;
    let mut earlier: BTreeMap<String, &Finding> =
        before.into_iter().flat_map(|before| &before.research.findings).map(|it| (key(&it.text), it)).collect();
    let (mut added, mut changed, mut unchanged) = (Vec::new(), Vec::new(), 0);
    for finding in &research.findings {
        match earlier.remove(&key(&finding.text)) {
            None => added.push(of_version(finding)),
            Some(known) if known.status == finding.status => unchanged += 1,
            Some(known) => {
                let status_before = Some(known.status.name().to_owned());
                changed.push(VersionFinding { status_before, ..of_version(finding) });
            }
        }
    }
    VersionChange {
        version: stored.number,
        made_at: research.made_at,
        summary: research.summary.clone(),
        confidence: research.confidence,
        ended_at: stored.ended.as_ref().map(|ended| ended.at),
        ended_because: stored.ended.as_ref().map(|ended| ended.because.clone()),
        added,
        removed: earlier.into_values().map(of_version).collect(),
        changed,
        unchanged,
    }
}

fn of_version(finding: &Finding) -> VersionFinding {
    let (text, status) = (finding.text.clone(), finding.status.name().to_owned());
    VersionFinding { text, status, status_before: None }
}

/// Returns a key that is equal for statements that differ in case and white space only.
fn key(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

/// Returns the facts that are believed, newest first. The end of a finding is the end of its validity, and no fact of
/// its own.
fn facts(mut all: Vec<Fact>) -> Vec<EntityFact> {
    all.retain(|fact| fact.is_believed() && !fact.value.is_empty());
    all.sort_by(|a, b| b.valid_from.cmp(&a.valid_from).then_with(|| a.attribute.cmp(&b.attribute)));
    let fact = |fact: Fact| {
        let Fact { attribute, value, valid_from, valid_until, learned_at, source, because, .. } = fact;
        let attribute = if attribute.starts_with(FINDING) { FINDING_ATTRIBUTE.to_owned() } else { attribute };
        EntityFact { attribute, value, valid_from, valid_until, learned_at, source, because }
    };
    all.into_iter().take(MAX_FACTS).map(fact).collect()
}

#[cfg(test)]
mod tests {
    use domain::{ClaimStatus, Research};
    use store::memory::Ended;

    use super::*;

    fn at(seconds: i64) -> Time {
        Time::from_timestamp(seconds, 0).expect("a moment")
    }

    fn version(number: i64, findings: &[(&str, ClaimStatus)]) -> StoredResearch {
        let finding = |(text, status): &(&str, ClaimStatus)| Finding {
            id: (*text).to_owned(),
            text: (*text).to_owned(),
            status: *status,
            importance: 0.5,
            sources: vec!["s1".to_owned()],
            contradictions: Vec::new(),
            independent_sources: 1,
            quote: String::new(),
        };
        let findings = findings.iter().map(finding).collect();
        let research = Research { findings, made_at: at(number), ..domain::testing::research() };
        StoredResearch { research, version: number, number, ended: None }
    }

    #[test]
    fn a_version_shows_what_it_added_removed_and_changed() {
        let (supported, contested) = (ClaimStatus::Supported, ClaimStatus::Contested);
        let old = version(1, &[("It has users.", supported), ("Ada leads it.", supported), ("It grows.", supported)]);
        let ended = Some(Ended { at: at(2), because: "It shrinks.".to_owned() });
        let new = StoredResearch {
            ended,
            ..version(2, &[("it  has users", supported), ("It grows.", contested), ("Bo leads it.", supported)])
        };
        let change = change(&new, Some(&old));
        let texts = |findings: &[VersionFinding]| findings.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
        assert_eq!(
            (texts(&change.added), texts(&change.removed), change.unchanged),
            (vec!["Bo leads it.".to_owned()], vec!["Ada leads it.".to_owned()], 1)
        );
        let [grows] = change.changed.as_slice() else { panic!("{change:?}") };
        assert_eq!((grows.status.as_str(), grows.status_before.as_deref()), ("contested", Some("supported")));
        assert_eq!((change.ended_at, change.ended_because.as_deref()), (Some(at(2)), Some("It shrinks.")));
        let first = super::change(&old, None);
        assert_eq!((first.added.len(), first.removed.len(), first.unchanged), (3, 0, 0));
    }

    #[test]
    fn facts_have_their_validity_and_what_is_not_believed_is_left_out() {
        let fact = |attribute: &str, value: &str, from: i64| Fact {
            attribute: attribute.to_owned(),
            value: value.to_owned(),
            valid_from: at(from),
            valid_until: None,
            learned_at: at(from),
            retired_at: None,
            source: "https://example.org/".to_owned(),
            because: String::new(),
        };
        let over =
            Fact { valid_until: Some(at(5)), because: "refuted".to_owned(), ..fact("finding:x", "It grows.", 1) };
        let end = fact("finding:x", "", 5);
        let retired = Fact { retired_at: Some(at(9)), ..fact("name", "Old", 0) };
        let shown = facts(vec![over, end, retired, fact("name", "New", 3)]);
        let shown: Vec<(&str, &str, Option<Time>)> =
            shown.iter().map(|fact| (fact.attribute.as_str(), fact.value.as_str(), fact.valid_until)).collect();
        assert_eq!(shown, [("name", "New", None), ("finding", "It grows.", Some(at(5)))]);
    }
}
