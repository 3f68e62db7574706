//! What is known of identifiers: is their research fresh, or being made? Redis is asked first and Postgres for the rest;
//! where neither answers the identifier counts as unknown, and the researcher, who looks again, answers from memory.
//!
//! I/O: reads freshness and leases on the handler's behalf.

use coordination::{Freshness as Marks, Known, Topic};
use domain::classification::Fate;
use store::Memory;
use store::memory::Freshness;

use crate::decide::Standing;

/// What is known of these, in at most two round trips.
pub async fn look_up(marks: &dyn Marks, memory: &impl Memory, identifiers: &[String]) -> Standing {
    let mut standing = marked(marks, identifiers).await;
    let rest: Vec<String> = identifiers.iter().filter(|name| !standing.contains_key(*name)).cloned().collect();
    if rest.is_empty() {
        return standing;
    }
    match memory.freshness_of(&rest).await {
        Ok(known) => {
            standing.extend(rest.into_iter().zip(known).filter_map(|(name, known)| Some((name, remembered(known)?))));
        }
        Err(error) => tracing::warn!(%error, "freshness is not known; the researcher will look again"),
    }
    standing
}

async fn marked(marks: &dyn Marks, identifiers: &[String]) -> Standing {
    if identifiers.is_empty() {
        return Standing::new();
    }
    let topics: Vec<Topic> = identifiers.iter().map(|name| Topic::Identifier(folded(name))).collect();
    let known = marks.look_up(&topics).await.unwrap_or_default();
    identifiers.iter().cloned().zip(known).filter_map(|(name, known)| Some((name, hinted(known)?))).collect()
}

/// Symbols and names are compared without case, mints exactly: a mint has at least 32 characters.
fn folded(identifier: &str) -> String {
    if identifier.len() >= 32 { identifier.to_owned() } else { identifier.trim().to_lowercase() }
}

fn hinted(known: Known) -> Option<Fate> {
    match known {
        Known::Fresh => Some(Fate::Fresh),
        Known::InProgress => Some(Fate::InProgress),
        Known::Nothing => None,
    }
}

fn remembered(known: Freshness) -> Option<Fate> {
    match known {
        Freshness::Fresh => Some(Fate::Fresh),
        Freshness::InProgress => Some(Fate::InProgress),
        Freshness::None => None,
    }
}
