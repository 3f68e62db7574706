//! Runs: list, state, report, cancellation.

use domain::access::AccessScope::{Admin, Read};
use domain::reading::Clarification;
use domain::review::{ResultState, ReviewedResult};
use domain::run::{Cancellation, NoForecast, Phase, RunState};
use domain::{BudgetScope, Forecast, JobId, RunId, Time};
use proto::cancellation::closing_message;
use serde::{Deserialize, Serialize};
use store::runs::{BudgetLine, CancelOutcome};
use store::tenants::Owned;
use store::{Reviews, Runs};
use utoipa::ToSchema;

pub use crate::forecasts::ForecastOutput;
use crate::input::checked_reason;
pub use crate::related_runs::{RelatedRunItem, related};
use crate::reports::{report_key, report_of};
pub use crate::run_calls::{RunCallItem, calls};
pub use crate::run_list::{RunItem, RunNeighbors, RunQuery, count, list, list_counted, neighbors};
use crate::threshold::ThresholdProbability;
use crate::{Action, Context, OperationError};

/// Money of a run. What is reserved for calls in progress is not spent: a call that costs less returns the rest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RunMoney {
    /// Amount that providers charge for calls that have ended, in micro-dollars.
    pub spent_micro_usd: u64,
    /// Amount reserved for calls in progress, in micro-dollars.
    pub reserved_micro_usd: u64,
    /// Maximum amount in micro-dollars, what an operator has added included.
    pub limit_micro_usd: u64,
}

/// State of one budget that a run uses.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BudgetItem {
    /// `run`, `researcher, round 2`, `tenant and day`.
    pub owner: String,
    /// Key of the budget.
    pub scope: String,
    /// Maximum amount in micro-dollars, what an operator has added included.
    pub limit_micro_usd: u64,
    /// Spent and reserved amounts in micro-dollars.
    pub committed_micro_usd: u64,
    /// Amount that may still be reserved, in micro-dollars.
    pub left_micro_usd: u64,
    /// `true` if further reservations are refused.
    pub closed: bool,
}

impl From<BudgetLine> for BudgetItem {
    fn from(line: BudgetLine) -> Self {
        Self {
            owner: line.owner().into_owned(),
            limit_micro_usd: line.limit.0,
            committed_micro_usd: line.spent.0,
            left_micro_usd: line.left().0,
            closed: line.closed,
            scope: line.scope,
        }
    }
}

/// How a run is cancelled.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cancel {
    /// Makes a forecast from the evidence found so far; otherwise there is none.
    pub forecast: bool,
    /// Reason, recorded in the result and in the audit trail.
    #[schema(max_length = 1000, pattern = "^[^\\u0000]*$")]
    pub reason: String,
}

/// A cancelled run.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Cancelled {
    /// Id of the run (UUID).
    pub run: String,
    /// `true` if a forecast from the evidence found so far follows.
    pub forecast: bool,
    /// `true` if the run had begun; otherwise it ends as soon as its question arrives.
    pub begun: bool,
    /// Money of the run; zero if it had not begun.
    #[serde(flatten)]
    pub money: RunMoney,
}

/// State of a run, and its forecast if it is made.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunStatus {
    /// Id of the run (UUID).
    pub run_id: String,
    /// What the run does.
    pub state: RunPhase,
    /// The forecast, once it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forecast: Option<ForecastOutput>,
    /// Key of the readable report, once it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// What the asker of an unclear question has to say (`question`), and what would have been assumed (`assumption`).
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clarification: Option<Clarification>,
    /// The probability of a threshold, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<ThresholdProbability>,
    /// What happens, or why the run has no forecast.
    pub message: String,
}

/// What a run does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunPhase {
    /// The question is stored, and the run has not begun.
    Queued,
    /// The run waits for answers to its research questions.
    Waiting,
    /// The run decides about further research, or computes the forecast.
    Analyzing,
    /// The forecast or the report is made, or the forecast waits for a person's review.
    Done,
    /// The run is over without a forecast.
    Ended,
}

/// A run with what belongs to it.
#[derive(Debug)]
pub struct RunDetail {
    /// State of the run, with its questions and answers.
    pub state: RunState,
    /// Money of the run.
    pub money: RunMoney,
    /// Budgets that the run uses.
    pub budgets: Vec<BudgetItem>,
    /// The published forecast.
    pub forecast: Option<Forecast>,
    /// The review that the forecast waits for.
    pub review: Option<ReviewedResult>,
}

