//! What tests of handlers and of the runtime need instead of servers: a journal in memory that keeps the promises of
//! [`domain::port::Journal`], and refuses on request.

mod fact;
mod journal;

pub use fact::{Heard, Told};
pub use journal::FakeJournal;
