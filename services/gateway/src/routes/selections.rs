//! Selections of rows that the console shows: events, dead letters by cause, and the login of a browser.

use axum::Json;
use operations::Page;
use operations::console::{self, ConsoleLogin};
use operations::dead_letter_groups::{self, DeadLetterGroupItem};
use operations::event_list::{self, EventItem, EventQuery};

use crate::access::{Allowed, Read};
use crate::http::{Params, Problem, Problems};

/// List classified events, newest first.
///
/// Events that the rules found uninteresting are kept in groups and are not listed; `GET /v1/events/{job}` shows each.
#[utoipa::path(
    get, path = "/v1/events", tag = "events", operation_id = "listEvents", security(("token" = ["read"])),
    params(EventQuery),
    responses((status = 200, description = "Events of the tenant", body = Page<EventItem>), Problems),
)]
pub async fn events(
    allowed: Allowed<Read>,
    Params(query): Params<EventQuery>,
) -> Result<Json<Page<EventItem>>, Problem> {
    Ok(Json(event_list::list(allowed.cx(), &query).await?))
}

/// List open dead letters by consumer, class and reason.
#[utoipa::path(
    get, path = "/v1/dead-letter-groups", tag = "dead letters", operation_id = "listDeadLetterGroups",
    security(("token" = ["read"])),
    responses((status = 200, description = "Groups, newest first", body = Vec<DeadLetterGroupItem>), Problems),
)]
pub async fn dead_letter_groups(allowed: Allowed<Read>) -> Result<Json<Vec<DeadLetterGroupItem>>, Problem> {
    Ok(Json(dead_letter_groups::groups(allowed.cx()).await?))
}

/// Create a login of the console for the token: a path that opens one session of a browser.
#[utoipa::path(
    post, path = "/v1/console-logins", tag = "console", operation_id = "createConsoleLogin",
    security(("token" = ["read"])),
    responses((status = 200, description = "The login", body = ConsoleLogin), Problems),
)]
pub async fn console_login(allowed: Allowed<Read>) -> Result<Json<ConsoleLogin>, Problem> {
    Ok(Json(console::create_login(allowed.cx()).await?))
}
