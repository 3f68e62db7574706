//! Whether a store can be used, found out by using it.

use super::{ContentHash, ObjectError, Objects};

/// What is written.
const BYTES: &[u8] = b"auspex doctor was here; this may be removed";

/// Writes an object that nobody else has, reads it back and removes it. `name` tells probes that run at one time apart.
///
/// # Errors
/// What cannot be done, and how to mend it; also where other bytes come back than were written.
pub async fn probe(objects: &dyn Objects, name: &str) -> Result<(), ObjectError> {
    let key = format!("auspex-probe-{name}");
    let written = objects.put(&key, BYTES).await?;
    let read = objects.get(&key).await;
    // Whatever was read: nothing of it stays.
    let removed = objects.remove(&key).await;
    match read? {
        Some(bytes) if ContentHash::of(&bytes) == written => removed,
        _ => Err(ObjectError::Altered(objects.location(&key))),
    }
}
