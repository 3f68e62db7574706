//! Resolution of an identifier to an entity: exact key, exact symbol, exact name. Similar entities are proposed, never
//! returned as the answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::EntityRecord;
use super::alike::{Likeness, imitates, likeness};
use super::directory::View;
use super::fold::{folded, has_invisible, has_overlays, is_written_as};
use super::identifier::{self, Identifier};
use super::key::{self, KeyKind, cut, names, near, spoken_keys, symbols};
use super::trigram::similarity;

/// Maximum number of other matches that a warning names.
const MAX_NAMESAKES: usize = 10;

mod fuzzy;
mod older;
mod ranking;
mod slip;

/// An identifier to resolve.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntityQuery {
    /// A mint, LEI, URL, market, symbol or name.
    pub identifier: String,
    /// A name that accompanied the symbol; empty if there was none.
    pub name: String,
}

impl EntityQuery {
    /// Creates a query without an accompanying name.
    pub fn new(identifier: impl Into<String>) -> Self {
        Self { identifier: identifier.into(), name: String::new() }
    }
}

/// Meaning of an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Exactly one entity matches; it is the only candidate.
    Known,
    /// Several entities match; none is selected.
    Several,
    /// No entity matches. The candidates are merely similar.
    Proposed,
    /// No entity matches or is similar.
    Unknown,
    /// The identifier cannot denote an entity.
    Invalid,
}

/// Result of a resolution.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// Meaning of the identifier.
    pub outcome: Match,
    /// Candidates, best first.
    pub candidates: Vec<Candidate>,
    /// Warnings that a caller must consider before it uses the result.
    pub warnings: Vec<Warning>,
    /// `true` if the first proposal, and no other known symbol or name, is one typing error away, so that a reader
    /// would recognise the intended entity. The candidate remains a proposal.
    pub clear: bool,
}

/// A candidate entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The entity that may be meant.
    pub record: Arc<EntityRecord>,
    /// Reason for the match.
    pub because: Because,
    /// Confidence, 0 to 1; below 0.9 for inexact matches.
    pub confidence: f64,
}

/// Reason why a candidate matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// The same exact key.
    Key,
    /// Same symbol and name.
    SymbolAndName,
    /// The same current or former symbol.
    Symbol,
    /// Same current or former name.
    Name,
    /// A symbol or name with the same appearance.
    Look,
    /// A similar symbol or name.
    Similar,
    /// A mint that can be confused with the requested one.
    LikeMint,
}

impl Because {
    /// Returns true for an exact match; the others only propose.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Key | Self::SymbolAndName | Self::Symbol | Self::Name => true,
            Self::Look | Self::Similar | Self::LikeMint => false,
        }
    }

    /// Returns a description.
    pub fn name(self) -> &'static str {
        match self {
            Self::Key => "exact key",
            Self::SymbolAndName => "same symbol and name",
            Self::Symbol => "same symbol",
            Self::Name => "same name",
            Self::Look => "looks the same",
            Self::Similar => "similar name",
            Self::LikeMint => "similar mint",
        }
    }
}

/// A warning about a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    /// Kind of danger.
    pub kind: Danger,
    /// Reason of a ban or of an invalid key; otherwise empty.
    pub reason: String,
    /// Verified entities that the candidate may imitate, or those that match besides it, each with the likeness.
    pub beside: Vec<(Arc<EntityRecord>, Likeness)>,
}

/// Kinds of danger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// A trusted list bans the entity.
    Banned,
    /// An unverified entity can be confused with a verified one.
    PossibleImpersonation,
    /// The words contain letters that resemble other letters.
    Confusable,
    /// The words contain invisible characters.
    Invisible,
    /// The key is unknown. A matching name beside it proves nothing.
    UnknownKey,
    /// The key can be confused with a known key.
    ResemblesKnownKey,
    /// The text has the shape of a key but is not a valid key.
    BrokenKey,
    /// The given symbol and name belong to different entities.
    Contradiction,
    /// Older tokens have the symbol or the name of an unverified one, which may be a copy of them.
    OlderNamesake,
    /// Other entities match exactly, too; the answer is the verified one, or for a key that of the catalogue.
    Namesakes,
}

