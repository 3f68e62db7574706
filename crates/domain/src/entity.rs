//! Entities, their representations, and the resolution of identifiers to entities.
//!
//! | module | purpose |
//! |---|---|
//! | [`identifier`] | classifies a text as a key, a broken key or words |
//! | [`fold`], [`distance`] | compares texts: equal, similar in appearance, or one typing error apart |
//! | [`key`], [`directory`], [`trigram`] | finds entities |
//! | [`resolve`] | resolves an identifier to an entity |
//! | [`alike`] | detects entities that can be confused |
//! | [`limits`] | limits the number and size of what a tenant writes |
//! | [`fact`] | records what was true when, and what was known when |

mod address;
pub mod alike;
pub mod directory;
pub mod distance;
pub mod fact;
pub mod fold;
pub mod identifier;
pub mod key;
pub mod limits;
pub mod resolve;
pub mod trigram;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{EntityId, Tenant, Time};

/// Attribute with the time of a token's issue: RFC 3339, as a token service states it.
pub const ISSUED_AT: &str = "issued_at";

/// Type of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the variant names are self-explanatory")]
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
    /// All kinds in declaration order.
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

    /// Returns the name, for example `crypto-token`.
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

    /// Parses a kind name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A remembered entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Id, a slug.
    pub id: EntityId,
    /// Type of the entity.
    pub kind: EntityKind,
    /// Current display name.
    pub name: String,
    /// Current symbol, if any.
    pub symbol: Option<String>,
    /// `true` if a trusted list vouches for the entity.
    pub verified: bool,
    /// Reason of the trusted list that bans the entity, if any. A banned entity is never verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<String>,
    /// Other current and former symbols and names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Alias>,
    /// Additional attributes by name.
    pub metadata: BTreeMap<String, String>,
    /// Time of the first sighting.
    pub created_at: Time,
    /// Tenant that wrote the entity and alone sees it; `None` for the common catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Tenant>,
}

impl Entity {
    /// Returns `true` if the tenant sees the entity; without a tenant, if it is part of the common catalogue.
    pub fn is_visible_to(&self, tenant: Option<&Tenant>) -> bool {
        self.owner.is_none() || self.owner.as_ref() == tenant
    }

    /// Returns the time of issue that a token service states. What a tenant wrote about its own entity does not count.
    pub fn issued_at(&self) -> Option<Time> {
        self.metadata.get(ISSUED_AT).filter(|_| self.owner.is_none())?.parse().ok()
    }

    /// Returns the sites that count as the entity's own. Attributes that a tenant wrote make no site official, nor does
    /// the site that the issuer of an unverified token names.
    pub fn own_sites(&self) -> Vec<String> {
        let website = self.metadata.get("website").filter(|_| self.verified && self.owner.is_none());
        website.cloned().into_iter().collect()
    }
}

/// Another symbol and name of an entity; either may be empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Alias {
    /// The symbol; may be empty.
    pub symbol: String,
    /// The name; may be empty.
    pub name: String,
}

/// An entity with all exact keys of its representations: the input of resolution.
#[derive(Debug, Clone, PartialEq)]
pub struct EntityRecord {
    /// The entity itself.
    pub entity: Entity,
    /// (key, value) pairs of the representations' contexts, for example `("mint", "So111…")`.
    pub contexts: Vec<(String, String)>,
}

impl EntityRecord {
    /// Returns the first mint, if the entity is a token.
    pub fn mint(&self) -> Option<&str> {
        self.contexts.iter().find(|(key, _)| key == "mint").map(|(_, value)| value.as_str())
    }
}

/// A concrete form of an entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Representation {
    /// The entity itself.
    pub entity: EntityId,
    /// One of `spot-token`, `perp-contract`, `lp-pair`, `lending`, `staking`, or `name` for a further name.
    pub kind: String,
    /// Protocol, may be empty.
    pub protocol: String,
    /// Chain, may be empty.
    pub chain: String,
    /// Exact look-up keys → value, and further names; the keys are those of [`limits::CONTEXT_KEYS`].
    pub context: BTreeMap<String, String>,
    /// `true` if the form is still in use.
    pub active: bool,
}

impl Representation {
    /// Returns it with each key in the form in which keys are compared.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let canonical =
            |(key, value): (&String, &String)| (key.clone(), identifier::canonical(key, value).into_owned());
        Self { context: self.context.iter().map(canonical).collect(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_verified_entity_of_the_catalogue_makes_its_site_official() {
        let site = "https://glow.example/".to_owned();
        let of = |verified: bool, owner: Option<Tenant>| Entity {
            id: EntityId::slug("glow"),
            kind: EntityKind::CryptoToken,
            name: "Glow".to_owned(),
            symbol: None,
            verified,
            banned: None,
            aliases: Vec::new(),
            metadata: BTreeMap::from([("website".to_owned(), site.clone())]),
            created_at: Time::UNIX_EPOCH,
            owner,
        };
        assert_eq!(of(true, None).own_sites(), std::slice::from_ref(&site));
        assert!(of(false, None).own_sites().is_empty(), "its issuer names the site");
        assert!(of(true, Some(Tenant::default())).own_sites().is_empty(), "a tenant names the site");
    }
}
