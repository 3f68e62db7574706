//! Things worth remembering, the forms they take, and how they are told apart.
//!
//! | module | what it decides |
//! |---|---|
//! | [`identifier`] | whether a text is a key, a broken key or words |
//! | [`fold`], [`distance`] | when two texts are the same, look the same, or are a typing error apart |
//! | [`key`], [`directory`], [`trigram`] | where an entity is found |
//! | [`resolve`] | which entity an identifier means |
//! | [`alike`] | which entities may be taken for one another |
//! | [`fact`] | what was true when, and what was known when |

pub mod alike;
pub mod directory;
pub mod distance;
pub mod fact;
pub mod fold;
pub mod identifier;
pub mod key;
pub mod resolve;
pub mod trigram;

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
    /// Why a trusted list bans it, if one does. A banned one is never verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<String>,
    /// What else it is or was called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Alias>,
    /// Anything else, by name.
    pub metadata: BTreeMap<String, String>,
    /// When it was first seen.
    pub created_at: Time,
}

/// Another symbol and name of an entity; either may be empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Alias {
    /// The symbol.
    pub symbol: String,
    /// The name.
    pub name: String,
}

/// An entity with every exact key of its forms: all that resolving looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The entity.
    pub entity: Entity,
    /// (key, value) of its forms' contexts, e.g. `("mint", "So111…")`.
    pub contexts: Vec<(String, String)>,
}

impl Known {
    /// Its first mint, if it is a token.
    pub fn mint(&self) -> Option<&str> {
        self.contexts.iter().find(|(key, _)| key == "mint").map(|(_, value)| value.as_str())
    }
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
