//! The forecaster: owns a run from question to answer (SPEC 4.4).
//!
//! | module | what it decides |
//! |---|---|
//! | [`machine`] | what may happen to a run, and what follows |
//! | [`decompose`], [`alert`] | what has to be found out |
//! | [`digest`] | the evidence as a model sees it |
//! | [`analyze`], [`voi`] | whether another round is worth its price |
//! | [`request`] | the research request itself, for a caller who wants that |
//! | [`estimate`], [`weigh`] | one estimate: priors and evidence, by arithmetic |
//! | [`crux`] | where estimates disagree: the one question that would settle it |
//! | [`conclude`], [`confidence`], [`flags`] | many estimates and the market: one forecast |
//! | [`last`] | what is said of a run that nobody decides any more |
//! | [`advise`] | what to do on a market |
//! | [`reasoning`] | nothing that the evidence lacks |
//!
//! The arithmetic itself is the crate `forecasting`.
//!
//! Only [`handler`], [`model`], [`past`] (with the map that it fits, and [`history`]), [`schedule`] and [`sweep`] wait for anything.

pub mod advise;
pub mod alert;
pub mod analyze;
pub mod conclude;
pub mod confidence;
pub mod config;
pub mod crux;
pub mod decompose;
pub mod digest;
pub mod estimate;
pub mod flags;
pub mod handler;
pub mod history;
pub mod last;
pub mod machine;
pub mod model;
mod once;
pub mod outcome;
pub mod past;
pub mod reasoning;
mod recalibration;
pub mod request;
#[cfg(test)]
mod sample;
pub mod schedule;
pub mod sweep;
pub mod voi;
pub mod weigh;

pub use config::Config;
pub use model::Model;
