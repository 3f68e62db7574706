//! The forecaster: makes the decisions about runs, from the question to the forecast.
//!
//! | module | responsibility |
//! |---|---|
//! | [`outcome`] | decisions about a run as effects and messages |
//! | [`market`] | the market that asks the same question, and its price |
//! | [`decompose`], [`alert`] | the research questions |
//! | [`digest`] | the evidence in prompts |
//! | [`analyze`], [`voi`] | the decision on another round |
//! | [`request`] | the research request, for a caller who asked for it |
//! | [`estimate`], [`estimate_schema`], [`weigh`] | one estimate, from rates, evidence and the stated probability |
//! | [`normalise`], [`reading`] | the first call: how the question is read, and the kind of its answer |
//! | [`distribution`] | the answer to a question that yes or no does not answer |
//! | [`deep_report`] | a report instead of a forecast |
//! | [`crux`] | the question that settles a disagreement |
//! | [`views`], [`conclude`], [`confidence`], [`flags`] | the forecast, from estimates and market |
//! | [`direction`] | its evidence: for, against, context |
//! | [`coherence`] | its agreement with forecasts of related questions |
//! | [`fallback`] | the end of a run whose decision was dead-lettered |
//! | [`advise`] | advice on a market |
//! | [`reasoning`] | check of the reasoning against the evidence |
//!
//! Transitions of runs are decided by `domain::run::RunMachine`, formulas are in the crate `forecasting`. Only
//! [`handler`], [`model`], [`past`], [`history`], [`market`], [`schedule`] and [`sweep`] perform I/O.

pub mod advise;
pub mod alert;
pub mod analyze;
pub mod coherence;
pub mod conclude;
pub mod confidence;
pub mod config;
pub mod crux;
pub mod decompose;
pub mod deep_report;
pub mod digest;
pub mod direction;
pub mod distribution;
pub mod estimate;
pub mod estimate_schema;
pub mod fallback;
pub mod flags;
pub mod handler;
pub mod history;
pub mod market;
mod market_access;
pub mod model;
pub mod normalise;
pub mod outcome;
pub mod past;
pub mod perspective;
pub mod prompt_split;
pub mod reading;
pub mod reasoning;
mod recalibration;
mod record;
pub mod request;
pub mod review;
#[cfg(test)]
mod sample;
pub mod schedule;
mod similar;
pub mod sweep;
pub mod views;
pub mod voi;
pub mod weigh;

pub use config::ForecasterConfig;
pub use model::Model;
