//! Handlers of the writer.

pub mod classifications;
mod contradictions;
pub mod endings;
pub mod evidence;
pub mod forecasts;

#[cfg(test)]
mod fakes;
