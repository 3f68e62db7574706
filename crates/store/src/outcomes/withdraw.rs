//! Withdrawal of outcomes that were recorded by mistake: the question is open again, and the history keeps the row.

use domain::outcome::{DecidedOutcome, OutcomeStep};
use domain::port::PortError;
use domain::{RunId, Tenant, Time};

use super::announce::{self, Written};
use super::port::PgOutcomes;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

/// Times of belief must not end before they begin.
const WITHDRAW: &str = "
UPDATE outcome SET retired_at = greatest($3, learned_at), withdrawn = $4
WHERE tenant = $1 AND key = $2 AND retired_at IS NULL RETURNING id, value, resolved_at, retired_at AS at";
const WITHDRAW_ANSWER: &str = "
UPDATE answer_outcome SET retired_at = greatest($3, learned_at), withdrawn = $4
WHERE tenant = $1 AND run = $2 AND retired_at IS NULL RETURNING id, answer::text, resolved_at, retired_at AS at";

row! {
    struct WithdrawnRow {
        id: i64,
        value: f64,
        resolved_at: Time,
        at: Time,
    }
}
row! {
    struct WithdrawnAnswerRow {
        id: i64,
        answer: String,
        resolved_at: Time,
        at: Time,
    }
}

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
            let update = sqlx::query_as(WITHDRAW).bind(tenant.as_str()).bind(key).bind(at).bind(because);
            let value: Option<WithdrawnRow> = update.fetch_optional(&mut *transaction).await?;
            let update = sqlx::query_as(WITHDRAW_ANSWER).bind(tenant.as_str()).bind(run.0).bind(at).bind(because);
            let answer: Option<WithdrawnAnswerRow> = update.fetch_optional(&mut *transaction).await?;
            let mut withdrawn = Vec::new();
            withdrawn.extend(value.map(|row| (DecidedOutcome::Value(row.value), row.id, (row.resolved_at, row.at))));
            if let Some(row) = answer {
                let answer = DecidedOutcome::Answer(serde_json::from_str(&row.answer)?);
                withdrawn.push((answer, row.id, (row.resolved_at, row.at)));
            }
            let any = !withdrawn.is_empty();
            for (outcome, row, (resolved_at, at)) in withdrawn {
                let (run, step, replaced) = (Some(run), OutcomeStep::Withdrawn, None);
                let written = Written { tenant, key, run, row, step, outcome, replaced, resolved_at, because, at };
                announce::announce(&mut transaction, self.announce, written).await?;
            }
            transaction.commit().await?;
            Ok(any)
        };
        self.database.run("outcome", update).await
    }
}
