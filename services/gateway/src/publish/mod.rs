//! From a request's body to acknowledged events: decode, store, queue for publication.

mod accept;
mod decode;
mod pending;
mod queue;

pub use accept::{Accepted, Submitter, accept, accept_all, count_refused, message, request_key};
pub use decode::{Batch, Decoded, batch, decode, helius_batch};
pub use pending::PendingEvents;
pub use queue::{Queue, Queued, queue};
