//! The forecaster's three handlers, one file each.

pub mod evidence;
pub mod rounds;
pub mod runs;

#[cfg(test)]
pub(crate) mod fakes;
