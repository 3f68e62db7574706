//! The offline world: a model, a web and the services that production code uses, on one port, without key or network.
//!
//! README.md describes the routes, the layout of the corpus, the fault modes and the charges. Invariants: the same
//! request receives the same answer; no answer contains invented content; every completed model call is on the invoice
//! before its reply is sent.

mod admin;
pub mod config;
mod corpus;
mod fault;
mod model;
mod provider;
pub mod rules;
mod server;
mod service;
mod world;

pub use config::OfflineConfig;
pub use fault::{Fault, Mode, Params};
pub use model::{Line, NAME, Nonsense, Totals};
pub use provider::{Prices, Profile};
pub use server::{Offline, serve};
pub(crate) use world::World;
