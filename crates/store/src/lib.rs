//! The Postgres adapter: journal (inbox, outbox, steps), ledger, memory, runs and results in one crate, because one
//! transaction spans them.
//!
//! [`Store`] implements the ports [`domain::port::Journal`] and [`domain::port::Ledger`], and the traits [`Memory`],
//! [`Runs`] and [`Reviews`]. Operations that many jobs run at the same time are batched: concurrent callers share a
//! transaction, so that one `fsync` commits hundreds of outcomes (ADR 0003).
//!
//! Invariants: no other crate contains SQL. Rows are locked in one order (inbox, leases, runs, sessions, calls,
//! budgets; each sorted by key), so batches cannot deadlock. Leases use the database's clock only.

mod aging;
mod batch;
pub mod batches;
mod budget_share;
pub mod bundle;
mod clock;
mod config;
mod database;
mod effect;
mod failure;
mod fair;
mod found_nothing;
pub mod gateway;
mod journal;
mod ledger;
pub mod mcp;
pub mod memory;
mod migrations;
mod observe;
pub mod outcomes;
mod page_bytes;
pub mod pages;
mod pool;
mod prune;
pub mod reading;
pub mod recalibration;
pub mod result_stream;
mod retry;
pub mod reviews;
pub mod roles;
pub mod runs;
pub mod schedules;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tokens;
mod unreadable;
mod valued;
pub mod webhooks;
pub mod worker_models;

pub use aging::Aged;
pub use batches::{BatchStep, FillLimits, OpenBatch, QueuedCall};
pub use config::{Pooler, PostgresConfig};
pub use ledger::{Accounts, AgentTotal, Money, OpenCall, UnknownCall};
pub use memory::{History, Memory};
pub use outcomes::Outcomes;
pub use page_bytes::CollectionLimits;
pub use pages::Pages;
#[cfg(feature = "testing")]
pub use prune::prune_statements;
pub use prune::{Pruned, Retention};
pub use reviews::Reviews;
pub use runs::{Awaited, RunEndings, Runs};
pub use schedules::Schedules;
pub use store::Store;
pub use valued::ValuationHistory;
