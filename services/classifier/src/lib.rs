//! The classifier: decides which events deserve attention, and what work they ask for (SPEC 4.1).
//!
//! Rules first ([`rules`], [`threshold`]), then one question to the model per batch ([`judge`]), then decisions ([`decide`]) with the
//! work they send out ([`work`]); news that sound ill are held against what is fresh ([`alarm`]). Only [`handler`], [`judge`] and [`standing`] wait for anything.

pub mod alarm;
pub mod ask;
pub mod asked;
pub mod config;
pub mod decide;
pub mod handler;
pub mod judge;
pub mod reply;
pub mod rules;
#[cfg(test)]
mod sample;
pub mod standing;
pub mod threshold;
pub mod work;

pub use config::Config;
pub use handler::Classifier;
