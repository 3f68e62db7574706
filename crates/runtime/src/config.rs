//! Configuration: environment variables, read in one place, every mistake told at once.
//!
//! A service's settings are plain structs with a `read(env: &mut Env) -> Self`. Each reader records the variable's name,
//! default and meaning, so the table in docs/CONFIGURATION.md is generated from the very code that reads.

mod duration;
mod env;
mod process;
mod table;

pub use duration::{InvalidDuration, parse_duration};
pub use env::{ConfigError, Env, Mistake, Setting};
pub use process::{Config, Credentials};
pub use table::markdown;
