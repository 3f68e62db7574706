//! The forecaster: owns a run from question to answer (SPEC 4.4).
//!
//! | module | what it decides |
//! |---|---|
//! | [`machine`] | what may happen to a run, and what follows |
//! | [`decompose`] | what has to be found out |
//! | [`digest`] | the evidence as a model sees it |
//! | [`analyze`], [`voi`] | whether another round is worth its price |
//! | [`estimate`], [`weigh`] | one estimate: priors and evidence, by arithmetic |
//! | [`pool`], [`conclude`] | many estimates and the market: one forecast |
//! | [`advise`] | what to do on a market |
//! | [`reasoning`] | nothing that the evidence lacks |
//!
//! Only [`handler`], [`model`] and [`sweep`] wait for anything.

pub mod advise;
pub mod analyze;
pub mod conclude;
pub mod config;
pub mod decompose;
pub mod digest;
pub mod estimate;
pub mod handler;
pub mod machine;
pub mod model;
pub mod outcome;
pub mod pool;
pub mod reasoning;
#[cfg(test)]
mod sample;
pub mod sweep;
pub mod voi;
pub mod weigh;

pub use config::Config;
pub use model::Model;
