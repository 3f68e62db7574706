//! Ranking of notes, research and pages.
//!
//! - [`text`]: splits text into words, stems and index terms.
//! - [`bm25`]: the parts of the BM25 formula.
//! - [`ranking`]: ranks notes and research for a query and computes a confidence.
//! - [`reading`]: chooses the passages of a long document that concern a question.
//! - [`script`]: tells scripts without spaces between words.
//! - [`corpus`]: indexes a folder of pages and searches it.

mod asking;
pub mod bm25;
pub mod corpus;
mod identifier;
pub mod language;
mod lexeme;
mod quantity;
pub mod ranking;
pub mod reading;
pub mod script;
pub mod text;

pub use lexeme::LEXEMES_VERSION;
