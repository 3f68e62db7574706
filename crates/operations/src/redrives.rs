//! Redrives of many dead letters: preview, start, progress, pause, resume, cancel, and their execution by a gateway.
//!
//! The first letter is the canary: the others wait for the outcome of its job, and the redrive pauses if the job died
//! again. A crash at any point loses and doubles nothing: a letter is marked before its message is published, and a
//! reconciler publishes what was not.

mod execute;

use domain::access::AccessScope::{Admin, Read};
use domain::redrive::{RedriveChange, RedriveState};
use domain::{BudgetScope, JobId, MicroUsd, Time};
use serde::{Deserialize, Serialize};
use store::redrives::{Redrive, RedriveChanged, RedriveProgress, RedriveSelection};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::dead_letter_groups::check_fields;
use crate::input::integer;
use crate::page::MAX_COUNT;
use crate::{Action, Context, OperationError, Page, PageQuery, random};

pub use execute::execute_due;

/// Maximum letters that are redriven without a confirmation of their number.
const MAX_UNCONFIRMED: u64 = 100;
/// Maximum letters per second, and the number without a wish.
pub const MAX_PER_SECOND: u32 = 100;
const DEFAULT_PER_SECOND: u32 = 20;
/// Maximum reasons of jobs that died again in an answer.
const MAX_REASONS: usize = 20;
/// Days whose calls are read to estimate costs.
const COST_DAYS: u64 = 7;

/// A redrive of the open dead letters that a filter selects, oldest first, at most 10,000. At least one of `consumer`,
/// `class` and `reason` is required; without a class, undecodable letters are not selected, because they die again
/// unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RedriveOrder {
    /// Only those of this consumer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consumer: Option<String>,
    /// Only those of this class: `undecodable`, `rejected`, `exhausted` or `poisoned`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Only those with this reason, in the form of a group: `#` in the place of numbers and ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Maximum letters per second, 1 to 100; 20 if absent.
    #[schema(minimum = 1, maximum = 100)]
    #[serde(default, deserialize_with = "integer", skip_serializing_if = "Option::is_none")]
    pub per_second: Option<u32>,
    /// The number of letters that the preview showed: required above 100 letters, and refused if the number has
    /// changed.
    #[serde(default, deserialize_with = "integer", skip_serializing_if = "Option::is_none")]
    pub confirm: Option<u64>,
}

/// Preview of a redrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RedrivePreview {
    /// Number of letters, up to 10,000.
    pub letters: u64,
    /// `true` if the number has to be confirmed.
    pub needs_confirmation: bool,
    /// Estimated micro-dollars: the mean charge of the workers' jobs of the last 7 days. Absent if they made no calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_micro_usd: Option<u64>,
    /// Maximum letters per second.
    pub per_second: u32,
    /// Estimated seconds after the first job has an outcome.
    pub seconds: u64,
}

/// A redrive of many letters, without its progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RedriveItem {
    /// Id of the redrive (UUID).
    pub id: String,
    /// `canary` (waits for the outcome of the first job), `running`, `paused`, `cancelled` or `done`.
    pub state: String,
    /// Why it is paused.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Consumer of the letters, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consumer: Option<String>,
    /// Class of the letters, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Reason of the letters, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of letters that were selected at the start.
    pub letters: u64,
    /// Maximum letters per second.
    pub per_second: u32,
    /// Name of the token that started it.
    pub created_by: String,
    /// Time of the start.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Time,
    /// Time of the last change of its state.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Time,
}

/// A redrive with its progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RedriveStatus {
    /// The redrive that was asked for.
    pub redrive: RedriveItem,
    /// Number of letters whose jobs run again.
    pub redriven: u64,
    /// Number of those whose job died again so far.
    pub died_again: u64,
    /// Why they died, most frequent first, at most 20.
    pub reasons: Vec<RedriveReason>,
}

/// Why jobs of a redrive died again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RedriveReason {
    /// Outermost error with `#` in the place of numbers and ids.
    pub reason: String,
    /// Number of letters.
    pub letters: u64,
}

/// Shows what a redrive would do, and changes nothing.
///
/// # Errors
/// The order is invalid, or Postgres is unavailable.
pub async fn preview(cx: Context<'_>, order: &RedriveOrder) -> Result<RedrivePreview, OperationError> {
    cx.require(Read)?;
    let (selection, per_second) = order.read(cx)?;
    let counts = cx.store().redrives().count(&selection, MAX_COUNT).await?;
    let letters: u64 = counts.iter().map(|(_, letters)| letters).sum();
    Ok(RedrivePreview {
        letters,
        needs_confirmation: letters > MAX_UNCONFIRMED,
        cost_micro_usd: expected_cost(cx, &counts).await?.map(|cost| cost.0),
        per_second,
        seconds: letters.div_ceil(u64::from(per_second)),
    })
}

