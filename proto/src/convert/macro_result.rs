//! `macro_result.proto`: results of research macros and their reviews.

mod reviewed;

use domain::review::MAX_DATA_BYTES;
use domain::{LeiCheck, LeiStatus, MacroResult, MacroSource, ReviewPolicy, SchemaViolation, SearchQuality, Subject};

use super::{check, json};
use crate::event::InvalidEvent;
use crate::events::MacroResearched;
use crate::v1;

impl TryFrom<v1::MacroResearched> for MacroResearched {
    type Error = InvalidEvent;

    fn try_from(wire: v1::MacroResearched) -> Result<Self, InvalidEvent> {
        let v1::MacroResearched { task, result, definition, refused } = wire;
        let task: domain::ResearchTask = check::required(task, "task")?;
        if !matches!(task.subject, Subject::Macro(_)) {
            return Err(InvalidEvent::new("task.subject", "is not a macro"));
        }
        let refused = check::text(refused, "refused", check::TEXT)?;
        Ok(Self {
            task,
            result: check::required(result, "result")?,
            definition: check::text(definition, "definition", 2 * check::TEXT)?,
            refused: if refused.is_empty() { None } else { Some(refused) },
        })
    }
}

impl From<&MacroResearched> for v1::MacroResearched {
    fn from(researched: &MacroResearched) -> Self {
        let MacroResearched { task, result, definition, refused } = researched;
        Self {
            task: Some(task.into()),
            result: Some(result.into()),
            definition: definition.clone(),
            refused: refused.clone().unwrap_or_default(),
        }
    }
}

impl TryFrom<v1::MacroResult> for MacroResult {
    type Error = InvalidEvent;

    fn try_from(wire: v1::MacroResult) -> Result<Self, InvalidEvent> {
        let v1::MacroResult {
            id,
            r#macro,
            version,
            parameters,
            data,
            schema_valid,
            validation_errors,
            review,
            suggested_verbs,
            search_quality,
            sources,
            lei_checks,
            cost_micro_usd,
            made_at,
            lacks,
        } = wire;
        Ok(Self {
            id: check::job(&id, "id")?,
            name: check::filled_text(r#macro, "macro", check::NAME)?,
            version: check::text(version, "version", check::NAME)?,
            parameters: json::object(parameters, "parameters", check::TEXT)?,
            data: json::value(data, "data", MAX_DATA_BYTES)?,
            schema_valid,
            validation_errors: check::each(
                check::bounded(validation_errors, "validation_errors")?,
                "validation_errors",
            )?,
            review: check::choice(review, "review", policy_from_wire)?,
            suggested_verbs: check::texts(suggested_verbs, "suggested_verbs", check::TEXT)?,
            search_quality: quality_from_wire(search_quality)?,
            sources: check::each(check::bounded(sources, "sources")?, "sources")?,
            lei_checks: check::each(check::bounded(lei_checks, "lei_checks")?, "lei_checks")?,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
            at: check::time_required(made_at, "made_at")?,
            lacks: lacks.into_iter().map(Into::into).collect(),
        })
    }
}

impl From<&MacroResult> for v1::MacroResult {
    fn from(result: &MacroResult) -> Self {
        let MacroResult {
            id,
            name,
            version,
            parameters,
            data,
            schema_valid,
            validation_errors,
            review,
            suggested_verbs,
            search_quality,
            sources,
            lei_checks,
            cost,
            at,
            lacks,
        } = result;
        Self {
            id: id.to_string(),
            r#macro: name.clone(),
            version: version.clone(),
            parameters: parameters.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
            data: data.to_string(),
            schema_valid: *schema_valid,
            validation_errors: validation_errors.iter().map(Into::into).collect(),
            review: policy_to_wire(*review).into(),
            suggested_verbs: suggested_verbs.clone(),
            search_quality: quality_to_wire(*search_quality).into(),
            sources: sources.iter().map(Into::into).collect(),
            lei_checks: lei_checks.iter().map(Into::into).collect(),
            cost_micro_usd: cost.0,
            made_at: Some(check::stamp(*at)),
            lacks: lacks.iter().map(Into::into).collect(),
        }
    }
}

fn policy_from_wire(policy: v1::ReviewPolicy) -> Option<ReviewPolicy> {
    match policy {
        v1::ReviewPolicy::Unspecified => None,
        v1::ReviewPolicy::Required => Some(ReviewPolicy::Required),
        v1::ReviewPolicy::Optional => Some(ReviewPolicy::Optional),
        v1::ReviewPolicy::None => Some(ReviewPolicy::None),
    }
}

fn policy_to_wire(policy: ReviewPolicy) -> v1::ReviewPolicy {
    match policy {
        ReviewPolicy::Required => v1::ReviewPolicy::Required,
        ReviewPolicy::Optional => v1::ReviewPolicy::Optional,
        ReviewPolicy::None => v1::ReviewPolicy::None,
    }
}

fn quality_from_wire(quality: i32) -> Result<Option<SearchQuality>, InvalidEvent> {
    check::choice(quality, "search_quality", |quality| {
        Some(match quality {
            v1::SearchQuality::Unspecified => None,
            v1::SearchQuality::High => Some(SearchQuality::High),
            v1::SearchQuality::Medium => Some(SearchQuality::Medium),
            v1::SearchQuality::Low => Some(SearchQuality::Low),
        })
    })
}

fn quality_to_wire(quality: Option<SearchQuality>) -> v1::SearchQuality {
    match quality {
        None => v1::SearchQuality::Unspecified,
        Some(SearchQuality::High) => v1::SearchQuality::High,
        Some(SearchQuality::Medium) => v1::SearchQuality::Medium,
        Some(SearchQuality::Low) => v1::SearchQuality::Low,
    }
}

impl TryFrom<v1::SchemaViolation> for SchemaViolation {
    type Error = InvalidEvent;

