//! Which entity an identifier means: exact key, exact symbol, exact name; what is only similar is proposed, never answered.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Known;
use super::alike::{Likeness, imitates};
use super::directory::Directory;
use super::fold::{folded, has_invisible, has_overlays, is_written_as};
use super::identifier::{self, Identifier};
use super::key::{self, KeyKind, cut, names, near, spoken_keys, symbols};
use super::trigram::similarity;

mod fuzzy;
mod ranking;
mod slip;

/// What is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ask {
    /// A mint, LEI, URL, market, symbol or name.
    pub identifier: String,
    /// A name that was seen beside a symbol; empty where there was none.
    pub name: String,
}

impl Ask {
    /// Asks with nothing beside.
    pub fn of(identifier: impl Into<String>) -> Self {
        Self { identifier: identifier.into(), name: String::new() }
    }
}

/// What an identifier means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Exactly one entity; it is the only candidate.
    Known,
    /// One of these; nobody guesses which.
    Several,
    /// Nothing that is known. The candidates are like it, no more.
    Proposed,
    /// Nothing that is known, nor like it.
    Unknown,
    /// Nothing could be meant by it.
    Invalid,
}

/// The answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// What it means.
    pub outcome: Outcome,
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// What has to be known before the answer is used.
    pub warnings: Vec<Warning>,
    /// The first proposal, and no other known symbol or name, is one typing error away: a person would say what was meant. It is
    /// still a proposal.
    pub clear: bool,
}

/// An entity that may be meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The entity.
    pub known: Arc<Known>,
    /// Why it may be meant.
    pub because: Because,
    /// 0 to 1; below 0.9 for everything that is not exact.
    pub confidence: f64,
}

/// Why an entity may be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// It has that key.
    Key,
    /// It has that symbol and that name.
    SymbolAndName,
    /// It has that symbol.
    Symbol,
    /// It has that name.
    Name,
    /// Its symbol or name looks the same.
    Look,
    /// Its symbol or name is similar.
    Similar,
    /// Its mint can be taken for the one that was asked for.
    LikeMint,
}

impl Because {
    /// In words.
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

/// What has to be known about an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    /// What kind of danger it is.
    pub kind: Danger,
    /// The reason of a ban, or what is wrong with a key; else empty.
    pub reason: String,
    /// The verified entities that may be imitated, each with how.
    pub beside: Vec<(Arc<Known>, Likeness)>,
}

/// Kinds of danger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// A trusted list bans the entity.
    Banned,
    /// An unverified entity can be taken for a verified one.
    PossibleImpersonation,
    /// The words are written with letters that look like others.
    Confusable,
    /// The words hold characters that nobody sees.
    Invisible,
    /// A key that nobody has seen before: a name beside it proves nothing.
    UnknownKey,
    /// The key can be taken for a known one.
    ResemblesKnownKey,
    /// It cannot be a key.
    BrokenKey,
    /// Symbol and name that were given do not belong together.
    Contradiction,
}

impl Danger {
    /// `possible_impersonation`, …
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
        }
    }
}

/// Decides, over what the directory holds.
pub fn resolve(directory: &Directory, ask: &Ask) -> Resolution {
    match identifier::read(&ask.identifier) {
        Identifier::Key(key, value) => by_key(directory, key, &value),
        Identifier::Broken(key, why) => {
            Resolution::of(Outcome::Invalid).warned(Danger::BrokenKey, format!("this is no {key}: {why}"))
        }
        Identifier::Words(words) if words.trim().is_empty() => Resolution::of(Outcome::Invalid),
        Identifier::Words(words) => by_words(directory, words, &ask.name),
    }
}

/// Every key under which an answer to `ask` may be found: whoever fills a small directory for it asks for these. Words that no
/// key finds exactly also need what is [similar](Directory::similar).
pub fn keys_for(ask: &Ask) -> BTreeSet<key::Key> {
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

/// A key names its entity or nothing: that a name beside it fits proves nothing, so impostors work.
fn by_key(directory: &Directory, key: &str, value: &str) -> Resolution {
    let found: Vec<_> = directory.with(KeyKind::Context, &key::context(key, value)).collect();
    if !found.is_empty() {
        return exact(directory, found, Because::Key);
    }
    let unknown =
        Resolution::of(Outcome::Unknown).warned(Danger::UnknownKey, format!("no known entity has this {key}"));
    let like: Vec<_> = key::resembling(value).iter().flat_map(|key| directory.with_key(key)).cloned().collect();
    if key != "mint" || like.is_empty() {
        return unknown;
    }
    let reason = "it begins and ends, or goes on in between, as a known mint does".to_owned();
    let candidates = ranking::ranked(like.iter(), Because::LikeMint, value);
    Resolution { candidates, ..unknown.warned(Danger::ResemblesKnownKey, reason) }
}

fn by_words(directory: &Directory, words: &str, name: &str) -> Resolution {
    // What nobody sees was not typed: such words are never an exact match.
    if has_invisible(words) {
        return unseen(directory, words);
    }
    let key = cut(folded(words));
    let with = |kind| exactly(directory.with(kind, &key).collect(), words);
    let symbols = current(with(KeyKind::Symbol), |known| {
        known.entity.symbol.as_deref().is_some_and(|symbol| cut(folded(symbol)) == key)
    });
    if !symbols.is_empty() {
        return by_symbol(directory, symbols, (words, name));
    }
    let names = current(with(KeyKind::Name), |known| cut(folded(&known.entity.name)) == key);
    if !names.is_empty() {
        return exact(directory, names, Because::Name);
    }
    // Letters of another alphabet, drawn like ours: no typing error makes them.
    let alike = if words.is_ascii() { Vec::new() } else { looking_so(directory, words) };
    if alike.is_empty() { fuzzy::propose(directory, words) } else { confusable(alike, words) }
}

/// What folding drops and a reader sees has to be there: a stroke through a letter makes another name.
fn exactly<'a>(found: Vec<&'a Arc<Known>>, words: &str) -> Vec<&'a Arc<Known>> {
    if !has_overlays(words) {
        return found;
    }
    let written =
        |known: &&Arc<Known>| symbols(&known.entity).chain(names(&known.entity)).any(|text| is_written_as(text, words));
    found.into_iter().filter(written).collect()
}

