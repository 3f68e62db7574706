//! Queries for people: counts, dead letters, open jobs, reports, forecasts. Inherent methods of [`crate::Store`]. Only
//! [`crate::Store::redrive`] writes.

pub mod calibration;
mod cost_history;
mod dead;
mod degraded;
mod event_shares;
mod knowledge;
mod known;
mod replication;
mod results;
mod server;
mod tenants;
mod unreadable;
mod verdicts;
mod work;

pub use cost_history::EventCost;
pub use dead::DeadLetterLine;
pub use degraded::DegradedAnswers;
pub use event_shares::EventShare;
pub use knowledge::EntityOverview;
pub use known::Known;
pub use replication::Replication;
pub use results::{EventView, RunLine};
pub use server::{DayBudget, ServerInfo};
pub use tenants::TenantWork;
pub use verdicts::VerdictView;
pub use work::{EventCount, OpenWork, ResultCount, Unfinished};
