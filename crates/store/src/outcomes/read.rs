//! Queries of outcomes: the history of a question, the runs of a market, and the past cases of reference classes.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use forecasting::base_rates::{self, Class, ClassHistory, Cohort};
use futures::FutureExt;
use futures::future::BoxFuture;

use super::port::{Origin, Outcomes, PgOutcomes, StoredOutcome, TrackedQuestion};
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

const HISTORY: &str = "
SELECT value, resolved_at, learned_at, retired_at, withdrawn, origin, because FROM outcome
WHERE tenant = $1 AND key = $2 ORDER BY retired_at DESC NULLS FIRST, id DESC";
/// Must contain exactly the expression of the index `run_market`.
const OF_MARKET: &str = "
SELECT id FROM run WHERE tenant = $1 AND (body->'asked'->'market'->>'condition_id') = $2 ORDER BY started_at, id";

row! {
    struct HistoryRow {
        value: f64,
        resolved_at: Time,
        learned_at: Time,
        retired_at: Option<Time>,
        withdrawn: Option<String>,
        origin: String,
        because: String,
    }
}

impl PgOutcomes {
    /// Returns all outcomes recorded for a question: the current one, then the corrected ones, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn history(&self, tenant: &Tenant, key: &str) -> Result<Vec<StoredOutcome>, PortError> {
        let key = &clean(key);
        let select = |pool: PgPool| async move {
            let rows: Vec<HistoryRow> =
                sqlx::query_as(HISTORY).bind(tenant.as_str()).bind(key).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(outcome).collect())
        };
        self.database.run("outcome", select).await
    }

    /// Returns the tenant's runs about a market, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn runs_of_market(&self, tenant: &Tenant, condition_id: &str) -> Result<Vec<RunId>, PortError> {
        let condition_id = &clean(condition_id);
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar(OF_MARKET).bind(tenant.as_str()).bind(condition_id);
            Ok(query.fetch_all(&pool).await?.into_iter().map(RunId).collect())
        };
        self.database.run("run", select).await
    }
}

fn outcome(row: HistoryRow) -> StoredOutcome {
    let HistoryRow { value, resolved_at, learned_at, retired_at, withdrawn, origin, because } = row;
    // The table accepts no other name.
    let origin = Origin::parse(&origin).unwrap_or(Origin::Hand);
    StoredOutcome { value, resolved_at, learned_at, retired_at, withdrawn, origin, because }
}

/// Outcomes that were resolved and due by $3, as known at $4. Excludes the question itself.
const COHORTS: &str = "
SELECT c.class, (o.asked_at AT TIME ZONE 'UTC')::date, sum(o.value), count(*)
FROM outcome_class c JOIN outcome o ON o.id = c.outcome
WHERE c.tenant = $1 AND c.class = ANY($2) AND o.resolved_at <= $3 AND (o.due_at IS NULL OR o.due_at <= $3)
  AND o.learned_at <= $4 AND (o.retired_at IS NULL OR o.retired_at > $4) AND o.key <> $5
GROUP BY 1, 2";

row! {
    struct CohortRow {
        label: String,
        asked_on: NaiveDate,
        yes: f64,
        cases: i64,
    }
}

impl Outcomes for PgOutcomes {
    fn past<'a>(
        &'a self,
        question: &'a TrackedQuestion,
        known_at: Time,
    ) -> BoxFuture<'a, Result<Vec<ClassHistory>, PortError>> {
        async move {
            let classes = base_rates::classes(&question.asked());
            let labels: Vec<String> = classes.iter().map(|class| clean(&class.label)).collect();
            let labels = &labels;
            let select = |pool: PgPool| async move {
                let query = sqlx::query_as(COHORTS).bind(question.tenant.as_str()).bind(labels);
                let query = query.bind(question.asked_at).bind(known_at).bind(clean(&question.key));
                let rows: Vec<CohortRow> = query.fetch_all(&pool).await?;
                Ok(rows)
            };
            Ok(past_cases(&classes, self.database.run("outcome", select).await?))
        }
        .boxed()
    }
}

fn past_cases(classes: &[Class], rows: Vec<CohortRow>) -> Vec<ClassHistory> {
    let mut cohorts: BTreeMap<String, Vec<Cohort>> = BTreeMap::new();
    for CohortRow { label, asked_on, yes, cases } in rows {
        let cohort = Cohort { asked_on, yes, cases: u64::try_from(cases).unwrap_or(0) };
        cohorts.entry(label).or_default().push(cohort);
    }
    // Postgres returns the rows in any order, float sums depend on the order, and prompts must be reproducible.
    cohorts.values_mut().for_each(|cohorts| cohorts.sort_by_key(|cohort| cohort.asked_on));
    let past = |class: &Class| {
        let cohorts = cohorts.get(&clean(&class.label))?;
        Some(ClassHistory::from_cohorts(class.description.clone(), cohorts)).filter(|past| past.trials > 0)
    };
    classes.iter().filter_map(past).collect()
}
