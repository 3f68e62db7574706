//! Withdrawal of an outcome that was recorded by mistake and that no other one replaces.

use domain::RunId;
use domain::access::AccessScope::Admin;
use proto::result::outcome_announcement;
use serde::{Deserialize, Serialize};
use store::outcomes::{self, TrackedQuestion};
use utoipa::ToSchema;

use crate::input::checked_reason;
use crate::{Action, Context, OperationError, runs};

/// Why an outcome is withdrawn.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeWithdrawal {
    /// The reason, which the history of the question shows.
    #[serde(default)]
    #[schema(max_length = 1000, pattern = "^[^\\u0000]*$")]
    pub because: String,
}

/// A withdrawn outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OutcomeWithdrawn {
    /// Id of the run (UUID).
    #[schema(value_type = String, format = Uuid)]
    pub run: RunId,
    /// `false` if there was no outcome to withdraw.
    pub withdrawn: bool,
}

/// Withdraws the recorded outcome of a run's question, which is open again and counts in no score. The history keeps
/// the outcome with the reason.
///
/// # Errors
/// The reason is too long, the tenant has no such run, or Postgres is unavailable.
pub async fn withdraw(
    cx: Context<'_>,
    run: RunId,
    wanted: OutcomeWithdrawal,
) -> Result<OutcomeWithdrawn, OperationError> {
    cx.require(Admin)?;
    let because = checked_reason("because", wanted.because)?;
    let state = runs::load(cx, run).await?;
    let TrackedQuestion { tenant, key, .. } = TrackedQuestion::of_run(&state.run);
    let withdrawal = outcomes::Withdrawal { tenant: &tenant, key: &key, run, at: cx.now(), because: &because };
    let withdrawn = cx.store().outcomes().announcing(outcome_announcement).withdraw(&withdrawal).await?;
    if withdrawn {
        let object = format!("outcome of run {run}");
        cx.record(Action { action: "withdrawn", object, about: state.run.event_job }).await;
    }
    Ok(OutcomeWithdrawn { run, withdrawn })
}
