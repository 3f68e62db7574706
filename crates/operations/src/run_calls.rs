//! The model calls of a run in time.

use domain::access::AccessScope::Read;
use domain::{BudgetScope, RunId, Time};
use serde::{Deserialize, Serialize};
use store::ledger::TimedCall;
use utoipa::ToSchema;

use crate::runs::check_owned;
use crate::{Context, OperationError};

/// Maximum calls of an answer.
const MAX_CALLS: u32 = 500;

/// A model call of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RunCallItem {
    /// Worker that made the call.
    pub agent: String,
    /// Name of the model.
    pub model: String,
    /// `intent` while it is open, `settled`, `wasted`, `refused`, or `unknown` (charged at its maximum).
    pub state: String,
    /// Step of the work that the call is for.
    pub step: String,
    /// Begin of the call.
    #[schema(value_type = String, format = DateTime)]
    pub opened_at: Time,
    /// End of the call; absent while it is open.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closed_at: Option<Time>,
    /// Amount in micro-dollars: what was charged, or the maximum of an open call.
    pub charged_micro_usd: u64,
}

/// Returns the model calls of a run in the order of their begin, at most the first 500.
///
/// # Errors
/// The tenant has no such run, or Postgres is unavailable.
pub async fn calls(cx: Context<'_>, run: RunId) -> Result<Vec<RunCallItem>, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    let calls = cx.store().ledger().calls(BudgetScope::run(run).key(), MAX_CALLS).await?;
    Ok(calls.into_iter().map(RunCallItem::from).collect())
}

impl From<TimedCall> for RunCallItem {
    fn from(call: TimedCall) -> Self {
        let TimedCall { agent, model, state, step, opened_at, closed_at, charged } = call;
        Self { agent, model, state, step, opened_at, closed_at, charged_micro_usd: charged.0 }
    }
}
