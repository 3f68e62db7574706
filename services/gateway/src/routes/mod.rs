//! All routes with their description (OpenAPI 3.1). One file per resource.

pub mod bundles;
pub mod cancel;
pub mod changes;
pub mod events;
pub mod knowledge;
pub mod macros;
pub mod models;
pub mod questions;
pub mod research;
pub mod reviews;
pub mod runs;
pub mod schedules;
pub mod streams;
pub mod webhooks;
pub mod work;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use utoipa::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Gateway;
use crate::http::Problem;
use crate::http::observe::observe;
use crate::http::problem::{FieldProblem, ProblemBody};

/// Name of the security scheme.
const TOKEN: &str = "token";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Auspex",
        description = "Publishes events, asks questions and reads researched answers and forecasts of one tenant.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(ProblemBody, FieldProblem))
)]
struct Description;

/// The description as JSON, built for the first request: most gateways are asked for it rarely or never, and it takes memory.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
    // A description that the process itself has built is always serialisable.
    description().to_json().unwrap_or_default().into()
});

/// Returns all routes, each with its description.
fn described_routes() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(events::publish))
        .routes(routes!(events::publish_batch))
        .routes(routes!(events::helius))
        .routes(routes!(work::event))
        .routes(routes!(questions::ask))
        .routes(routes!(runs::list))
        .routes(routes!(runs::show))
        .routes(routes!(runs::forecast))
        .routes(routes!(runs::report))
        .routes(routes!(cancel::cancel))
        .routes(routes!(runs::resolve))
        .routes(routes!(streams::run))
        .routes(routes!(streams::results))
        .routes(routes!(streams::reviews))
        .routes(routes!(macros::list))
        .routes(routes!(macros::show))
        .routes(routes!(macros::execute))
        .routes(routes!(reviews::list))
        .routes(routes!(reviews::show))
        .routes(routes!(reviews::approve))
        .routes(routes!(reviews::reject))
        .routes(routes!(reviews::execute))
        .routes(routes!(reviews::batch))
        .routes(routes!(reviews::session))
        .routes(routes!(changes::list))
        .routes(routes!(work::reports))
        .routes(routes!(work::report))
        .routes(routes!(knowledge::find))
        .routes(routes!(knowledge::show))
        .routes(routes!(knowledge::timeline))
        .routes(routes!(knowledge::notes))
        .routes(routes!(knowledge::retrieve, knowledge::retrieve_or_research))
        .routes(routes!(research::store))
        .routes(routes!(schedules::list))
        .routes(routes!(schedules::put, schedules::delete))
        .routes(routes!(work::dead_letters))
        .routes(routes!(work::dead_letter))
        .routes(routes!(work::redrive))
        .routes(routes!(work::spend))
        .routes(routes!(models::list))
        .routes(routes!(bundles::show))
        .routes(routes!(bundles::file))
        .routes(routes!(webhooks::list, webhooks::create))
        .routes(routes!(webhooks::show, webhooks::change, webhooks::delete))
        .routes(routes!(webhooks::rotate))
        .routes(routes!(webhooks::deliveries))
        .routes(routes!(webhooks::replay))
}

/// Returns the description of all routes.
pub fn description() -> utoipa::openapi::OpenApi {
    let mut description = described_routes().into_openapi();
    let token = SecurityScheme::Http(Http::builder().scheme(HttpAuthScheme::Bearer).bearer_format("auspex").build());
    description.components.get_or_insert_default().add_security_scheme(TOKEN, token);
    description
}

/// Returns the router of all routes.
pub fn router(gateway: &Arc<Gateway>) -> Router {
    let (router, _) = described_routes().split_for_parts();
    router
        .route("/openapi.json", get(async || ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone())))
        .fallback(async || Problem::not_found("route"))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(Arc::clone(gateway), observe))
        .with_state(Arc::clone(gateway))
}

/// Without a handler for `OPTIONS` no browser of another origin may send a request, unless `http::cors` allows the origin.
async fn method_not_allowed(State(_): State<Arc<Gateway>>) -> Response {
    let detail = "the route exists, but not with this method";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail).into_response()
}
