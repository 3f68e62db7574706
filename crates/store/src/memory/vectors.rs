//! Vectors of notes and research, in the extension pgvector.
//!
//! The extension is optional. The tables `note_embedding` and `research_embedding` exist on every server; their columns
//! `embedding` and the indexes over them exist where the extension could be created, which each migration tries again.
//! Without them, or without an embedder, retrieval uses words alone.

pub(crate) mod embedding;
pub(crate) mod enable;
pub(crate) mod pending;

pub use pending::{EmbedTextsError, EmbeddedText, PendingCursor, PendingLimits, PendingPage, PendingText};
