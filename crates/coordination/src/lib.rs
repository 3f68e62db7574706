//! Redis, which speeds up the fleet and may be flushed at any time: leases, freshness, budgets as a fast rejection,
//! cool-downs, and counts of work in flight.
//!
//! Invariants: no other crate uses the Redis protocol. Redis holds nothing of value: each result is a hint that
//! Postgres may overrule, and each error is [`Unavailable`], upon which the caller continues without the hint.
//!
//! | concern | trait | without Redis |
//! |---|---|---|
//! | who researches an entity | [`Leases`] | the lease row in Postgres decides |
//! | which research is fresh | [`Freshness`] | the store is asked |
//! | is money left | [`Budgets`] | the ledger is asked, as it is before every call |
//! | may a provider be called | [`CoolDownStore`] | each replica observes its own refusals |
//! | what does a model refuse | [`ModelStates`] | each replica is refused once |
//! | how much work is in flight | [`InFlight`] | nothing is counted |
//!
//! Each concern is one file: trait, client and script.

mod acl;
mod budget;
mod client;
mod connection;
mod cool_down;
mod freshness;
mod in_flight;
mod lease;
mod model_state;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

use std::future::Future;
use std::pin::Pin;

pub use acl::{ACL_PROCESSES, AclUser};
pub use budget::{Budgets, Reservation, Reserved};
pub use client::{Persistence, Redis, RedisConfig, Unavailable};
pub use cool_down::{CoolDownStore, SharedCoolDowns};
pub use freshness::{Freshness, Topic, TopicState};
pub use in_flight::InFlight;
pub use lease::{Acquired, Held, Lease, Leases};
pub use model_state::{Block, ModelState, ModelStates};

/// The future of every call, boxed so that a handler can hold `Arc<dyn Coordination>`.
pub type CallFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Unavailable>> + Send + 'a>>;

/// All concerns behind one trait object.
pub trait Coordination: Leases + Freshness + Budgets + CoolDownStore + InFlight + ModelStates {}

impl<T: Leases + Freshness + Budgets + CoolDownStore + InFlight + ModelStates> Coordination for T {}
