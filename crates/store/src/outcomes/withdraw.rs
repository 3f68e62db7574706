//! Withdrawal of outcomes that were recorded by mistake: the question is open again, and the history keeps the row.

use domain::port::PortError;
use domain::{RunId, Tenant, Time};

use super::port::PgOutcomes;
use crate::pool::PgPool;
use crate::text::clean;

/// Times of belief must not end before they begin.
const WITHDRAW: &str = "
UPDATE outcome SET retired_at = greatest($3, learned_at), withdrawn = $4
WHERE tenant = $1 AND key = $2 AND retired_at IS NULL";
const WITHDRAW_ANSWER: &str = "
UPDATE answer_outcome SET retired_at = greatest($3, learned_at), withdrawn = $4
WHERE tenant = $1 AND run = $2 AND retired_at IS NULL";

/// A withdrawal of what was recorded for a question.
#[derive(Debug, Clone)]
pub struct Withdrawal<'a> {
    /// Tenant of the question.
    pub tenant: &'a Tenant,
    /// Key of the question.
    pub key: &'a str,
    /// Run of the question.
    pub run: RunId,
    /// Time of the withdrawal.
    pub at: Time,
    /// The reason; may be empty.
    pub because: &'a str,
}

impl PgOutcomes {
    /// Withdraws the current outcome and the current answer of a question. Returns `false` if there is none.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn withdraw(&self, withdrawal: &Withdrawal<'_>) -> Result<bool, PortError> {
        let Withdrawal { tenant, key, run, at, because } = *withdrawal;
        let (key, because) = (&clean(key), &clean(because));
        let update = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            let value = sqlx::query(WITHDRAW).bind(tenant.as_str()).bind(key).bind(at).bind(because);
            let withdrawn = value.execute(&mut *transaction).await?.rows_affected();
            let answer = sqlx::query(WITHDRAW_ANSWER).bind(tenant.as_str()).bind(run.0).bind(at).bind(because);
            let answers = answer.execute(&mut *transaction).await?.rows_affected();
            transaction.commit().await?;
            Ok(withdrawn + answers > 0)
        };
        self.database.run("outcome", update).await
    }
}
