//! Research macros: list, definition, execution.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use operations::macros::{self, Execute, ExecutionEnd, ExecutionOpen, ExecutionWanted, MacroDetail, MacroItem};
use operations::progress::{self, Look};
use operations::reviews::ReviewedView;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::Gateway;
use crate::access::{Allowed, Publish, Read};
use crate::http::conditions::{etag, wait};
use crate::http::{Id, JsonBody, Params, Problem, Problems, request_key};

/// Time of a request that is not spent on waiting for a result.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// Query parameters of the list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct MacroQuery {
    /// Words to find in names, descriptions and hints.
    pub search: Option<String>,
}

/// Query parameters of an execution.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct WaitQuery {
    /// Maximum seconds to wait for the result, e.g. `20s`; limited to the time of a request. The header
    /// `Prefer: wait=20` does the same.
    pub wait: Option<String>,
}

/// The macro that a request executes, and how long the client waits for its result.
pub struct MacroCall {
    name: String,
    wait: Duration,
}

impl FromRequestParts<Arc<Gateway>> for MacroCall {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Self, Problem> {
        let Id(name) = Id::<String>::from_request_parts(parts, gateway).await?;
        let Params(query) = Params::<WaitQuery>::from_request_parts(parts, gateway).await?;
        let most = gateway.limits.request.saturating_sub(ANSWER_TIME);
        Ok(Self { name, wait: wait(&parts.headers, query.wait.as_deref(), most)? })
    }
}

/// List research macros.
///
/// All tenants of a fleet share the installed macros. With `search` the best match is first, otherwise they are ordered
/// by name.
#[utoipa::path(
    get, path = "/v1/macros", tag = "macros", operation_id = "listMacros", security(("token" = ["read"])),
    params(MacroQuery),
    responses((status = 200, description = "Installed macros", body = Vec<MacroItem>), Problems),
)]
pub async fn list(allowed: Allowed<Read>, Params(query): Params<MacroQuery>) -> Result<Json<Vec<MacroItem>>, Problem> {
    Ok(Json(macros::list(allowed.cx(), query.search.as_deref())?))
}

/// Show a macro: its definition, the JSON Schema of its parameters, and an example call.
#[utoipa::path(
    get, path = "/v1/macros/{macro}", tag = "macros", operation_id = "showMacro", security(("token" = ["read"])),
    params(("macro" = String, Path, description = "Name of the macro")),
    responses((status = 200, description = "The macro", body = MacroDetail), Problems),
)]
pub async fn show(allowed: Allowed<Read>, Id(name): Id<String>) -> Result<Json<MacroDetail>, Problem> {
    Ok(Json(macros::show(allowed.cx(), &name)?))
}

/// Execute a macro.
///
/// The request is stored before it is acknowledged, and the fleet answers it with one result, whose id is known at
/// once. While a result of the session waits for its review, the request is refused and nothing is published. A
/// repetition under the same `Idempotency-Key` leads to the same result; without a key, so does a repetition in an
/// unchanged session.
#[utoipa::path(
    post, path = "/v1/macros/{macro}/executions", tag = "macros", operation_id = "executeMacro",
    security(("token" = ["publish"])),
    params(
        ("macro" = String, Path, description = "Name of the macro"),
        WaitQuery,
        ("Prefer" = Option<String>, Header, description = "`wait=20` waits up to 20 seconds for the result"),
        ("Idempotency-Key" = Option<String>, Header, description = "Executes once under the same key", max_length = 255),
    ),
    request_body = ExecutionWanted,
    responses(
        (status = 200, description = "The result, within the wait", body = ReviewedView,
            headers(("ETag" = String, description = "Version of the session, for decisions"))),
        (status = 202, description = "The request is stored; `Location` is the review of its result", body = ExecutionOpen,
            headers(("Location" = String, description = "Path of the review; 404 until the result exists"))),
        Problems,
    ),
)]
pub async fn execute(
    allowed: Allowed<Publish>,
    call: MacroCall,
    JsonBody(wanted, payload): JsonBody<ExecutionWanted>,
) -> Result<Response, Problem> {
    let key = request_key(&allowed.caller.tenant, &payload)?;
    // The wait for the result must not occupy the room of the body.
    drop(payload);
    let ExecutionWanted { session_id, params, skip_review, budget_micro_usd } = wanted;
    let input = Execute { session_id, macro_name: call.name, params, skip_review, budget_micro_usd };
    let cx = allowed.cx();
    let accepted = macros::execute(cx, &input, key.as_ref()).await?;
    Ok(match progress::wait(cx, call.wait, || macros::look(cx, &accepted)).await? {
        Look::Done(ExecutionEnd::Result(reviewed)) => {
            let tag = etag(reviewed.session.version, Some(&reviewed.digest()));
            ([tag], Json(ReviewedView::from(&*reviewed))).into_response()
        }
        Look::Done(ExecutionEnd::Failed(progress)) | Look::Working(progress) => {
            let location = HeaderValue::from_str(&format!("/v1/reviews/{}", accepted.result_id));
            let location = location.map(|location| [(header::LOCATION, location)]).ok();
            (StatusCode::ACCEPTED, location, Json(ExecutionOpen { accepted, progress })).into_response()
        }
    })
}
