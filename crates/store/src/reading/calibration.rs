//! Forecasts beside what came of them: what scores and recalibration maps are made from. One believed outcome per run.

use domain::port::PortError;
use domain::{Forecast, JobId, RunId, Tenant, Time};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use crate::Store;

/// A forecast and its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The run.
    pub run: RunId,
    /// Whom it was for.
    pub tenant: Tenant,
    /// Who published the event, e.g. `forecastbench`; may be empty.
    pub source: String,
    /// What the question was about; may be empty.
    pub topic: String,
    /// The model.
    pub model: String,
    /// The forecaster's prompts.
    pub prompt_version: String,
    /// The question.
    pub question: String,
    /// How likely YES was said to be.
    pub probability: f64,
    /// The same before it was recalibrated.
    pub uncalibrated: f64,
    /// The market's price when it was asked.
    pub crowd: Option<f64>,
    /// What came of it: 1 is YES, 0 is NO, between: in part.
    pub outcome: f64,
    /// When it was asked.
    pub asked_at: Time,
    /// When the world decided.
    pub resolved_at: Time,
}

/// Which forecasts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scope {
    /// Of this tenant only.
    pub tenant: Option<Tenant>,
    /// Of this model only.
    pub model: Option<String>,
    /// With a market's price when they were asked, or without one.
    pub with_crowd: Option<bool>,
    /// What was believed at this moment; now, where it is not said.
    pub known_at: Option<Time>,
    /// The newest at most.
    pub most: u32,
}

/// A question that was resolved before it was asked teaches nothing and is left out.
const SCORED: &str = "
SELECT run, tenant, source, topic, model, prompt_version, question, probability, coalesce(uncalibrated, probability) AS uncalibrated, crowd,
       value, asked_at, resolved_at
FROM (SELECT DISTINCT ON (o.run) o.run, f.tenant, coalesce(e.source, '') AS source, o.topic,
             coalesce(f.body->>'model', '') AS model, coalesce(f.body->>'prompt_version', '') AS prompt_version,
             r.question, f.probability, (f.body->>'uncalibrated')::float8 AS uncalibrated,
             (f.body->'run'->'asked'->'market'->>'price')::float8 AS crowd, o.value, o.asked_at, o.resolved_at
      FROM outcome o JOIN forecast f ON f.run = o.run JOIN run r ON r.id = o.run LEFT JOIN event e ON e.job = r.event
      WHERE o.asked_at < o.resolved_at AND ($1::text IS NULL OR f.tenant = $1)
        AND (($2::timestamptz IS NULL AND o.retired_at IS NULL)
             OR (o.learned_at <= $2 AND (o.retired_at IS NULL OR o.retired_at > $2)))
      ORDER BY o.run, o.learned_at DESC) AS known
WHERE ($3::text IS NULL OR model = $3) AND ($4::bool IS NULL OR (crowd IS NOT NULL) = $4)
ORDER BY asked_at DESC, run LIMIT $5";

const MADE: &str = "SELECT r.event, f.body::text FROM run r JOIN forecast f ON f.run = r.id WHERE r.event = ANY($1) ORDER BY f.made_at, r.id";

impl Store {
    /// Forecasts whose questions are resolved, the question asked last first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn scored(&self, scope: &Scope) -> Result<Vec<Scored>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(SCORED).bind(scope.tenant.as_ref().map(Tenant::as_str)).bind(scope.known_at);
            let query = query.bind(&scope.model).bind(scope.with_crowd).bind(i64::from(scope.most));
            Ok(query.fetch_all(&pool).await?)
        };
        self.run("outcome", ask).await
    }

    /// The forecasts that these events asked for, as far as they are made.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` if a newer version wrote one in a shape that this one cannot read.
    pub async fn forecasts_of(&self, events: &[JobId]) -> Result<Vec<(JobId, Forecast)>, PortError> {
        let events: Vec<Uuid> = events.iter().map(|event| event.0).collect();
        let events = &events;
        let ask = |pool: sqlx::PgPool| async move {
            let rows: Vec<(Uuid, String)> = sqlx::query_as(MADE).bind(events).fetch_all(&pool).await?;
            let made = |(event, body): (Uuid, String)| Ok((JobId(event), serde_json::from_str(&body)?));
            rows.into_iter().map(made).collect()
        };
        self.run("forecast", ask).await
    }

    /// How many of these events have their forecast.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn forecast_count(&self, events: &[JobId]) -> Result<u64, PortError> {
        const COUNT: &str = "SELECT count(*) FROM run r JOIN forecast f ON f.run = r.id WHERE r.event = ANY($1)";
        let events: Vec<Uuid> = events.iter().map(|event| event.0).collect();
        let events = &events;
        let ask = |pool: sqlx::PgPool| async move {
            Ok(super::accounts::number(sqlx::query_scalar(COUNT).bind(events).fetch_one(&pool).await?))
        };
        self.run("forecast", ask).await
    }
}

impl FromRow<'_, PgRow> for Scored {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let tenant: String = row.try_get("tenant")?;
        Ok(Self {
            run: RunId(row.try_get("run")?),
            tenant: Tenant::parse(&tenant).unwrap_or_default(),
            source: row.try_get("source")?,
            topic: row.try_get("topic")?,
            model: row.try_get("model")?,
            prompt_version: row.try_get("prompt_version")?,
            question: row.try_get("question")?,
            probability: row.try_get("probability")?,
            uncalibrated: row.try_get("uncalibrated")?,
            crowd: row.try_get("crowd")?,
            outcome: row.try_get("value")?,
            asked_at: row.try_get("asked_at")?,
            resolved_at: row.try_get("resolved_at")?,
        })
    }
}
