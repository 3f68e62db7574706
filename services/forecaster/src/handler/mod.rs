//! The forecaster's handlers.

mod distributions;
mod estimates;
pub mod evidence;
mod reports;
mod requests;
pub mod rounds;
pub mod runs;

#[cfg(test)]
pub(crate) mod fakes;
