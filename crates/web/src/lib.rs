//! Access to the web: search, pages, token services, GLEIF, and external MCP servers. The crate `extraction` parses the
//! results.
//!
//! All answers are untrusted: they are limited while they stream, decoded, cut, and returned as plain values. The crate
//! does not judge their truth and does not read the environment; a worker passes plain configuration structs.
//! Deliberately absent: cookies that outlive one fetch, proxies of the environment, automatic redirects. Scripts run in
//! an optional browser only, which has no network of its own.

pub mod browser;
mod client;
mod exchange;
#[cfg(any(test, feature = "fake"))]
pub mod fake;
pub mod fetch;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
pub mod gleif;
pub mod guard;
mod hosts;
mod live;
pub mod markets;
pub mod mcp;
mod reach;
pub mod reading;
pub mod robots;
mod route;
pub mod search;
pub mod service;
pub mod site;
pub mod tokens;
mod wall;
pub mod wikidata;

pub use browser::{Browser, BrowserConfig, Printer, RenderError};
pub use client::ClientError;
pub use fetch::{Fetch, FetchConfig, FetchError, Fetched, Fetcher, Page, Validators};
pub use gleif::{Gleif, GleifClient};
pub use guard::Refusal;
pub use live::{LiveWeb, Web, searchers};

pub use reach::{DenyList, InvalidEntry};
pub use robots::Robots;
pub use route::{ForwardProxy, InvalidProxy, Route};
pub use search::{Chain, Found, Hit, Search, SearchError, Since, WebQuery};
pub use service::ServiceError;
pub use tokens::{TokenData, TokenServices};
pub use wall::{Wall, asks_for_scripts};
pub use wikidata::{ForeignName, NamedThing, OfficialSite, OfficialSites, RegisteredThing, Wikidata};

/// Returns the SHA-256 of the bytes in hex.
pub fn content_hash(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
