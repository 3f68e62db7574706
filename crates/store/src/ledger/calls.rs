//! The model calls of a budget's scope in time.

use domain::port::PortError;
use domain::{MicroUsd, Time};

use super::facet::PgLedger;
use crate::budget_share;
use crate::pool::PgPool;
use crate::rows::row;

/// A model call in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedCall {
    /// Worker that made the call.
    pub agent: String,
    /// Name of the model.
    pub model: String,
    /// `intent`, `settled`, `wasted`, `refused` or `unknown`.
    pub state: String,
    /// Step of the job that the call is for.
    pub step: String,
    /// Time of the reservation.
    pub opened_at: Time,
    /// Time of the settlement; `None` while it is open.
    pub closed_at: Option<Time>,
    /// Amount that the budget carries.
    pub charged: MicroUsd,
}

macro_rules! calls {
    ($call:literal) => {
        concat!(
            "
SELECT agent, model, state, step, opened_at, closed_at, charged FROM ",
            $call,
            " WHERE budgets && $1 ORDER BY opened_at, id LIMIT $2"
        )
    };
}

/// The statement over the table, and that over the view for roles to which a policy applies.
const CALLS: [&str; 2] = [calls!("call"), calls!("scoped_call")];

row! {
    struct Row {
        agent: String,
        model: String,
        state: String,
        step: String,
        opened_at: Time,
        closed_at: Option<Time>,
        charged: i64,
    }
}

impl PgLedger {
    /// Returns the calls that a scope carries (`BudgetScope::key`), the first ones first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn calls(&self, scope: &str, limit: u32) -> Result<Vec<TimedCall>, PortError> {
        let scopes = &budget_share::keys(scope);
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(pool.statement(CALLS)).bind(scopes).bind(i64::from(limit));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            let call = |row: Row| {
                let Row { agent, model, state, step, opened_at, closed_at, charged } = row;
                TimedCall { agent, model, state, step, opened_at, closed_at, charged: MicroUsd::from_i64(charged) }
            };
            Ok(rows.into_iter().map(call).collect())
        };
        self.database.run("call", select).await
    }
}
