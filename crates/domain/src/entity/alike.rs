//! Likeness of entities that can be confused with one another, as imitations rely on it.

use serde::{Deserialize, Serialize};

use super::Entity;
use super::distance::distance;
use super::fold::{folded, looks};
use super::key::{MIN_NEAR_CHARS, names, symbols};

/// The way in which two entities resemble each other, the most obvious first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// The same exact key.
    SameKey,
    /// Equal symbols except for case and punctuation.
    SameSymbol,
    /// Equal names except for case and punctuation.
    SameName,
    /// A symbol or name of one has the same appearance as one of the other: similar letters or invisible characters.
    LooksAlike,
    /// Symbols or names that differ in one character.
    OneCharacter,
}

impl Likeness {
    /// Returns a description.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameKey => "the same key",
            Self::SameSymbol => "the same symbol",
            Self::SameName => "the same name",
            Self::LooksAlike => "a symbol or name that looks the same",
            Self::OneCharacter => "a symbol or name with one character changed",
        }
    }
}

/// Returns the likeness of two different entities of one kind, if any. Symmetric; independent of verification and of
/// which entity came first.
pub fn likeness(one: &Entity, other: &Entity) -> Option<Likeness> {
    if one.id == other.id || one.kind != other.kind {
        return None;
    }
    let ([symbols, names], [their_symbols, their_names]) = (keys(one), keys(other));
    if symbols.iter().any(|symbol| their_symbols.contains(symbol)) {
        return Some(Likeness::SameSymbol);
    }
    if names.iter().any(|name| their_names.contains(name)) {
        return Some(Likeness::SameName);
    }
    let theirs = all_looks(other);
    if all_looks(one).iter().any(|look| theirs.contains(look)) {
        return Some(Likeness::LooksAlike);
    }
    let close =
        |ours: &[String], theirs: &[String]| ours.iter().any(|our| theirs.iter().any(|their| one_apart(our, their)));
    (close(&symbols, &their_symbols) || close(&names, &their_names)).then_some(Likeness::OneCharacter)
}

/// Why `one` may be an imitation of the verified `other`.
pub fn imitates(one: &Entity, other: &Entity) -> Option<Likeness> {
    if one.verified || !other.verified { None } else { likeness(one, other) }
}

fn keys(entity: &Entity) -> [Vec<String>; 2] {
    [symbols(entity).map(folded).collect(), names(entity).map(folded).collect()]
}

fn all_looks(entity: &Entity) -> Vec<String> {
    symbols(entity).chain(names(entity)).flat_map(looks).collect()
}

fn one_apart(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    one.len().min(other.len()) >= MIN_NEAR_CHARS && distance(&one, &other, 1).is_some()
}