    fn try_from(wire: v1::SchemaViolation) -> Result<Self, InvalidEvent> {
        let v1::SchemaViolation { path, problem } = wire;
        let path = check::text(path, "path", check::LINE)?;
        Ok(Self { path, problem: check::text(problem, "problem", check::LINE)? })
    }
}

impl From<&SchemaViolation> for v1::SchemaViolation {
    fn from(violation: &SchemaViolation) -> Self {
        let SchemaViolation { path, problem } = violation;
        Self { path: path.clone(), problem: problem.clone() }
    }
}

impl TryFrom<v1::MacroSource> for MacroSource {
    type Error = InvalidEvent;

    fn try_from(wire: v1::MacroSource) -> Result<Self, InvalidEvent> {
        let v1::MacroSource { url, title, snippet } = wire;
        Ok(Self {
            url: check::text(url, "url", check::LINE)?,
            title: check::text(title, "title", check::LINE)?,
            snippet: check::text(snippet, "snippet", check::LINE)?,
        })
    }
}

impl From<&MacroSource> for v1::MacroSource {
    fn from(source: &MacroSource) -> Self {
        let MacroSource { url, title, snippet } = source;
        Self { url: url.clone(), title: title.clone(), snippet: snippet.clone() }
    }
}

impl TryFrom<v1::LeiCheck> for LeiCheck {
    type Error = InvalidEvent;

    fn try_from(wire: v1::LeiCheck) -> Result<Self, InvalidEvent> {
        let v1::LeiCheck { path, lei, status, note } = wire;
        let status = check::choice(status, "status", |status| match status {
            v1::LeiStatus::Unspecified => None,
            v1::LeiStatus::Verified => Some(LeiStatus::Verified),
            v1::LeiStatus::NotFound => Some(LeiStatus::NotFound),
            v1::LeiStatus::BadChecksum => Some(LeiStatus::BadChecksum),
            v1::LeiStatus::Unverified => Some(LeiStatus::Unverified),
        })?;
        let (path, lei) = (check::text(path, "path", check::LINE)?, check::text(lei, "lei", check::NAME)?);
        Ok(Self { path, lei, status, note: check::text(note, "note", check::LINE)? })
    }
}

impl From<&LeiCheck> for v1::LeiCheck {
    fn from(made: &LeiCheck) -> Self {
        let LeiCheck { path, lei, status, note } = made;
        let status = match status {
            LeiStatus::Verified => v1::LeiStatus::Verified,
            LeiStatus::NotFound => v1::LeiStatus::NotFound,
            LeiStatus::BadChecksum => v1::LeiStatus::BadChecksum,
            LeiStatus::Unverified => v1::LeiStatus::Unverified,
        };
        Self { path: path.clone(), lei: lei.clone(), status: status.into(), note: note.clone() }
    }
}
