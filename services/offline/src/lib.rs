//! The offline world: a model, a web and the services that production code talks to, on one port, without key or network.
//!
//! README.md has the routes, the corpus' layout, the fault modes and how money is counted. Invariants: the same request gets
//! the same answer; nothing is invented; every model call whose work was done stands on the invoice before its reply leaves.

mod admin;
pub mod config;
mod corpus;
mod fault;
mod model;
pub mod rules;
mod server;
mod service;
mod world;

pub use config::Config;
pub use fault::{Fault, Mode, Params};
pub use model::{Line, NAME, Nonsense, Prices, Totals};
pub use server::{Offline, serve};
pub(crate) use world::World;
