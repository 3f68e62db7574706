//! Identifiers. Every id on a retried path is derived, never random: the same work always produces the same id.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The namespace of every derived id: `uuid_v5(NAMESPACE_URL, "https://auspex.dev/ids")`.
const NAMESPACE: Uuid =
    Uuid::from_bytes([0x3d, 0x8f, 0x1c, 0x52, 0x0a, 0x6e, 0x5b, 0x0e, 0x9c, 0x43, 0x51, 0x7a, 0xe2, 0x90, 0x6b, 0x18]);

/// Maximum length of a publisher's event id in bytes. The id travels in a message header.
pub const MAX_ID_LEN: usize = 200;

/// Error for an unusable id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// The id is empty or contains only white space.
    #[error("is empty")]
    Empty,
    /// The id exceeds [`MAX_ID_LEN`] bytes (64 bytes for a tenant).
    #[error("is {len} bytes long; at most {most} are allowed")]
    TooLong {
        /// Actual length in bytes.
        len: usize,
        /// Allowed length in bytes.
        most: usize,
    },
    /// The id contains a character that is invalid in a NATS subject token or a slug.
    #[error("holds {found:?}; allowed are a-z, A-Z, 0-9, '-' and '_'")]
    Character {
        /// The first invalid character.
        found: char,
    },
    /// The id is not a UUID.
    #[error("is not a UUID")]
    NotUuid,
}

/// Identifies one piece of work for one handler: the id of the message that carries it (`Nats-Msg-Id`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JobId(pub Uuid);

impl JobId {
    /// Derives the id of a publisher's event. The tenant is part of the name, so tenants cannot collide.
    pub fn for_event(tenant: &Tenant, kind: &str, event: &EventId) -> Self {
        Self::named(&["event", tenant.as_str(), kind, event.as_str()])
    }

    /// Derives the id of output `ordinal` of `step` of this job.
    #[must_use]
    pub fn derive(self, step: &str, ordinal: usize) -> Self {
        let mut text = Uuid::encode_buffer();
        Self::named(&["job", self.0.hyphenated().encode_lower(&mut text), step, &ordinal.to_string()])
    }

    /// Derives an id from name parts. Parts are length-prefixed, so ("ab","c") and ("a","bc") yield different ids.
    pub fn named(parts: &[&str]) -> Self {
        // Reserves room for four-digit lengths: this runs for every published message.
        let mut name = String::with_capacity(parts.iter().map(|part| part.len() + 5).sum());
        for part in parts {
            // Writing to a `String` cannot fail.
            let _ = write!(name, "{}:{part}", part.len());
        }
        Self(Uuid::new_v5(&NAMESPACE, name.as_bytes()))
    }

    /// Derives an id from name parts and bytes, for content that is not text.
    pub fn of_bytes(parts: &[&str], bytes: &[u8]) -> Self {
        let mut name = Vec::with_capacity(parts.iter().map(|part| part.len() + 5).sum::<usize>() + bytes.len());
        for part in parts {
            name.extend_from_slice(format!("{}:{part}", part.len()).as_bytes());
        }
        name.extend_from_slice(b"bytes:");
        name.extend_from_slice(bytes);
        Self(Uuid::new_v5(&NAMESPACE, &name))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for JobId {
    type Err = InvalidId;
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Uuid::parse_str(text).map(Self).map_err(|_| InvalidId::NotUuid)
    }
}

/// Identifies a forecast run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RunId(pub Uuid);

impl RunId {
    /// Derives the run id of an event; one event starts one run.
    pub fn for_event(job: JobId) -> Self {
        Self(job.derive("run", 0).0)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for RunId {
    type Err = InvalidId;
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Uuid::parse_str(text).map(Self).map_err(|_| InvalidId::NotUuid)
    }
}

/// The tenant that work is done for. It is a token of subjects, which restricts its alphabet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Tenant(Cow<'static, str>);

impl Tenant {
    /// Maximum length in bytes.
    pub const MAX_LEN: usize = 64;

