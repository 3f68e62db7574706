//! The Postgres adapter: journal (inbox, outbox, steps), ledger, memory, runs and results in one crate, because one
//! transaction spans them.
//!
//! [`Store`] is reached by facets, one per noun: `store.runs()`, `store.reviews()`, `store.journal()`. A facet
//! implements the port beside it: [`PgRuns`] implements [`Runs`], [`PgJournal`] implements
//! [`domain::port::Journal`]. Operations that many jobs run at the same time are batched: concurrent callers share a
//! transaction, so that one `fsync` commits hundreds of outcomes (ADR 0003).
//!
//! Invariants: no other crate contains SQL. No module imports a module that contains it, and no two modules import each
//! other. Rows are locked in one order (inbox, leases, runs, sessions, calls, budgets; each sorted by key), so batches
//! cannot deadlock. Leases use the database's clock only.

mod aging;
pub mod audit;
mod batch;
pub mod batches;
mod budget_share;
pub mod bundles;
mod clock;
mod columns;
mod config;
pub mod console;
mod count_scope;
mod database;
pub mod dead_letter_groups;
pub mod dead_letters;
mod effect;
pub mod events;
mod failure;
mod fair;
pub mod fleet;
pub mod forecasts;
mod found_nothing;
pub mod intake;
pub mod jobs;
pub mod journal;
mod lane;
pub mod ledger;
pub mod list_timeout;
pub mod maintenance;
pub mod mcp;
pub mod memory;
mod migrations;
mod observe;
pub mod outcomes;
pub mod page;
pub mod pages;
mod pool;
mod prune;
pub mod redrives;
pub mod reports;
pub mod results;
mod retry;
pub mod review_desk;
pub mod reviews;
pub mod roles;
mod rows;
pub mod runs;
pub mod schedules;
pub mod server;
#[cfg(feature = "testing")]
pub mod statements;
mod store;
pub mod tenants;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
pub mod tokens;
mod unreadable;
pub mod webhooks;
pub mod worker_models;

pub use aging::Aged;
pub use batches::{BatchStep, FillLimits, OpenBatch, PgBatches, QueuedCall};
pub use config::{Pooler, PostgresConfig};
pub use count_scope::CountScope;
pub use forecasts::{PgForecasts, ValuationHistory};
pub use journal::PgJournal;
pub use ledger::{Accounts, AgentTotal, Money, OpenCall, PgLedger, UnknownCall};
pub use maintenance::PgMaintenance;
pub use memory::{History, Memory, PgMemory};
pub use outcomes::{Outcomes, PgOutcomes};
pub use pages::{CollectionLimits, Pages, PgPages};
#[cfg(feature = "testing")]
pub use prune::prune_statements;
pub use prune::{Pruned, Retention};
pub use reviews::{PgReviews, Reviews};
pub use runs::{Awaited, EarlierPlan, EarlierPlans, PgRuns, RunEndings, Runs};
pub use schedules::{PgSchedules, Schedules};
pub use store::Store;
