//! The outside web: searching it, fetching from it, and asking token services. What came is read by `reader`.
//!
//! Everything that comes back is untrusted data: it is measured while it streams, decoded, cut and handed on as plain
//! values. Nothing here decides what is true, and nothing reads the environment: whoever wires a worker builds the plain
//! `Config` structs. What is deliberately absent: cookies, proxies, automatic redirects, scripts.

mod client;
#[cfg(any(test, feature = "fake"))]
pub mod fake;
pub mod fetch;
pub mod guard;
mod hosts;
pub mod mcp;
mod outside;
pub mod reading;
mod resolve;
pub mod rest;
pub mod robots;
pub mod search;
pub mod service;
pub mod site;
pub mod tokens;

pub use client::ClientError;
pub use fetch::{Fetch, FetchConfig, FetchError, Fetched, Fetcher, Page, Validators};
pub use guard::Refusal;
pub use outside::{Outside, Web, searchers};
pub use rest::{LocalRests, Rests};
pub use robots::Robots;
pub use search::{Chain, Found, Hit, Search, SearchError};
pub use service::ServiceError;
pub use tokens::{TokenData, TokenServices};

/// SHA-256 in hex.
pub fn content_hash(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
