//! All routes with their description (OpenAPI 3.1). One file per resource.

pub mod bundles;
pub mod changes;
pub mod events;
pub mod knowledge;
pub mod macros;
pub mod models;
pub mod outcomes;
pub mod questions;
pub mod redrives;
pub mod reports;
pub mod research;
pub mod reviews;
pub mod runs;
pub mod schedules;
pub mod selections;
pub mod streams;
pub mod webhooks;
pub mod work;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use operations::FieldProblem;
use utoipa::OpenApi;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn, Paths};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

use crate::Gateway;
use crate::http::Problem;
use crate::http::observe::observe;
use crate::http::problem::ProblemBody;

/// Name of the security scheme.
const TOKEN: &str = "token";
/// Answer to query parameters of a route that has none.
const NO_PARAMETERS: &str = "this route has no query parameters; `GET /openapi.json` describes all routes";
/// Answer to a path that no route has.
const NO_ROUTE: &str = "there is no such route; `GET /openapi.json` describes all routes";

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

/// The description as JSON, built for the first request: most gateways are asked for it rarely or never, and it takes
/// memory.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
    // A description that the process itself has built is always serialisable.
    description().to_json().unwrap_or_default().into()
});

/// All routes, each with its description. A route is built when it is called for, so that the descriptions are not in
/// memory together unless a client asks for the document: 5 MB that the allocator keeps.
const ROUTES: &[fn() -> UtoipaMethodRouter<Arc<Gateway>>] = &[
    || routes!(events::publish, selections::events),
    || routes!(events::publish_batch),
    || routes!(events::helius),
    || routes!(work::settlement),
    || routes!(work::event),
    || routes!(work::event_message),
    || routes!(questions::ask),
    || routes!(runs::list),
    || routes!(runs::show),
    || routes!(runs::forecast),
    || routes!(runs::probability),
    || routes!(runs::related),
    || routes!(runs::page),
    || routes!(runs::calls),
    || routes!(runs::report),
    || routes!(runs::cancel),
    || routes!(runs::resolve),
    || routes!(runs::withdraw),
    || routes!(outcomes::list, outcomes::record),
    || routes!(outcomes::scored),
    || routes!(outcomes::scored_answers),
    || routes!(outcomes::score),
    || routes!(streams::run),
    || routes!(streams::results),
    || routes!(streams::reviews),
    || routes!(macros::list),
    || routes!(macros::show),
    || routes!(macros::execute),
    || routes!(reviews::list),
    || routes!(reviews::show),
    || routes!(reviews::approve),
    || routes!(reviews::reject),
    || routes!(reviews::execute),
    || routes!(reviews::batch),
    || routes!(reviews::session),
    || routes!(changes::list),
    || routes!(work::reports, reports::write),
    || routes!(work::report),
    || routes!(knowledge::find),
    || routes!(knowledge::own),
    || routes!(knowledge::show),
    || routes!(knowledge::timeline),
    || routes!(knowledge::history),
    || routes!(knowledge::report),
    || routes!(knowledge::ids),
    || routes!(knowledge::notes, knowledge::remember),
    || routes!(knowledge::retrieve, knowledge::retrieve_or_research),
    || routes!(research::request),
    || routes!(research::show),
    || routes!(research::store),
    || routes!(schedules::list),
    || routes!(schedules::put, schedules::delete),
    || routes!(schedules::run_now),
    || routes!(work::dead_letters),
    || routes!(work::dead_letter),
    || routes!(work::dead_letter_trail),
    || routes!(work::redrive),
    || routes!(work::drop_dead_letter),
    || routes!(redrives::list, redrives::start),
    || routes!(redrives::preview),
    || routes!(redrives::show),
    || routes!(redrives::pause),
    || routes!(redrives::resume),
    || routes!(redrives::cancel),
    || routes!(selections::dead_letter_groups),
    || routes!(selections::console_login),
    || routes!(work::spending),
    || routes!(work::summary),
    || routes!(work::cost_history),
    || routes!(models::list),
    || routes!(models::fleet),
    || routes!(bundles::show),
    || routes!(bundles::file),
    || routes!(webhooks::list, webhooks::create),
    || routes!(webhooks::show, webhooks::change, webhooks::delete),
    || routes!(webhooks::rotate),
    || routes!(webhooks::deliveries),
    || routes!(webhooks::replay),
];

/// Returns the description of all routes.
pub fn description() -> utoipa::openapi::OpenApi {
    let routes = OpenApiRouter::with_openapi(Description::openapi());
    let mut description = ROUTES.iter().fold(routes, |routes, route| routes.routes(route())).into_openapi();
    let token = SecurityScheme::Http(Http::builder().scheme(HttpAuthScheme::Bearer).bearer_format("auspex").build());
    description.components.get_or_insert_default().add_security_scheme(TOKEN, token);
    description
}

/// Returns the router of all routes.
pub fn router(gateway: &Arc<Gateway>) -> Router {
    let plain = |route: &fn() -> UtoipaMethodRouter<Arc<Gateway>>| {
        let (schemas, paths, handlers) = route();
        let strict = handlers.route_layer(from_fn_with_state(methods_with_query(&paths), refuse_query));
        Router::from(OpenApiRouter::new().routes((schemas, paths, strict)))
    };
    let routes = ROUTES.iter().map(plain).fold(Router::new(), Router::merge);
    routes
        .route("/openapi.json", get(async || ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone())))
        .fallback(async || Problem::new(StatusCode::NOT_FOUND, "not-found", NO_ROUTE))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(Arc::clone(gateway), observe))
        .with_state(Arc::clone(gateway))
}

/// Returns the methods of a route that read query parameters.
fn methods_with_query(paths: &Paths) -> Arc<[Method]> {
    let operations = paths.paths.values().flat_map(|item| {
        [
            (Method::GET, item.get.as_ref()),
            (Method::POST, item.post.as_ref()),
            (Method::PUT, item.put.as_ref()),
            (Method::PATCH, item.patch.as_ref()),
            (Method::DELETE, item.delete.as_ref()),
        ]
    });
    let is_query = |parameter: &RefOr<Parameter>| match parameter {
        RefOr::T(parameter) => parameter.parameter_in == ParameterIn::Query,
        RefOr::Ref(_) => false,
    };
    let reads_query = |operation: &Operation| operation.parameters.iter().flatten().any(is_query);
    operations.filter(|(_, operation)| operation.is_some_and(reads_query)).map(|(method, _)| method).collect()
}

/// Refuses query parameters of a route that has none, as a route with some refuses unknown ones.
async fn refuse_query(State(readers): State<Arc<[Method]>>, request: Request, next: Next) -> Response {
    let method = request.method();
    // A HEAD request is answered by the handler of GET.
    let reads_query = readers.contains(method) || (*method == Method::HEAD && readers.contains(&Method::GET));
    if reads_query || request.uri().query().is_none_or(str::is_empty) {
        return next.run(request).await;
    }
    Problem::new(StatusCode::BAD_REQUEST, "invalid-query", NO_PARAMETERS).into_response()
}

/// Without a handler for `OPTIONS` no browser of another origin may send a request, unless `http::cors` allows the
/// origin.
async fn method_not_allowed(State(_): State<Arc<Gateway>>) -> Response {
    let detail = "the route exists, but not with this method; `GET /openapi.json` describes all routes";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail).into_response()
}
