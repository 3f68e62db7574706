//! `research.proto`: results of research.

use domain::research::{
    CriterionResult, DirectionResult, Ending, FieldResult, Lack, LeftOut, OpenQuestion, Recollection, TimelineEntry,
};
use domain::{ClaimStatus, Finding, Research, Source, Tier};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::Research> for Research {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Research) -> Result<Self, InvalidEvent> {
        let v1::Research {
            entity_id,
            summary,
            findings,
            timeline,
            sources,
            open_questions,
            sentiment,
            confidence,
            risks,
            opportunities,
            made_at,
            expires_at,
            ending,
            ending_reason,
            from_cache,
            tools_used,
            cost_micro_usd,
            model,
            prompt_version,
            left_out,
            lacks,
            recalled,
            directions,
        } = wire;
        Ok(Self {
            entity: if entity_id.is_empty() { None } else { Some(check::slug(&entity_id, "entity_id")?) },
            summary,
            findings: check::each(findings, "findings")?,
            timeline: check::each(timeline, "timeline")?,
            sources: check::each(sources, "sources")?,
            open_questions: check::each(open_questions, "open_questions")?,
            sentiment: sentiment.map(|mood| check::within(mood, "sentiment", (-1.0, 1.0))).transpose()?,
            confidence: check::fraction(confidence, "confidence")?,
            risks,
            opportunities,
            made_at: check::time_required(made_at, "made_at")?,
            expires_at: check::time_required(expires_at, "expires_at")?,
            ending: ending_from_wire(ending, ending_reason)?,
            from_cache,
            tools_used,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
            model,
            prompt_version,
            left_out: check::each(left_out, "left_out")?,
            lacks: lacks.into_iter().map(Into::into).collect(),
            recalled: check::optional(recalled, "recalled")?,
            directions: directions.into_iter().map(Into::into).collect(),
        })
    }
}

impl From<&Research> for v1::Research {
    fn from(research: &Research) -> Self {
        let Research {
            entity,
            summary,
            findings,
            timeline,
            sources,
            open_questions,
            sentiment,
            confidence,
            risks,
            opportunities,
            made_at,
            expires_at,
            ending,
            from_cache,
            tools_used,
            cost,
            model,
            prompt_version,
            left_out,
            lacks,
            recalled,
            directions,
        } = research;
        let (ending, ending_reason) = ending_to_wire(ending);
        Self {
            entity_id: entity.as_ref().map(ToString::to_string).unwrap_or_default(),
            summary: summary.clone(),
            findings: findings.iter().map(Into::into).collect(),
            timeline: timeline.iter().map(Into::into).collect(),
            sources: sources.iter().map(Into::into).collect(),
            open_questions: open_questions.iter().map(Into::into).collect(),
            sentiment: *sentiment,
            confidence: *confidence,
            risks: risks.clone(),
            opportunities: opportunities.clone(),
            made_at: Some(check::stamp(*made_at)),
            expires_at: Some(check::stamp(*expires_at)),
            ending,
            ending_reason,
            from_cache: *from_cache,
            tools_used: tools_used.clone(),
            cost_micro_usd: cost.0,
            model: model.clone(),
            prompt_version: prompt_version.clone(),
            left_out: left_out.iter().map(Into::into).collect(),
            lacks: lacks.iter().map(Into::into).collect(),
            recalled: recalled.as_ref().map(Into::into),
            directions: directions.iter().map(Into::into).collect(),
        }
    }
}

impl TryFrom<v1::Recollection> for Recollection {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Recollection) -> Result<Self, InvalidEvent> {
        let v1::Recollection { saved_micro_usd, facts } = wire;
        Ok(Self { saved: check::money(saved_micro_usd, "saved_micro_usd")?, facts })
    }
}

impl From<&Recollection> for v1::Recollection {
    fn from(recalled: &Recollection) -> Self {
        let Recollection { saved, facts } = recalled;
        Self { saved_micro_usd: saved.0, facts: *facts }
    }
}

impl From<v1::Lack> for Lack {
    fn from(wire: v1::Lack) -> Self {
        let v1::Lack { reason, inherited } = wire;
        Self { reason, inherited }
    }
}

