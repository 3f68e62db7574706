//! What a person asks: counts, dead letters, open work, reports, forecasts. Plain methods of [`crate::Store`]; all read only but
//! [`crate::Store::redrive`].

mod about;
mod accounts;
pub mod calibration;
mod dead;
mod evidence;
mod knowledge;
mod outcome;
mod room;
mod work;

pub use about::{About, DayBudget};
pub use accounts::{EventCount, ResultCount};
pub use dead::DeadLine;
pub use knowledge::{Known, Lease};
pub use outcome::{EventView, RunLine};
pub use work::OpenWork;