/// Those that are called so today; where nobody is, those that were.
fn current(found: Vec<&Arc<Known>>, is_so: impl Fn(&Known) -> bool) -> Vec<&Arc<Known>> {
    let today: Vec<_> = found.iter().copied().filter(|known| is_so(known)).collect();
    if today.is_empty() { found } else { today }
}

fn by_symbol(directory: &Directory, found: Vec<&Arc<Known>>, (words, name): (&str, &str)) -> Resolution {
    if name.trim().is_empty() {
        return exact(directory, found, Because::Symbol);
    }
    let wanted = folded(name);
    let both: Vec<_> =
        found.iter().copied().filter(|known| names(&known.entity).any(|name| folded(name) == wanted)).collect();
    if !both.is_empty() {
        return exact(directory, both, Because::SymbolAndName);
    }
    let fits = |known: &Arc<Known>| names(&known.entity).any(|known| similarity(known, name) >= fuzzy::ALIKE);
    if let [one] = found.as_slice()
        && !fits(one)
    {
        let candidates = ranking::ranked(found.iter().copied(), Because::Symbol, words);
        let reason = format!("the symbol is known, but not under the name {name:?}");
        return Resolution { candidates, ..Resolution::of(Outcome::Proposed).warned(Danger::Contradiction, reason) };
    }
    exact(directory, found, Because::Symbol)
}

/// One is the answer; several are candidates.
fn exact(directory: &Directory, found: Vec<&Arc<Known>>, because: Because) -> Resolution {
    let candidates = ranking::ranked(found.into_iter(), because, "");
    let outcome = if candidates.len() == 1 { Outcome::Known } else { Outcome::Several };
    let mut resolution = Resolution { candidates, ..Resolution::of(outcome) };
    if let [only] = resolution.candidates.as_slice() {
        let known = Arc::clone(&only.known);
        if let Some(reason) = &known.entity.banned {
            resolution = resolution.warned(Danger::Banned, reason.clone());
        }
        let beside = imitated(directory, &known);
        if !beside.is_empty() {
            let warning = Warning { kind: Danger::PossibleImpersonation, reason: String::new(), beside };
            resolution.warnings.push(warning);
        }
    }
    resolution
}

/// The verified entities that an unverified one can be taken for.
pub fn imitated(directory: &Directory, known: &Known) -> Vec<(Arc<Known>, Likeness)> {
    if known.entity.verified {
        return Vec::new();
    }
    let mut beside: Vec<(Arc<Known>, Likeness)> = Vec::new();
    for other in spoken_keys(&known.entity).iter().flat_map(|key| directory.with_key(key)) {
        if other.entity.verified
            && !beside.iter().any(|(found, _)| found.entity.id == other.entity.id)
            && let Some(likeness) = imitates(&known.entity, &other.entity)
        {
            beside.push((Arc::clone(other), likeness));
        }
    }
    beside.sort_by(|(a, how_a), (b, how_b)| (how_a, &a.entity.id).cmp(&(how_b, &b.entity.id)));
    beside
}

fn looking_so<'a>(directory: &'a Directory, words: &str) -> Vec<&'a Arc<Known>> {
    let looks: Vec<key::Key> = key::look(words).collect();
    looks.iter().flat_map(|look| directory.with_key(look)).collect()
}

fn confusable(alike: Vec<&Arc<Known>>, words: &str) -> Resolution {
    let candidates = ranking::ranked(alike.into_iter(), Because::Look, words);
    let reason = "it is written with other letters that look the same".to_owned();
    Resolution { candidates, ..Resolution::of(Outcome::Proposed).warned(Danger::Confusable, reason) }
}

fn unseen(directory: &Directory, words: &str) -> Resolution {
    let alike = looking_so(directory, words);
    let found = if alike.is_empty() { Resolution::of(Outcome::Unknown) } else { confusable(alike, words) };
    found.warned(Danger::Invisible, "it has characters that nobody sees".to_owned())
}

impl Resolution {
    fn of(outcome: Outcome) -> Self {
        Self { outcome, candidates: Vec::new(), warnings: Vec::new(), clear: false }
    }

    fn warned(mut self, kind: Danger, reason: String) -> Self {
        self.warnings.push(Warning { kind, reason, beside: Vec::new() });
        self
    }

    /// The entity, if exactly one is meant.
    pub fn known(&self) -> Option<&Arc<Known>> {
        let only = self.candidates.first().filter(|_| self.outcome == Outcome::Known)?;
        Some(&only.known)
    }
}

#[cfg(test)]
mod tests;
