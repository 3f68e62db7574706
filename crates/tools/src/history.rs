//! Tools that read what is stored about an entity.

use std::sync::Arc;

use agent::untrusted::statement;
use agent::{Address, Label, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::port::memory::{Memory, Span};
use domain::research::LeftOut;
use domain::{ClaimStatus, Finding, Source, Tier, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::hindsight;
use crate::notebook::{MAX_STATEMENT_CHARS, Notes};
use crate::page::MAX_LABEL_CHARS;
use crate::session::Session;
use crate::{parse_entity_id, schema, text_schema, unavailable};

/// Maximum length of a summary in characters.
const MAX_SUMMARY_CHARS: usize = 2_000;
/// Maximum number of timeline items.
const MAX_ITEMS: u32 = 50;
/// Maximum age of fresh research where the model gives none, in milliseconds.
const DEFAULT_MAX_AGE_MS: u64 = 3_600_000;

pub(crate) struct QueryTimeline<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimelineQuery {
    entity_id: String,
    from: Option<String>,
    to: Option<String>,
    kinds: Option<Vec<String>>,
}

#[derive(Serialize)]
pub(crate) struct Timeline {
    items: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    at: Time,
    kind: String,
    text: String,
}

impl<M: Memory> Tool<Session, Notes> for QueryTimeline<M> {
    type Input = TimelineQuery;
    type Output = Timeline;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("entityId", text_schema("The entity.")),
            ("from", text_schema("Date, e.g. 2026-01-31.")),
            ("to", text_schema("Date.")),
            ("kinds", json!({"type": "array", "items": {"enum": ["research", "event", "forecast", "fact"]}})),
        ];
        let about = "What happened to an entity, newest first: research, events, forecasts, and facts with the time they were true.";
        schema("query_entity_timeline", about, 1, &fields)
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.has_entity_ids()
    }

    async fn call(&self, session: &Session, input: TimelineQuery) -> Result<ToolAnswer<Timeline, Notes>, ToolError> {
        let entity = parse_entity_id(&input.entity_id)?;
        let date = |text: Option<String>| {
            let parse = |text: String| {
                extraction::dates::parse(&text).ok_or_else(|| ToolError::to_model(format!("{text:?} is no date")))
            };
            text.map(parse).transpose()
        };
        let span = Span { from: date(input.from)?, to: date(input.to)?, kinds: input.kinds, limit: MAX_ITEMS };
        let found = self
            .0
            .timeline(&session.scope.tenant, &entity, &span)
            .await
            .map_err(unavailable("query_entity_timeline"))?;
        let items = found
            .into_iter()
            .map(|item| Item { at: item.at, kind: item.kind, text: statement(&item.text, MAX_STATEMENT_CHARS) })
            .collect();
        let output = Timeline { items };
        let own_words = output.items.is_empty();
        Ok(ToolAnswer { output, notes: Notes { own_words, ..Notes::default() } })
    }
}

pub(crate) struct CheckFreshness<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FreshnessQuery {
    entity_id: String,
    max_age_ms: Option<u64>,
}

#[derive(Serialize)]
pub(crate) struct ResearchFreshness {
    exists: bool,
    fresh: bool,
    #[serde(flatten)]
    known: Option<KnownResearch>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KnownResearch {
    age_ms: i64,
    made_at: Time,
    expires_at: Time,
    contradicted: bool,
}

impl<M: Memory> Tool<Session, Notes> for CheckFreshness<M> {
    type Input = FreshnessQuery;
    type Output = ResearchFreshness;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("entityId", text_schema("The entity.")),
            ("maxAgeMs", json!({"type": "integer", "minimum": 0, "default": DEFAULT_MAX_AGE_MS})),
        ];
        schema("check_research_freshness", "Whether research about an entity exists and is fresh.", 1, &fields)
    }

    /// Research of a known entity runs because no fresh research exists.
    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.new_entity && session.scope.may_request_research
    }

    async fn call(
        &self,
        session: &Session,
        input: FreshnessQuery,
    ) -> Result<ToolAnswer<ResearchFreshness, Notes>, ToolError> {
        let entity = parse_entity_id(&input.entity_id)?;
        let known =
            self.0.research(&session.scope.tenant, &entity).await.map_err(unavailable("check_research_freshness"))?;
        let Some(known) = known.filter(|known| hindsight::was_known(known.research.made_at, session.scope.as_of))
        else {
            let output = ResearchFreshness { exists: false, fresh: false, known: None };
            return Ok(ToolAnswer { output, notes: Notes::own_words() });
        };
        let (made_at, expires_at, now) = (known.research.made_at, known.research.expires_at, session.scope.started);
        let age_ms = (now - made_at).num_milliseconds().max(0);
        let young = u64::try_from(age_ms).unwrap_or_default() <= input.max_age_ms.unwrap_or(DEFAULT_MAX_AGE_MS);
        let fresh = young && known.is_fresh(now);
        let contradicted = known.ended.is_some();
        let known = Some(KnownResearch { age_ms, made_at, expires_at, contradicted });
        Ok(ToolAnswer { output: ResearchFreshness { exists: true, fresh, known }, notes: Notes::own_words() })
    }
}

