//! Counts of degraded answers: results that were made without a model reply that they need.

use std::collections::BTreeMap;

use domain::Tenant;
use domain::evidence::Filtering;
use domain::port::PortError;

use super::facet::PgResults;
use crate::pool::PgPool;
use crate::rows::number;

/// Degraded answers among the latest ones: at most the newest 1,000 events and their evidence, the newest 1,000
/// forecasts, the reports among the newest 1,000 runs, and the newest 1,000 results of macros, of the last 24 hours.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct DegradedAnswers {
    /// Number of classifications, answers of research, forecasts, reports and results of macros considered.
    pub answers: u64,
    /// Number of those that lack a reply of the model.
    pub degraded: u64,
    /// Number by what they lack, as in the metric `auspex_degraded_answers_total`. An answer may lack several replies.
    pub reasons: BTreeMap<String, u64>,
}

/// The newest events of all tenants. Two partial indexes on `received_at` hold every event between them, so that two
/// thousand rows are read at any rate of events.
macro_rules! newest_of_all {
    () => {
        "
  SELECT job, decided_by FROM (
    (SELECT job, decided_by, received_at FROM event
     WHERE received_at > now() - interval '1 day' AND (interesting OR tasks > 0 OR run IS NOT NULL)
     ORDER BY received_at DESC LIMIT 1000)
    UNION ALL
    (SELECT job, decided_by, received_at FROM event
     WHERE received_at > now() - interval '1 day' AND NOT interesting AND tasks = 0 AND run IS NULL
     ORDER BY received_at DESC LIMIT 1000)) AS newest
  ORDER BY received_at DESC LIMIT 1000"
    };
}

/// The newest events of a tenant, by the index of its list.
macro_rules! newest_of_tenant {
    () => {
        "
  SELECT job, decided_by FROM event WHERE tenant = $2 AND received_at > now() - interval '1 day'
  ORDER BY received_at DESC, job DESC LIMIT 1000"
    };
}

/// Reads the newest events, forecasts and macros by the indexes on `made_at`, runs by those on `started_at`, and
/// evidence by event, so that the cost does not grow with the tables; each body is parsed once. Flags begin with the
/// name of the step that failed. Evidence of a filter that an operator turned off is not degraded, and research from
/// memory is not degraded by what it lacked before.
macro_rules! latest {
    ($newest:expr) => {
        concat!(
            "WITH recent AS (",
            $newest,
            "
), answer (reasons) AS (
  SELECT array_remove(ARRAY[CASE decided_by WHEN 'rules_without_model' THEN 'rules_only' END], NULL) FROM recent
  UNION ALL
  SELECT array_remove(ARRAY[
    CASE WHEN part.filtering->>'kind' = 'unfiltered' AND part.filtering->>'reason' <> $1 THEN 'unfiltered' END,
    CASE WHEN made.from_cache THEN NULL
         WHEN made.ending->>'kind' = 'partial' THEN 'partial_research'
         WHEN made.ending->>'kind' = 'failed' THEN 'failed_research' END
  ], NULL) || ARRAY(
    SELECT DISTINCT lack.reason
    FROM json_to_recordset(coalesce(made.lacks, '[]')) AS lack (reason text, inherited boolean)
    WHERE lack.inherited IS NOT TRUE AND lack.reason IS NOT NULL
    ORDER BY 1)
  FROM recent JOIN evidence v ON v.event = recent.job
  CROSS JOIN LATERAL json_to_record(v.body) AS part (filtering json, research json)
  CROSS JOIN LATERAL json_to_record(part.research) AS made (ending json, from_cache boolean, lacks json)
  UNION ALL
  SELECT ARRAY(
    SELECT DISTINCT lacking.reason FROM json_array_elements_text(f.flags) AS flag
    JOIN (VALUES ('decompose:%', 'no_decomposition'), ('analyze:%', 'no_analysis'), ('estimate-%', 'estimates_missing'))
         AS lacking (pattern, reason) ON flag LIKE lacking.pattern
    ORDER BY 1)
  FROM (SELECT coalesce(body->'flags', '[]') AS flags FROM forecast
        WHERE made_at > now() - interval '1 day' AND ($2::text IS NULL OR tenant = $2) ORDER BY made_at DESC LIMIT 1000) AS f
  UNION ALL
  SELECT ARRAY(
    SELECT DISTINCT lacking.reason FROM json_array_elements_text(r.flags) AS flag
    JOIN (VALUES ('decompose:%', 'no_decomposition'), ('contrary:%', 'no_analysis'), ('gaps:%', 'no_analysis'),
                 ('outline:%', 'unwritten_report'), ('section-%', 'unwritten_report'), ('summary:%', 'unwritten_report'),
                 ('judge-%', 'unwritten_report'))
         AS lacking (pattern, reason) ON flag LIKE lacking.pattern
    ORDER BY 1)
  FROM (SELECT ended->'reported'->'flags' AS flags FROM run
        WHERE started_at > now() - interval '1 day' AND ($2::text IS NULL OR tenant = $2) ORDER BY started_at DESC LIMIT 1000) AS r
  WHERE r.flags IS NOT NULL
  UNION ALL
  SELECT ARRAY(
    SELECT DISTINCT lack.reason FROM json_to_recordset(m.lacks) AS lack (reason text, inherited boolean)
    WHERE lack.inherited IS NOT TRUE AND lack.reason IS NOT NULL
    ORDER BY 1)
  FROM (SELECT coalesce(body->'lacks', '[]') AS lacks FROM macro_result
        WHERE made_at > now() - interval '1 day' AND subject = 'macro' AND ($2::text IS NULL OR tenant = $2) ORDER BY made_at DESC LIMIT 1000) AS m
)
SELECT reasons, count(*) FROM answer GROUP BY reasons"
        )
    };
}

const OF_ALL: &str = latest!(newest_of_all!());
const OF_TENANT: &str = latest!(newest_of_tenant!());

impl PgResults {
    /// Counts the degraded answers of the last 24 hours, of one tenant or of all.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn degraded(&self, tenant: Option<&Tenant>) -> Result<DegradedAnswers, PortError> {
        let select = |pool: PgPool| async move {
            let statement = if tenant.is_some() { OF_TENANT } else { OF_ALL };
            let rows: Vec<(Vec<String>, i64)> = sqlx::query_as(statement)
                .bind(Filtering::TURNED_OFF)
                .bind(tenant.map(Tenant::as_str))
                .fetch_all(&pool)
                .await?;
            Ok(rows.into_iter().fold(DegradedAnswers::default(), DegradedAnswers::with))
        };
        self.database.run("answers", select).await
    }
}

impl DegradedAnswers {
    fn with(mut self, (reasons, answers): (Vec<String>, i64)) -> Self {
        let answers = number(answers);
        self.answers += answers;
        self.degraded += if reasons.is_empty() { 0 } else { answers };
        for reason in reasons {
            *self.reasons.entry(reason).or_default() += answers;
        }
        self
    }
}
