//! The command line: publish, ask, watch, look, mend; and a whole fleet on one machine.
//!
//! Every command is a module with `Args` and `run`. NATS is spoken through `runtime::client`, Postgres through `store`;
//! pure parts (formats, tables, the span tree) do neither.

pub mod ask;
pub mod asking;
pub mod backtest;
pub mod bundle;
pub mod cancel;
mod command;
pub mod context;
pub mod dead;
pub mod demo;
mod disk;
pub mod doctor;
pub mod eval;
pub mod fleet_file;
pub mod formats;
pub mod import;
pub mod input;
pub mod output;
pub mod private_fleet;
pub mod publish;
pub mod resolve;
pub mod retrieve;
pub mod schedule;
pub mod score;
pub mod show;
pub mod summary;
pub mod topology;
pub mod trace;
pub mod traces;
pub mod up;
pub mod watch;

pub use command::run;
pub use context::Context;
