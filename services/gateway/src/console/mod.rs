//! The console: pages for people, in the browser. An adaptor of the operations, like the HTTP API and MCP: it reads a
//! filter from the address, calls operations for the token of the session, and renders their outputs.
//!
//! The pages are in `crates/console`: pure functions from outputs of operations to markup.
//!
//! Invariants: every action checks the token's scope in its operation. A change is a POST from a page of this origin.
//! No page contains an inline script or style, and none loads anything from another host. Every page works without
//! JavaScript.
//!
//! | module | responsibility |
//! |---|---|
//! | [`gate`] | the session of a request, forms |
//! | [`headers`] | security headers, the refusal of changes from other sites |
//! | [`cookie`] | cookies of the session and the colours |
//! | [`policy`] | reports of browsers about breaches of the content security policy |
//! | [`answer`] | pages, redirections and errors as responses |
//! | [`assets`] | style sheet, scripts, icon as responses |
//! | [`live`] | streams of the fragments of open pages |
//! | [`routes`] | one file per page |
//! | [`track_record`] | the page without a session, if the operator shows one |

mod answer;
mod assets;
mod cookie;
mod gate;
mod headers;
mod live;
mod policy;
mod routes;
pub mod track_record;

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use console::Section;
use operations::OperationError;

use crate::Gateway;
use crate::http::observe::observe;
use gate::Viewer;
use routes::{
    bundles, dead_letters, events, issuer, knowledge, now, redrives, reports, reviews, runs, scores, session, setup,
    webhooks,
};

/// Returns the routes of the console.
pub fn router(gateway: &Arc<Gateway>) -> Router {
    // Without a public record its path does not exist.
    let public = gateway
        .track_record
        .iter()
        .fold(Router::new(), |router, _| router.route(routes::track_record::PATH, get(routes::track_record::show)));
    console::assets::all()
        .into_iter()
        .fold(public, |router, asset| {
            router.route(&asset.path, get(move |headers: HeaderMap| async move { assets::file(&headers, asset) }))
        })
        .route("/console", get(session::start))
        .route("/console/", get(session::start))
        .route(gate::SIGN_IN, get(session::page).post(session::open))
        .route("/console/sign-in/issuer", post(issuer::begin))
        .route(issuer::CALLBACK, get(issuer::finish))
        .route("/console/sign-out", post(session::close))
        .route("/console/theme", post(session::theme))
        .route("/console/now", get(now::show))
        .route("/console/find", get(knowledge::find))
        .route("/console/runs", get(runs::list))
        .route("/console/runs/{run}", get(runs::show))
        .route("/console/runs/{run}/report", get(reports::of_run))
        .route("/console/runs/{run}/sources/{hash}", get(runs::source))
        .route("/console/runs/{run}/cancel", post(runs::cancel))
        .route("/console/runs/{run}/outcome", post(runs::resolve))
        .route("/console/runs/{run}/outcome/withdraw", post(runs::withdraw))
        .route("/console/events", get(events::list))
        .route("/console/events/{job}", get(events::show))
        .route("/console/events/{job}/message", get(events::message))
        .route("/console/bundles/{job}", get(bundles::show))
        .route("/console/bundles/{job}/file", get(bundles::file))
        .route("/console/reviews", get(reviews::queue))
        .route("/console/reviews/{result}", get(reviews::show).post(reviews::decide))
        .route("/console/forecasts", get(scores::show))
        .route("/console/forecasts.csv", get(scores::table))
        .route("/console/spend", get(scores::spending))
        .route("/console/memory", get(knowledge::memory))
        .route("/console/entities/{entity}", get(knowledge::show))
        .route("/console/entities/{entity}/report", get(reports::of_entity))
        .route("/console/reports", get(reports::list))
        .route("/console/reports/content", get(reports::by_key))
        .route("/console/dead-letters", get(dead_letters::overview))
        .route("/console/dead-letters/list", get(dead_letters::list))
        .route("/console/dead-letters/marked", post(dead_letters::marked))
        .route("/console/dead-letters/{id}", get(dead_letters::show))
        .route("/console/dead-letters/{id}/redrive", post(dead_letters::redrive))
        .route("/console/dead-letters/{id}/drop", post(dead_letters::drop_letter))
        .route("/console/redrives", post(redrives::start))
        .route("/console/redrives/new", get(redrives::new))
        .route("/console/redrives/{id}", get(redrives::show))
        .route("/console/redrives/{id}/{action}", post(redrives::control))
        .route("/console/setup", get(setup::show))
        .route("/console/schedules/{name}/run", post(setup::run_now))
        .route("/console/webhooks/{id}", get(webhooks::show))
        .route("/console/webhooks/{id}/replay", post(webhooks::replay))
        .route(live::PATH, get(live::open))
        .route("/console/{*rest}", get(missing))
        .layer(axum::Extension(Arc::new(live::LiveHub::default())))
        .layer(from_fn_with_state(Arc::clone(gateway), headers::guard))
        // Browsers send these without the origin of the page.
        .route(policy::PATH, post(policy::report))
        .layer(from_fn_with_state(Arc::clone(gateway), observe))
        .with_state(Arc::clone(gateway))
}

async fn missing(viewer: Viewer) -> Response {
    viewer.refuse(Section::Runs, OperationError::NotFound { what: "page", advice: "the menu has all pages" })
}
