//! Order of candidates.

use std::cmp::Reverse;
use std::sync::Arc;

use super::super::EntityRecord;
use super::{Because, Candidate};

/// Orders candidates, each once: verified entities first, banned ones last, the exact spelling before others.
pub(super) fn ranked<'a>(
    matches: impl Iterator<Item = &'a Arc<EntityRecord>>,
    because: Because,
    spelled: &str,
) -> Vec<Candidate> {
    let mut all: Vec<&Arc<EntityRecord>> = matches.collect();
    let exact =
        |record: &EntityRecord| record.entity.symbol.as_deref() == Some(spelled) || record.entity.name == spelled;
    all.sort_by_key(|record| {
        let entity = &record.entity;
        (entity.banned.is_some(), Reverse(entity.verified), Reverse(exact(record)), entity.id.clone())
    });
    all.dedup_by_key(|record| record.entity.id.clone());
    let confidence = confidence(because) / if all.len() == 1 { 1.0 } else { 2.0 };
    all.into_iter().map(|record| Candidate { record: Arc::clone(record), because, confidence }).collect()
}

/// Returns the confidence of a match: a key is unambiguous; a symbol may also be used by an unknown entity.
fn confidence(because: Because) -> f64 {
    match because {
        Because::Key => 1.0,
        Because::SymbolAndName => 0.98,
        Because::Symbol | Because::Name => 0.95,
        Because::Look => 0.5,
        Because::Similar | Because::LikeMint => 0.2,
    }
}
