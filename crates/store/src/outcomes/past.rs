//! The past cases of a question's reference classes.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::Time;
use domain::port::PortError;
use forecasting::base_rates::{Class, Cohort, Past};
use futures::FutureExt;
use futures::future::BoxFuture;

use super::{Outcomes, Question};
use crate::Store;
use crate::effect::text::clean;

/// What was decided and due by $3, as it was believed at $4. The question itself is never a case of its own.
const COHORTS: &str = "
SELECT c.class, (o.asked_at AT TIME ZONE 'UTC')::date, sum(o.value), count(*)
FROM outcome_class c JOIN outcome o ON o.id = c.outcome
WHERE c.tenant = $1 AND c.class = ANY($2) AND o.resolved_at <= $3 AND (o.due_at IS NULL OR o.due_at <= $3)
  AND o.learned_at <= $4 AND (o.retired_at IS NULL OR o.retired_at > $4) AND o.key <> $5
GROUP BY 1, 2";

type Row = (String, NaiveDate, f64, i64);

impl Outcomes for Store {
    fn past<'a>(&'a self, question: &'a Question, known_at: Time) -> BoxFuture<'a, Result<Vec<Past>, PortError>> {
        async move {
            let classes = forecasting::base_rates::classes(&question.asked());
            let labels: Vec<String> = classes.iter().map(|class| clean(&class.label)).collect();
            let labels = &labels;
            let ask = |pool: sqlx::PgPool| async move {
                let query = sqlx::query_as(COHORTS).bind(question.tenant.as_str()).bind(labels);
                let query = query.bind(question.asked_at).bind(known_at).bind(clean(&question.key));
                let rows: Vec<Row> = query.fetch_all(&pool).await?;
                Ok(rows)
            };
            Ok(counted(&classes, self.run("outcome", ask).await?))
        }
        .boxed()
    }
}

fn counted(classes: &[Class], rows: Vec<Row>) -> Vec<Past> {
    let mut cohorts: BTreeMap<String, Vec<Cohort>> = BTreeMap::new();
    for (label, asked_on, yes, cases) in rows {
        let cohort = Cohort { asked_on, yes, cases: u64::try_from(cases).unwrap_or(0) };
        cohorts.entry(label).or_default().push(cohort);
    }
    // The order of rows is Postgres' own; sums of floats depend on it, and a prompt must be the same twice.
    cohorts.values_mut().for_each(|cohorts| cohorts.sort_by_key(|cohort| cohort.asked_on));
    let past = |class: &Class| {
        let cohorts = cohorts.get(&clean(&class.label))?;
        Some(Past::of(class.words.clone(), cohorts)).filter(|past| past.trials > 0)
    };
    classes.iter().filter_map(past).collect()
}
