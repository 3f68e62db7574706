//! What need not be researched again yet.

use std::time::Duration;

use domain::EntityId;

use crate::Answer;

/// What freshness and leases are about: an entity, or an identifier that has not been resolved to one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A known entity.
    Entity(EntityId),
    /// A mint, symbol or name as it stood in an event. Compared as it is; fold the case of symbols and names, never of
    /// mints, before you ask.
    Identifier(String),
}

impl Topic {
    /// A part of a key; the two kinds cannot collide.
    pub(crate) fn key(&self) -> String {
        match self {
            Self::Entity(id) => format!("entity:{id}"),
            Self::Identifier(text) => format!("identifier:{text}"),
        }
    }
}

/// What is known about a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Its research is fresh.
    Fresh,
    /// Somebody holds its lease.
    InProgress,
    /// Nothing.
    Nothing,
}

/// Marks of freshness with a time to live.
pub trait Freshness: Send + Sync + 'static {
    /// The entity is fresh for this long, and so is every name that means it, until the entity's own mark is gone.
    fn mark_fresh<'a>(&'a self, entity: &'a EntityId, names: &'a [String], ttl: Duration) -> Answer<'a, ()>;

    /// These are not, whatever was said: new evidence contradicts the old. Who ends an entity's research need not know by
    /// which names it was asked for.
    fn mark_stale<'a>(&'a self, topics: &'a [Topic]) -> Answer<'a, ()>;

    /// What is known about each, in order, in one round trip.
    fn look_up<'a>(&'a self, topics: &'a [Topic]) -> Answer<'a, Vec<Known>>;
}
