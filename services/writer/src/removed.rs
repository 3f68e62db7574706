//! What the filter took out and what it made weaker, and why: kept beside the result, so that a person can see what is missing.

use domain::Evidence;
use domain::evidence::{Lowered, Removal};

use crate::page::{Bit, Block, Line, list, words};

/// The list; empty where nothing was touched.
pub fn blocks(evidence: &Evidence) -> Vec<Block> {
    let gone = evidence.filtering.removed().iter().map(gone);
    list(gone.chain(evidence.lowered.iter().map(weaker)))
}

fn gone(removal: &Removal) -> Line {
    let mut line = vec![Bit::Code(removal.id.clone())];
    if !removal.said.is_empty() {
        line.push(words(format!(" “{}”", removal.said)));
    }
    let by = removal.by.name();
    line.push(words(if by.is_empty() {
        format!(": {}", removal.reason)
    } else {
        format!(": {} ({by})", removal.reason)
    }));
    line
}

fn weaker(lowered: &Lowered) -> Line {
    let change = format!(" is {} and was {}: {}", lowered.to.name(), lowered.from.name(), lowered.reason);
    vec![Bit::Code(lowered.id.clone()), words(change)]
}
