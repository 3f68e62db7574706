//! The contract between the workers, and with everybody outside: `auspex.v1`.
//!
//! Invariant: wire types stay in here and in whoever publishes or shows them; handlers see domain values only, decoded
//! once at the edge by [`event::Event::decode`], where everything from outside is checked.

mod cloud;
pub mod compat;
mod convert;
mod decode;
pub mod event;
pub mod events;
mod facts;
mod json;
pub mod result;

pub use convert::dead_letter;
pub use decode::message;
pub use json::parse as from_json;

/// The generated wire types. Their documentation is the `.proto` files'.
#[allow(
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]
pub mod v1 {
    include!(concat!(env!("OUT_DIR"), "/auspex.v1.rs"));
    include!(concat!(env!("OUT_DIR"), "/auspex.v1.serde.rs"));
}

/// The compiled `FileDescriptorSet` of the contract, for reflection and for other languages.
pub const DESCRIPTOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptor.bin"));

/// Every field and enum value of the contract, one sorted line each: what [`compat`] compares.
pub const CONTRACT: &str = include_str!(concat!(env!("OUT_DIR"), "/contract.txt"));
