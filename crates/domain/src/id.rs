//! Names of things. Every id on a retried path is derived, never drawn: the same work always makes the same id.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The namespace of every derived id: `uuid_v5(NAMESPACE_URL, "https://auspex.dev/ids")`.
const NAMESPACE: Uuid =
    Uuid::from_bytes([0x3d, 0x8f, 0x1c, 0x52, 0x0a, 0x6e, 0x5b, 0x0e, 0x9c, 0x43, 0x51, 0x7a, 0xe2, 0x90, 0x6b, 0x18]);

/// Longest id that a publisher may give an event, in bytes. It travels in a header and in a subject-free index.
pub const MAX_ID_LEN: usize = 200;

/// An id that cannot be used, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// Nothing but white space.
    #[error("is empty")]
    Empty,
    /// Longer than [`MAX_ID_LEN`] bytes (or the tenant's 64).
    #[error("is {len} bytes long, at most {most} are allowed")]
    TooLong {
        /// Length found.
        len: usize,
        /// Length allowed.
        most: usize,
    },
    /// A character that a NATS subject token or a slug cannot carry.
    #[error("holds {found:?}; allowed are a-z, A-Z, 0-9, '-' and '_'")]
    Character {
        /// The first offending character.
        found: char,
    },
    /// Not a UUID.
    #[error("is not a UUID")]
    NotUuid,
}

/// One piece of work for one handler: the id of the message that carries it (`Nats-Msg-Id`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JobId(pub Uuid);

impl JobId {
    /// The id of a publisher's event. Tenants cannot collide: the tenant is part of the name.
    pub fn of_event(tenant: &Tenant, kind: &str, event: &EventId) -> Self {
        Self::named(&["event", tenant.as_str(), kind, event.as_str()])
    }

    /// The id of the `ordinal`-th output of `step` of this job.
    #[must_use]
    pub fn derive(self, step: &str, ordinal: usize) -> Self {
        let mut text = Uuid::encode_buffer();
        Self::named(&["job", self.0.hyphenated().encode_lower(&mut text), step, &ordinal.to_string()])
    }

    /// A name made of parts. Parts are length-prefixed, so that ("ab","c") and ("a","bc") differ.
    pub fn named(parts: &[&str]) -> Self {
        // Room for lengths of four digits; every message that is said has its name made here.
        let mut name = String::with_capacity(parts.iter().map(|part| part.len() + 5).sum());
        for part in parts {
            // Writing to a string cannot fail.
            let _ = write!(name, "{}:{part}", part.len());
        }
        Self(Uuid::new_v5(&NAMESPACE, name.as_bytes()))
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

/// A forecast from question to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RunId(pub Uuid);

impl RunId {
    /// The run that an event asked for; one event makes one run.
    pub fn of_event(job: JobId) -> Self {
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

/// Whom the work is for. Also a token of a result subject, hence the narrow alphabet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tenant(Cow<'static, str>);

impl Tenant {
    /// Longest tenant name in bytes.
    pub const MAX_LEN: usize = 64;

    /// Whose work it is where nobody says so: most fleets have no other, so it is never copied.
    const DEFAULT: &str = "default";

    /// Checks the alphabet and the length; an empty name means `default`.
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

    /// The name.
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

/// The id that the publisher gave an event: any text without control characters, 1 to 200 bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(String);

impl EventId {
    /// Checks emptiness, length and control characters.
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

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An entity's id: a slug of lower-case letters, digits and single dashes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntityId(String);

impl EntityId {
    /// Longest slug in bytes; it is also a file name.
    pub const MAX_LEN: usize = 120;

    /// A slug made of any text: letters and digits are kept in lower case, all else becomes a dash.
    /// Text without one ASCII letter or digit is named by its hash, so that no two such texts share a slug.
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

    /// Accepts only what [`EntityId::slug`] could have made.
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

    /// The slug.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_has_the_same_id_and_other_work_another() {
        let tenant = Tenant::default();
        let event = EventId::parse("tx-1").unwrap();
        let job = JobId::of_event(&tenant, "transaction", &event);
        assert_eq!(job, JobId::of_event(&tenant, "transaction", &event));
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

    #[test]
    fn slugs_are_stable_under_parsing() {
        for text in ["Wrapped SOL", "  $WIF!! ", "日本", "a--b", &"long ".repeat(80)] {
            let slug = EntityId::slug(text);
            assert_eq!(EntityId::parse(slug.as_str()).unwrap(), slug, "{text}");
        }
        assert_ne!(EntityId::slug("日本"), EntityId::slug("中国"));
    }
}
