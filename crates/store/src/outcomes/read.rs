//! What a person asks of outcomes: the history of one, and which runs a market's resolution decides.

use domain::port::PortError;
use domain::{RunId, Tenant, Time};

use super::{Origin, Outcome};
use crate::Store;
use crate::effect::text::clean;

const HISTORY: &str = "
SELECT value, resolved_at, learned_at, retired_at, origin, because FROM outcome
WHERE tenant = $1 AND key = $2 ORDER BY retired_at DESC NULLS FIRST, id DESC";
/// The expression is that of the index `run_market`, to the letter.
const OF_MARKET: &str = "
SELECT id FROM run WHERE tenant = $1 AND (body->'asked'->'market'->>'condition_id') = $2 ORDER BY started_at, id";

type Row = (f64, Time, Time, Option<Time>, String, String);

impl Store {
    /// All that was ever said about a question: what is believed now, then what was corrected, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn outcomes_of(&self, tenant: &Tenant, key: &str) -> Result<Vec<Outcome>, PortError> {
        let key = &clean(key);
        let ask = |pool: sqlx::PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(HISTORY).bind(tenant.as_str()).bind(key).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(outcome).collect())
        };
        self.run("outcome", ask).await
    }

    /// The tenant's runs about a market, the oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn runs_of_market(&self, tenant: &Tenant, condition_id: &str) -> Result<Vec<RunId>, PortError> {
        let condition_id = &clean(condition_id);
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_scalar(OF_MARKET).bind(tenant.as_str()).bind(condition_id);
            Ok(query.fetch_all(&pool).await?.into_iter().map(RunId).collect())
        };
        self.run("run", ask).await
    }
}

fn outcome((value, resolved_at, learned_at, retired_at, origin, because): Row) -> Outcome {
    // The table takes no other name.
    let origin = Origin::parse(&origin).unwrap_or(Origin::Hand);
    Outcome { value, resolved_at, learned_at, retired_at, origin, because }
}