impl Danger {
    /// Returns the name, for example `possible_impersonation`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Banned => "banned",
            Self::PossibleImpersonation => "possible_impersonation",
            Self::Confusable => "confusable",
            Self::Invisible => "invisible_characters",
            Self::UnknownKey => "unknown_key",
            Self::ResemblesKnownKey => "resembles_known_key",
            Self::BrokenKey => "broken_key",
            Self::Contradiction => "contradiction",
            Self::OlderNamesake => "older_namesake",
            Self::Namesakes => "namesakes",
        }
    }
}

/// Resolves a query against the entities that a tenant sees.
pub fn resolve(directory: View<'_>, ask: &EntityQuery) -> Resolution {
    match identifier::read(&ask.identifier) {
        Identifier::Key(key, value) => by_key(directory, key, &value),
        Identifier::Broken(key, why) => {
            Resolution::new(Match::Invalid).warned(Danger::BrokenKey, format!("not a valid {key}: {why}"))
        }
        Identifier::Words(words) if words.trim().is_empty() => Resolution::new(Match::Invalid),
        Identifier::Words(words) => by_words(directory, words, &ask.name),
    }
}

/// Returns every key under which an answer to `ask` may be found, for callers that fill a small directory. Words
/// without an exact match also need the [similar](super::directory::Directory::similar) texts.
pub fn keys_for(ask: &EntityQuery) -> BTreeSet<key::Key> {
    match identifier::read(&ask.identifier) {
        Identifier::Key(name, value) => {
            let resembling = if name == "mint" { key::resembling(&value) } else { Vec::new() };
            std::iter::once((KeyKind::Context, key::context(name, &value))).chain(resembling).collect()
        }
        Identifier::Broken(..) => BTreeSet::new(),
        Identifier::Words(words) => {
            let folded = cut(folded(words));
            let exact = [(KeyKind::Symbol, folded.clone()), (KeyKind::Name, folded)];
            exact.into_iter().chain(key::look(words)).chain(near(words)).collect()
        }
    }
}

/// Resolves a key. An unknown key never matches by an accompanying name, because impostors use known names.
fn by_key(directory: View<'_>, key: &str, value: &str) -> Resolution {
    let matches = directory.with(KeyKind::Context, &key::context(key, value));
    if !matches.is_empty() {
        return exact(directory, matches, Because::Key);
    }
    let unknown = Resolution::new(Match::Unknown).warned(Danger::UnknownKey, format!("no known entity has this {key}"));
    let like: Vec<_> = key::resembling(value).iter().flat_map(|key| directory.with_key(key)).cloned().collect();
    if key != "mint" || like.is_empty() {
        return unknown;
    }
    let reason = "its ends or its middle equal those of a known mint".to_owned();
    let candidates = ranking::ranked(like.iter(), Because::LikeMint, value);
    Resolution { candidates, ..unknown.warned(Danger::ResemblesKnownKey, reason) }
}

fn by_words(directory: View<'_>, words: &str, name: &str) -> Resolution {
    // Invisible characters are not typed by people, so such words never match exactly.
    if has_invisible(words) {
        return with_invisible(directory, words);
    }
    let key = cut(folded(words));
    let with = |kind| with_same_marks(directory.with(kind, &key), words);
    let symbols = current(with(KeyKind::Symbol), |record| {
        record.entity.symbol.as_deref().is_some_and(|symbol| cut(folded(symbol)) == key)
    });
    let names = current(with(KeyKind::Name), |record| cut(folded(&record.entity.name)) == key);
    // The issuer of a token may choose the name of a verified entity as its symbol.
    if !symbols.iter().any(is_verified) && names.iter().any(is_verified) {
        return exact(directory, names.into_iter().chain(symbols).collect(), Because::Name);
    }
    if !symbols.is_empty() {
        let symbols = older::with_older_names(symbols, names);
        return by_symbol(directory, symbols, (words, name));
    }
    if !names.is_empty() {
        return exact(directory, names, Because::Name);
    }
    // Letters of another alphabet with the same appearance are not a typing error.
    let alike = if words.is_ascii() { Vec::new() } else { with_same_look(directory, words) };
    if alike.is_empty() { fuzzy::propose(directory, words) } else { confusable(alike, words) }
}

