//! Events: the list by kind, state and time, and one event.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use chrono::TimeDelta;
use domain::{EventKind, JobId};
use operations::OperationError;
use operations::event_list::{self, EventQuery};
use operations::events;

use super::{filter, parsed};
use crate::console::gate::Viewer;
use crate::console::pages::events::{EventsView, event, list as page};
use crate::console::pages::{Body, Section};

/// Shows the list of events.
pub(in crate::console) async fn list(viewer: Viewer, uri: Uri) -> Response {
    let body = listed(&viewer, &uri).await;
    viewer.show(Section::Events, body)
}

async fn listed(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let (cx, query, now) = (viewer.cx(), filter::<EventQuery>(uri, &[])?, viewer.now());
    let since = Some(now - TimeDelta::hours(1));
    let [open, answered, dead] =
        event_list::STATES.map(|state| EventQuery { state: Some(state.to_owned()), since, ..EventQuery::default() });
    let count = |query| event_list::count(cx, query);
    let (found, total, open, answered, dead) =
        tokio::try_join!(event_list::list(cx, &query), count(&query), count(&open), count(&answered), count(&dead))?;
    let hour = [open, answered, dead];
    Ok(page(&EventsView { query: &query, page: &found, count: total, hour, kinds: &EventKind::NAMES, now }))
}

/// Shows an event.
pub(in crate::console) async fn show(viewer: Viewer, Path(job): Path<String>) -> Response {
    let body = async {
        let job: JobId = parsed(&job, "event")?;
        Ok(event(&events::show(viewer.cx(), job).await?, viewer.now()))
    };
    let body = body.await;
    viewer.show(Section::Events, body)
}
