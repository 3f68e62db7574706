//! What is known already.

use agent::{Answer, Tool, ToolError};
use domain::research::LeftOut;
use serde::Deserialize;
use serde_json::json;
use store::Memory;
use web::Web;

use super::{away, entity_id, spec, words};
use crate::desk::Desk;
use crate::hindsight;
use crate::notebook::Notes;

/// Timeline items at most.
const ITEMS: u32 = 50;

pub(super) struct QueryTimeline;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Span {
    entity_id: String,
    from: Option<String>,
    to: Option<String>,
    kinds: Option<Vec<String>>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for QueryTimeline {
    type Args = Span;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("entityId", words("The entity.")),
            ("from", words("Date, e.g. 2026-01-31.")),
            ("to", words("Date.")),
            ("kinds", json!({"type": "array", "items": {"enum": ["research", "event", "forecast", "fact"]}})),
        ];
        spec(
            "query_entity_timeline",
            "What happened to an entity, newest first: research, events, forecasts, and facts with the time they were true.",
            1,
            &fields,
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: Span) -> Result<Answer<Notes>, ToolError> {
        let entity = entity_id(&args.entity_id)?;
        let date = |text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => {
                extraction::dates::parse(text).map(Some).ok_or_else(|| ToolError::told(format!("{text:?} is no date")))
            }
        };
        let span =
            store::memory::Span { from: date(&args.from)?, to: date(&args.to)?, kinds: args.kinds, limit: ITEMS };
        let items = desk.kit.memory.timeline(&entity, &span).await.map_err(away("query_entity_timeline"))?;
        let shown: Vec<_> =
            items.iter().map(|item| json!({"at": item.at, "kind": item.kind, "text": item.text})).collect();
        Ok(Answer::new(json!({"items": shown})))
    }
}

pub(super) struct CheckFreshness;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Age {
    entity_id: String,
    max_age_ms: Option<u64>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for CheckFreshness {
    type Args = Age;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("entityId", words("The entity.")),
            ("maxAgeMs", json!({"type": "integer", "minimum": 0, "default": 3_600_000})),
        ];
        spec("check_research_freshness", "Whether research about an entity exists and is fresh.", 1, &fields)
    }

    async fn call(&self, desk: &Desk<M, W>, args: Age) -> Result<Answer<Notes>, ToolError> {
        let entity = entity_id(&args.entity_id)?;
        let known = desk.kit.memory.research(&entity).await.map_err(away("check_research_freshness"))?;
        let Some(known) = known.filter(|known| hindsight::was_known(known.research.made_at, desk.task.as_of)) else {
            return Ok(Answer::new(json!({"exists": false, "fresh": false})));
        };
        let (made, expires, now) = (known.research.made_at, known.research.expires_at, desk.task.started);
        let age_ms = (now - made).num_milliseconds().max(0);
        let young = u64::try_from(age_ms).unwrap_or_default() <= args.max_age_ms.unwrap_or(3_600_000);
        Ok(Answer::new(json!({
            "exists": true, "fresh": young && known.is_fresh(now), "ageMs": age_ms, "madeAt": made, "expiresAt": expires,
            "contradicted": known.ended.map(|ended| ended.because),
        })))
    }
}

pub(super) struct GetCachedResearch;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Which {
    entity_id: String,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for GetCachedResearch {
    type Args = Which;

    fn spec(&self) -> llm::Tool {
        let about = "The newest research about an entity, with its sources. Background only: what you report must come from this run.";
        spec("get_cached_research", about, 1, &[("entityId", words("The entity."))])
    }

    async fn call(&self, desk: &Desk<M, W>, args: Which) -> Result<Answer<Notes>, ToolError> {
        let entity = entity_id(&args.entity_id)?;
        let Some(known) = desk.kit.memory.research(&entity).await.map_err(away("get_cached_research"))? else {
            return Err(ToolError::told("there is no research about this entity yet"));
        };
        let research = &known.research;
        if !hindsight::was_known(research.made_at, desk.task.as_of) {
            let content = json!({"leftOut": "this task answers as of an earlier day, and the research was made later"});
            let left = LeftOut { address: format!("memory:research/{entity}"), published_at: Some(research.made_at) };
            let left_out = vec![left];
            return Ok(Answer { content, notes: Notes { left_out, ..Notes::default() } });
        }
        let findings: Vec<_> = research
            .findings
            .iter()
            .map(|f| json!({"text": f.text, "status": f.status, "sources": f.sources}))
            .collect();
        let sources: Vec<_> = research
            .sources
            .iter()
            .map(|s| json!({"id": s.id, "url": s.url, "title": s.title, "tier": s.tier}))
            .collect();
        let content = json!({
            "version": known.version, "madeAt": research.made_at, "expiresAt": research.expires_at, "summary": research.summary,
            "confidence": research.confidence, "contradicted": known.ended.as_ref().map(|ended| &ended.because), "findings": findings, "sources": sources,
        });
        // What was a source then may be fetched again now.
        let urls =
            research.sources.iter().map(|source| source.url.clone()).filter(|url| !url.starts_with("tool:")).collect();
        Ok(Answer { content, notes: Notes { urls, ..Notes::default() } })
    }
}
