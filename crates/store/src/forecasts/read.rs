//! Forecasts as they are published, and as they were made.

use domain::port::PortError;
use domain::{Forecast, JobId, RunId};
use uuid::Uuid;

use super::facet::PgForecasts;
use crate::pool::PgPool;

const MADE: &str = "SELECT r.event, f.body::text FROM run r JOIN forecast f ON f.run = r.id WHERE r.event = ANY($1) ORDER BY f.made_at, r.id";

impl PgForecasts {
    /// Returns a run's forecast as it is published: with the changes of its reviewer. A forecast that waits for its
    /// review, or was not approved, is `None`; see [`crate::reviews::Reviews`].
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored the forecast in an unknown format.
    pub async fn published(&self, run: RunId) -> Result<Option<Forecast>, PortError> {
        self.read_forecast("SELECT body::text FROM run_forecast WHERE run = $1 AND unpublished IS NULL", run).await
    }

    /// Returns a run's forecast as it was made, whether it is published or not.
    ///
    /// # Errors
    /// As for [`PgForecasts::published`].
    pub async fn made(&self, run: RunId) -> Result<Option<Forecast>, PortError> {
        self.read_forecast("SELECT body::text FROM forecast WHERE run = $1", run).await
    }

    /// Returns the forecasts made so far for these events.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored a forecast in an unknown format.
    pub async fn of_events(&self, events: &[JobId]) -> Result<Vec<(JobId, Forecast)>, PortError> {
        let events: Vec<Uuid> = events.iter().map(|event| event.0).collect();
        let events = &events;
        let select = |pool: PgPool| async move {
            let rows: Vec<(Uuid, String)> = sqlx::query_as(MADE).bind(events).fetch_all(&pool).await?;
            let made = |(event, body): (Uuid, String)| Ok((JobId(event), serde_json::from_str(&body)?));
            rows.into_iter().map(made).collect()
        };
        self.database.run("forecast", select).await
    }

    async fn read_forecast(&self, sql: &'static str, run: RunId) -> Result<Option<Forecast>, PortError> {
        let select = |pool: PgPool| async move {
            let body: Option<String> = sqlx::query_scalar(sql).bind(run.0).fetch_optional(&pool).await?;
            Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
        };
        self.database.run("forecast", select).await
    }
}
