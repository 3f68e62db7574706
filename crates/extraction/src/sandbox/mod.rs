//! Parsers in a child process. Pages and files are untrusted; a parser that recurses, allocates or loops without end
//! must cost a page, never a worker. The worker therefore starts its own binary again with a private argument. The
//! child drops what it does not need (network, files, memory, time) before it reads the first byte, and only then
//! parses.
//!
//! Protections in the child, verified by it at start and reported to the parent ([`Confinement`]):
//! - memory: `RLIMIT_DATA` and `RLIMIT_AS`; time: `RLIMIT_CPU` per document, and the parent's clock;
//! - no new file descriptor, no file written, no core dump, an empty environment (so its memory contains no key);
//! - no system call except reading, writing, memory and exit (seccomp): no socket, no file, no process, no thread.
//!
//! Each document gets a child of its own, and the death of a child is a value ([`ParseFailure::Died`]). If the kernel
//! refuses a protection, no document is read ([`ParseFailure::Unconfined`]) unless the operator allows it; the log
//! names what is missing.
//!
//! Every binary that parses pages calls [`child_main`] first in its `main`.

mod cache;
mod child;
mod confine;
mod limits;
mod pool;
mod process;
mod wire;

use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::Document;
use wire::Answer;

pub use cache::DocumentCache;
pub use child::{PARSER_ARGUMENT, child_main};
pub use confine::Confinement;
pub use limits::ParserLimits;
pub use pool::{ParserPool, ParserPoolSettings};

/// Reads untrusted documents.
pub trait DocumentReader: Send + Sync + 'static {
    /// Reads one document.
    fn read<'a>(&'a self, unread: &'a RawDocument) -> BoxFuture<'a, Result<Document, ParseFailure>>;
}

/// Untrusted bytes with the server's description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawDocument {
    /// Origin and declared type.
    pub label: Label,
    /// The document's bytes.
    pub bytes: Vec<u8>,
}

/// Header sent before the bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Final URL of the document; base of its relative links.
    pub url: String,
    /// The server's content type, may be empty.
    pub content_type: String,
}

impl RawDocument {
    /// Creates a document from these bytes.
    pub fn new(url: impl Into<String>, content_type: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { label: Label { url: url.into(), content_type: content_type.into() }, bytes }
    }
}

/// Error of reading a document. Except for the last three variants it concerns the document, so a retry is useless.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseFailure {
    /// The parser finished without text, with this reason.
    #[error("{0}")]
    Unreadable(String),
    /// The parser exceeded its time limit.
    #[error("the parser did not end on this page within {0:?}")]
    Timeout(Duration),
    /// The parser was killed by its limits or crashed.
    #[error("the parser died on this page: {0}")]
    Died(String),
    /// All parsers were busy for this time, which concerns the load of the machine.
    #[error("no parser was free within {0:?}")]
    Busy(Duration),
    /// The parser lacks these protections, which concerns the machine, not the document.
    #[error("a parser is not confined here ({0}); AUSPEX_PARSER_UNCONFINED=true reads pages without these protections")]
    Unconfined(String),
    /// No parser process could be started, which concerns the machine, not the document.
    #[error("no parser can be started: {0}")]
    Unstarted(String),
}

/// Parses in the current process without protection, for tests and trusted bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcessReader;

impl DocumentReader for InProcessReader {
    fn read<'a>(&'a self, unread: &'a RawDocument) -> BoxFuture<'a, Result<Document, ParseFailure>> {
        let read = crate::read(&unread.bytes, &unread.label.content_type, &unread.label.url);
        std::future::ready(Answer::from_result(read).into_result()).boxed()
    }
}
