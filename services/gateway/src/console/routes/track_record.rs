//! The public track record. Strangers cost no reading of Postgres: the page is rendered once per minute for all of
//! them. Their connections are limited like those of every request without a token.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::Tenant;
use domain::access::{AccessScope, TokenId};
use operations::scores::{self, PublicForecasts, ScoredItem, ScoredQuery};
use operations::{Caller, OperationError};
use tokio::time::Instant;
use uuid::Uuid;

use crate::Gateway;
use crate::console::answer::{HTML, described, public_page};
use crate::console::track_record::{PublicPage, TrackRecord};
use crate::http::Problem;
use console::notice::failure;
use console::track_record::track_record;

/// Path of the page.
pub(in crate::console) const PATH: &str = "/track-record";
/// Time for which a rendered page is sent. Caches may keep it as long.
const MAX_AGE: Duration = Duration::from_secs(60);
const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=60");
/// Time after a failure until Postgres is read again; meanwhile the last page is sent, if there is one.
const RETRY: Duration = Duration::from_secs(5);

/// Answers the page.
pub(in crate::console) async fn show(State(gateway): State<Arc<Gateway>>) -> Response {
    let Some(record) = &gateway.track_record else { return StatusCode::NOT_FOUND.into_response() };
    let html = (header::CONTENT_TYPE, HTML);
    match page(&gateway, record).await {
        Ok(page) => ([html, (header::CACHE_CONTROL, CACHED)], page.to_string()).into_response(),
        Err(problem) => {
            (problem.status(), [html], public_page(&gateway, &failure(None, &described(&problem)))).into_response()
        }
    }
}

async fn page(gateway: &Arc<Gateway>, record: &TrackRecord) -> Result<Arc<str>, Problem> {
    let mut last = record.last.lock().await;
    if let Some(page) = last.as_ref().filter(|page| Instant::now() < page.until) {
        return page.answer.clone();
    }
    let (age, answer): (Duration, Result<Arc<str>, Problem>) = match read(gateway, &record.forecasts).await {
        Ok(items) => {
            let body = track_record(&items, gateway.operations.clock.now());
            (MAX_AGE, Ok(public_page(gateway, &body).into()))
        }
        Err(error) => match last.take() {
            Some(PublicPage { answer: Ok(page), .. }) => (RETRY, Ok(page)),
            _ => (RETRY, Err(Problem::from(error))),
        },
    };
    *last = Some(PublicPage { until: Instant::now() + age, answer: answer.clone() });
    answer
}

/// Reads the forecasts, most recently resolved first.
async fn read(gateway: &Gateway, public: &[PublicForecasts]) -> Result<Vec<ScoredItem>, OperationError> {
    let tenants: BTreeSet<&Tenant> = public.iter().map(|one| &one.tenant).collect();
    let mut items = Vec::new();
    for tenant in tenants {
        let (token, name, scopes) = (TokenId(Uuid::nil()), "track-record".to_owned(), vec![AccessScope::Read]);
        let caller = Caller { token, name, tenant: tenant.clone(), scopes };
        let scored = scores::list(gateway.of(&caller), ScoredQuery::default()).await?;
        let named = scored.into_iter().filter(|item| public.iter().any(|one| one.contains(item)));
        items.extend(named.map(|item| ScoredItem { reviewed: None, ..item }));
    }
    items.sort_by_key(|item| std::cmp::Reverse(item.resolved_at));
    Ok(items)
}
