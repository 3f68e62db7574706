//! Forecasts of open questions that differ from a question only in deadline or limit.

use domain::port::PortError;
use domain::reading::Family;
use domain::{Probability, Run, RunId, Time};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::facet::PgForecasts;
use crate::pool::PgPool;
use crate::rows::row;

/// The published forecast of an open question of a family.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FamilyForecast {
    /// Id of its run.
    pub run: RunId,
    /// Text of its question.
    pub question: String,
    /// Its deadline and limit.
    pub family: Family,
    /// Its probability of YES.
    pub probability: Probability,
}

/// The newest published forecast by `key` of each other question whose run has `column = $2`, and that is neither
/// resolved nor closed. Runs as of a past day do not count.
macro_rules! newest_open {
    ($column:literal, $relation:literal, $key:literal, $condition:literal) => {
        concat!(
            "
SELECT id, question, relation, probability FROM (
  SELECT DISTINCT ON (",
            $key,
            ") r.id, r.question, ",
            $relation,
            " AS relation, f.probability, r.started_at
  FROM run r JOIN run_forecast f ON f.run = r.id
  WHERE r.tenant = $1 AND r.",
            $column,
            " = $2 AND r.started_at >= $3 AND r.id <> $5 AND f.probability IS NOT NULL
    AND coalesce((r.body->'asked'->>'closes')::timestamptz, 'infinity') > $4
    AND r.body->'asked'->'config'->>'as_of' IS NULL
    AND NOT EXISTS (SELECT FROM outcome o WHERE o.run = r.id AND o.retired_at IS NULL)
    AND ",
            $condition,
            "
  ORDER BY ",
            $key,
            ", r.started_at DESC
) AS newest ORDER BY started_at DESC, id LIMIT $6"
        )
    };
}
pub(super) use newest_open;

/// The forecasts of the other questions of a family.
pub(crate) const FAMILY: &str = newest_open!("family", "r.body->'reading'->>'family'", "r.question", "TRUE");

row! {
    struct Row {
        id: Uuid,
        question: String,
        family: String,
        probability: f64,
    }
}

/// What is asked about the questions related to that of a run.
#[derive(Debug, Clone, Copy)]
pub struct FamilyQuery<'a> {
    /// The run, which is not part of the answer.
    pub run: &'a Run,
    /// Earliest start of the runs.
    pub since: Time,
    /// Time at which the questions are open.
    pub now: Time,
    /// Maximum number of forecasts.
    pub limit: u32,
}

impl PgForecasts {
    /// Returns the forecasts of open questions of the family of a run's question, newest first; none if it has no
    /// family.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn family(&self, query: FamilyQuery<'_>) -> Result<Vec<FamilyForecast>, PortError> {
        let FamilyQuery { run, since, now, limit } = query;
        let family = run.reading.as_ref().and_then(|reading| reading.family.as_ref());
        let Some(Family { key, .. }) = family else { return Ok(Vec::new()) };
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(FAMILY).bind(run.tenant.as_str()).bind(key).bind(since).bind(now);
            let rows: Vec<Row> = query.bind(run.id.0).bind(i64::from(limit)).fetch_all(&pool).await?;
            // A family that a newer version stored in another form relates to nothing.
            let forecast = |Row { id, question, family, probability }: Row| {
                let family = serde_json::from_str(&family).ok()?;
                let probability = Probability::clamp(probability).ok()?;
                Some(FamilyForecast { run: RunId(id), question, family, probability })
            };
            Ok(rows.into_iter().filter_map(forecast).collect())
        };
        self.database.run("run", select).await
    }
}
