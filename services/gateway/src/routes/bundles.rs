//! Bundles of research directions: todos with their progress, and the files that the researcher writes.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::JobId;
use operations::bundles::{self, BundleFile, EpisodeBundles, FileQuery};

use crate::access::{Allowed, Read};
use crate::http::{Id, Params, Problem, Problems};

/// Show the bundles of an event with research directions: todos, progress and files.
#[utoipa::path(
    get, path = "/v1/bundles/{episode}", tag = "bundles", operation_id = "showBundles", security(("token" = ["read"])),
    params(("episode" = String, Path, description = "Job of the event with the directions", format = Uuid)),
    responses((status = 200, description = "The bundles", body = EpisodeBundles), Problems),
)]
pub async fn show(allowed: Allowed<Read>, Id(job): Id<JobId>) -> Result<Json<EpisodeBundles>, Problem> {
    Ok(Json(bundles::show(allowed.cx(), job).await?))
}

/// Read a file of a bundle: the result of a todo, the list of todos, the completion, or a note of the model.
#[utoipa::path(
    get, path = "/v1/bundles/{episode}/file", tag = "bundles", operation_id = "readBundleFile",
    security(("token" = ["read"])),
    params(("episode" = String, Path, description = "Job of the event with the directions", format = Uuid), FileQuery),
    responses((status = 200, description = "The file", content((String = "application/json"), (String = "text/plain"))), Problems),
)]
pub async fn file(
    allowed: Allowed<Read>,
    Id(job): Id<JobId>,
    Params(query): Params<FileQuery>,
) -> Result<Response, Problem> {
    let BundleFile { media_type, bytes } = bundles::file(allowed.cx(), job, &query).await?;
    Ok(([(header::CONTENT_TYPE, media_type)], bytes).into_response())
}
