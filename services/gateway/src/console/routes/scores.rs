//! Scores and spending.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use console::forecasts::{By, ForecastsView, csv, forecasts};
use console::{Section, spend as page};
use operations::scores::{self, ScoredQuery};
use operations::spend;

use super::field;
use crate::console::gate::Viewer;

/// Shows the scores of the tenant's forecasts.
pub(in crate::console) async fn show(viewer: Viewer, uri: Uri) -> Response {
    let (by, with_early) = (By::parse(&field(&uri, "by").unwrap_or_default()), field(&uri, "early").is_some());
    let scored = scores::list(viewer.cx(), ScoredQuery::default()).await;
    let view = |scored: Vec<_>| forecasts(&ForecastsView { scored: &scored, with_early, by, now: viewer.now() });
    viewer.show(Section::Forecasts, scored.map(view))
}

/// Answers the forecasts as CSV.
pub(in crate::console) async fn table(viewer: Viewer) -> Response {
    match scores::list(viewer.cx(), ScoredQuery::default()).await {
        Ok(scored) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"forecasts.csv\""),
            ];
            (StatusCode::OK, headers, csv(&scored)).into_response()
        }
        Err(error) => viewer.refuse(Section::Forecasts, error),
    }
}

/// Shows the tenant's spending.
pub(in crate::console) async fn spending(viewer: Viewer) -> Response {
    let spending = spend::show(viewer.cx()).await;
    viewer.show(Section::Spend, spending.map(|spending| page::spend(&spending, viewer.now())))
}
