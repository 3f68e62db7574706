//! Decisions about results: approve, with or without edits, and reject.

use domain::LeiCheck;
use domain::access::AccessScope::Review;
use domain::review::{Rejection, ReviewEvent, ReviewedResult};
use proto::result::macro_announcement;
use runtime::crash;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::intake::RequestKey;
use store::reviews::{Decided, ReviewTarget, Reviews};
use tools::macros::{Candidate, Reviewer};
use utoipa::ToSchema;
use uuid::Uuid;

use super::edits::{EditOperation, edits_of};
use super::four_eyes::{check_may_approve, check_shown, reviewer};
use super::verbs::executed_or_reason;
use super::{Claim, ReviewedView, Target, VerbExecution, audited, claim, find};
use crate::input::check_text;
use crate::{Context, OperationError};

/// Maximum characters of a reason.
const MAX_REASON: usize = 4_000;

/// An approval with its optional changes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Approve {
    /// Id of the session, whose current result is approved. Required without `result_id`.
    pub session_id: Option<Uuid>,
    /// Id of the result.
    pub result_id: Option<Uuid>,
    /// Version of the session that the reviewer has read, as `session_version` reports it. The approval is refused if
    /// the session has changed since. If absent, the version at the time of the call.
    pub version: Option<i64>,
    /// Digest of the result that the reviewer was shown (`digest` of the result). Required.
    pub digest: Option<String>,
    /// Changes to the data: a list of JSON Patch operations, or the whole edited data as an object. Absent to approve
    /// it as it is.
    #[schema(value_type = Option<Edits>)]
    pub edits: Option<Value>,
    /// Sends the verbs to the executor after the approval. For a result that is approved already, sends its verbs only.
    pub execute_verbs: bool,
    /// Reason, recorded with the decision.
    #[schema(max_length = 4000)]
    pub reason: String,
}

/// Changes to the data: a list of JSON Patch operations, or the whole edited data as an object. Absent to approve it as
/// it is.
// For the schema, which shows this text to the client.
#[derive(ToSchema)]
#[schema(as = ApprovalEdits)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is generated from the variants")]
enum Edits {
    /// Operations of JSON Patch.
    Operations(Vec<EditOperation>),
    /// The whole edited data.
    Data(Map<String, Value>),
}

/// An approved result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Approved {
    /// Id of the result (UUID).
    pub result_id: String,
    /// The session (UUID).
    pub session_id: String,
    /// Version of the session after the decision.
    pub session_version: i64,
    /// `true`.
    pub approved: bool,
    /// Verbs rendered from the approved data.
    pub generated_verbs: Vec<String>,
    /// State of the session: `verbs_ready`, or `executed` after the execution of the verbs.
    pub state: String,
    /// The execution of the verbs; absent if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<VerbExecution>,
    /// Digest of the result after the decision. Only the `ETag` over HTTP contains it.
    #[serde(skip)]
    pub digest: String,
}

/// A rejection with its reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reject {
    /// Id of the session, whose current result is rejected. Required without `result_id`.
    pub session_id: Option<Uuid>,
    /// Id of the result.
    pub result_id: Option<Uuid>,
    /// Version of the session that the reviewer has read; see the approval.
    pub version: Option<i64>,
    /// Reason, recorded with the decision.
    #[schema(max_length = 4000)]
    pub reason: String,
}

/// A rejected result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rejected {
    /// Id of the result (UUID).
    pub result_id: String,
    /// The session (UUID).
    pub session_id: String,
    /// Version of the session after the decision.
    pub session_version: i64,
    /// `true`.
    pub rejected: bool,
    /// The recorded reason.
    pub reason: String,
    /// State of the session.
    pub state: String,
}

/// The subject of an approval.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalPreview {
    /// The result as it was read.
    pub reviewed: ReviewedResult,
    /// The data after the edits.
    pub data: Value,
    /// Checks of the LEIs in that data.
    pub lei_checks: Vec<LeiCheck>,
    /// Verbs rendered from that data.
    pub verbs: Vec<String>,
}

/// Checks an approval and returns what it would approve. Nothing is stored.
///
/// # Errors
/// As for [`approve`].
pub async fn preview(cx: Context<'_>, input: &Approve) -> Result<ApprovalPreview, OperationError> {
    cx.require(Review)?;
    let target = Target { result_id: input.result_id, session_id: input.session_id, ..Target::default() };
    let reviewed = find(cx, &target).await?;
    check_open(cx, &reviewed)?;
    let mut candidate = candidate(&reviewed, input)?;
    // The verbs depend on the checks, so those of the approval are the ones that are shown.
    recheck(cx, &mut candidate).await;
    let (data, lei_checks) = (candidate.data.clone(), candidate.lei_checks.clone());
    let reviewer = Reviewer { by: reviewer(cx), reason: String::new(), at: cx.now() };
    let verbs = candidate.approval(reviewer)?.verbs;
    Ok(ApprovalPreview { reviewed, data, lei_checks, verbs })
}

