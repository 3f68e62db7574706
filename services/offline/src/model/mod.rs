//! The model: three wire formats, one set of answers.

mod answer;
mod anthropic;
mod batch;
mod conversation;
mod garbage;
mod handler;
pub(crate) mod invoice;
mod openai;
mod reply;
mod responses;
mod stream;
mod think;
mod usage;
mod weak;

pub(crate) use batch::{Batches, routes as batch_routes};
pub(crate) use conversation::Conversation;
pub use garbage::Nonsense;
pub(crate) use handler::{ask_anthropic, ask_openai, ask_responses, request_id};
pub(crate) use invoice::Invoice;
pub use invoice::{Line, Totals};
pub(crate) use usage::PromptCache;

/// Name of the model in every text, and in the replies of the generic profile regardless of the requested name.
pub const NAME: &str = "offline-1";
