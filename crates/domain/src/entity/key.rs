//! Keys under which entities are stored and looked up.

use std::collections::BTreeSet;

use super::distance::lacking_one;
use super::fold::{folded, looks};
use super::identifier::{canonical, is_mint};
use super::limits::NAME_KEY;
use super::{Entity, EntityRecord};

/// The property that a key compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyKind {
    /// An exact context value, for example `4:mint:So111…`.
    Context,
    /// The folded symbol.
    Symbol,
    /// The folded name.
    Name,
    /// The visual skeleton of a symbol or name.
    Look,
    /// A name or symbol, and each variant without one of its characters.
    Near,
    /// A mint's first and last four characters, without case: the part that most people compare.
    Ends,
    /// The characters of a mint between its first and last four.
    Middle,
}

impl KeyKind {
    /// All kinds in stored order.
    pub const ALL: [Self; 7] =
        [Self::Context, Self::Symbol, Self::Name, Self::Look, Self::Near, Self::Ends, Self::Middle];

    /// Returns the stored number, which never changes.
    pub fn number(self) -> i16 {
        match self {
            Self::Context => 0,
            Self::Symbol => 1,
            Self::Name => 2,
            Self::Look => 3,
            Self::Near => 4,
            Self::Ends => 5,
            Self::Middle => 6,
        }
    }
}

/// A key of an entity.
pub type Key = (KeyKind, String);

/// Maximum key length in bytes; longer keys are truncated. Index entries have a size limit, and names rarely differ
/// after 200 bytes.
const MAX_KEY_BYTES: usize = 200;

/// Minimum length in characters for near keys: a one-character difference between short words (`cat`, `bat`) is not an
/// imitation.
pub const MIN_NEAR_CHARS: usize = 5;

/// Returns every key under which an entity is found. A change of the result requires a new [`KEYS_VERSION`].
pub fn keys_of(record: &EntityRecord) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    keys.extend(record.contexts.iter().flat_map(|(key, value)| keys_of_context(key, value)));
    keys.extend(spoken_keys(&record.entity));
    keys
}

/// Returns the keys under which an entity with that context value is found.
pub fn keys_of_context(key: &str, value: &str) -> Vec<Key> {
    if key == NAME_KEY {
        let name = std::iter::once((KeyKind::Name, cut(folded(value))));
        return name.chain(look(value)).chain(near(value)).collect();
    }
    let mut keys = if key == "mint" { resembling(value) } else { Vec::new() };
    keys.push((KeyKind::Context, context(key, value)));
    keys
}

/// Returns the keys of the entity's symbols and names, which it shares with entities that it can be confused with.
/// Unordered, may repeat.
pub fn spoken_keys(entity: &Entity) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    keys.extend(symbols(entity).map(|symbol| (KeyKind::Symbol, cut(folded(symbol)))));
    keys.extend(names(entity).map(|name| (KeyKind::Name, cut(folded(name)))));
    for text in symbols(entity).chain(names(entity)) {
        keys.extend(look(text));
        keys.extend(near(text));
    }
    keys
}

/// Version of [`keys_of`]. A migration recomputes keys that were stored under an older version.
pub const KEYS_VERSION: i16 = 3;

/// Returns the entity's symbols, including former ones.
pub fn symbols(entity: &Entity) -> impl Iterator<Item = &str> {
    let former = entity.aliases.iter().map(|alias| alias.symbol.as_str());
    entity.symbol.as_deref().into_iter().chain(former).filter(|symbol| !symbol.trim().is_empty())
}

/// Returns the entity's names, including former ones. An unnamed token is called after its mint, which is not a name.
pub fn names(entity: &Entity) -> impl Iterator<Item = &str> {
    let former = entity.aliases.iter().map(|alias| alias.name.as_str());
    std::iter::once(entity.name.as_str()).chain(former).filter(|name| !name.trim().is_empty() && !is_mint(name))
}

/// Returns the texts by which an entity is called: its symbols, its names, and the names that representations add, such
/// as those in other scripts.
pub fn texts_of(record: &EntityRecord) -> impl Iterator<Item = &str> {
    let further = record.contexts.iter().filter(|(key, _)| key == NAME_KEY).map(|(_, name)| name.as_str());
    symbols(&record.entity).chain(names(&record.entity)).chain(further)
}

/// Returns the key of a context value, equal for all spellings of the value. The length of the name separates it from
/// the value: `url` with `x` and `url:x` differ.
pub fn context(key: &str, value: &str) -> String {
    format!("{}:{key}:{}", key.len(), canonical(key, value))
}

/// Returns the visual skeleton keys of a text.
pub fn look(text: &str) -> impl Iterator<Item = Key> + use<> {
    looks(text).into_iter().map(|look| (KeyKind::Look, cut(look)))
}

/// Returns the near keys of a text: the text and each variant without one character. Empty for short texts.
pub fn near(text: &str) -> Vec<Key> {
    let folded = cut(folded(text));
    if folded.chars().count() < MIN_NEAR_CHARS {
        return Vec::new();
    }
    lacking_one(&folded).into_iter().map(|lack| (KeyKind::Near, lack)).collect()
}

/// Returns the keys that a mint shares with similar-looking mints: same ends or same middle, in any case. Changing one
/// character leaves one of the two unchanged.
pub fn resembling(mint: &str) -> Vec<Key> {
    if !mint.is_ascii() || mint.len() < 16 {
        return Vec::new();
    }
    let (lower, end) = (mint.to_ascii_lowercase(), mint.len() - 4);
    let ends = format!("{}{}", &lower[..4], &lower[end..]);
    vec![(KeyKind::Ends, ends), (KeyKind::Middle, lower[4..end].to_owned())]
}

/// Truncates a key to the length that an index can hold.
pub fn cut(key: String) -> String {
    if key.len() <= MAX_KEY_BYTES { key } else { key.chars().take(MAX_KEY_BYTES / 4).collect() }
}
