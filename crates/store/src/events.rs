//! Events with their results, verdicts about quiet events, and figures about both.

mod costs;
mod counts;
mod facet;
pub(crate) mod list;
mod shares;
mod verdicts;
mod view;

pub use costs::EventCost;
pub use counts::EventCount;
pub use facet::PgEvents;
pub use list::{EventFilter, EventLine, EventTally, STATES};
pub use shares::EventShare;
pub use verdicts::VerdictView;
pub use view::EventView;
