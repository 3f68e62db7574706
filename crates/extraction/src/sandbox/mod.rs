//! Parsers in a child process. Pages and files come from anybody; a parser that recurses, allocates or loops without end
//! must cost a page, never a worker. So the worker starts its own binary again with a private argument; that child gives
//! up what it does not need (network, files, memory, time) before it reads the first byte, and only then parses.
//!
//! What holds in the child, each verified by it at its start and told to the parent ([`Confinement`]):
//! - memory: `RLIMIT_DATA` and `RLIMIT_AS`; time: `RLIMIT_CPU` per document, and the parent's clock;
//! - no new file descriptor, no file written, no core dump, an empty environment (so no key is in its memory);
//! - no system call but reading, writing, memory and the end (seccomp): no socket, no file, no process, no thread.
//!
//! A death is a value ([`Failed::Died`]), the next page gets a fresh child. Where the kernel refuses the filter, the
//! limits still hold, and the log says which protection is missing.
//!
//! Every binary that reads pages calls [`child_main`] first thing in its `main`.

mod child;
mod confine;
mod failure;
mod here;
mod limits;
mod pool;
mod process;
mod readings;
mod unread;
mod wire;

use crate::Document;
use futures::future::BoxFuture;

pub use child::{ARGUMENT, child_main};
pub use confine::Confinement;
pub use failure::Failed;
pub use here::Here;
pub use limits::Limits;
pub use pool::{Pool, Settings};
pub use readings::Readings;
pub use unread::Unread;

/// Reads documents, somewhere.
pub trait Reads: Send + Sync + 'static {
    /// One document.
    fn read<'a>(&'a self, unread: &'a Unread) -> BoxFuture<'a, Result<Document, Failed>>;
}
