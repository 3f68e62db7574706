//! Faults on request, per route and by seed.

mod incidents;
mod inject;
mod line;
mod plan;

pub(crate) use incidents::incidents;
pub(crate) use inject::inject;
pub(crate) use line::{Line, ResettingListener};
pub use plan::{Fault, Mode, Params};
pub(crate) use plan::{Faults, Planned};