/// Starts a redrive. A gateway executes it: the first letter, and after the outcome of its job the others.
///
/// # Errors
/// The order is invalid or selects nothing, the number of letters is not confirmed, a redrive of the same letters has
/// not ended, or Postgres is unavailable.
pub async fn start(cx: Context<'_>, order: &RedriveOrder) -> Result<RedriveStatus, OperationError> {
    cx.require(Admin)?;
    let (selection, per_second) = order.read(cx)?;
    let redrives = cx.store().redrives();
    let letters: u64 = redrives.count(&selection, MAX_COUNT).await?.iter().map(|(_, letters)| letters).sum();
    check_confirmation(letters, order.confirm)?;
    let redrive = Redrive {
        id: random::new_id()?,
        letters: u32::try_from(letters).unwrap_or(MAX_COUNT),
        per_second,
        state: RedriveState::Canary,
        note: String::new(),
        created_by: cx.caller.name.clone(),
        updated_at: selection.until,
        selection,
    };
    if !redrives.create(&redrive).await? {
        let text =
            "a redrive of the same letters has not ended; `GET /v1/redrives` lists it: resume or cancel it first";
        return Err(OperationError::StateForbids(text.to_owned()));
    }
    record(cx, "started", redrive.id).await;
    Ok(RedriveStatus::new(redrive, RedriveProgress::default()))
}

fn check_confirmation(letters: u64, confirmed: Option<u64>) -> Result<(), OperationError> {
    if letters == 0 {
        return Err(OperationError::StateForbids("no open dead letter is selected".to_owned()));
    }
    let is_confirmed = confirmed.map_or(letters <= MAX_UNCONFIRMED, |number| number == letters);
    is_confirmed.then_some(()).ok_or_else(|| {
        let detail = format!("{letters} letters are selected now; confirm this number to redrive them");
        OperationError::invalid("confirm", detail)
    })
}

/// Returns a page of the tenant's redrives, newest first.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: &PageQuery) -> Result<Page<RedriveItem>, OperationError> {
    cx.require(Read)?;
    let limit = query.limit()?;
    let rows = cx.store().redrives().page(cx.tenant(), query.before()?, limit + 1).await?;
    Ok(Page::new(rows, limit, |row| (row.selection.until, row.id.to_string()), RedriveItem::from))
}

/// Returns a redrive with its progress.
///
/// # Errors
/// The tenant has no such redrive, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, id: Uuid) -> Result<RedriveStatus, OperationError> {
    cx.require(Read)?;
    status(cx, id).await
}

/// Stops a redrive until it is resumed.
///
/// # Errors
/// The tenant has no such redrive, it has ended, or Postgres is unavailable.
pub async fn pause(cx: Context<'_>, id: Uuid) -> Result<RedriveStatus, OperationError> {
    let note = format!("paused by {}", cx.caller.name);
    change(cx, id, &Wanted { change: RedriveChange::Pause, action: "paused", note }).await
}

/// Redrives the remaining letters of a paused redrive. The outcome of the first job is not awaited any more.
///
/// # Errors
/// The tenant has no such redrive, it has ended, or Postgres is unavailable.
pub async fn resume(cx: Context<'_>, id: Uuid) -> Result<RedriveStatus, OperationError> {
    change(cx, id, &Wanted { change: RedriveChange::Resume, action: "resumed", note: String::new() }).await
}

/// Ends a redrive. Jobs that run again are not stopped.
///
/// # Errors
/// The tenant has no such redrive, all of its letters are redriven, or Postgres is unavailable.
pub async fn cancel(cx: Context<'_>, id: Uuid) -> Result<RedriveStatus, OperationError> {
    change(cx, id, &Wanted { change: RedriveChange::Cancel, action: "cancelled", note: String::new() }).await
}

/// A change that a person asks for.
struct Wanted {
    change: RedriveChange,
    /// Its name in the audit trail.
    action: &'static str,
    note: String,
}

async fn change(cx: Context<'_>, id: Uuid, wanted: &Wanted) -> Result<RedriveStatus, OperationError> {
    cx.require(Admin)?;
    match cx.store().redrives().change((cx.tenant(), id), wanted.change, &wanted.note).await? {
        RedriveChanged::To(_) => record(cx, wanted.action, id).await,
        RedriveChanged::Refused(state) => {
            return Err(OperationError::StateForbids(format!("the redrive is {}", state.name())));
        }
        RedriveChanged::Missing => return Err(OperationError::no_redrive()),
    }
    status(cx, id).await
}

