//! The `auspex` command: publishes events, asks questions, watches results, inspects and repairs a fleet, and runs a
//! local one.
//!
//! Each command is a module with `Args` and `run`. The commands of a user go through [`door`], the HTTP API of a
//! gateway. Those of an operator reach NATS through `runtime::client` and Postgres through `store`; the pure parts
//! (formats, tables, the span tree) use neither.

mod api_address;
pub mod ask;
pub mod asking;
pub mod backtest;
pub mod blocks;
pub mod budget;
pub mod bundle;
pub mod cancel;
mod command;
pub mod completions;
pub mod console;
pub mod context;
pub mod database;
pub mod dead;
pub mod demo;
mod disk;
pub mod doctor;
pub mod door;
pub mod dry_run;
pub mod entity;
pub mod event;
pub mod fleet_file;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod help;
pub mod idle;
pub mod import;
pub mod input;
pub mod macros;
pub mod mcp;
pub mod models;
pub mod money;
pub mod output;
pub mod private_fleet;
pub mod prompts;
pub mod publish;
mod random;
pub mod reconcile;
pub mod remember;
pub mod report;
pub mod research;
pub mod resolve;
pub mod retrieve;
pub mod review;
pub mod schedule;
pub mod score;
mod server_address;
pub mod show;
pub mod sources;
pub mod summary;
pub mod token;
pub mod topology;
pub mod trace;
pub mod traces;
pub mod up;
pub mod watch;
pub mod webhook;
mod whole_number;

pub use command::{command_line, run};
pub use context::Context;
