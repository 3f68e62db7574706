//! Runs: reading them, and the events that do not come from a handler's effects: deadlines and cancellations.

mod budgets;
mod cancel;
mod due;
mod earlier;
mod expected;
mod list;
pub(crate) mod load;
pub(crate) mod overview;
mod port;
mod progress;
mod transition;

pub use budgets::BudgetLine;
pub use earlier::RelatedRun;
#[cfg(feature = "testing")]
pub(crate) use earlier::{PLAN, RELATED};
pub use list::RunLine;
#[cfg(feature = "testing")]
pub(crate) use overview::EVENTS;
pub use overview::{EntityRuns, RunFigures, RunNeighbors, RunSelection};
pub(crate) use port::Compared;
pub use port::{Awaited, DueRun, EarlierPlan, EarlierPlans, ExpiredDecision, PgRuns, RunEndings, Runs};
pub use progress::RunProgress;
pub use transition::{CancelOutcome, RunVersion};
