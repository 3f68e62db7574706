//! Redis, which makes the fleet fast and may be flushed at any moment: leases, freshness, budgets as a fast "no",
//! cool-downs, counts of work in flight.
//!
//! Invariants: Redis is spoken here and nowhere else. Nothing of value is only here: every answer is a hint that Postgres
//! may overrule, and every error is [`Unavailable`], which a caller meets by going on without the hint. Freshness fails
//! open; a budget is then asked of Postgres.
//!
//! | idea | trait | without Redis |
//! |---|---|---|
//! | who researches an entity | [`Leases`] | the lease row in Postgres decides |
//! | what is fresh | [`Freshness`] | the store is asked |
//! | is money left | [`Budgets`] | the ledger is asked, as it is anyway before every call |
//! | may a provider be called | [`CoolDowns`] | each replica finds out by itself |
//! | how much is in flight | [`InFlight`] | nobody counts |

mod budget;
mod client;
mod config;
mod cooldown;
mod error;
mod freshness;
mod in_flight;
mod lease;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

use std::future::Future;
use std::pin::Pin;

pub use budget::{Budgets, Reservation, Reserved};
pub use client::{Persistence, Redis};
pub use config::Config;
pub use cooldown::CoolDowns;
pub use error::Unavailable;
pub use freshness::{Freshness, Known, Topic};
pub use in_flight::InFlight;
pub use lease::{Acquired, Held, Lease, Leases};

/// What every call answers, boxed so that a handler can hold `Arc<dyn Coordination>`.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Unavailable>> + Send + 'a>>;

/// All of it. Bring the trait you need into scope to call its methods.
pub trait Coordination: Leases + Freshness + Budgets + CoolDowns + InFlight {}

impl<T: Leases + Freshness + Budgets + CoolDowns + InFlight> Coordination for T {}
