//! The answer about one identifier.

use domain::entity::resolve::Match;
use domain::research::Ending;
use domain::{Evidence, Finding, Research, Time};
use serde::{Deserialize, Serialize};
use tools::entity_match::{self, EntityCandidate};
use utoipa::ToSchema;

use crate::{Context, OperationError};

/// State of one identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntityState {
    /// The research is not finished.
    Running,
    /// The entity was researched.
    Researched,
    /// A limit was reached; what was learned until then is valid.
    Partial,
    /// The research comes from memory and was recent enough; it cost nothing.
    FromMemory,
    /// Several entities match, or some are similar; `candidates` names them. Nothing was researched.
    Ambiguous,
    /// No known entity has the name. Nothing was researched.
    Unknown,
    /// The identifier cannot name anything.
    Invalid,
    /// The research failed; `message` has the reason.
    Failed,
}

/// The answer about one identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntityAnswer {
    /// The identifier as it was requested.
    pub identifier: String,
    /// State of the identifier.
    pub state: EntityState,
    /// Summary of the research, or the reason why there is none.
    pub message: String,
    /// Id of the entity; `GET /v1/entities/{entity}` shows it with its research.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity_id: Option<String>,
    /// Confidence in the findings, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Time of the research.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub made_at: Option<Time>,
    /// Findings, the most important first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<EntityFinding>,
    /// Risks and warnings, such as a possible impersonation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<String>,
    /// Entities that the identifier may mean; none was chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<EntityOption>,
    /// Cost of the research in micro-dollars.
    pub cost_micro_usd: u64,
    /// Maximum cost of the research in micro-dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_micro_usd: Option<u64>,
}

/// A finding with the addresses of its sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntityFinding {
    /// One self-contained statement.
    pub text: String,
    /// Support by its sources: `supported`, `contested` or `unclear`.
    pub status: String,
    /// Addresses of the sources.
    pub sources: Vec<String>,
}

/// An entity that an identifier may mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntityOption {
    /// Id of the entity.
    pub entity_id: String,
    /// Name of the entity.
    pub name: String,
    /// Ticker symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Mint address of a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mint: Option<String>,
    /// Confirmed by a person or a trusted list.
    pub verified: bool,
    /// Kind of match: `same symbol`, `same name`, `similar name`, …
    pub because: String,
    /// Confidence, 0 to 1; below 0.9 for a similarity.
    pub confidence: f64,
}

/// Returns the answer of evidence. If nothing was researched, the identifier is resolved again, to name the candidates.
pub(super) async fn answer(
    cx: Context<'_>,
    identifier: &str,
    evidence: &Evidence,
) -> Result<EntityAnswer, OperationError> {
    let answered = EntityAnswer {
        limit_micro_usd: Some(evidence.task.budget.0),
        cost_micro_usd: (evidence.research.cost + evidence.cost).0,
        ..researched(identifier, &evidence.research)
    };
    if answered.state != EntityState::Failed || answered.entity_id.is_some() {
        return Ok(answered);
    }
    let found = entity_match::resolve_any(&cx.store().memory(), cx.tenant(), identifier).await?;
    let state = match found.outcome {
        Match::Several | Match::Proposed => EntityState::Ambiguous,
        Match::Unknown => EntityState::Unknown,
        Match::Invalid => EntityState::Invalid,
        Match::Known => EntityState::Failed,
    };
    let candidates = match state {
        EntityState::Failed => Vec::new(),
        _ => entity_match::candidates(&found).into_iter().map(EntityOption::from).collect(),
    };
    Ok(EntityAnswer { state, candidates, ..answered })
}

fn researched(identifier: &str, research: &Research) -> EntityAnswer {
    let (state, message) = match &research.ending {
        Ending::Failed(reason) => (EntityState::Failed, reason.clone()),
        _ if research.from_cache => (EntityState::FromMemory, research.summary.clone()),
        Ending::Partial(_) => (EntityState::Partial, research.summary.clone()),
        Ending::Complete => (EntityState::Researched, research.summary.clone()),
    };
    EntityAnswer {
        state,
        message,
        entity_id: research.entity.as_ref().map(ToString::to_string),
        confidence: (state != EntityState::Failed).then_some(research.confidence),
        made_at: Some(research.made_at),
        findings: research.findings.iter().map(|finding| cited(finding, research)).collect(),
        risks: research.risks.clone(),
        ..waiting(identifier)
    }
}

fn cited(finding: &Finding, research: &Research) -> EntityFinding {
    let address =
        |id: &String| research.sources.iter().find(|source| source.id == *id).map(|source| source.url.clone());
    EntityFinding {
        text: finding.text.clone(),
        status: finding.status.name().to_owned(),
        sources: finding.sources.iter().filter_map(address).collect(),
    }
}

/// Returns the answer about an identifier whose work was dead-lettered.
pub(super) fn dead_lettered(identifier: &str, reason: String) -> EntityAnswer {
    EntityAnswer { state: EntityState::Failed, message: reason, ..waiting(identifier) }
}

/// Returns the answer about an identifier whose research is not finished.
pub(super) fn waiting(identifier: &str) -> EntityAnswer {
    EntityAnswer {
        identifier: identifier.to_owned(),
        state: EntityState::Running,
        message: String::new(),
        entity_id: None,
        confidence: None,
        made_at: None,
        findings: Vec::new(),
        risks: Vec::new(),
        candidates: Vec::new(),
        cost_micro_usd: 0,
        limit_micro_usd: None,
    }
}

impl From<EntityCandidate> for EntityOption {
    fn from(candidate: EntityCandidate) -> Self {
        let EntityCandidate { entity_id, name, symbol, mint, verified, because, confidence, .. } = candidate;
        Self { entity_id: entity_id.to_string(), name, symbol, mint, verified, because, confidence }
    }
}
