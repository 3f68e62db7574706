//! Routes for pages of the corpus.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::World;

/// `GET /web/<host>` and `GET /web/<host>/`.
pub(crate) async fn home(State(world): State<Arc<World>>, Path(host): Path<String>) -> Response {
    find(&world, &host, "").await
}

/// `GET /web/<host>/<path>`.
pub(crate) async fn page(State(world): State<Arc<World>>, Path((host, path)): Path<(String, String)>) -> Response {
    find(&world, &host, &path).await
}

async fn find(world: &World, host: &str, path: &str) -> Response {
    if let Some((file, kind)) = world.corpus.pages.file(host, path)
        && let Ok(bytes) = tokio::fs::read(&file).await
    {
        return ([(header::CONTENT_TYPE, kind)], bytes).into_response();
    }
    (
        StatusCode::NOT_FOUND,
        Html("<!doctype html><title>404</title><p>This page is not in the offline world's corpus.</p>"),
    )
        .into_response()
}