/// Keeps entities that are written with the same combining marks: folding drops a stroke through a letter, but a reader
/// sees it.
fn with_same_marks<'a>(matches: Vec<&'a Arc<EntityRecord>>, words: &str) -> Vec<&'a Arc<EntityRecord>> {
    if !has_overlays(words) {
        return matches;
    }
    let written = |record: &&Arc<EntityRecord>| {
        symbols(&record.entity).chain(names(&record.entity)).any(|text| is_written_as(text, words))
    };
    matches.into_iter().filter(written).collect()
}

/// Keeps entities with that current symbol or name; without any, those with it as a former one. A verified entity does
/// not lose its former name to an unverified one that takes it.
fn current(matches: Vec<&Arc<EntityRecord>>, is_so: impl Fn(&EntityRecord) -> bool) -> Vec<&Arc<EntityRecord>> {
    let (mut today, former): (Vec<_>, Vec<_>) = matches.into_iter().partition(|record| is_so(record));
    if today.is_empty() {
        return former;
    }
    if !today.iter().any(is_verified) {
        today.extend(former.into_iter().filter(is_verified));
    }
    today
}

fn is_verified(record: &&Arc<EntityRecord>) -> bool {
    record.entity.verified
}

fn by_symbol(directory: View<'_>, matches: Vec<&Arc<EntityRecord>>, (words, name): (&str, &str)) -> Resolution {
    if name.trim().is_empty() {
        return exact(directory, matches, Because::Symbol);
    }
    let wanted = folded(name);
    let both: Vec<_> =
        matches.iter().copied().filter(|record| names(&record.entity).any(|name| folded(name) == wanted)).collect();
    if !both.is_empty() {
        return exact(directory, both, Because::SymbolAndName);
    }
    let fits = |record: &Arc<EntityRecord>| {
        names(&record.entity).any(|other| similarity(other, name) >= fuzzy::MIN_SIMILARITY)
    };
    if let [one] = matches.as_slice()
        && !fits(one)
    {
        let candidates = ranking::ranked(matches.iter().copied(), Because::Symbol, words);
        let reason = format!("the symbol is known, but not under the name {name:?}");
        return Resolution { candidates, ..Resolution::new(Match::Proposed).warned(Danger::Contradiction, reason) };
    }
    exact(directory, matches, Because::Symbol)
}

/// Returns a single exact match as the answer, several as candidates. A verified match is preferred to unverified ones,
/// and a key of the catalogue to the same key of the tenant; the others are named in a warning.
fn exact(directory: View<'_>, matches: Vec<&Arc<EntityRecord>>, because: Because) -> Resolution {
    let is_preferred = |record: &&Arc<EntityRecord>| match because {
        Because::Key => record.entity.owner.is_none(),
        _ => record.entity.verified,
    };
    let (preferred, others): (Vec<_>, Vec<_>) = matches.into_iter().partition(is_preferred);
    let (matches, others) =
        if preferred.len() == 1 { (preferred, others) } else { ([preferred, others].concat(), Vec::new()) };
    let candidates = ranking::ranked(matches.into_iter(), because, "");
    let outcome = if candidates.len() == 1 { Match::Known } else { Match::Several };
    let mut resolution = Resolution { candidates, ..Resolution::new(outcome) };
    if let [only] = resolution.candidates.as_slice() {
        let record = Arc::clone(&only.record);
        if let Some(reason) = &record.entity.banned {
            resolution = resolution.warned(Danger::Banned, reason.clone());
        }
        let beside = imitated(directory, &record);
        if !beside.is_empty() {
            let warning = Warning { kind: Danger::PossibleImpersonation, reason: String::new(), beside };
            resolution.warnings.push(warning);
        }
        resolution.warnings.extend(older::warning(directory, &record));
        resolution.warnings.extend(namesakes(&record, others, because));
    }
    resolution
}

