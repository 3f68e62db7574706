//! Forecasts of the other options of one event that are asked as separate questions.

use domain::port::PortError;
use domain::reading::EventOption;
use domain::{Probability, RunId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::facet::PgForecasts;
use super::family::{FamilyQuery, newest_open};
use crate::pool::PgPool;
use crate::rows::row;

/// The newest published forecast of another option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionRow {
    /// Id of its run.
    pub run: RunId,
    /// Text of its question.
    pub question: String,
    /// The option that it asks about.
    pub option: String,
    /// Its probability of YES.
    pub probability: Probability,
}

/// The forecasts of the other options of an event, `$7` being the run's own.
pub(crate) const OPTIONS: &str = newest_open!(
    "event_option",
    "r.body->'reading'->'event_option'->>'option'",
    "r.body->'reading'->'event_option'->>'option'",
    "r.body->'reading'->'event_option'->>'option' <> $7"
);

row! {
    struct Row {
        id: Uuid,
        question: String,
        option: String,
        probability: f64,
    }
}

impl PgForecasts {
    /// Returns the forecasts of the other options of the event of a run's question, newest first; none if it asks about
    /// no option.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn options(&self, query: FamilyQuery<'_>) -> Result<Vec<OptionRow>, PortError> {
        let FamilyQuery { run, since, now, limit } = query;
        let own = run.reading.as_ref().and_then(|reading| reading.event_option.as_ref());
        let Some(EventOption { key, option: own, .. }) = own else { return Ok(Vec::new()) };
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(OPTIONS).bind(run.tenant.as_str()).bind(key).bind(since).bind(now);
            let rows: Vec<Row> = query.bind(run.id.0).bind(i64::from(limit)).bind(own).fetch_all(&pool).await?;
            let forecast = |Row { id, question, option, probability }: Row| {
                let probability = Probability::clamp(probability).ok()?;
                Some(OptionRow { run: RunId(id), question, option, probability })
            };
            Ok(rows.into_iter().filter_map(forecast).collect())
        };
        self.database.run("run", select).await
    }
}
