//! How a worker lives. NATS is spoken here and nowhere else.
//!
//! | module | what it decides |
//! |---|---|
//! | [`service`] | the shared main: a worker is its handlers, its journal and its background tasks |
//! | [`handler`], [`failure`] | the shape of the work, and what to do when it fails |
//! | [`settle`] | one delivery from bytes to a committed outcome; needs no broker |
//! | [`policy`] | when to try again |
//! | [`topology`] | streams, consumers and services as data |
//! | [`config`] | environment variables, read in one place |
//! | [`client`] | the same broker for whoever is no worker: publish events, hear results, redrive dead letters |
//! | [`crash`] | places where a test may kill the process |
//! | [`testing`] | a journal in memory, the smallest fact |

mod background;
mod batch;
pub mod client;
pub mod clock;
pub mod config;
mod confirm;
mod consumer;
pub mod crash;
pub mod delivery;
pub mod failure;
pub mod handler;
mod health;
mod inflight;
mod interrupt;
mod lifecycle;
mod link;
pub mod permissions;
pub mod policy;
mod publisher;
mod pull;
pub mod service;
pub mod settle;
pub mod testing;
pub mod topology;

pub use batch::BatchPolicy;
pub use clock::SystemClock;
pub use failure::{Failure, Verdict};
pub use handler::{Attempt, BatchHandler, Handler, Outcome};
pub use service::{Service, Start};
