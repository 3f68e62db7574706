//! The whole filter without I/O: what needs no model, what the model's operations make of the rest, and the caps.

use domain::evidence::Removal;
use domain::research::Ending;
use domain::{Evidence, Filtering, MicroUsd, Research, ResearchTask};

use crate::operations::{Operation, apply};
use crate::{ask, caps, prefilter};

/// Research without its exact duplicates, and whether a model has anything to decide about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cleared {
    /// The research.
    pub research: Research,
    /// What went.
    pub removed: Vec<Removal>,
    /// A model may spare somebody something.
    pub ask: bool,
}

/// Whether a model was asked, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// There was nothing for a model to decide: arithmetic did it all.
    NotNeeded,
    /// The model's operations.
    Operations(Vec<Operation>),
    /// It was asked, or should have been, and gave nothing usable. Why.
    None(String),
}

/// What needs no model.
pub fn clear(research: Research) -> Cleared {
    let (research, removed) = prefilter::duplicates(research);
    let failed = matches!(research.ending, Ending::Failed(_));
    let ask = !failed && ask::worthwhile(&research);
    Cleared { research, removed, ask }
}

/// The evidence: operations applied, then the caps of the task's profile.
pub fn evidence(task: ResearchTask, cleared: Cleared, word: Word, cost: MicroUsd) -> Evidence {
    let Cleared { mut research, mut removed, .. } = cleared;
    let reason = match word {
        Word::NotNeeded => None,
        Word::Operations(operations) => {
            let applied = apply(research, &operations);
            if applied.refused > 0 {
                tracing::info!(refused = applied.refused, "operations that the airlock does not allow");
            }
            research = applied.research;
            removed.extend(applied.removed);
            None
        }
        Word::None(why) => {
            by_importance(&mut research);
            Some(why)
        }
    };
    let (research, cut) = caps::cut(research, task.profile.caps());
    removed.extend(cut);
    let filtering = match reason {
        None => Filtering::Filtered { removed },
        Some(reason) => Filtering::Unfiltered { reason, removed },
    };
    Evidence { task, research, filtering, cost }
}

/// The researcher's own order of importance: what the caps go by where no model ordered anything. Stable.
fn by_importance(research: &mut Research) {
    research.findings.sort_by(|a, b| b.importance.total_cmp(&a.importance));
}

/// Evidence of research that was given up: nothing was found, and the reason says why. Whoever waits goes on without it.
pub fn given_up(task: ResearchTask, mut research: Research, reason: &str) -> Evidence {
    research.ending = Ending::Failed(reason.to_owned());
    let why = format!("the filter gave up: {reason}");
    evidence(task, Cleared { research, removed: Vec::new(), ask: false }, Word::None(why), MicroUsd::ZERO)
}

#[cfg(test)]
#[path = "airlock_test.rs"]
mod tests;