impl From<&Lack> for v1::Lack {
    fn from(lack: &Lack) -> Self {
        let Lack { reason, inherited } = lack;
        Self { reason: reason.clone(), inherited: *inherited }
    }
}

impl From<v1::DirectionResult> for DirectionResult {
    fn from(wire: v1::DirectionResult) -> Self {
        let v1::DirectionResult { entity, direction, objective, is_done, reason, fields, criteria } = wire;
        Self {
            entity,
            direction,
            objective,
            is_done,
            reason,
            fields: fields.into_iter().map(Into::into).collect(),
            criteria: criteria.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<&DirectionResult> for v1::DirectionResult {
    fn from(result: &DirectionResult) -> Self {
        let DirectionResult { entity, direction, objective, is_done, reason, fields, criteria } = result;
        Self {
            entity: entity.clone(),
            direction: direction.clone(),
            objective: objective.clone(),
            is_done: *is_done,
            reason: reason.clone(),
            fields: fields.iter().map(Into::into).collect(),
            criteria: criteria.iter().map(Into::into).collect(),
        }
    }
}

impl From<v1::FieldResult> for FieldResult {
    fn from(wire: v1::FieldResult) -> Self {
        let v1::FieldResult { name, value, sources } = wire;
        Self { name, value, sources }
    }
}

impl From<&FieldResult> for v1::FieldResult {
    fn from(result: &FieldResult) -> Self {
        let FieldResult { name, value, sources } = result;
        Self { name: name.clone(), value: value.clone(), sources: sources.clone() }
    }
}

impl From<v1::CriterionResult> for CriterionResult {
    fn from(wire: v1::CriterionResult) -> Self {
        let v1::CriterionResult { criterion, met, reason } = wire;
        Self { criterion, met, reason }
    }
}

impl From<&CriterionResult> for v1::CriterionResult {
    fn from(result: &CriterionResult) -> Self {
        let CriterionResult { criterion, met, reason } = result;
        Self { criterion: criterion.clone(), met: *met, reason: reason.clone() }
    }
}

fn ending_from_wire(number: i32, reason: String) -> Result<Ending, InvalidEvent> {
    let ending =
        check::choice(number, "ending", |ending: v1::Ending| (ending != v1::Ending::Unspecified).then_some(ending))?;
    Ok(match ending {
        v1::Ending::Unspecified | v1::Ending::Complete => Ending::Complete,
        v1::Ending::Partial => Ending::Partial(reason),
        v1::Ending::Failed => Ending::Failed(reason),
    })
}

fn ending_to_wire(ending: &Ending) -> (i32, String) {
    match ending {
        Ending::Complete => (v1::Ending::Complete.into(), String::new()),
        Ending::Partial(reason) => (v1::Ending::Partial.into(), reason.clone()),
        Ending::Failed(reason) => (v1::Ending::Failed.into(), reason.clone()),
    }
}

impl TryFrom<v1::Finding> for Finding {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Finding) -> Result<Self, InvalidEvent> {
        let v1::Finding { id, text, status, importance, sources, quote, against, voices } = wire;
        Ok(Self {
            id,
            text,
            status: check::choice(status, "status", status_from_wire)?,
            importance: check::fraction(importance, "importance")?,
            sources,
            contradictions: against,
            independent_sources: voices,
            quote,
        })
    }
}

impl From<&Finding> for v1::Finding {
    fn from(finding: &Finding) -> Self {
        let Finding { id, text, status, importance, sources, contradictions, independent_sources, quote } = finding;
        Self {
            id: id.clone(),
            text: text.clone(),
            status: status_to_wire(*status).into(),
            importance: *importance,
            sources: sources.clone(),
            quote: quote.clone(),
            against: contradictions.clone(),
            voices: *independent_sources,
        }
    }
}

impl TryFrom<v1::TimelineEntry> for TimelineEntry {
    type Error = InvalidEvent;

    fn try_from(wire: v1::TimelineEntry) -> Result<Self, InvalidEvent> {
        let v1::TimelineEntry { id, at, text, sources } = wire;
        Ok(Self { id, at: check::time_required(at, "at")?, text, sources })
    }
}

impl From<&TimelineEntry> for v1::TimelineEntry {
    fn from(entry: &TimelineEntry) -> Self {
        let TimelineEntry { id, at, text, sources } = entry;
        Self { id: id.clone(), at: Some(check::stamp(*at)), text: text.clone(), sources: sources.clone() }
    }
}

impl TryFrom<v1::LeftOut> for LeftOut {
    type Error = InvalidEvent;

    fn try_from(wire: v1::LeftOut) -> Result<Self, InvalidEvent> {
        let v1::LeftOut { address, published_at } = wire;
        Ok(Self { address, published_at: check::time_opt(published_at, "published_at")? })
    }
}

impl From<&LeftOut> for v1::LeftOut {
    fn from(left: &LeftOut) -> Self {
        let LeftOut { address, published_at } = left;
        Self { address: address.clone(), published_at: published_at.map(check::stamp) }
    }
}

impl TryFrom<v1::Source> for Source {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Source) -> Result<Self, InvalidEvent> {
        let v1::Source { id, url, title, publisher, published_at, fetched_at, tier, content_hash, tier_reason } = wire;
        Ok(Self {
            id,
            url,
            title,
            publisher,
            published_at: check::time_opt(published_at, "published_at")?,
            fetched_at: check::time_required(fetched_at, "fetched_at")?,
            tier: check::choice(tier, "tier", tier_from_wire)?,
            tier_reason,
            content_hash,
        })
    }
}

impl From<&Source> for v1::Source {
    fn from(source: &Source) -> Self {
        let Source { id, url, title, publisher, published_at, fetched_at, tier, tier_reason, content_hash } = source;
        Self {
            id: id.clone(),
            url: url.clone(),
            title: title.clone(),
            publisher: publisher.clone(),
            published_at: published_at.map(check::stamp),
            fetched_at: Some(check::stamp(*fetched_at)),
            tier: tier_to_wire(*tier).into(),
            content_hash: content_hash.clone(),
            tier_reason: tier_reason.clone(),
        }
    }
}

impl TryFrom<v1::OpenQuestion> for OpenQuestion {
    type Error = InvalidEvent;

