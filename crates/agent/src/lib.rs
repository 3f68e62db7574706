//! The tool-calling loop as a serialisable state machine, and the registry of its tools.
//!
//! [`AgentRun`] does no I/O: it returns the next [`Action`] and receives the result. A run can therefore be stored
//! after every paid step, continued by another replica, replayed from memoised replies, and tested with random models.
//! Invariants for any answers of the model: a run ends within its [`LoopLimits`] and reports the limit that ended it;
//! every request is acceptable to providers (each call is answered once, by its id, in the next message); no request is
//! made for money beyond [`LoopLimits::dollars`].

mod action;
mod guard;
mod limits;
mod registry;
mod run;
mod sanitize;
mod synopsis;
pub mod untrusted;

pub use action::{Action, CallResult, Ending, Goal, ToolCall};
pub use limits::{LoopLimits, Stop};
/// Reads arguments by their schema, as every call of a tool does.
pub use llm::coerce;
pub use registry::{Bounds, Broken, Origin, Registry, Tool, ToolAnswer, ToolError, ToolResult, ToolSpec, parse_json};
pub use run::AgentRun;
pub use synopsis::synopsis;
pub use untrusted::{Address, Label, Untrusted};