/// A run as the doors show it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RunOutput {
    /// State of the run, with its questions and answers.
    #[schema(value_type = Object)]
    pub run: RunState,
    /// Money of the run.
    pub money: RunMoney,
    /// Budgets that the run uses.
    pub budgets: Vec<BudgetItem>,
    /// The published forecast, in the canonical JSON of `auspex.v1.ForecastMade`.
    #[schema(value_type = Option<Object>)]
    pub forecast: Option<proto::v1::ForecastMade>,
    /// The review that the forecast waits for.
    pub review: Option<AwaitedReview>,
}

/// The review that a forecast waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AwaitedReview {
    /// Id of the result that is reviewed (UUID).
    #[schema(value_type = String)]
    pub result: JobId,
    /// Time at which the review expires.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Time>,
}

/// Returns a run with its money, its budgets, its forecast if there is one, and the review that the forecast waits for.
///
/// # Errors
/// The tenant has no such run, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, run: RunId) -> Result<RunOutput, OperationError> {
    let RunDetail { state, money, budgets, forecast, review } = detail(cx, run).await?;
    let forecast = forecast.as_ref().map(proto::v1::ForecastMade::from);
    let review = review.map(|pending| AwaitedReview { result: pending.result.id, expires_at: pending.expires_at });
    Ok(RunOutput { run: state, money, budgets, forecast, review })
}

/// Returns what [`show`] describes.
///
/// # Errors
/// The tenant has no such run, or Postgres is unavailable.
pub async fn detail(cx: Context<'_>, run: RunId) -> Result<RunDetail, OperationError> {
    cx.require(Read)?;
    let state = load(cx, run).await?;
    let budgets = cx.store().runs().budgets(run, state.run.event_job).await?;
    let money = money_of(cx, &state, &budgets).await?;
    let budgets: Vec<BudgetItem> = budgets.into_iter().map(BudgetItem::from).collect();
    let forecast = cx.store().forecasts().published(run).await?;
    let review = pending_review(cx, &state).await?;
    Ok(RunDetail { state, money, budgets, forecast, review })
}

async fn money_of(cx: Context<'_>, state: &RunState, budgets: &[BudgetLine]) -> Result<RunMoney, OperationError> {
    let scope = BudgetScope::run(state.run.id);
    let money = cx.store().ledger().money(Some(&[scope.key()])).await?;
    let limit = budgets.iter().find(|line| line.scope == scope.key()).map_or(state.run.budget, |line| line.limit);
    let spent_micro_usd = money.charged().saturating_sub(money.reserved).0;
    Ok(RunMoney { spent_micro_usd, reserved_micro_usd: money.reserved.0, limit_micro_usd: limit.0 })
}

/// Returns the review that the forecast of a run waits for.
async fn pending_review(cx: Context<'_>, state: &RunState) -> Result<Option<ReviewedResult>, OperationError> {
    if state.phase != Phase::Done || state.ended.is_some() {
        return Ok(None);
    }
    let found = Reviews::show(&cx.store().reviews(), cx.tenant(), ReviewedResult::id_of_forecast(state.run.id)).await?;
    Ok(found.filter(|reviewed| reviewed.state == ResultState::Pending))
}

/// Returns the state of a run, and its forecast if it is made.
///
/// # Errors
/// The tenant has no such run, or Postgres is unavailable.
pub async fn status(cx: Context<'_>, run: RunId) -> Result<RunStatus, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    status_of(cx, run).await
}

/// Returns the state of a run whose owner was checked.
pub(crate) async fn status_of(cx: Context<'_>, run: RunId) -> Result<RunStatus, OperationError> {
    let store = cx.store();
    if let Some(forecast) = store.forecasts().published(run).await? {
        let key = report_key(run);
        let report = report_of(cx, key.clone()).await?.map(|_| key);
        let made = RunStatus::without_forecast(run, RunPhase::Done, "the forecast is made".to_owned());
        return Ok(RunStatus { forecast: Some(forecast.into()), report, ..made });
    }
    let without = |phase, message: &str| RunStatus::without_forecast(run, phase, message.to_owned());
    let Some(state) = store.runs().load(run).await? else {
        return Ok(without(RunPhase::Queued, "the run has not begun"));
    };
    if let Some(ending) = &state.ended {
        let key = report_key(run);
        let report = report_of(cx, key.clone()).await?.map(|_| key);
        return Ok(RunStatus { report, ..RunStatus::ended(run, ending) });
    }
    if pending_review(cx, &state).await?.is_some() {
        return Ok(without(RunPhase::Done, "the forecast waits for a person's review"));
    }
    let answered = state.answers.len();
    let open = state.questions.len().saturating_sub(answered);
    let market = state.run.asked.found_market().map(|market| format!(", {market}")).unwrap_or_default();
    let message = format!("round {}, {open} questions open, {answered} answered{market}", state.iteration);
    let phase = if state.phase == Phase::Waiting { RunPhase::Waiting } else { RunPhase::Analyzing };
    Ok(without(phase, &message))
}

