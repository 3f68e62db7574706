//! The contract `auspex.v1`: messages between the workers, from publishers and to subscribers.
//!
//! Invariant: only this crate and programs that publish or display messages use wire types. Handlers use domain values,
//! decoded once by [`event::Event::decode`], which validates all input.

pub mod cancellation;
mod cloud;
pub mod compat;
mod convert;
mod decode;
pub mod event;
pub mod events;
mod facts;
mod format;
pub mod helius;
mod json;
pub mod lenient;
pub mod result;
mod spelling;
pub mod subject;

pub use convert::dead_letter;
pub use decode::published_by;
pub use format::message;
pub use json::parse as from_json;

/// Generated wire types. They are documented in the `.proto` files.
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

/// All fields and enum values of the contract, one sorted line each, as input of [`compat`].
pub const CONTRACT: &str = include_str!(concat!(env!("OUT_DIR"), "/contract.txt"));
