//! Setup: snippets with the address of this gateway, and what connects it with publishers and receivers.

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use console::setup::{MAX_SCHEDULES, SetupView, setup};
use console::{Body, Section};
use domain::Time;
use domain::access::AccessScope;
use operations::event_list::{self, EventQuery};
use operations::input::parse_day_or_time;
use operations::schedules::{self, RunNow, ScheduleQuery};
use operations::{OperationError, fleet, macros, webhooks};

use crate::console::cookie;
use crate::console::gate::{SentForm, Viewer};

/// Shows the page.
pub(in crate::console) async fn show(viewer: Viewer) -> Response {
    let body = shown(&viewer).await;
    viewer.show(Section::Setup, body)
}

async fn shown(viewer: &Viewer) -> Result<Body, OperationError> {
    let (cx, visitor) = (viewer.cx(), viewer.visitor());
    let first = EventQuery { since: Some(Time::UNIX_EPOCH), limit: Some(1), ..EventQuery::default() };
    let wanted = ScheduleQuery { limit: u32::try_from(MAX_SCHEDULES).ok(), ..ScheduleQuery::default() };
    let (events, schedules, models) =
        tokio::try_join!(event_list::list(cx, &first), schedules::list(cx, wanted), fleet::models(cx))?;
    let webhooks = if visitor.may(AccessScope::Admin) { Some(webhooks::list(cx).await?) } else { None };
    let macros = macros::list(cx, None)?;
    Ok(setup(&SetupView {
        url: &url(viewer.headers()),
        has_events: !events.items.is_empty(),
        schedules: &schedules.items,
        webhooks: webhooks.as_deref(),
        macros: &macros,
        models: &models,
        visitor: &visitor,
        now: viewer.now(),
    }))
}

/// Fires a schedule, and opens the event of the firing.
pub(in crate::console) async fn run_now(Path(name): Path<String>, SentForm { viewer, posted }: SentForm) -> Response {
    let done = async {
        let at = parse_day_or_time(posted.text("at")).map_err(|reason| OperationError::invalid("at", reason))?;
        schedules::run_now(viewer.cx(), &name, &RunNow { at: Some(at) }).await
    };
    viewer.redirect(Section::Setup, done.await.map(|done| format!("/console/events/{}", done.job)))
}

/// Returns the address by which the browser reaches the gateway.
pub(super) fn url(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST.as_str()).unwrap_or("127.0.0.1:8088");
    let scheme = text("x-forwarded-proto").unwrap_or(if cookie::is_local(headers) { "http" } else { "https" });
    format!("{scheme}://{host}")
}
