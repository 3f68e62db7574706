//! Object storage for files that outlive a database row: reports, bundles, pages. Objects have a key and a content
//! hash, and are stored in a folder or in an S3-compatible store.

mod local;
mod s3;

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use runtime::Failure;
use sha2::{Digest, Sha256};

use crate::config::ObjectsConfig;
pub use local::LocalObjects;
pub use s3::S3Objects;

/// SHA-256 of an object, in hex.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ContentHash(String);

impl ContentHash {
    /// Hashes the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns sixty-four hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Error of object storage.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// The key is invalid, e.g. could leave the store.
    #[error(
        "{0:?} is not an object key; keys are relative and have parts of letters, digits, '-', '_' and '.', separated by '/'"
    )]
    Key(String),
    /// The address names no supported store.
    #[error(
        "{0:?} is not an address of object storage (AUSPEX_OBJECTS); use a path, file:// and an absolute path, or s3://bucket/prefix"
    )]
    Address(String),
    /// The store's client rejects the settings.
    #[error(
        "the settings of object storage in {place} are invalid (AUSPEX_OBJECTS, AUSPEX_OBJECTS_ENDPOINT, _REGION, _KEY, _SECRET)"
    )]
    Settings {
        /// Address of the store.
        place: String,
        /// Error of the client.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The folder failed.
    #[error("the object {key} cannot be {verb}")]
    Failed {
        /// Key of the object.
        key: String,
        /// Failed operation: `written`, `read` or `removed`.
        verb: &'static str,
        /// Error of the file system.
        #[source]
        source: std::io::Error,
    },
    /// The store returned other bytes than were written.
    #[error("{0} was written but read back differently; check the store")]
    Altered(String),
    /// The S3-compatible store failed.
    #[error("the object {key} cannot be {verb} in {place} ({because}): {mend}")]
    Remote {
        /// Key of the object.
        key: String,
        /// Failed operation: `written`, `read` or `removed`.
        verb: &'static str,
        /// Address of the store.
        place: String,
        /// Cause, as reported by the store or the network. The library's own error repeats itself at every level.
        because: String,
        /// Advice on how to fix it.
        mend: &'static str,
    },
}

/// Deferral of work after a failure of the store.
const RETRY_DELAY: Duration = Duration::from_secs(10);

/// An unavailable, full or locked store defers the work without counting an attempt: otherwise an outage of a minute
/// would dead-letter work that was paid for. Invalid keys and addresses are permanent errors.
impl From<ObjectError> for Failure {
    fn from(error: ObjectError) -> Self {
        match error {
            ObjectError::Key(_) | ObjectError::Address(_) | ObjectError::Settings { .. } => Self::reject(error),
            ObjectError::Failed { .. } | ObjectError::Altered(_) | ObjectError::Remote { .. } => {
                Self::defer(RETRY_DELAY, error)
            }
        }
    }
}

/// Object storage. An object is replaced as a whole or not at all.
pub trait Objects: Send + Sync + 'static {
    /// Writes an object. Writing the same bytes again changes nothing.
    fn put<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<ContentHash, ObjectError>>;

    /// Reads an object; `None` if it does not exist.
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, ObjectError>>;

    /// Removes an object if it exists.
    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), ObjectError>>;

    /// Returns the object's location for display, e.g. a path.
    fn location(&self, key: &str) -> String;
}

/// Connects to the configured store.
///
/// # Errors
/// The address or the settings are invalid.
pub fn connect(config: &ObjectsConfig) -> Result<Arc<dyn Objects>, ObjectError> {
    if config.address.starts_with(s3::SCHEME) {
        return Ok(Arc::new(S3Objects::connect(config)?));
    }
    Ok(Arc::new(LocalObjects::at(&config.address)?))
}

/// Checks a key again, since keys contain slugs and ids derived from untrusted text.
fn checked(key: &str) -> Result<&str, ObjectError> {
    let valid = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    };
    if key.len() <= 512 && key.split('/').all(valid) { Ok(key) } else { Err(ObjectError::Key(key.to_owned())) }
}

/// Content of a probe object.
const PROBE: &[u8] = b"auspex doctor was here; this may be removed";

/// Tests a store: writes an object, reads it back and removes it. `name` distinguishes concurrent probes.
///
/// # Errors
/// The operation that failed and how to fix it, or [`ObjectError::Altered`].
pub async fn probe(objects: &dyn Objects, name: &str) -> Result<(), ObjectError> {
    let key = format!("auspex-probe-{name}");
    let written = objects.put(&key, PROBE).await?;
    let read = objects.get(&key).await;
    // Removed also if the read failed.
    let removed = objects.remove(&key).await;
    match read? {
        Some(bytes) if ContentHash::from_bytes(&bytes) == written => removed,
        _ => Err(ObjectError::Altered(objects.location(&key))),
    }
}
