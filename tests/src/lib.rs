//! The fleet on real servers, and what must be true of it afterwards.
//!
//! [`Fleet`] starts nats-server, Valkey, Postgres, the offline world and the five worker binaries on free ports; [`verdict`]
//! judges what they left behind; [`storm`] kills them while they work; [`structure`] judges the source. The binaries must have been
//! built (`cargo build --workspace --bins`; `make test` does it).

pub mod bench;
pub mod corpus;
pub mod events;
pub mod fleet;
pub mod publish;
pub mod quality;
pub mod research;
pub mod sabotage;
pub mod settings;
pub mod small_disk;
pub mod storm;
pub mod streams;
pub mod structure;
pub mod trial;
pub mod truth;
pub mod verdict;
pub mod wait;

pub use fleet::{Fleet, Setup};
pub use truth::Truth;
pub use verdict::Verdict;
