//! Postgres, all of it, because one transaction spans it: the journal (inbox, outbox, steps), the ledger, memory, runs and
//! results.
//!
//! [`Store`] implements the ports [`domain::port::Journal`] and [`domain::port::Ledger`], and the traits [`Memory`] and
//! [`Runs`] that workers read through. Everything that many jobs do at the same time goes through one batcher: concurrent
//! callers share a transaction, so that one `fsync` settles hundreds of outcomes (ADR 0005).
//!
//! Invariants: SQL is spoken here and nowhere else. Rows are locked in one order (inbox, leases, runs, calls, budgets; each sorted by
//! key), so groups cannot deadlock. Time that decides about leases is the database's, never this machine's.

mod batch;
mod config;
mod effect;
mod failure;
mod journal;
mod ledger;
pub mod memory;
mod migrations;
pub mod pages;
mod prune;
pub mod reading;
mod retry;
pub mod runs;
mod store;
#[cfg(feature = "testing")]
pub mod testing;

pub use config::Config;
pub use ledger::{AgentTotal, Money, OpenCall, UnknownCall};
pub use memory::Memory;
pub use pages::Pages;
pub use prune::Pruned;
pub use runs::Runs;
pub use store::Store;