    fn try_from(wire: v1::OpenQuestion) -> Result<Self, InvalidEvent> {
        let v1::OpenQuestion { id, text } = wire;
        Ok(Self { id, text })
    }
}

impl From<&OpenQuestion> for v1::OpenQuestion {
    fn from(question: &OpenQuestion) -> Self {
        let OpenQuestion { id, text } = question;
        Self { id: id.clone(), text: text.clone() }
    }
}

pub(super) fn status_from_wire(status: v1::ClaimStatus) -> Option<ClaimStatus> {
    match status {
        v1::ClaimStatus::Unspecified => None,
        v1::ClaimStatus::Unclear => Some(ClaimStatus::Unclear),
        v1::ClaimStatus::Contested => Some(ClaimStatus::Contested),
        v1::ClaimStatus::Supported => Some(ClaimStatus::Supported),
    }
}

pub(super) fn status_to_wire(status: ClaimStatus) -> v1::ClaimStatus {
    match status {
        ClaimStatus::Unclear => v1::ClaimStatus::Unclear,
        ClaimStatus::Contested => v1::ClaimStatus::Contested,
        ClaimStatus::Supported => v1::ClaimStatus::Supported,
    }
}

fn tier_from_wire(tier: v1::Tier) -> Option<Tier> {
    match tier {
        v1::Tier::Unspecified => None,
        v1::Tier::Other => Some(Tier::Other),
        v1::Tier::Secondary => Some(Tier::Secondary),
        v1::Tier::Official => Some(Tier::Official),
    }
}

fn tier_to_wire(tier: Tier) -> v1::Tier {
    match tier {
        Tier::Other => v1::Tier::Other,
        Tier::Secondary => v1::Tier::Secondary,
        Tier::Official => v1::Tier::Official,
    }
}
