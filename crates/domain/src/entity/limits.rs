//! Limits of the catalogue: how much a tenant writes, and which keys a representation has. Pure.

use super::fold;
use super::identifier::{self, Identifier};
use crate::{EntityId, Representation, Tenant};

/// Name of the key whose value is a further name of an entity, such as that in another script. Several entities may
/// have the same name; every other key belongs to one entity of its owner.
pub const NAME_KEY: &str = "name";
/// Names of the keys in the context of a representation.
pub const CONTEXT_KEYS: [&str; 8] = ["mint", "lei", "url", "market", "address", "pair", "pool", NAME_KEY];
/// Maximum length of a name in bytes.
pub const MAX_NAME_BYTES: usize = 256;
/// Maximum length in bytes of a symbol and of the kind, protocol and chain of a representation.
pub const MAX_SYMBOL_BYTES: usize = 64;
/// Maximum number of attributes of an entity.
pub const MAX_ATTRIBUTES: usize = 20;
/// Maximum total length of all attributes of an entity in bytes, with their names.
pub const MAX_METADATA_BYTES: usize = 4_096;
/// Maximum length of a key's value in bytes.
pub const MAX_VALUE_BYTES: usize = 512;
/// Maximum total length of the values of one representation in bytes: Postgres indexes them together.
pub const MAX_CONTEXT_BYTES: usize = 1_500;
/// Maximum number of representations of an entity that a tenant writes.
pub const MAX_REPRESENTATIONS: usize = 64;
/// Maximum number of entities of one tenant. Similar names among them are found by comparing all of them.
pub const MAX_ENTITIES: usize = 10_000;
/// Maximum number of entities that one look-up by key, symbol or name returns, of the catalogue and of the tenant each.
pub const MAX_MATCHES: usize = 32;

/// Reason why the catalogue refuses an entity or a representation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueRefusal {
    /// A text is empty.
    #[error("{0} is empty")]
    Empty(&'static str),
    /// A text or a list is too large.
    #[error("{what} has {size} {unit}, the limit is {limit}")]
    TooLarge {
        /// Name of the field that is too long.
        what: &'static str,
        /// Its size in bytes.
        size: usize,
        /// Unit of the size and of the limit.
        unit: &'static str,
        /// The limit that it exceeds.
        limit: usize,
    },
    /// A further name is a key, or a reader does not see all of it.
    #[error("{0:?} is no name; add it under its own key: mint, lei, url, market or address")]
    NoName(String),
    /// The name of a key does not identify entities.
    #[error("{0:?} is no key of a representation; the keys are {keys}", keys = CONTEXT_KEYS.join(", "))]
    UnknownKey(String),
    /// The tenant has as many entities as it may have.
    #[error(
        "tenant {0} has {MAX_ENTITIES} entities of its own, the limit; an operator removes or promotes some with `auspex entity`"
    )]
    TooManyEntities(Tenant),
    /// The entity has as many representations as it may have.
    #[error("{0} has {MAX_REPRESENTATIONS} representations, the limit")]
    TooManyRepresentations(EntityId),
    /// Another entity has the key.
    #[error("{key} {value} belongs to another entity already")]
    KeyTaken {
        /// Name of the key.
        key: String,
        /// Value of the key.
        value: String,
    },
    /// The entity does not exist, or the writer does not own it.
    #[error("{0} is not the tenant's own entity; create an entity of your own and add the form to it")]
    NotOwned(EntityId),
}

/// Checks the keys and the sizes of a representation.
///
/// # Errors
/// The first limit that it exceeds.
pub fn check_representation(form: &Representation) -> Result<(), CatalogueRefusal> {
    at_most("the type", form.kind.len(), MAX_SYMBOL_BYTES)?;
    at_most("the protocol", form.protocol.len(), MAX_SYMBOL_BYTES)?;
    at_most("the chain", form.chain.len(), MAX_SYMBOL_BYTES)?;
    if form.context.is_empty() {
        return Err(CatalogueRefusal::Empty("the context"));
    }
    for (key, value) in &form.context {
        if !CONTEXT_KEYS.contains(&key.as_str()) {
            return Err(CatalogueRefusal::UnknownKey(key.chars().take(MAX_SYMBOL_BYTES).collect()));
        }
        if value.trim().is_empty() {
            return Err(CatalogueRefusal::Empty("the value of a key"));
        }
        at_most("the value of a key", value.len(), MAX_VALUE_BYTES)?;
        if key == NAME_KEY {
            check_name(value)?;
        }
    }
    at_most("the context", form.context.values().map(String::len).sum(), MAX_CONTEXT_BYTES)
}

/// Checks a further name: words, all of whose characters are visible.
fn check_name(name: &str) -> Result<(), CatalogueRefusal> {
    at_most("the name", name.len(), MAX_NAME_BYTES)?;
    let is_name = matches!(identifier::read(name), Identifier::Words(_)) && !fold::has_invisible(name);
    if is_name { Ok(()) } else { Err(CatalogueRefusal::NoName(cut(name, MAX_SYMBOL_BYTES).to_owned())) }
}

/// Cuts a text at a character's boundary. For names that services return.
pub fn cut(text: &str, max_bytes: usize) -> &str {
    let end = (0..=max_bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

/// Refuses a size above a limit in bytes.
pub(crate) fn at_most(what: &'static str, size: usize, limit: usize) -> Result<(), CatalogueRefusal> {
    if size > limit { Err(CatalogueRefusal::TooLarge { what, size, unit: "bytes", limit }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(context: &[(&str, &str)]) -> Representation {
        Representation {
            entity: EntityId::slug("bonk"),
            kind: "spot-token".into(),
            protocol: "spl".into(),
            chain: "solana".into(),
            context: context.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
            active: true,
        }
    }

    #[test]
    fn a_representation_has_known_keys_and_short_values() {
        let long = "x".repeat(MAX_VALUE_BYTES);
        assert_eq!(check_representation(&form(&[("mint", "M"), ("pool", &long)])), Ok(()));
        for refused in [
            form(&[]),
            form(&[("url:https", "//x")]),
            form(&[("MINT", "x")]),
            form(&[("mint", " ")]),
            form(&[("mint", &format!("{long}x"))]),
            form(&[("mint", &long), ("pool", &long), ("pair", &long)]),
            Representation { kind: "k".repeat(65), ..form(&[("mint", "x")]) },
            Representation { protocol: "k".repeat(65), ..form(&[("mint", "x")]) },
            Representation { chain: "k".repeat(65), ..form(&[("mint", "x")]) },
        ] {
            assert!(check_representation(&refused).is_err(), "{refused:?}");
        }
    }

    #[test]
    fn a_further_name_consists_of_visible_words() {
        for name in ["Сбербанк", "ソニーグループ", "مصرف الراجحي", "Bank of Norrland"] {
            assert_eq!(check_representation(&form(&[(NAME_KEY, name)])), Ok(()), "{name}");
        }
        let mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
        for refused in [mint, "https://example.org/", "Сбер\u{200b}банк", &"я".repeat(MAX_NAME_BYTES / 2 + 1)]
        {
            assert!(check_representation(&form(&[(NAME_KEY, refused)])).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_cut_ends_at_a_character() {
        assert_eq!((cut("żółw", 3), cut("ab", 9), cut("日本", 2)), ("żó".get(..2).unwrap(), "ab", ""));
    }
}
