//! Which of the things that are known answer a question, and how sure that is. Pure: texts and counts in, an order and a
//! confidence out; no model, no clock, no server.
//!
//! 1. [`words`]: text to stems, the same for questions and for what is searched.
//! 2. [`score`]: BM25F, a name or title counting more than the text.
//! 3. [`rank`]: what the best documents mention by name comes nearer, and their telling words join the question.
//! 4. [`mod@confidence`]: four shares of the question that were found, weighed into a probability.
//!
//! The caller brings candidates and counts ([`Frequencies`]): `store` from Postgres, [`Library`] from memory.

pub mod confidence;
pub mod frequency;
pub mod library;
pub mod passage;
pub mod rank;
pub mod score;
pub mod words;

pub use confidence::{Shares, confidence};
pub use frequency::Frequencies;
pub use library::Library;
pub use passage::{Passage, without_brackets};
pub use rank::{Found, Hit, Question, Search};
