//! Effects that change runs.

mod change;
mod locked;
mod rows;

pub(crate) use change::{ForecastRow, RunChange, parse_phase};
pub(crate) use locked::LockedRuns;
