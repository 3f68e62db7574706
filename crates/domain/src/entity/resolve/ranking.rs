//! Order of candidates.

use std::cmp::Reverse;
use std::sync::Arc;

use super::super::Known;
use super::{Because, Candidate};

/// Orders candidates, each once: verified entities first, banned ones last, the exact spelling before others.
pub(super) fn ranked<'a>(
    found: impl Iterator<Item = &'a Arc<Known>>,
    because: Because,
    spelled: &str,
) -> Vec<Candidate> {
    let mut all: Vec<&Arc<Known>> = found.collect();
    let exact = |known: &Known| known.entity.symbol.as_deref() == Some(spelled) || known.entity.name == spelled;
    all.sort_by_key(|known| {
        let entity = &known.entity;
        (entity.banned.is_some(), Reverse(entity.verified), Reverse(exact(known)), entity.id.clone())
    });
    all.dedup_by_key(|known| known.entity.id.clone());
    let confidence = confidence(because) / if all.len() == 1 { 1.0 } else { 2.0 };
    all.into_iter().map(|known| Candidate { known: Arc::clone(known), because, confidence }).collect()
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
