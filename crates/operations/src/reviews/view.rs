//! A result as callers see it: the research, its review and the execution of its verbs.

use domain::review::{Review, ReviewedResult};
use domain::{LeiStatus, ReviewPolicy, SearchQuality, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::edits::EditOperation;
use super::verbs::VerbExecution;

/// A macro's result with its review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewedView {
    /// Id of the result (UUID).
    pub result_id: String,
    /// The session (UUID).
    pub session_id: String,
    /// Version of the session. A decision names it; it is the first part of the review's `ETag`.
    pub session_version: i64,
    /// Digest of this version with its data and verbs. An approval, and an execution of the verbs, name it; it is the
    /// second part of the `ETag`.
    pub digest: String,
    /// State of the session: `idle`, `pending_review`, `verbs_ready` or `executed`.
    pub state: String,
    /// State of this result: `pending`, `approved`, `rejected`, `expired` or `executed`.
    pub result_state: String,
    /// Run whose forecast the result is (UUID); absent for a result of a macro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Name of the macro.
    pub macro_name: String,
    /// Version of the definition that produced the result.
    pub macro_version: String,
    /// Parameters with defaults filled in.
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
    /// The approved data; before an approval the data that the model returned.
    pub data: Value,
    /// `true` if the model's data is valid under the schema.
    pub schema_valid: bool,
    /// Every violation of the schema by the model's data.
    pub validation_errors: Vec<ViolationItem>,
    /// Reasons why the research was degraded, as in the metric `auspex_degraded_answers_total`: `partial_research`,
    /// `unread_page`.
    pub lacks: Vec<String>,
    /// `true` if a person must approve the result.
    pub review_required: bool,
    /// Verbs rendered from the model's data. They are for display and are never executed.
    pub suggested_verbs: Vec<String>,
    /// Verbs rendered from the approved data; empty before an approval.
    pub verbs: Vec<String>,
    /// The search quality that the data states: `HIGH`, `MEDIUM` or `LOW`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search_quality: Option<String>,
    /// Sources in the order of their first use.
    pub sources: Vec<SourceItem>,
    /// Checks of the LEIs in `data`.
    pub lei_checks: Vec<LeiCheckItem>,
    /// Amount that the execution cost, in micro-dollars.
    pub cost_micro_usd: u64,
    /// Time of the result.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Time at which a pending result expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Time>,
    /// The decision; absent while the result is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewView>,
    /// The execution of the verbs; absent before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<VerbExecution>,
}

/// A violation of the schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ViolationItem {
    /// JSON Pointer of the value; empty for the whole data.
    pub path: String,
    /// The violation in one sentence.
    pub problem: String,
}

/// A source of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SourceItem {
    /// Address of the page.
    pub url: String,
    /// Title of the page; may be empty.
    pub title: String,
    /// Excerpt that the tool returned; may be empty.
    pub snippet: String,
}

/// The check of an LEI.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeiCheckItem {
    /// JSON Pointer of the text that contains the LEI.
    pub path: String,
    /// The 20 characters of the LEI.
    pub lei: String,
    /// `verified`, `not_found`, `bad_checksum`, or `unverified` if GLEIF was not asked or did not answer.
    pub status: String,
    /// What a reviewer must know about the entity or the registration, such as its end and its successor.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The decision about a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewView {
    /// Name of the reviewer's token, or `auspex` for a decision that no person made.
    pub by: String,
    /// Time of the decision.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Reason; may be empty for an approval.
    pub reason: String,
    /// `true` if the result was approved.
    pub approved: bool,
    /// Changes to the model's data, in order.
    pub edits_made: Vec<EditOperation>,
}

impl From<&ReviewedResult> for ReviewedView {
    fn from(reviewed: &ReviewedResult) -> Self {
        let result = &reviewed.result;
        let verbs = reviewed.approved().map(|approved| approved.verbs.clone()).unwrap_or_default();
        Self {
            result_id: result.id.to_string(),
            session_id: reviewed.session.id.to_string(),
            session_version: reviewed.session.version,
            digest: reviewed.digest(),
            state: reviewed.session.state.name().to_owned(),
            result_state: reviewed.state.name().to_owned(),
            run: reviewed.forecast.as_ref().map(|forecast| forecast.run.id.to_string()),
            macro_name: result.name.clone(),
            macro_version: result.version.clone(),
            params: result.parameters.clone(),
            data: reviewed.data().clone(),
            schema_valid: result.schema_valid,
            validation_errors: violations(&result.validation_errors),
            lacks: result.lacks.iter().map(|lack| lack.reason.clone()).collect(),
            review_required: result.review == ReviewPolicy::Required,
            suggested_verbs: result.suggested_verbs.clone(),
            verbs,
            search_quality: result.search_quality.map(|quality| quality_name(quality).to_owned()),
            sources: result.sources.iter().map(SourceItem::from).collect(),
            lei_checks: reviewed.lei_checks().iter().map(LeiCheckItem::from).collect(),
            cost_micro_usd: result.cost.0,
            at: result.at,
            expires_at: reviewed.expires_at,
            review: reviewed.review.as_ref().map(ReviewView::from),
            execution: reviewed.execution.as_ref().map(VerbExecution::from),
        }
    }
}

impl From<&domain::MacroSource> for SourceItem {
    fn from(source: &domain::MacroSource) -> Self {
        Self { url: source.url.clone(), title: source.title.clone(), snippet: source.snippet.clone() }
    }
}

impl From<&domain::LeiCheck> for LeiCheckItem {
    fn from(check: &domain::LeiCheck) -> Self {
        let status = match check.status {
            LeiStatus::Verified => "verified",
            LeiStatus::NotFound => "not_found",
            LeiStatus::BadChecksum => "bad_checksum",
            LeiStatus::Unverified => "unverified",
        };
        Self { path: check.path.clone(), lei: check.lei.clone(), status: status.to_owned(), note: check.note.clone() }
    }
}

impl From<&Review> for ReviewView {
    fn from(review: &Review) -> Self {
        let edits = review.approved.as_ref().map(|approved| approved.edits.as_slice()).unwrap_or_default();
        Self {
            by: review.by.clone(),
            at: review.at,
            reason: review.reason.clone(),
            approved: review.approved.is_some(),
            edits_made: edits.iter().map(EditOperation::from).collect(),
        }
    }
}

fn violations(all: &[domain::SchemaViolation]) -> Vec<ViolationItem> {
    all.iter()
        .map(|violation| ViolationItem { path: violation.path.clone(), problem: violation.problem.clone() })
        .collect()
}

fn quality_name(quality: SearchQuality) -> &'static str {
    match quality {
        SearchQuality::High => "HIGH",
        SearchQuality::Medium => "MEDIUM",
        SearchQuality::Low => "LOW",
    }
}
