//! From an identifier to an entity: exact key, unique symbol, exact name. A fuzzy name only proposes.
//!
//! I/O: looks identifiers up in memory.

use domain::port::PortError;
use domain::{Entity, EntityId};
use serde::{Deserialize, Serialize};
use store::Memory;

use crate::identity::{self, Named};

/// A name this similar may be a typing error; below it, names that merely share a word begin.
const PROPOSE_FROM: f64 = 0.6;
/// Proposals at most.
const PROPOSALS: u32 = 5;

/// What an identifier means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Resolution {
    /// Exactly this.
    Known(Entity),
    /// One of these; nobody guesses which.
    Several(Vec<Candidate>),
    /// Nothing that is known.
    Unknown,
}

/// A thing that may be meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Candidate {
    /// Its id.
    pub(crate) entity_id: EntityId,
    /// Its name.
    pub(crate) name: String,
    /// Its symbol.
    pub(crate) symbol: Option<String>,
    /// Somebody trusted vouches for it.
    pub(crate) verified: bool,
    /// `same symbol`, `same name`, `similar name`.
    pub(crate) because: String,
}

impl Candidate {
    fn of(entity: &Entity, because: &str) -> Self {
        Self {
            entity_id: entity.id.clone(),
            name: entity.name.clone(),
            symbol: entity.symbol.clone(),
            verified: entity.verified,
            because: because.to_owned(),
        }
    }
}

/// Looks an identifier up.
pub(crate) async fn resolve<M: Memory>(memory: &M, identifier: &str) -> Result<Resolution, PortError> {
    let words = match identity::read(identifier) {
        // An unknown key is unknown: a name beside it proves nothing, that is how impostors work.
        Named::Key(key, value) => {
            return Ok(memory.by_context(key, value).await?.map_or(Resolution::Unknown, Resolution::Known));
        }
        Named::Words(words) => words,
    };
    if words.is_empty() {
        return Ok(Resolution::Unknown);
    }
    if let Some(found) = exact(memory.by_symbol(words).await?, "same symbol") {
        return Ok(found);
    }
    if let Some(found) = exact(memory.by_name(words).await?, "same name") {
        return Ok(found);
    }
    let similar = memory.similar(words, PROPOSALS).await?;
    let close = similar.iter().filter(|similar| similar.score >= PROPOSE_FROM);
    let proposals: Vec<Candidate> = close.map(|similar| Candidate::of(&similar.entity, "similar name")).collect();
    Ok(if proposals.is_empty() { Resolution::Unknown } else { Resolution::Several(proposals) })
}

fn exact(mut found: Vec<Entity>, because: &str) -> Option<Resolution> {
    match found.len() {
        0 => None,
        1 => found.pop().map(Resolution::Known),
        _ => Some(Resolution::Several(found.iter().map(|entity| Candidate::of(entity, because)).collect())),
    }
}
