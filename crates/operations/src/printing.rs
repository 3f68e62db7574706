//! Printing of reports as PDF.

use futures::future::BoxFuture;

/// Prints pages of HTML.
pub trait PagePrinter: Send + Sync {
    /// Prints a page, which requests nothing.
    ///
    /// # Errors
    /// The reason of the failure, for the log.
    fn print<'a>(&'a self, page: &'a str) -> BoxFuture<'a, Result<Vec<u8>, String>>;
}
