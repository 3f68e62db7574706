//! Queries for people: counts, dead letters, open jobs, reports, forecasts. Inherent methods of [`crate::Store`]. Only
//! [`crate::Store::redrive`] writes.

pub mod calibration;
mod dead;
mod knowledge;
mod results;
mod server;
mod work;

pub use dead::DeadLetterLine;
pub use knowledge::{EntityOverview, HeldLease};
pub use results::{EventView, RunLine};
pub use server::{DayBudget, ServerInfo};
pub use work::{EventCount, OpenWork, ResultCount};
