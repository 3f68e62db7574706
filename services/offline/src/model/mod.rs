//! The model: two wire formats, one set of answers.

mod answer;
pub(crate) mod anthropic;
mod conversation;
mod garbage;
mod handler;
pub(crate) mod invoice;
mod openai;
mod usage;

pub use garbage::Nonsense;
pub(crate) use handler::{ask_anthropic, ask_openai, request_id};
pub(crate) use invoice::Invoice;
pub use invoice::{Line, Totals};
pub use usage::Prices;
pub(crate) use usage::PromptCache;

/// Name of the model in every reply, regardless of the requested name.
pub const NAME: &str = "offline-1";
