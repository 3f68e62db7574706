//! Evidence that the filter removed or downgraded, with the reasons.

use domain::Evidence;
use domain::evidence::{Lowered, Removal};

use crate::page::{Block, Inline, Line, list, plain};

/// Returns the list; empty if nothing was changed.
pub fn blocks(evidence: &Evidence) -> Vec<Block> {
    let gone = evidence.filtering.removed().iter().map(gone);
    list(gone.chain(evidence.lowered.iter().map(weaker)))
}

fn gone(removal: &Removal) -> Line {
    let mut line = vec![Inline::Code(removal.id.clone())];
    if !removal.text.is_empty() {
        line.push(plain(format!(" “{}”", removal.text)));
    }
    let by = removal.by.name();
    line.push(plain(if by.is_empty() {
        format!(": {}", removal.reason)
    } else {
        format!(": {} ({by})", removal.reason)
    }));
    line
}

fn weaker(lowered: &Lowered) -> Line {
    let (from, to) = (lowered.from.name(), lowered.to.name());
    let change = format!(" downgraded from {from} to {to}: {}", lowered.reason);
    vec![Inline::Code(lowered.id.clone()), plain(change)]
}
