//! Port to the files of bundles and of oversized results.

use agent::ToolError;
use futures::future::BoxFuture;

/// Files under keys; the keys are checked again by the implementation.
pub trait FileStore: Send + Sync + 'static {
    /// Returns the bytes, or `None` if there is no such file.
    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, FileError>>;

    /// Writes the bytes; writing the same bytes again has no effect.
    fn write<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<(), FileError>>;
}

/// Error of a [`FileStore`].
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The key is invalid. The model chose it, so the model gets the message.
    #[error("{0}")]
    Key(String),
    /// The store failed.
    #[error(transparent)]
    Store(Box<dyn std::error::Error + Send + Sync>),
}

impl FileError {
    /// Converts the error to that of a tool.
    pub(crate) fn of_tool(self, tool: &str) -> ToolError {
        match self {
            Self::Key(reason) => ToolError::to_model(reason),
            Self::Store(source) => ToolError::broken(tool, source),
        }
    }
}