/// Returns the warning about other exact matches, which the answer was preferred to.
fn namesakes(answer: &EntityRecord, mut others: Vec<&Arc<EntityRecord>>, because: Because) -> Option<Warning> {
    others.retain(|other| other.entity.id != answer.entity.id);
    others.sort_by(|a, b| a.entity.id.cmp(&b.entity.id));
    others.dedup_by(|a, b| a.entity.id == b.entity.id);
    let how = |other: &EntityRecord| match because {
        Because::Key => Likeness::SameKey,
        _ => likeness(&answer.entity, &other.entity).unwrap_or(Likeness::SameName),
    };
    let beside: Vec<_> = others.iter().take(MAX_NAMESAKES).map(|other| (Arc::clone(other), how(other))).collect();
    let what = if because == Because::Key {
        "the tenant's own entities have the same key"
    } else {
        "unverified entities have the same symbol or name"
    };
    let reason = format!("{} {what}", others.len());
    (!beside.is_empty()).then_some(Warning { kind: Danger::Namesakes, reason, beside })
}

/// Returns the verified entities that an unverified one can be confused with.
pub fn imitated(directory: View<'_>, record: &EntityRecord) -> Vec<(Arc<EntityRecord>, Likeness)> {
    if record.entity.verified {
        return Vec::new();
    }
    let mut beside: Vec<(Arc<EntityRecord>, Likeness)> = Vec::new();
    for other in spoken_keys(&record.entity).iter().flat_map(|key| directory.with_key(key)) {
        if other.entity.verified
            && !beside.iter().any(|(one, _)| one.entity.id == other.entity.id)
            && let Some(likeness) = imitates(&record.entity, &other.entity)
        {
            beside.push((Arc::clone(other), likeness));
        }
    }
    beside.sort_by(|(a, how_a), (b, how_b)| (how_a, &a.entity.id).cmp(&(how_b, &b.entity.id)));
    beside
}

fn with_same_look<'a>(directory: View<'a>, words: &str) -> Vec<&'a Arc<EntityRecord>> {
    let looks: Vec<key::Key> = key::look(words).collect();
    looks.iter().flat_map(|look| directory.with_key(look)).collect()
}

fn confusable(alike: Vec<&Arc<EntityRecord>>, words: &str) -> Resolution {
    let candidates = ranking::ranked(alike.into_iter(), Because::Look, words);
    let reason = "it is written with other letters that look the same".to_owned();
    Resolution { candidates, ..Resolution::new(Match::Proposed).warned(Danger::Confusable, reason) }
}

fn with_invisible(directory: View<'_>, words: &str) -> Resolution {
    let alike = with_same_look(directory, words);
    let resolution = if alike.is_empty() { Resolution::new(Match::Unknown) } else { confusable(alike, words) };
    resolution.warned(Danger::Invisible, "it has invisible characters".to_owned())
}

impl Resolution {
    fn new(outcome: Match) -> Self {
        Self { outcome, candidates: Vec::new(), warnings: Vec::new(), clear: false }
    }

    fn warned(mut self, kind: Danger, reason: String) -> Self {
        self.warnings.push(Warning { kind, reason, beside: Vec::new() });
        self
    }

    /// The entity, if exactly one is meant.
    pub fn known(&self) -> Option<&Arc<EntityRecord>> {
        let only = self.candidates.first().filter(|_| self.outcome == Match::Known)?;
        Some(&only.record)
    }
}

#[cfg(test)]
mod tests;
