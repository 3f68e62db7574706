//! Questions that a client asks, as events.

use axum::Json;
use axum::http::StatusCode;
use operations::events::EventAccepted;
use operations::questions::{self, Ask};

use crate::access::{Allowed, Publish};
use crate::http::{JsonBody, Problem, Problems, request_key};

/// Ask a question.
#[utoipa::path(
    post, path = "/v1/questions", tag = "runs", operation_id = "ask",
    security(("token" = ["publish"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Asks once under the same key", max_length = 255)),
    request_body = Ask,
    responses((status = 202, description = "The question is stored; `run` names its run", body = EventAccepted), Problems),
)]
pub async fn ask(
    allowed: Allowed<Publish>,
    JsonBody(ask, payload): JsonBody<Ask>,
) -> Result<(StatusCode, Json<EventAccepted>), Problem> {
    let key = request_key(&allowed.caller.tenant, &payload)?;
    Ok((StatusCode::ACCEPTED, Json(questions::ask(allowed.cx(), ask, key).await?)))
}
