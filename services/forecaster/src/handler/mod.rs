//! The forecaster's three handlers, one file each.

mod estimates;
pub mod evidence;
mod requests;
pub mod rounds;
pub mod runs;

#[cfg(test)]
pub(crate) mod fakes;
