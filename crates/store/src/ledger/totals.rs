//! Totals of the ledger by state, tenant, worker and model.

use std::future::Future;

use domain::forecast::AgentCost;
use domain::port::{PortError, Tokens};
use domain::{BudgetScope, MicroUsd, Tenant};

use super::facet::PgLedger;
use crate::budget_share;
use crate::pool::PgPool;
use crate::rows::row;

/// The ledger by state. `settled + wasted` is what providers have billed; `unknown` is charged until they are asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Money {
    /// Reserved by open calls.
    pub reserved: MicroUsd,
    /// Paid for usable replies.
    pub settled: MicroUsd,
    /// Paid for unusable replies.
    pub wasted: MicroUsd,
    /// Charged for calls with an unknown result.
    pub unknown: MicroUsd,
    /// Number of calls in each state: intent, settled, wasted, refused, unknown.
    pub calls: [u64; 5],
}

impl Money {
    /// Returns the sum that counts against budgets.
    pub fn charged(&self) -> MicroUsd {
        [self.reserved, self.settled, self.wasted, self.unknown].into_iter().sum()
    }
}

/// Total of one worker with one model for one tenant.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AgentTotal {
    /// Tenant that the calls were made for.
    pub tenant: Tenant,
    /// The calling worker.
    pub agent: String,
    /// Name of the provider.
    pub provider: String,
    /// Name of the model.
    pub model: String,
    /// Number of calls, including refused ones.
    pub calls: u64,
    /// Sum of the amounts charged.
    #[serde(rename = "charged_micro_usd")]
    pub charged: MicroUsd,
    /// The part of it that is reserved by open calls.
    #[serde(rename = "reserved_micro_usd")]
    pub reserved: MicroUsd,
    /// Tokens as far as providers reported them; calls recorded by versions without token counts add 0.
    pub tokens: Tokens,
}

/// Read access to totals. Implemented by [`PgLedger`]; a trait, so that tests of reports need no server.
pub trait Accounts: Send + Sync + 'static {
    /// Returns the totals of a scope by tenant, worker and model, highest charge first.
    fn account(&self, scope: &BudgetScope) -> impl Future<Output = Result<Vec<AgentTotal>, PortError>> + Send;
}

impl Accounts for PgLedger {
    async fn account(&self, scope: &BudgetScope) -> Result<Vec<AgentTotal>, PortError> {
        self.totals(Some(&[scope.key()])).await
    }
}

impl From<AgentTotal> for AgentCost {
    fn from(total: AgentTotal) -> Self {
        Self {
            agent: total.agent,
            model: total.model,
            calls: total.calls,
            cost: total.charged,
            input_tokens: total.tokens.read,
            output_tokens: total.tokens.written,
        }
    }
}

const BY_STATE: &str = "
SELECT state, count(*), coalesce(sum(charged), 0)::int8 FROM call WHERE $1::text[] IS NULL OR budgets && $1 GROUP BY state";

macro_rules! by_agent {
    ($call:literal) => {
        concat!(
            "
SELECT tenant, agent, provider, model, count(*), coalesce(sum(charged), 0)::int8,
       coalesce(sum(charged) FILTER (WHERE state = 'intent'), 0)::int8, coalesce(sum(tokens_read), 0)::int8, coalesce(sum(tokens_written), 0)::int8
FROM ",
            $call,
            "
WHERE $1::text[] IS NULL OR budgets && $1
GROUP BY tenant, agent, provider, model ORDER BY 6 DESC, 1, 2, 3, 4"
        )
    };
}

/// The statement over the table, and that over the view for roles to which a policy applies.
const BY_AGENT: [&str; 2] = [by_agent!("call"), by_agent!("scoped_call")];

macro_rules! by_day {
    ($call:literal) => {
        concat!(
            "
SELECT (opened_at AT TIME ZONE 'UTC')::date::text, agent, sum(charged)::int8
FROM ",
            $call,
            "
WHERE budgets && $1 AND charged > 0 GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2"
        )
    };
}

/// As [`BY_AGENT`].
const BY_DAY: [&str; 2] = [by_day!("call"), by_day!("scoped_call")];

/// Charges of one worker on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentDay {
    /// The day in UTC, e.g. `2026-11-22`.
    pub day: String,
    /// The calling worker.
    pub agent: String,
    /// Sum of the amounts charged.
    pub charged: MicroUsd,
}