pub(crate) struct GetCachedResearch<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EntityInput {
    entity_id: String,
}

/// Earlier research, or the reason why the task must not see it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", untagged)]
pub(crate) enum CachedResearch {
    Unknown {
        unknown: &'static str,
    },
    LeftOut {
        left_out: &'static str,
    },
    Known {
        version: i64,
        made_at: Time,
        expires_at: Time,
        summary: String,
        confidence: f64,
        contradicted: Option<String>,
        findings: Vec<KnownFinding>,
        sources: Vec<KnownSource>,
    },
}

#[derive(Serialize)]
pub(crate) struct KnownFinding {
    text: String,
    status: ClaimStatus,
    sources: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct KnownSource {
    id: String,
    url: Option<Address>,
    title: Label,
    tier: Tier,
}

impl From<Finding> for KnownFinding {
    fn from(finding: Finding) -> Self {
        let text = statement(&finding.text, MAX_STATEMENT_CHARS);
        Self { text, status: finding.status, sources: finding.sources }
    }
}

impl From<Source> for KnownSource {
    fn from(source: Source) -> Self {
        let url = Untrusted::new(source.url).address();
        Self { id: source.id, url, title: Untrusted::new(source.title).label(MAX_LABEL_CHARS), tier: source.tier }
    }
}

impl<M: Memory> Tool<Session, Notes> for GetCachedResearch<M> {
    type Input = EntityInput;
    type Output = CachedResearch;

    fn spec(&self) -> ToolSpec {
        let about = "The newest research about an entity, with its sources. Background only: what you report must come from this run.";
        schema("get_cached_research", about, 1, &[("entityId", text_schema("The entity."))])
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.has_entity_ids()
    }

    async fn call(
        &self,
        session: &Session,
        input: EntityInput,
    ) -> Result<ToolAnswer<CachedResearch, Notes>, ToolError> {
        let entity = parse_entity_id(&input.entity_id)?;
        let Some(known) =
            self.0.research(&session.scope.tenant, &entity).await.map_err(unavailable("get_cached_research"))?
        else {
            return Ok(ToolAnswer {
                output: CachedResearch::Unknown { unknown: "there is no research about this entity yet" },
                notes: Notes::own_words(),
            });
        };
        let research = known.research;
        if !hindsight::was_known(research.made_at, session.scope.as_of) {
            let output = CachedResearch::LeftOut {
                left_out: "this task answers as of an earlier day, and the research was made later",
            };
            let left = LeftOut { address: format!("memory:research/{entity}"), published_at: Some(research.made_at) };
            return Ok(ToolAnswer { output, notes: Notes { left_out: vec![left], ..Notes::own_words() } });
        }
        // The sources of earlier research may be fetched again.
        let urls = research.sources.iter().map(|source| source.url.clone());
        let urls = urls.filter(|url| !url.starts_with("tool:")).collect();
        let findings = research.findings.into_iter();
        let sources = research.sources.into_iter();
        let output = CachedResearch::Known {
            version: known.number,
            made_at: research.made_at,
            expires_at: research.expires_at,
            summary: statement(&research.summary, MAX_SUMMARY_CHARS),
            confidence: research.confidence,
            contradicted: known.ended.map(|ended| statement(&ended.because, MAX_STATEMENT_CHARS)),
            findings: findings.map(KnownFinding::from).collect(),
            sources: sources.map(KnownSource::from).collect(),
        };
        Ok(ToolAnswer { output, notes: Notes { urls, ..Notes::default() } })
    }
}
