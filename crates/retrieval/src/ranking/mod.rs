//! Ranking of stored notes, research and pages for a query, with a confidence that they answer it. Pure: texts and
//! counts in, an order and a probability out.
//!
//! 1. [`Query`] and [`Passage`] hold the stems of queries and documents in their languages (`lexeme`).
//! 2. [`score`]: BM25F, with more weight for a title that distinguishes a document than for the text.
//! 3. [`search`]: raises documents that the best documents mention by name, and expands the query with their terms.
//! 4. [`mod@confidence`]: combines three shares of the query that were found into a probability.
//! 5. [`fusion`]: if the caller has vectors, fuses the ranking with the nearest neighbours of the query.
//!
//! The caller provides candidates and counts ([`Frequencies`]): `store` from Postgres, [`Collection`] from memory.

pub mod calibration;
pub mod collection;
pub mod confidence;
pub mod fusion;
pub mod passage;
pub mod score;
pub mod search;

pub use calibration::{Calibration, Sample};
pub use collection::Collection;
pub use confidence::{MIN_CONFIDENCE, Shares, confidence};
pub use fusion::{Neighbor, nearest};
pub use passage::{Passage, Query, without_brackets};
pub use score::Frequencies;
pub use search::{Hit, Ranking, Search};
