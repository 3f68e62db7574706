//! Vectors of notes, in the extension pgvector.
//!
//! The extension is optional. The table `note_embedding` exists on every server; its column `embedding` and the indexes
//! over it exist where the extension could be created, which each migration tries again. Without them, or without an
//! embedder, retrieval uses words alone.

pub(crate) mod embedding;
pub(crate) mod enable;
pub(crate) mod pending;

pub use pending::{EmbedNotesError, PendingCursor, PendingLimits, PendingNote, PendingPage};
