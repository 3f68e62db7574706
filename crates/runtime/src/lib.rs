//! Service lifecycle of a worker. No other crate uses the NATS protocol.
//!
//! | module | responsibility |
//! |---|---|
//! | [`service`] | the shared main: a worker is its handlers, its journal and its background tasks |
//! | [`handler`], [`failure`] | the interface of the work, and the decision upon a failure |
//! | [`settle`] | one delivery from bytes to a committed outcome; needs no broker |
//! | [`policy`] | delays before a retry, limits of batches |
//! | [`topology`] | streams, consumers and services as data |
//! | [`config`] | environment variables, read in one place |
//! | [`client`] | broker access for other programs: publish events, subscribe to results, redrive dead letters |
//! | [`listen`] | the address of probes and APIs, for IPv6 and IPv4 |
//! | [`crash`] | points at which a test can abort the process |
//! | [`testing`] | a journal in memory and a minimal event |

mod background;
mod batch;
pub mod client;
pub mod clock;
pub mod config;
mod confirm;
mod consumer;
mod counters;
pub mod crash;
pub mod delivery;
mod election;
pub mod failure;
pub mod handler;
mod handover;
mod health;
mod inflight;
mod journal_watch;
mod lifecycle;
mod link;
pub mod listen;
pub mod permissions;
pub mod policy;
mod publisher;
mod pull;
mod reconcile;
mod reply;
mod responder;
pub mod service;
pub mod settle;
mod supervise;
pub mod testing;
pub mod topology;
mod trim;

pub use clock::SystemClock;
pub use consumer::TenantLimits;
pub use failure::{Failure, FailureAction, is_planned_wait};
pub use handler::{Attempt, BatchHandler, Handler, Outcome};
pub use policy::BatchPolicy;
pub use service::{Periodic, Service, Start};
pub use trim::TrimConfig;
