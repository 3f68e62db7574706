//! Ranking of notes, research and pages.
//!
//! - [`ranking`]: ranks notes and research for a query and states a confidence.
//! - [`corpus`]: indexes a folder of pages and searches it with BM25.

pub mod corpus;
pub mod ranking;
