//! Events: the list by kind, state and time, and one event.

use axum::extract::Path;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use console::events::{EventPage, EventsView, address, event, list as page};
use console::text::encoded;
use console::{Body, Section};
use domain::JobId;
use operations::event_filter::{self, EventFilterText};
use operations::event_list::{self, EventQuery};
use operations::events::{self, EventMessage};
use operations::{Context, OperationError};

use super::{field, filter, parsed};
use crate::console::answer::see_other;
use crate::console::gate::Viewer;

/// Shows the list of events.
pub(in crate::console) async fn list(viewer: Viewer, uri: Uri) -> Response {
    if let Some(text) = field(&uri, "filter") {
        return match event_filter::parse(&text, viewer.now()) {
            Ok(EventFilterText::Selection(query)) => see_other(&address(&query, None)),
            Ok(EventFilterText::Id(id)) => see_other(&format!("/console/find?text={}", encoded(&id))),
            Err(error) => viewer.refuse(Section::Events, error),
        };
    }
    let body = listed(&viewer, &uri).await;
    viewer.show(Section::Events, body)
}

async fn listed(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let (cx, query, now) = (viewer.cx(), filter::<EventQuery>(uri, &["filter"])?, viewer.now());
    let since = Some(now - TimeDelta::hours(1));
    let [open, answered, dead] =
        event_list::STATES.map(|state| EventQuery { state: Some(state.to_owned()), since, ..EventQuery::default() });
    let count = |query| event_list::count(cx, query);
    let (found, total, open, answered, dead, values) = tokio::try_join!(
        event_list::list(cx, &query),
        count(&query),
        count(&open),
        count(&answered),
        count(&dead),
        event_list::values(cx, &query),
    )?;
    let hour = [open, answered, dead];
    Ok(page(&EventsView { query: &query, page: &found, count: total, hour, values: &values, now }))
}

/// Shows an event.
pub(in crate::console) async fn show(viewer: Viewer, Path(job): Path<String>) -> Response {
    let body = shown(&viewer, &job).await;
    viewer.show(Section::Events, body)
}

async fn shown(viewer: &Viewer, job: &str) -> Result<Body, OperationError> {
    let job: JobId = parsed(job, "event")?;
    let (detail, message) = tokio::try_join!(events::show(viewer.cx(), job), stored(viewer.cx(), job))?;
    let (message, grafana) = (message.as_ref(), viewer.gateway().grafana.as_ref());
    Ok(event(&EventPage { detail: &detail, message, grafana, now: viewer.now() }))
}

/// Returns the message of an event, if it is stored.
async fn stored(cx: Context<'_>, job: JobId) -> Result<Option<EventMessage>, OperationError> {
    match events::message(cx, job).await {
        Ok(message) => Ok(Some(message)),
        Err(OperationError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Answers the message of an event as a file.
pub(in crate::console) async fn message(viewer: Viewer, Path(job): Path<String>) -> Response {
    let found = async { events::message(viewer.cx(), parsed::<JobId>(&job, "event")?).await };
    match found.await {
        Ok(found) => {
            let headers = [
                (header::CONTENT_TYPE, EventMessage::MEDIA_TYPE),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"event.pb\""),
            ];
            (headers, found.bytes).into_response()
        }
        Err(error) => viewer.refuse(Section::Events, error),
    }
}
