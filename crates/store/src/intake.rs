//! Intake: events and requests that the gateway accepts, with their idempotency keys and requesters.

pub(crate) mod accept;
mod facet;
mod keys;
mod pending;
mod request;
pub(crate) mod requesters;

pub use accept::{Acceptance, Submission};
pub use facet::{PgIntake, PublishedEvent};
pub use keys::Claimed;
pub use request::RequestKey;
