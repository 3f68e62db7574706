//! The tool-calling loop as a serialisable machine, and the tools that it may call.
//!
//! [`Run`] does no I/O: it says what to do next ([`Action`]) and is told what came of it. So a run can be stored after
//! every paid step, taken up by another replica, replayed from remembered replies, and tested with random models.
//! Invariants: whatever the model answers, a run ends within its [`Limits`] and says so if a limit ended it; every request
//! is one that providers take (each call answered once, by its id, in the next message); money beyond
//! [`Limits::dollars`] is not asked for.

mod action;
mod guard;
mod heard;
mod limits;
mod registry;
mod run;
mod synopsis;

pub use action::{Action, Call, Ending, Given, Goal};
pub use limits::{Limits, Stop};
pub use registry::{Answer, Bounds, Broken, Registry, Tool, ToolError, ToolResult};
pub use run::Run;
pub use synopsis::synopsis;
