//! The classifier decides which events deserve attention and emits the resulting work.
//!
//! Deterministic rules come first ([`rules`]), then one model call per batch for the rest ([`judge`]), then the
//! decisions ([`decide`]) with their tasks ([`work`]). Events that contradict fresh research raise an alarm
//! ([`alarm`]). Only [`handler`], [`judge`] and [`research_state`] perform I/O.

pub mod alarm;
pub mod config;
pub mod decide;
pub mod handler;
pub mod judge;
pub mod model_input;
pub mod model_reply;
pub mod quiet;
pub mod research_state;
pub mod rules;
#[cfg(test)]
mod sample;
pub mod scout_question;
pub mod work;

pub use config::ClassifierConfig;
pub use handler::Classifier;
