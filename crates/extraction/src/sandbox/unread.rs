//! A document before it is read.

use serde::{Deserialize, Serialize};

/// Bytes from outside, and what the server said about them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unread {
    /// Where they came from and what they claim to be.
    pub label: Label,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What goes before the bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where it was found in the end; makes links absolute.
    pub url: String,
    /// The server's content type, may be empty.
    pub content_type: String,
}

impl Unread {
    /// Of these bytes.
    pub fn new(url: impl Into<String>, content_type: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { label: Label { url: url.into(), content_type: content_type.into() }, bytes }
    }
}
