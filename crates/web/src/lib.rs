//! The outside web: searching it, fetching from it, reading what came, and asking token services.
//!
//! Everything that comes back is untrusted data: it is measured while it streams, decoded, cut and handed on as plain
//! values. Nothing here decides what is true, and nothing reads the environment: whoever wires a worker builds the plain
//! `Config` structs. What is deliberately absent: cookies, proxies, automatic redirects, scripts.

mod charset;
mod client;
pub mod extract;
#[cfg(any(test, feature = "fake"))]
pub mod fake;
pub mod fetch;
pub mod guard;
mod outside;
mod resolve;
pub mod search;
pub mod service;
pub mod tokens;

pub use extract::Extracted;
pub use fetch::{Fetch, FetchConfig, FetchError, Fetcher, Page};
pub use guard::Refusal;
pub use outside::{Outside, Web};
pub use search::{Chain, Found, Hit, Search, SearchError};
pub use service::ServiceError;
pub use tokens::{TokenData, TokenServices};

/// SHA-256 in hex.
pub fn content_hash(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
