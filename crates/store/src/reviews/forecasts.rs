//! The forecast under review: the state of the review beside the model's forecast, which never changes.

use domain::review::{ResultState, ReviewedResult};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;

const UPDATE: &str = "
UPDATE forecast SET review = new.state, approved = new.approved::json, ending = new.ending::json
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS new (run, state, approved, ending) WHERE forecast.run = new.run";

/// The columns of a forecast that its review changes.
#[derive(Debug, Clone)]
pub(super) struct ForecastReview {
    run: Uuid,
    state: &'static str,
    approved: Option<String>,
    ending: Option<String>,
}

impl ForecastReview {
    /// Returns the columns; `None` for the result of a macro.
    pub(super) fn from_result(reviewed: &ReviewedResult) -> Result<Option<Self>, serde_json::Error> {
        let Some(forecast) = reviewed.forecast.as_deref() else { return Ok(None) };
        let approved = reviewed.approved_forecast().as_ref().map(serde_json::to_string).transpose()?;
        let ending = reviewed.ending().as_ref().map(serde_json::to_string).transpose()?;
        Ok(Some(Self { run: forecast.run.id.0, state: reviewed.state.name(), approved, ending }))
    }

    /// Value of `macro_result.subject`.
    pub(super) fn subject(review: Option<&Self>) -> &'static str {
        if review.is_some() { "forecast" } else { "macro" }
    }
}

/// Writes the state of reviews.
pub(super) async fn update(conn: &mut PgConnection, reviews: &[&ForecastReview]) -> Result<(), Failed> {
    if reviews.is_empty() {
        return Ok(());
    }
    let update = sqlx::query(UPDATE)
        .bind(column(reviews, |review| review.run))
        .bind(column(reviews, |review| review.state))
        .bind(column(reviews, |review| review.approved.as_deref()))
        .bind(column(reviews, |review| review.ending.as_deref()));
    update.execute(conn).await?;
    Ok(())
}

/// State of the review of a forecast that is made; `None` if it needs none.
pub(crate) fn first_state(forecast: &domain::Forecast) -> Option<&'static str> {
    forecast.needs_review().then(|| ResultState::Pending.name())
}
