//! A fleet on real servers and checks of its invariants, for the fleet tests and for `services/lab`.
//!
//! [`Fleet`] starts nats-server, Valkey, Postgres, the offline world and the five worker binaries on free ports, and
//! [`Api`] a gateway. [`verdict`] checks the invariants on the state that they leave behind, [`kill_loop`] kills them
//! while they work, [`structure`] checks the source code. The binaries must be built first
//! (`cargo build --workspace --bins`; `make test` does it).

pub mod api;
pub mod backup;
pub mod commands;
pub mod corpus;
pub mod database;
pub mod events;
pub mod executor;
pub mod fault_setup;
pub mod fleet;
pub mod kill_loop;
pub mod mcp;
pub mod open_report;
pub mod pki;
pub mod publish;
pub mod research;
pub mod rules_rate;
pub mod server_faults;
pub mod settings;
pub mod setup;
pub mod small_disk;
pub mod streams;
pub mod strict;
pub mod structure;
pub mod users;
pub mod verdict;
pub mod wait;

pub use api::Api;
pub use database::Database;
pub use executor::Executor;
pub use fleet::Fleet;
pub use setup::Setup;
pub use verdict::InvariantReport;
