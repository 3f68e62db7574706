//! The pages of the console: pure functions from the outputs of operations to markup. No I/O, no async, no clock: the
//! gateway (`services/gateway/src/console`) reads requests, calls operations and sets headers.

pub mod address;
pub mod assets;
pub mod bundles;
pub mod chart;
pub mod dead_letters;
pub mod events;
pub mod figure;
pub mod forecasts;
pub mod form;
pub mod frame;
pub mod grafana;
pub mod live;
pub mod markdown;
pub mod memory;
pub mod notice;
pub mod now;
pub mod redrives;
pub mod reports;
pub mod review;
pub mod run;
pub mod runs;
pub mod setup;
pub mod source;
pub mod spend;
pub mod text;
pub mod track_record;
pub mod webhooks;

pub use frame::{Body, Frame, Section, Visitor, page};

#[cfg(test)]
mod huge_test;
