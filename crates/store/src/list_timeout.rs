//! The error of a list that the server ended.

/// The server ended the read of a list, because it took longer than two seconds. Source of the error of the port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the list took longer than 2 s")]
pub struct ListTimeout;
