//! The audit trail while work goes on: a bundle takes many minutes, and somebody watches.
//!
//! I/O: writes lines of the audit trail ahead of the outcome.

use domain::effect::AuditLine;
use domain::port::PortError;
use futures::FutureExt;
use futures::future::BoxFuture;

/// Where progress is written down.
pub trait Trail: Send + Sync + 'static {
    /// Writes the `ordinal`-th line of its kind; the same line again changes nothing.
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>>;
}

impl Trail for store::Store {
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>> {
        self.note_audit(ordinal, line).boxed()
    }
}
