//! The tool-calling loop as a serialisable state machine, and the registry of its tools.
//!
//! [`Run`] does no I/O: it returns the next [`Action`] and receives the result. A run can therefore be stored after
//! every paid step, continued by another replica, replayed from memoised replies, and tested with random models.
//! Invariants for any answers of the model: a run ends within its [`Limits`] and reports the limit that ended it; every request
//! is acceptable to providers (each call is answered once, by its id, in the next message); no request is made for money beyond
//! [`Limits::dollars`].

mod action;
mod guard;
mod limits;
mod registry;
mod run;
mod sanitize;
mod synopsis;
pub mod untrusted;

pub use action::{Action, Call, Ending, Given, Goal};
pub use limits::{Limits, Stop};
pub use registry::{Answer, Bounds, Broken, Registry, Tool, ToolError, ToolResult, ToolSpec, parse_json};
pub use run::Run;
pub use synopsis::synopsis;
pub use untrusted::{Address, Label, Untrusted};
