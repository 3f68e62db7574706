//! The budgets of a run, as the ledger holds them.

use std::borrow::Cow;

use domain::port::PortError;
use domain::{BudgetScope, JobId, MicroUsd, RunId};

use super::port::PgRuns;
use crate::ledger::shares::spent;
use crate::pool::PgPool;
use crate::rows::row;

/// State of one budget.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BudgetLine {
    /// The scope: `run:…`, `agent:researcher:…`, `tenant:default:2026-11-22`.
    pub scope: String,
    /// The limit; the lowest one that any call named.
    pub limit: MicroUsd,
    /// Reserved and settled amounts together.
    pub spent: MicroUsd,
    /// `true` if further reservations are refused.
    pub closed: bool,
}

row! {
    struct Row {
        scope: String,
        limit: i64,
        spent: i64,
        closed: bool,
    }
}

impl BudgetLine {
    /// Returns the amount that may still be reserved.
    pub fn left(&self) -> MicroUsd {
        if self.closed { MicroUsd::ZERO } else { self.limit.saturating_sub(self.spent) }
    }

    /// Returns the owner: `run`, `researcher`, `researcher, round 2`, `tenant and day`.
    pub fn owner(&self) -> Cow<'_, str> {
        domain::budget::whose(&self.scope)
    }
}

/// The run's budget, those of the agents for its event and rounds, and the tenant's daily budgets that its calls
/// counted against.
macro_rules! budgets {
    ($call:literal) => {
        concat!(
            "
SELECT scope, \"limit\" + added, ",
            spent!(),
            ", closed FROM budget whole
WHERE scope = ANY($1::text || $2::text[] || ARRAY(SELECT DISTINCT split_part(s, '#', 1) FROM ",
            $call,
            " c, unnest(c.budgets) s WHERE c.budgets @> ARRAY[$1] AND s LIKE 'tenant:%'))
ORDER BY split_part(scope, ':', 1) = 'run' DESC, scope"
        )
    };
}

/// The statement over the table of calls, and that over the view for roles to which a policy applies.
const BUDGETS: [&str; 2] = [budgets!("call"), budgets!("scoped_call")];

const ROUNDS: &str = "SELECT iteration FROM run WHERE id = $1";

/// Agents that work for a run.
const AGENTS: [&str; 4] = ["filter", "forecaster", "researcher", "writer"];

impl PgRuns {
    /// Returns the budgets of a run and of its event's agents. Leaves out budgets that no call has used yet.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn budgets(&self, run: RunId, event: JobId) -> Result<Vec<BudgetLine>, PortError> {
        let read = |pool: PgPool| async move {
            let rounds: Option<i32> = sqlx::query_scalar(ROUNDS).bind(run.0).fetch_optional(&pool).await?;
            let agents = agent_scopes(event, rounds.and_then(|rounds| u32::try_from(rounds).ok()).unwrap_or(0));
            let query =
                sqlx::query_as(pool.statement(BUDGETS)).bind(BudgetScope::run(run).key().to_owned()).bind(agents);
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            let line = |Row { scope, limit, spent, closed }: Row| BudgetLine {
                scope,
                limit: MicroUsd::from_i64(limit),
                spent: MicroUsd::from_i64(spent),
                closed,
            };
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.run("budget", read).await
    }
}

/// Returns the keys of the agents' budgets: of the whole event, which older versions use for every agent, and of each
/// round.
fn agent_scopes(event: JobId, rounds: u32) -> Vec<String> {
    let of = |agent: &'static str| {
        let each = (1..=rounds).map(move |round| BudgetScope::agent_round(agent, event, round));
        std::iter::once(BudgetScope::agent(agent, event)).chain(each)
    };
    AGENTS.into_iter().flat_map(of).map(|scope| scope.key().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_its_owner_and_the_amount_left() {
        let line = |scope: &str, closed| BudgetLine {
            scope: scope.to_owned(),
            limit: MicroUsd(10),
            spent: MicroUsd(4),
            closed,
        };
        assert_eq!(line("run:1", false).left(), MicroUsd(6));
        assert_eq!(line("run:1", true).left(), MicroUsd::ZERO);
        let owners =
            ["run:1", "agent:filter:2:r3", "tenant:a:2026-11-22"].map(|scope| line(scope, false).owner().into_owned());
        assert_eq!(owners, ["run", "filter, round 3", "tenant and day"]);
    }
}