row! {
    struct AgentRow {
        tenant: String,
        agent: String,
        provider: String,
        model: String,
        calls: i64,
        charged: i64,
        reserved: i64,
        read: i64,
        written: i64,
    }
}

/// Returns the keys of scopes and of all shares that they may have.
fn all_keys(scopes: &[&str]) -> Vec<String> {
    scopes.iter().flat_map(|scope| budget_share::keys(scope)).collect()
}

impl PgLedger {
    /// Returns the totals by state, of the whole ledger or of scopes (`BudgetScope::key`).
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn money(&self, scopes: Option<&[&str]>) -> Result<Money, PortError> {
        let scopes = &scopes.map(all_keys);
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(BY_STATE).bind(scopes).fetch_all(&pool).await?;
            Ok(rows.into_iter().fold(Money::default(), add))
        };
        self.database.run("call", select).await
    }

    /// Returns the totals by tenant, worker and model, of the whole ledger or of scopes.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn totals(&self, scopes: Option<&[&str]>) -> Result<Vec<AgentTotal>, PortError> {
        let scopes = &scopes.map(all_keys);
        let select = |pool: PgPool| async move {
            let rows: Vec<AgentRow> = sqlx::query_as(pool.statement(BY_AGENT)).bind(scopes).fetch_all(&pool).await?;
            let total =
                |AgentRow { tenant, agent, provider, model, calls, charged, reserved, read, written }: AgentRow| {
                    AgentTotal {
                        tenant: Tenant::parse(&tenant).unwrap_or_default(),
                        agent,
                        provider,
                        model,
                        calls: u64::try_from(calls).unwrap_or(0),
                        charged: MicroUsd::from_i64(charged),
                        reserved: MicroUsd::from_i64(reserved),
                        tokens: Tokens {
                            read: u64::try_from(read).unwrap_or(0),
                            written: u64::try_from(written).unwrap_or(0),
                        },
                    }
                };
            Ok(rows.into_iter().map(total).collect())
        };
        self.database.run("call", select).await
    }

    /// Returns the charges of each worker by day in scopes, newest day first, highest charge first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` with [`crate::list_timeout::ListTimeout`] if there are too many
    /// calls.
    pub async fn by_day(&self, scopes: &[&str]) -> Result<Vec<AgentDay>, PortError> {
        let keys = &all_keys(scopes);
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, String, i64)> =
                sqlx::query_as(pool.statement(BY_DAY)).bind(keys).fetch_all(&pool).await?;
            let day = |(day, agent, charged)| AgentDay { day, agent, charged: MicroUsd::from_i64(charged) };
            Ok(rows.into_iter().map(day).collect())
        };
        self.database.list("call", select).await
    }

    /// Returns (scope, committed, charged) of every budget of the last two days whose `committed` differs from the sum
    /// of its calls' charges and its shares' limits. A non-empty result is a bug. Older calls are not read, so that the
    /// check stays fast on a large table.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unbalanced(&self) -> Result<Vec<(String, MicroUsd, MicroUsd)>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(UNBALANCED).fetch_all(&pool).await?;
            let line =
                |(scope, committed, charged)| (scope, MicroUsd::from_i64(committed), MicroUsd::from_i64(charged));
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.run("budget", select).await
    }
}

/// No call is older than its budgets.
const UNBALANCED: &str = "
WITH recent AS (SELECT scope, committed FROM budget WHERE made_at > now() - interval '2 days'),
     charges AS (SELECT scope, sum(charged) AS charged FROM call, unnest(budgets) AS scope
                 WHERE opened_at > now() - interval '2 days' GROUP BY scope),
     divided AS (SELECT share_of AS scope, sum(\"limit\") AS divided FROM budget WHERE share_of IS NOT NULL GROUP BY share_of)
SELECT scope, committed, (coalesce(charged, 0) + coalesce(divided, 0))::int8
FROM recent LEFT JOIN charges USING (scope) LEFT JOIN divided USING (scope)
WHERE committed <> coalesce(charged, 0) + coalesce(divided, 0)";

fn add(mut money: Money, (state, calls, charged): (String, i64, i64)) -> Money {
    let amount = MicroUsd::from_i64(charged);
    let place = match state.as_str() {
        "intent" => {
            money.reserved = amount;
            0
        }
        "settled" => {
            money.settled = amount;
            1
        }
        "wasted" => {
            money.wasted = amount;
            2
        }
        "refused" => 3,
        _ => {
            money.unknown = amount;
            4
        }
    };
    money.calls[place] = u64::try_from(calls).unwrap_or(0);
    money
}
