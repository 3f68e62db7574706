//! Handlers of the writer.

pub mod classifications;
mod contradictions;
pub mod endings;
pub mod evidence;
pub mod forecasts;
pub mod macros;
pub mod verdicts;

#[cfg(test)]
mod fakes;
