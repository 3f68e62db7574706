//! Programs for the people who develop Auspex: evaluation on sets with known answers, benchmarks and the kill loop.
//!
//! Nothing here belongs to a fleet. The fleet that `bench` and `chaos` start comes from the `tests` library, which the
//! fleet tests use as well.

pub mod bench;
pub mod chaos;
mod command;
pub mod eval;
mod output;
pub mod quality;

pub mod simulate;
pub mod soak;
pub mod voi;

pub use command::run;