/// Cancels a run, with or without a forecast. A run whose question waits for its turn can be cancelled, too.
///
/// # Errors
/// The tenant has no such run, it is over or cancelled already, or Postgres is unavailable.
pub async fn cancel(cx: Context<'_>, run: RunId, wanted: Cancel) -> Result<Cancelled, OperationError> {
    cx.require(Admin)?;
    let cancellation = Cancellation {
        by: cx.caller.name.clone(),
        reason: checked_reason("reason", wanted.reason)?,
        at: cx.now(),
        forecast: wanted.forecast,
    };
    // The tenant of a run never changes, so it is checked once.
    check_known(cx, run).await?;
    let (outcome, state) = cx.store().runs().cancel(run, &cancellation, closing_message).await?;
    let refused = |text: &str| Err(OperationError::StateForbids(text.to_owned()));
    match outcome {
        CancelOutcome::Cancelled | CancelOutcome::CancelledEarly => {}
        CancelOutcome::AlreadyDone => return refused("the run is done"),
        CancelOutcome::AlreadyCancelled => {
            return refused("the run was cancelled before; without a forecast it ends at once");
        }
        CancelOutcome::Moved | CancelOutcome::Unknown => return Err(OperationError::Unavailable),
    }
    let about = state.as_ref().map_or(JobId(run.0), |state| state.run.event_job);
    cx.record(Action { action: "cancelled", object: format!("run {run}"), about }).await;
    let begun = state.is_some();
    let money = match &state {
        Some(state) => money_of(cx, state, &[]).await?,
        None => RunMoney::default(),
    };
    Ok(Cancelled { run: run.to_string(), forecast: wanted.forecast, begun, money })
}

/// Refuses a run of another tenant, and one that is not there.
///
/// # Errors
/// [`OperationError::NotFound`], or Postgres is unavailable.
pub async fn check_owned(cx: Context<'_>, run: RunId) -> Result<(), OperationError> {
    let owned = cx.store().tenants().owns(cx.tenant(), &Owned::Run(run)).await?;
    owned.then_some(()).ok_or_else(OperationError::no_run)
}

/// Refuses a run of another tenant, and one that no event starts.
async fn check_known(cx: Context<'_>, run: RunId) -> Result<(), OperationError> {
    let (store, owned) = (cx.store(), Owned::Run(run));
    let is_known = store.tenants().owns(cx.tenant(), &owned).await?
        || store.runs().is_expected(cx.tenant(), run).await?
        // Read again: a run that began in between is found here.
        || store.tenants().owns(cx.tenant(), &owned).await?;
    is_known.then_some(()).ok_or_else(OperationError::no_run)
}

pub(crate) async fn load(cx: Context<'_>, run: RunId) -> Result<RunState, OperationError> {
    check_owned(cx, run).await?;
    cx.store().runs().load(run).await?.ok_or_else(OperationError::no_run)
}

impl RunStatus {
    /// Describes a run that ended without a forecast.
    fn ended(run: RunId, ending: &NoForecast) -> Self {
        let message = match ending {
            NoForecast::Cancelled(cancelled) => format!("the run was {cancelled}"),
            NoForecast::Proposed(proposal) => format!("the run proposes research: {}", proposal.reason),
            NoForecast::Reported(made) => format!("the report is made: {}", made.describe()),
            NoForecast::Rejected(decision) => format!("the forecast was rejected {decision}"),
            NoForecast::Expired(decision) => format!("the forecast was not reviewed in time {decision}"),
            NoForecast::Unclear(unclear) => format!(
                "the question has several meanings: {} It was not answered, because `clarify` was asked for",
                unclear.question
            ),
        };
        let clarification = match ending {
            NoForecast::Unclear(unclear) => Some(unclear.clone()),
            _ => None,
        };
        let phase = if matches!(ending, NoForecast::Reported(_)) { RunPhase::Done } else { RunPhase::Ended };
        Self { clarification, ..Self::without_forecast(run, phase, message) }
    }

    /// Describes a run without a forecast.
    pub fn without_forecast(run: RunId, state: RunPhase, message: String) -> Self {
        Self {
            run_id: run.to_string(),
            state,
            forecast: None,
            report: None,
            clarification: None,
            threshold: None,
            message,
        }
    }

    /// Returns `true` if nothing more will happen.
    pub fn is_over(&self) -> bool {
        matches!(self.state, RunPhase::Done | RunPhase::Ended)
    }
}

impl RunPhase {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Waiting => "waiting",
            Self::Analyzing => "analyzing",
            Self::Done => "done",
            Self::Ended => "ended",
        }
    }
}