    /// The tenant of events that name none. Borrowed, so the most common tenant is never copied.
    const DEFAULT: &str = "default";

    /// Parses a tenant name, checking alphabet and length. An empty name means `default`.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        if text.len() > Self::MAX_LEN {
            return Err(InvalidId::TooLong { len: text.len(), most: Self::MAX_LEN });
        }
        match text.chars().find(|c| !(c.is_ascii_alphanumeric() || *c == '-' || *c == '_')) {
            Some(found) => Err(InvalidId::Character { found }),
            None if text == Self::DEFAULT => Ok(Self::default()),
            None => Ok(Self(Cow::Owned(text.to_owned()))),
        }
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Tenant {
    fn default() -> Self {
        Self(Cow::Borrowed(Self::DEFAULT))
    }
}

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Beginning of the ids of rows of a batch.
const ROW_PREFIX: &str = "batch-";

/// The publisher's event id: 1 to 200 bytes of text without control characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct EventId(String);

impl EventId {
    /// Parses an id, refusing empty and overlong text and control characters.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        if text.trim().is_empty() {
            return Err(InvalidId::Empty);
        }
        if text.len() > MAX_ID_LEN {
            return Err(InvalidId::TooLong { len: text.len(), most: MAX_ID_LEN });
        }
        match text.chars().find(|c| c.is_control()) {
            Some(found) => Err(InvalidId::Character { found }),
            None => Ok(Self(text.to_owned())),
        }
    }

    /// Returns the id of the event that a row of approved data becomes.
    ///
    /// # Errors
    /// Never for the path of a row, which is hashed.
    pub fn row_of_batch(result: JobId, path: &str) -> Result<Self, InvalidId> {
        Self::parse(&format!("{ROW_PREFIX}{result}-{}", JobId::named(&[path])))
    }

