//! Configuration: environment variables, read in one place; all invalid values are reported together.
//!
//! A service's settings are plain structs with a `read(env: &mut Env) -> Self`. Each reader records the variable's
//! name, default and meaning; the table in docs/CONFIGURATION.md is generated from these records.

mod consumer;
pub(crate) mod creds;
mod env;
mod process;
mod tls;

pub use consumer::{ConsumerConfig, Rules};
pub use env::{ConfigError, Env, InvalidDuration, Mistake, Setting, markdown, parse_duration};
pub use process::{Credentials, RuntimeConfig};
pub use tls::{expiry, tls_files};
