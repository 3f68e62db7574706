//! Files that outlive a database row: reports, bundles, pages. By key, with the hash of their content. In a folder, or in a store that
//! speaks S3.

mod local;
mod probe;
mod s3;

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use runtime::Failure;
use sha2::{Digest, Sha256};

use crate::config::ObjectsConfig;
pub use local::LocalObjects;
pub use probe::probe;
pub use s3::S3Objects;

/// SHA-256 of an object, in hex.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ContentHash(String);

impl ContentHash {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Sixty-four hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why an object could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// The key could leave the store, or is no name at all.
    #[error("{0:?} is no object key: relative, parts of letters, digits, '-', '_' and '.', separated by '/'")]
    Key(String),
    /// A store that this version cannot use.
    #[error(
        "{0:?} is no place for objects (AUSPEX_OBJECTS): use a path, file:// and an absolute path, or s3://bucket/prefix"
    )]
    Address(String),
    /// Settings that the store's client refuses.
    #[error("objects cannot be kept in {place} (AUSPEX_OBJECTS, AUSPEX_OBJECTS_ENDPOINT, _REGION, _KEY, _SECRET)")]
    Settings {
        /// Which store.
        place: String,
        /// What is wrong.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The store failed.
    #[error("the object {key} cannot be {verb}")]
    Failed {
        /// Which object.
        key: String,
        /// `written`, `read` or `removed`.
        verb: &'static str,
        /// The system's own error.
        #[source]
        source: std::io::Error,
    },
    /// What comes back is not what was put.
    #[error("{0} was written and does not come back as it was; look after the store")]
    Altered(String),
    /// A store elsewhere failed.
    #[error("the object {key} cannot be {verb} in {place} ({because}): {mend}")]
    Remote {
        /// Which object.
        key: String,
        /// `written`, `read` or `removed`.
        verb: &'static str,
        /// Which store.
        place: String,
        /// What the store, or the way to it, has said. The library's error repeats itself at every level.
        because: String,
        /// What a person may do about it.
        mend: &'static str,
    },
}

/// How soon the store is tried again where it failed.
const AGAIN: Duration = Duration::from_secs(10);

/// A store that is away, full or locked is no fault of the work that needs it: the work waits, and no attempt is counted, or an outage
/// of a minute would make dead letters of everything that was paid for. A key or an address that is none never becomes one.
impl From<ObjectError> for Failure {
    fn from(error: ObjectError) -> Self {
        match error {
            ObjectError::Key(_) | ObjectError::Address(_) | ObjectError::Settings { .. } => Self::reject(error),
            ObjectError::Failed { .. } | ObjectError::Altered(_) | ObjectError::Remote { .. } => {
                Self::defer(AGAIN, error)
            }
        }
    }
}

/// Where files live. An object is replaced as a whole or not at all.
pub trait Objects: Send + Sync + 'static {
    /// Writes; the same bytes again change nothing.
    fn put<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<ContentHash, ObjectError>>;

    /// Reads; `None` if there is no such object.
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, ObjectError>>;

    /// Removes; what is not there is removed already.
    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), ObjectError>>;

    /// Where a person finds it, e.g. a path.
    fn location(&self, key: &str) -> String;
}

/// The store that the configuration names.
///
/// # Errors
/// An address that is none, or settings that do not go together.
pub fn connect(config: &ObjectsConfig) -> Result<Arc<dyn Objects>, ObjectError> {
    if config.address.starts_with(s3::SCHEME) {
        return Ok(Arc::new(S3Objects::connect(config)?));
    }
    Ok(Arc::new(LocalObjects::at(&config.address)?))
}

/// Keys hold slugs and ids that were made of untrusted text, so they are checked here again.
fn checked(key: &str) -> Result<&str, ObjectError> {
    let fine = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    };
    if key.len() <= 512 && key.split('/').all(fine) { Ok(key) } else { Err(ObjectError::Key(key.to_owned())) }
}