    /// Returns `true` for the ids of [`EventId::row_of_batch`]. The row contains data that a model has read elsewhere.
    pub fn is_row_of_batch(&self) -> bool {
        self.0.starts_with(ROW_PREFIX)
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An entity's id: a slug of lower-case ASCII letters, digits and dashes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct EntityId(String);

impl EntityId {
    /// Maximum length in bytes; the slug is also used as a file name.
    pub const MAX_LEN: usize = 120;

    /// Converts any text to a slug: ASCII letters and digits are kept in lower case, other characters become dashes.
    /// Text without an ASCII letter or digit is represented by its hash, so that two such texts get different slugs.
    pub fn slug(text: &str) -> Self {
        let mut slug = String::new();
        for c in text.chars() {
            if c.is_ascii_alphanumeric() {
                slug.push(c.to_ascii_lowercase());
            } else if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
            if slug.len() >= Self::MAX_LEN {
                break;
            }
        }
        let slug = slug.trim_end_matches('-').to_owned();
        if slug.is_empty() {
            return Self(format!("x-{}", JobId::named(&["slug", text]).0.simple()));
        }
        Self(slug)
    }

    /// Returns the id of a tenant's entity: a slug, two dashes and a hash.
    pub(crate) fn of_tenant(slug: &Self, hash: &str) -> Self {
        let room = Self::MAX_LEN.saturating_sub(hash.len() + 2);
        let stem = slug.0.get(..room).unwrap_or(&slug.0).trim_end_matches('-');
        Self(format!("{stem}--{hash}"))
    }

    /// Parses an id: the alphabet of [`EntityId::slug`].
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        if text.is_empty() {
            return Err(InvalidId::Empty);
        }
        if text.len() > Self::MAX_LEN {
            return Err(InvalidId::TooLong { len: text.len(), most: Self::MAX_LEN });
        }
        match text.chars().find(|c| !(c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-')) {
            Some(found) => Err(InvalidId::Character { found }),
            None => Ok(Self(text.to_owned())),
        }
    }

    /// Returns the slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A bundle's id as its publisher writes it: letters, digits, `_`, `.` and `-`, beginning with a letter or a digit. It
/// is also the name of a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct BundleId(String);

impl BundleId {
    /// Maximum length in bytes.
    pub const MAX_LEN: usize = EntityId::MAX_LEN;

    /// Parses an id.
    ///
    /// # Errors
    /// The text is empty or too long, or contains another character.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        if text.len() > Self::MAX_LEN {
            return Err(InvalidId::TooLong { len: text.len(), most: Self::MAX_LEN });
        }
        let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let first = text.chars().next().ok_or(InvalidId::Empty)?;
        let wrong = Some(first).filter(|c| !c.is_ascii_alphanumeric()).or(text.chars().find(|c| !is_valid(*c)));
        match wrong {
            Some(found) => Err(InvalidId::Character { found }),
            None => Ok(Self(text.to_owned())),
        }
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<EntityId> for BundleId {
    fn from(id: EntityId) -> Self {
        Self(id.0)
    }
}

impl fmt::Display for BundleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Lets a type be read through its `parse` only, so that no stored or received document contains an invalid value.
macro_rules! read_by_parse {
    ($($type:ident),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(&text).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

read_by_parse!(Tenant, EventId, EntityId, BundleId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_has_the_same_id_and_other_work_another() {
        let tenant = Tenant::default();
        let event = EventId::parse("tx-1").unwrap();
        let job = JobId::for_event(&tenant, "transaction", &event);
        assert_eq!(job, JobId::for_event(&tenant, "transaction", &event));
        assert_ne!(job.derive("research", 0), job.derive("research", 1));
        assert_ne!(job.derive("a", 11), job.derive("a1", 1));
        assert_ne!(JobId::named(&["ab", "c"]), JobId::named(&["a", "bc"]));
    }

    #[test]
    fn a_tenant_is_one_subject_token() {
        assert_eq!(Tenant::parse("").unwrap(), Tenant::default());
        assert_eq!(Tenant::parse("a.b"), Err(InvalidId::Character { found: '.' }));
        assert!(Tenant::parse(&"x".repeat(65)).is_err());
    }

    /// A tenant becomes part of a subject, a file name and a statement.
    #[test]
    fn an_id_that_its_parser_refuses_cannot_be_read_from_a_document_either() {
        fn refuses<T: serde::de::DeserializeOwned>(texts: &[&str]) -> bool {
            texts.iter().all(|text| serde_json::from_value::<T>(serde_json::json!(text)).is_err())
        }
        let long = "x".repeat(300);
        assert!(refuses::<Tenant>(&["a.b", "a'; DROP TABLE run; --", "a,b", "*", "a b", "\n", &long]));
        assert!(refuses::<EventId>(&["", " ", "a\u{0}b", &long]));
        assert!(refuses::<EntityId>(&["", "../x", "A", &long]));
        assert!(refuses::<crate::BudgetScope>(&["", "other:1", "run:a b", "run:\n", &long]));
        let tenant: Tenant = serde_json::from_str("\"acme\"").unwrap();
        assert_eq!(serde_json::to_string(&tenant).unwrap(), "\"acme\"");
        assert_eq!(serde_json::from_str::<Tenant>("\"\"").unwrap(), Tenant::default());
    }

    #[test]
    fn ids_of_bundles_name_one_folder() {
        for id in ["guest_ilan_sobel_001", "roleAffiliation", "v1.2-b", "7"] {
            assert_eq!(BundleId::parse(id).unwrap().as_str(), id);
        }
        for id in ["", ".", "..", "../x", "a/b", "-x", "_x", "a b", "a\\b", "é", &"x".repeat(121)] {
            assert!(BundleId::parse(id).is_err(), "{id:?}");
        }
    }

    #[test]
    fn slugs_are_stable_under_parsing() {
        for text in ["Wrapped SOL", "  $WIF!! ", "日本", "a--b", &"long ".repeat(80)] {
            let slug = EntityId::slug(text);
            assert_eq!(EntityId::parse(slug.as_str()).unwrap(), slug, "{text}");
        }
        assert_ne!(EntityId::slug("日本"), EntityId::slug("中国"));
    }
}
