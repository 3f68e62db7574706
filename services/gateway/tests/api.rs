//! The API over real sockets and a real Postgres. No worker runs: the fleet test publishes and answers.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "api/attempts.rs"]
mod attempts;
#[path = "api/bundles.rs"]
mod bundles;
#[path = "api/citations.rs"]
mod citations;
#[path = "api/console.rs"]
mod console;
#[path = "api/console_actions.rs"]
mod console_actions;
#[path = "api/console_reports.rs"]
mod console_reports;
#[path = "api/fleet.rs"]
mod fleet;
#[path = "api/isolation.rs"]
mod isolation;
#[path = "api/issuer.rs"]
mod issuer;
#[path = "api/live.rs"]
mod live;
#[path = "api/macros.rs"]
mod macros;
#[path = "api/oidc.rs"]
mod oidc;
#[path = "api/publishing.rs"]
mod publishing;
#[path = "api/reading.rs"]
mod reading;
#[path = "api/redrives.rs"]
mod redrives;
#[path = "api/refusals.rs"]
mod refusals;
#[path = "api/research.rs"]
mod research;
#[path = "api/reviews.rs"]
mod reviews;
#[path = "api/shares.rs"]
mod shares;
#[path = "api/shutdown.rs"]
mod shutdown;
#[path = "api/sign_in.rs"]
mod sign_in;
#[path = "api/streaming.rs"]
mod streaming;
#[path = "api/support.rs"]
mod support;
#[path = "api/track_record.rs"]
mod track_record;
#[path = "api/webhook_attempts.rs"]
mod webhook_attempts;
#[path = "api/webhook_outcomes.rs"]
mod webhook_outcomes;
#[path = "api/webhook_places.rs"]
mod webhook_places;
#[path = "api/webhooks.rs"]
mod webhooks;
#[path = "api/world.rs"]
mod world;
