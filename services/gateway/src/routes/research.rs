//! Research: entities that the fleet researches on request, and research that a client has done, as a version of an
//! entity's research that only the token's tenant reads.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::JobId;
use operations::Context;
use operations::progress::{self, Look};
use operations::research::entities::{self, EntitiesResearched, EntitiesWanted};
use operations::research::{self, GivenResearch, ResearchStored};

use super::macros::WaitQuery;
use crate::Gateway;
use crate::access::{Allowed, Publish, Read};
use crate::http::conditions::wait;
use crate::http::{Id, JsonBody, Params, Problem, Problems, request_key};

/// Time of a request that is not spent on waiting for a result.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// How long the client waits for the answers.
pub struct Patience(Duration);

impl FromRequestParts<Arc<Gateway>> for Patience {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Self, Problem> {
        let Params(query) = Params::<WaitQuery>::from_request_parts(parts, gateway).await?;
        let most = gateway.limits.request.saturating_sub(ANSWER_TIME);
        Ok(Self(wait(&parts.headers, query.wait.as_deref(), most)?))
    }
}

/// Research entities. This costs money.
///
/// Each identifier is resolved. An entity whose research is recent enough is answered from memory, at no cost; an
/// ambiguous or unknown name is answered with the candidates and the reason. The request is stored before it is
/// acknowledged. A repetition under the same `Idempotency-Key` leads to the same answers.
#[utoipa::path(
    post, path = "/v1/research", tag = "knowledge", operation_id = "researchEntities",
    security(("token" = ["publish", "read"])),
    params(
        WaitQuery,
        ("Prefer" = Option<String>, Header, description = "`wait=20` waits up to 20 seconds for the answers"),
        ("Idempotency-Key" = Option<String>, Header, description = "Requests once under the same key", max_length = 255),
    ),
    request_body = EntitiesWanted,
    responses(
        (status = 200, description = "All answers, within the wait", body = EntitiesResearched),
        (status = 202, description = "The request is stored; `Location` shows its answers", body = EntitiesResearched,
            headers(("Location" = String, description = "Path of the answers"))),
        Problems,
    ),
)]
pub async fn request(
    allowed: Allowed<Publish>,
    patience: Patience,
    JsonBody(wanted, payload): JsonBody<EntitiesWanted>,
) -> Result<Response, Problem> {
    let key = request_key(&allowed.caller.tenant, &payload)?;
    // The wait for the answers must not occupy the room of the body.
    drop(payload);
    let cx = allowed.cx();
    let job = entities::request(cx, wanted, key).await?.job;
    Ok(match look(cx, job, patience).await? {
        Look::Done(answers) => Json(answers).into_response(),
        Look::Working(answers) => {
            let location = HeaderValue::from_str(&format!("/v1/research/{job}"));
            let location = location.map(|location| [(header::LOCATION, location)]).ok();
            (StatusCode::ACCEPTED, location, Json(answers)).into_response()
        }
    })
}

/// Show the answers to a request for research of entities. `status` is `running` until all are answered.
#[utoipa::path(
    get, path = "/v1/research/{job}", tag = "knowledge", operation_id = "showEntityResearch",
    security(("token" = ["read"])),
    params(
        ("job" = String, Path, description = "Job of the request", format = Uuid),
        WaitQuery,
        ("Prefer" = Option<String>, Header, description = "`wait=20` waits up to 20 seconds for the answers"),
    ),
    responses((status = 200, description = "The answers so far", body = EntitiesResearched), Problems),
)]
pub async fn show(
    allowed: Allowed<Read>,
    Id(job): Id<JobId>,
    patience: Patience,
) -> Result<Json<EntitiesResearched>, Problem> {
    let (Look::Done(answers) | Look::Working(answers)) = look(allowed.cx(), job, patience).await?;
    Ok(Json(answers))
}

async fn look(
    cx: Context<'_>,
    job: JobId,
    patience: Patience,
) -> Result<Look<EntitiesResearched, EntitiesResearched>, Problem> {
    Ok(progress::wait(cx, patience.0, || entities::look(cx, job)).await?)
}

/// Store research about an entity for the tenant. Other tenants do not read it.
#[utoipa::path(
    post, path = "/v1/research:store", tag = "knowledge", operation_id = "storeResearch",
    security(("token" = ["publish"])), request_body = GivenResearch,
    responses((status = 201, description = "The version that was stored", body = ResearchStored), Problems),
)]
pub async fn store(
    allowed: Allowed<Publish>,
    JsonBody(given, _): JsonBody<GivenResearch>,
) -> Result<(StatusCode, Json<ResearchStored>), Problem> {
    Ok((StatusCode::CREATED, Json(research::store(allowed.cx(), given).await?)))
}
