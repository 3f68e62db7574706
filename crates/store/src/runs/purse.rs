//! What a run and everybody who works for it may still spend, as the ledger has it.

use domain::port::PortError;
use domain::{JobId, MicroUsd, RunId, Scope};

use crate::Store;

/// One budget as it stands.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PurseLine {
    /// `run:…`, `agent:researcher:…`, `tenant:default:2026-11-22`.
    pub scope: String,
    /// At most this; the lowest limit that any call named.
    pub limit: MicroUsd,
    /// Reserved and settled together.
    pub spent: MicroUsd,
    /// Nothing is reserved from it any more.
    pub closed: bool,
}

impl PurseLine {
    /// What may still be reserved.
    pub fn left(&self) -> MicroUsd {
        if self.closed { MicroUsd::ZERO } else { self.limit.saturating_sub(self.spent) }
    }

    /// Whose it is: `run`, `researcher`, `tenant and day`.
    pub fn whose(&self) -> &str {
        domain::budget::whose(&self.scope)
    }
}

/// The run's own, each agent's for its event, and the days of its tenant that its calls counted against.
const PURSE: &str = "
SELECT scope, \"limit\", committed, closed FROM budget
WHERE scope = $1 OR scope = ANY($2)
   OR scope IN (SELECT DISTINCT s FROM call c, unnest(c.budgets) s WHERE c.budgets @> ARRAY[$1] AND s LIKE 'tenant:%')
ORDER BY split_part(scope, ':', 1) = 'run' DESC, scope";

/// Who works for a run.
const AGENTS: [&str; 4] = ["filter", "forecaster", "researcher", "writer"];

impl Store {
    /// The budgets of a run whose event has this job. A budget that no call has named yet is not among them.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn purse(&self, run: RunId, event: JobId) -> Result<Vec<PurseLine>, PortError> {
        let agents: Vec<String> = AGENTS.iter().map(|agent| Scope::agent(agent, event).key().to_owned()).collect();
        let agents = &agents;
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(PURSE).bind(Scope::run(run).key().to_owned()).bind(agents);
            let rows: Vec<(String, i64, i64, bool)> = query.fetch_all(&pool).await?;
            let line = |(scope, limit, spent, closed)| PurseLine {
                scope,
                limit: MicroUsd::from_i64(limit),
                spent: MicroUsd::from_i64(spent),
                closed,
            };
            Ok(rows.into_iter().map(line).collect())
        };
        self.run("budget", ask).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_whose_it_is_and_what_is_left() {
        let line = |scope: &str, closed| PurseLine {
            scope: scope.to_owned(),
            limit: MicroUsd(10),
            spent: MicroUsd(4),
            closed,
        };
        assert_eq!(line("run:1", false).left(), MicroUsd(6));
        assert_eq!(line("run:1", true).left(), MicroUsd::ZERO);
        let whose =
            ["run:1", "agent:filter:2", "tenant:a:2026-11-22"].map(|scope| line(scope, false).whose().to_owned());
        assert_eq!(whose, ["run", "filter", "tenant and day"]);
    }
}
