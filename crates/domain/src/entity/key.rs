//! Under which keys an entity is found, and under which a question looks.

use std::collections::BTreeSet;

use super::distance::lacking_one;
use super::fold::{folded, looks};
use super::identifier::is_mint;
use super::{Entity, Known};

/// What a key compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyKind {
    /// A context value: `mint:So111…`, exactly.
    Context,
    /// The folded symbol.
    Symbol,
    /// The folded name.
    Name,
    /// What a symbol or name looks like.
    Look,
    /// A name or symbol, and what it is without one of its characters.
    Near,
    /// A mint's first and last four characters, without case: all that most people compare.
    Ends,
    /// All between those.
    Middle,
}

impl KeyKind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Context, Self::Symbol, Self::Name, Self::Look, Self::Near, Self::Ends, Self::Middle];

    /// As it is stored; never changed.
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

    /// The kind with that number.
    pub fn of_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

/// A key of an entity.
pub type Key = (KeyKind, String);

/// Longer keys are cut: an index has a limit, and nobody tells two names apart by their 200th character.
const LONGEST: usize = 200;

/// One changed character says something only where enough others stay the same: `cat` and `bat` are no imitations.
pub const NEAR_FROM: usize = 5;

/// Every key under which an entity is found. Changing what this answers needs a new [`KEYS_VERSION`].
pub fn keys_of(known: &Known) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    for (key, value) in &known.contexts {
        keys.insert((KeyKind::Context, context(key, value)));
        if key == "mint" {
            keys.extend(resembling(value));
        }
    }
    keys.extend(spoken_keys(&known.entity));
    keys
}

/// The keys of its symbols and names: those that it shares with what it can be taken for. In no order, some twice.
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

/// The version of [`keys_of`]: what was stored under an older one is made again by a migration.
pub const KEYS_VERSION: i16 = 1;

/// Its symbols, former ones too.
pub fn symbols(entity: &Entity) -> impl Iterator<Item = &str> {
    let former = entity.aliases.iter().map(|alias| alias.symbol.as_str());
    entity.symbol.as_deref().into_iter().chain(former).filter(|symbol| !symbol.trim().is_empty())
}

/// Its names, former ones too. A token that nobody named is called after its mint; that is no name.
pub fn names(entity: &Entity) -> impl Iterator<Item = &str> {
    let former = entity.aliases.iter().map(|alias| alias.name.as_str());
    std::iter::once(entity.name.as_str()).chain(former).filter(|name| !name.trim().is_empty() && !is_mint(name))
}

/// The key of a context value.
pub fn context(key: &str, value: &str) -> String {
    format!("{key}:{value}")
}

/// The looks of a text.
pub fn look(text: &str) -> impl Iterator<Item = Key> + use<> {
    looks(text).into_iter().map(|look| (KeyKind::Look, cut(look)))
}

/// A text and all that lack one of its characters, if it is long enough to say something.
pub fn near(text: &str) -> Vec<Key> {
    let folded = cut(folded(text));
    if folded.chars().count() < NEAR_FROM {
        return Vec::new();
    }
    lacking_one(&folded).into_iter().map(|lack| (KeyKind::Near, lack)).collect()
}

/// Keys that a mint shares with those that could be taken for it: same ends, or same middle, in any case. One changed character
/// leaves one of the two as it was.
pub fn resembling(mint: &str) -> Vec<Key> {
    if !mint.is_ascii() || mint.len() < 16 {
        return Vec::new();
    }
    let (lower, end) = (mint.to_ascii_lowercase(), mint.len() - 4);
    let ends = format!("{}{}", &lower[..4], &lower[end..]);
    vec![(KeyKind::Ends, ends), (KeyKind::Middle, lower[4..end].to_owned())]
}

/// A key that an index can hold.
pub fn cut(key: String) -> String {
    if key.len() <= LONGEST { key } else { key.chars().take(LONGEST / 4).collect() }
}
