//! Things worth remembering, and the forms they take.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{EntityId, Time};

/// What an entity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it; SPEC 2 lists them")]
pub enum EntityKind {
    CryptoToken,
    MacroAsset,
    Protocol,
    Person,
    Concept,
    Meme,
    Business,
    Product,
    Compound,
    Platform,
}

impl EntityKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::CryptoToken,
        Self::MacroAsset,
        Self::Protocol,
        Self::Person,
        Self::Concept,
        Self::Meme,
        Self::Business,
        Self::Product,
        Self::Compound,
        Self::Platform,
    ];

    /// `crypto-token`, …
    pub fn name(self) -> &'static str {
        match self {
            Self::CryptoToken => "crypto-token",
            Self::MacroAsset => "macro-asset",
            Self::Protocol => "protocol",
            Self::Person => "person",
            Self::Concept => "concept",
            Self::Meme => "meme",
            Self::Business => "business",
            Self::Product => "product",
            Self::Compound => "compound",
            Self::Platform => "platform",
        }
    }

    /// The kind with that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A thing worth remembering.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// The slug.
    pub id: EntityId,
    /// What it is.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
    /// Its symbol, if it has one.
    pub symbol: Option<String>,
    /// Somebody trusted vouches for it.
    pub verified: bool,
    /// Anything else, by name.
    pub metadata: BTreeMap<String, String>,
    /// When it was first seen.
    pub created_at: Time,
}

/// One concrete form of an entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Representation {
    /// Whose form.
    pub entity: EntityId,
    /// `spot-token`, `perp-contract`, `lp-pair`, `lending`, `staking`.
    pub kind: String,
    /// Protocol, may be empty.
    pub protocol: String,
    /// Chain, may be empty.
    pub chain: String,
    /// `mint`, `market`, `pair`, `pool`, `lei`, `url` → value. Exact look-ups go by these.
    pub context: BTreeMap<String, String>,
    /// Still in use.
    pub active: bool,
}
