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
pub mod bundle;
mod config;
mod effect;
mod failure;
mod journal;
mod ledger;
pub mod memory;
mod migrations;
pub mod outcomes;
mod page_bytes;
pub mod pages;
mod prune;
pub mod reading;
pub mod recalibration;
mod retry;
pub mod runs;
pub mod schedules;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod valued;

pub use config::Config;
pub use ledger::{Accounts, AgentTotal, Money, OpenCall, UnknownCall};
pub use memory::{History, Memory};
pub use outcomes::Outcomes;
pub use page_bytes::Bite;
pub use pages::Pages;
pub use prune::Pruned;
pub use runs::{Awaited, Ends, Runs};
pub use schedules::Schedules;
pub use store::Store;
pub use valued::Valued;
