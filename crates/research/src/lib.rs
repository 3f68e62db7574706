//! Assessment of evidence. Pure functions without I/O.
//!
//! - [`quotes`]: verifies that a quote occurs in a text.
//! - [`fingerprint`]: estimates the overlap of two pages from a small sketch of each.
//! - [`independence`]: counts sources that do not repeat one another.
//! - [`dedup`]: finds statements that say the same, or the opposite, in nearly the same words.
//! - [`sentiment`]: scores a text with a lexicon and raises alarms.
//! - [`judge`]: asks a model whether a quote supports or refutes a statement.
//! - [`support`]: compares a finding with its quotes in code, and asks a model about the rest.
//! - [`sentence`]: checks a sentence of a text against the findings that it cites.
//! - [`evidence_filter`]: drops, merges, reorders and downgrades findings before a decision.
//!
//! [`domain::Standing`] combines the results into the status of a claim.

pub mod dedup;
pub mod evidence_filter;
pub mod fingerprint;
pub mod independence;
pub mod judge;
pub mod quotes;
pub mod sentence;
pub mod sentiment;
pub mod support;

pub use fingerprint::Fingerprint;