/// Approves a pending result, and executes its verbs if that is requested. The reviewer is the caller's token.
///
/// The data after the edits is validated again and the verbs are rendered from it. A repetition with the same
/// idempotency key reports the same approval. If the executor's answer was lost, a repetition sends the verbs
/// again: only an executor that honours the idempotency key of the request, the result's id, runs them once. A
/// failed execution leaves the result approved; the report contains the failure.
///
/// # Errors
/// [`OperationError::Conflict`] if the session has changed since `version`; [`OperationError::Refused`] if the result
/// is not pending; [`OperationError::NotShown`] or [`OperationError::OtherDigest`] without its digest;
/// [`OperationError::FourEyes`] if another token has to decide; [`OperationError::Invalid`] with every violation; see
/// [`OperationError`] for the others.
pub async fn approve(cx: Context<'_>, input: &Approve, key: Option<&RequestKey>) -> Result<Approved, OperationError> {
    cx.require(Review)?;
    let target = Target { result_id: input.result_id, session_id: input.session_id, ..Target::default() };
    let read = find(cx, &target).await?;
    let claim = claim(cx, key).await?;
    let event = approval(cx, &read, input, claim).await;
    let event = match event.as_ref().is_ok_and(|event| read.is_result_of(event)) {
        true => event,
        false => check_approval(cx, &read, input).await.and(event),
    };
    let approved = audited(cx, "approved", &read, decide(cx, &read, input.version, event).await).await?;
    let (approved, execution) = match input.execute_verbs {
        true => executed_or_reason(cx, approved).await?,
        false => (approved, None),
    };
    Ok(Approved {
        result_id: approved.result.id.to_string(),
        session_id: approved.session.id.to_string(),
        session_version: approved.session.version,
        approved: true,
        generated_verbs: approved.verbs().to_vec(),
        state: approved.session.state.name().to_owned(),
        digest: approved.digest(),
        execution,
    })
}

/// Rejects a pending result. The reviewer is the caller's token.
///
/// # Errors
/// As for [`approve`].
pub async fn reject(cx: Context<'_>, input: &Reject, key: Option<&RequestKey>) -> Result<Rejected, OperationError> {
    cx.require(Review)?;
    let target = Target { result_id: input.result_id, session_id: input.session_id, ..Target::default() };
    let read = find(cx, &target).await?;
    let Claim { at, .. } = claim(cx, key).await?;
    check_text("reason", &input.reason, MAX_REASON)?;
    let rejection = Rejection { by: reviewer(cx), at, reason: input.reason.clone() };
    let decided = decide(cx, &read, input.version, Ok(ReviewEvent::Rejected(rejection))).await;
    let rejected = audited(cx, "rejected", &read, decided).await?;
    Ok(Rejected {
        result_id: rejected.result.id.to_string(),
        session_id: rejected.session.id.to_string(),
        session_version: rejected.session.version,
        rejected: true,
        reason: rejected.review.as_ref().map(|review| review.reason.clone()).unwrap_or_default(),
        state: rejected.session.state.name().to_owned(),
    })
}

/// Checks what forbids an approval, before its content.
async fn check_approval(cx: Context<'_>, read: &ReviewedResult, input: &Approve) -> Result<(), OperationError> {
    input.version.map_or(Ok(()), |version| read.session.check_version(version))?;
    check_open(cx, read)?;
    check_shown(read, input.digest.as_deref())?;
    check_may_approve(cx, read).await
}

/// Builds the approval with the verbs of the edited data.
async fn approval(
    cx: Context<'_>,
    read: &ReviewedResult,
    input: &Approve,
    claim: Claim,
) -> Result<ReviewEvent, OperationError> {
    check_text("reason", &input.reason, MAX_REASON)?;
    let mut candidate = candidate(read, input)?;
    recheck(cx, &mut candidate).await;
    let reviewer = Reviewer { by: reviewer(cx), reason: input.reason.clone(), at: claim.at };
    Ok(ReviewEvent::Approved(candidate.approval(reviewer)?))
}

/// Asks the researcher about LEIs that are unverified, for example those that an edit added. Without an answer they
/// stay unverified.
async fn recheck(cx: Context<'_>, candidate: &mut Candidate) {
    if !candidate.has_unverified_leis() {
        return;
    }
    if let Ok(client) = cx.operations.broker.client().await {
        candidate.recheck(|request| client.check_leis(request)).await;
    }
}

/// Applies a decision to the version that its author read. What forbids the decision is reported before what is
/// wrong with it.
pub(super) async fn decide(
    cx: Context<'_>,
    read: &ReviewedResult,
    version: Option<i64>,
    event: Result<ReviewEvent, OperationError>,
) -> Result<ReviewedResult, OperationError> {
    let is_repeated = event.as_ref().is_ok_and(|event| read.is_result_of(event));
    if !is_repeated {
        version.map_or(Ok(()), |version| read.session.check_version(version))?;
        if !matches!(event, Ok(ReviewEvent::VerbsExecuted(_))) {
            check_open(cx, read)?;
        }
    }
    let target = ReviewTarget { version: version.unwrap_or(read.session.version), ..ReviewTarget::from_result(read) };
    let event = event?;
    crash::at("before_decision");
    let decided = cx.store().reviews().decide(&target, event, macro_announcement).await?;
    crash::at("after_decision");
    match decided {
        Decided::Done(decided) => Ok(*decided),
        Decided::Conflict(conflict) => Err(conflict.into()),
        Decided::Refused(refused) => Err(refused.into()),
        Decided::Unknown => Err(OperationError::UnknownResult),
    }
}

/// Checks that the caller may decide about the result now.
fn check_open(cx: Context<'_>, read: &ReviewedResult) -> Result<(), OperationError> {
    let at = cx.now();
    let probe = Rejection { by: reviewer(cx), at, reason: String::new() };
    read.step(&ReviewEvent::Rejected(probe))?;
    Ok(())
}

/// Applies the edits of an approval. The edited data is valid under the schema.
fn candidate(read: &ReviewedResult, input: &Approve) -> Result<Candidate, OperationError> {
    let candidate = Candidate::new(read, edits_of(&read.result.data, input.edits.as_ref())?)?;
    match candidate.violations.is_empty() {
        true => Ok(candidate),
        false => Err(OperationError::Invalid(candidate.violations)),
    }
}

impl From<ReviewedResult> for ReviewedView {
    fn from(reviewed: ReviewedResult) -> Self {
        Self::from(&reviewed)
    }
}
