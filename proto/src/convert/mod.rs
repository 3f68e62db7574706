//! Conversion between wire and domain types, one file per `.proto`. Every message is destructured in both directions,
//! so that a new field does not compile until both directions handle it.

pub(crate) mod check;
mod classification;
pub mod dead_letter;
mod deep_report;
mod directions;
mod entity_request;
pub(crate) mod event;
mod evidence;
mod forecast;
mod json;
mod r#macro;
mod macro_result;
mod market;
mod memory;
mod outcome;
mod question;
mod reading;
mod research;
pub(crate) mod result;
mod run;
mod task;
mod transaction;
mod verdict;