async fn status(cx: Context<'_>, id: Uuid) -> Result<RedriveStatus, OperationError> {
    let redrives = cx.store().redrives();
    let redrive = redrives.load(cx.tenant(), id).await?.ok_or_else(OperationError::no_redrive)?;
    Ok(RedriveStatus::new(redrive, redrives.progress(id).await?))
}

async fn record(cx: Context<'_>, action: &'static str, id: Uuid) {
    cx.record(Action { action, object: format!("redrive {id}"), about: JobId(id) }).await;
}

/// Returns the mean charge of the jobs of each worker, multiplied by its letters; `None` without history.
async fn expected_cost(cx: Context<'_>, counts: &[(String, u64)]) -> Result<Option<MicroUsd>, OperationError> {
    let today = cx.now().date_naive();
    let days = (0..COST_DAYS).filter_map(|age| today.checked_sub_days(chrono::Days::new(age)));
    let scopes: Vec<String> = days.map(|day| BudgetScope::tenant_day(cx.tenant(), day).key().to_owned()).collect();
    let history = cx.store().ledger().job_costs(&scopes).await?;
    let cost = |(consumer, letters): &(String, u64)| {
        // The consumers of a worker are named after it: `forecaster-runs`.
        let worker = consumer.split('-').next().unwrap_or_default();
        let jobs = history.iter().find(|jobs| jobs.agent == worker && jobs.jobs > 0)?;
        let cost = u128::from(jobs.charged.0) * u128::from(*letters) / u128::from(jobs.jobs);
        Some(u64::try_from(cost).unwrap_or(u64::MAX))
    };
    let costs: Vec<u64> = counts.iter().filter_map(cost).collect();
    Ok((!costs.is_empty()).then(|| MicroUsd(costs.into_iter().fold(0, u64::saturating_add))))
}

impl RedriveOrder {
    /// Returns the selection of the tenant's letters until now, and the rate.
    fn read(&self, cx: Context<'_>) -> Result<(RedriveSelection, u32), OperationError> {
        let Self { consumer, class, reason, per_second, confirm: _ } = self;
        check_fields([("consumer", consumer), ("class", class), ("reason", reason)])?;
        if consumer.is_none() && class.is_none() && reason.is_none() {
            let detail = "at least one of `consumer`, `class` and `reason` is required";
            return Err(OperationError::invalid("consumer", detail));
        }
        let per_second = per_second.unwrap_or(DEFAULT_PER_SECOND);
        if !(1..=MAX_PER_SECOND).contains(&per_second) {
            return Err(OperationError::invalid("per_second", format!("must be 1 to {MAX_PER_SECOND}")));
        }
        let (consumer, class, reason) = (consumer.clone(), class.clone(), reason.clone());
        Ok((RedriveSelection { tenant: cx.tenant().clone(), consumer, class, reason, until: cx.now() }, per_second))
    }
}

impl RedriveStatus {
    fn new(redrive: Redrive, progress: RedriveProgress) -> Self {
        let RedriveProgress { redriven, died } = progress;
        let died_again = died.iter().map(|(_, letters)| letters).sum();
        let reasons = died.into_iter().take(MAX_REASONS);
        let reasons = reasons.map(|(reason, letters)| RedriveReason { reason, letters }).collect();
        Self { redrive: RedriveItem::from(redrive), redriven, died_again, reasons }
    }

    /// Returns `true` if letters are redriven without a further request.
    pub fn is_active(&self) -> bool {
        RedriveState::parse(&self.redrive.state).is_some_and(RedriveState::is_active)
    }
}

impl From<Redrive> for RedriveItem {
    fn from(redrive: Redrive) -> Self {
        let Redrive { id, selection, letters, per_second, state, note, created_by, updated_at } = redrive;
        let RedriveSelection { tenant: _, consumer, class, reason, until: created_at } = selection;
        let (id, state, letters) = (id.to_string(), state.name().to_owned(), u64::from(letters));
        Self { id, state, note, consumer, class, reason, letters, per_second, created_by, created_at, updated_at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_hundred_letters_are_redriven_after_their_number_is_confirmed_only() {
        for (letters, confirmed) in [(1, None), (100, None), (100, Some(100)), (101, Some(101))] {
            assert!(check_confirmation(letters, confirmed).is_ok(), "{letters} {confirmed:?}");
        }
        for (letters, confirmed) in [(0, None), (0, Some(0)), (101, None), (102, Some(101)), (50, Some(49))] {
            assert!(check_confirmation(letters, confirmed).is_err(), "{letters} {confirmed:?}");
        }
        let refused = check_confirmation(1_204, Some(1_200)).unwrap_err();
        assert!(refused.to_string().contains("1204 letters are selected now"), "{refused}");
    }
}
