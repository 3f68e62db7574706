//! The port of the index of pages.

use std::sync::Arc;

use domain::effect::Basis;
use domain::port::PortError;
use domain::{JobId, Time};
use futures::future::BoxFuture;

use crate::database::Database;

/// A version of a fetched page. Its key is `(url, hash)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPage {
    /// Address that was requested.
    pub url: String,
    /// SHA-256 of the decoded bytes, in hex.
    pub hash: String,
    /// Address after redirects.
    pub final_url: String,
    /// `Content-Type` as sent by the server.
    pub content_type: String,
    /// `ETag`, for conditional requests.
    pub etag: Option<String>,
    /// `Last-Modified`, for conditional requests.
    pub last_modified: Option<String>,
    /// Time of the first fetch of these bytes.
    pub fetched_at: Time,
    /// Time at which the server last sent or confirmed these bytes.
    pub checked_at: Time,
    /// Time until which the page need not be requested again.
    pub fresh_until: Time,
}

/// The index of fetched pages and service answers.
pub trait Pages: Send + Sync + 'static {
    /// Returns the version that was sent or confirmed last for an address.
    fn latest<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<KeptPage>, PortError>>;

    /// Returns the addresses that these bytes came from, earliest fetch first. Used to trace a finding.
    fn with_hash<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Vec<KeptPage>, PortError>>;

    /// Announces that bytes with this hash will be written to the object store. Waits while such bytes are being
    /// removed from it.
    fn announce<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<(), PortError>>;

    /// Records that an address sent or confirmed these bytes. A confirmation leaves `fetched_at` unchanged.
    fn keep<'a>(&'a self, page: &'a KeptPage) -> BoxFuture<'a, Result<(), PortError>>;

    /// Returns the last answer of a service to a query (`ask:…`), as JSON.
    fn answer<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<String>, PortError>>;

    /// Stores an answer from elsewhere (a bundle); a job's own answers are stored with its outcome. A basis without a
    /// body is ignored.
    fn keep_answer<'a>(&'a self, basis: &'a Basis) -> BoxFuture<'a, Result<(), PortError>>;

    /// Returns everything that these jobs used, answers with their bodies, ordered by address.
    fn rested_on<'a>(&'a self, jobs: &'a [JobId]) -> BoxFuture<'a, Result<Vec<Basis>, PortError>>;
}

/// Access to pages in Postgres; see [`crate::Store::pages`].
#[derive(Clone)]
pub struct PgPages {
    pub(crate) database: Arc<Database>,
}
