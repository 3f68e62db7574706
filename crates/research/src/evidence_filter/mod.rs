//! Operations that may change research before a decision uses it: drop, merge, reorder and downgrade. Pure.
//!
//! 1. [`mod@prefilter`]: merges findings that say the same and drops findings that are off topic ([`relevance`]),
//!    without a model.
//! 2. [`request`]: asks a model for operations on the ids of the rest. The model never rewrites evidence.
//! 3. [`operations`]: applies the operations. Code moves only values that the researcher produced.
//! 4. [`caps`]: cuts the lists to the profile's caps. A finding that is kept keeps its sources.
//!
//! The result lists what was removed and why. The module belongs to a library because both the filter service and
//! `lab eval filter` use it, and services never depend on one another.

use domain::research::Ending;
use domain::{Evidence, Filtering, MicroUsd, Research, ResearchTask};

pub mod caps;
pub mod operations;
pub mod prefilter;
pub mod relevance;
pub mod request;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

mod removable;

pub use operations::Operation;
use operations::apply;
pub use prefilter::{Prefiltered, prefilter};

/// The model's part in filtering one piece of research.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelDecision {
    /// The rules left nothing for a model to decide.
    NotNeeded,
    /// The model's operations.
    Operations(Vec<Operation>),
    /// A model was needed but returned nothing usable, for this reason.
    Unavailable(String),
}

/// Cost and origin of the model call. All fields are empty if no model was called.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelUse {
    /// Cost of the call.
    pub cost: MicroUsd,
    /// Name of the model.
    pub model: String,
    /// Version of the prompts.
    pub prompt_version: String,
}

/// Result of [`build_evidence`].
#[derive(Debug, Clone, PartialEq)]
pub struct FilterOutcome {
    /// The filtered evidence.
    pub evidence: Evidence,
    /// Merged findings as (id removed, id that holds its sources now).
    pub merged: Vec<(String, String)>,
    /// Number of ids that the model named without effect: unknown ids and operations that are not allowed.
    pub refused: usize,
}

/// Applies the model's operations, then the caps of the task's profile.
pub fn build_evidence(
    task: ResearchTask,
    prefiltered: Prefiltered,
    decision: ModelDecision,
    model_use: ModelUse,
) -> FilterOutcome {
    let Prefiltered { mut research, mut removed, mut lowered, mut merged, .. } = prefiltered;
    let mut refused = 0;
    let reason = match decision {
        ModelDecision::NotNeeded => None,
        ModelDecision::Operations(operations) => {
            let applied = apply(research, &operations);
            (research, refused) = (applied.research, applied.refused);
            removed.extend(applied.removed);
            lowered.extend(applied.lowered);
            merged.extend(applied.merged);
            None
        }
        ModelDecision::Unavailable(why) => {
            sort_by_importance(&mut research);
            Some(why)
        }
    };
    let (research, cut) = caps::cut(research, task.profile.caps());
    removed.extend(cut);
    lowered.retain(|lower| research.findings.iter().any(|finding| finding.id == lower.id));
    let filtering = match reason {
        None => Filtering::Filtered { removed },
        Some(reason) => Filtering::Unfiltered { reason, removed },
    };
    let ModelUse { cost, model, prompt_version } = model_use;
    let evidence = Evidence { task, research, filtering, cost, lowered, model, prompt_version };
    FilterOutcome { evidence, merged, refused }
}

/// Orders findings by the researcher's importance, which decides what the caps cut if no model ordered them. Stable.
fn sort_by_importance(research: &mut Research) {
    research.findings.sort_by(|a, b| b.importance.total_cmp(&a.importance));
}

/// Builds the evidence of research whose filtering was dead-lettered: it has failed for this reason, so that the run
/// that waits for it continues without it.
pub fn failed_evidence(task: ResearchTask, mut research: Research, reason: &str) -> Evidence {
    research.ending = Ending::Failed(reason.to_owned());
    unfiltered_evidence(task, research, &format!("the filter gave up: {reason}"))
}

/// Builds evidence of research that was not filtered for this reason: everything within the caps of the task's profile.
pub fn unfiltered_evidence(task: ResearchTask, research: Research, reason: &str) -> Evidence {
    let prefiltered = Prefiltered::unchanged(research);
    let decision = ModelDecision::Unavailable(reason.to_owned());
    build_evidence(task, prefiltered, decision, ModelUse::default()).evidence
}

#[cfg(test)]
mod tests {
    use domain::Profile;
    use domain::evidence::Remover;

    use super::*;
    use crate::evidence_filter::testing::{research, task};

    #[test]
    fn small_and_failed_research_needs_no_model() {
        assert!(!prefilter(&task(), research(2)).needs_model);
        assert!(prefilter(&task(), research(9)).needs_model);
        let mut failed = research(9);
        failed.ending = Ending::Failed("x".into());
        assert!(!prefilter(&task(), failed).needs_model);
    }

    #[test]
    fn without_a_model_the_caps_keep_the_most_important_findings_and_the_result_is_unfiltered() {
        let mut many = research(20);
        many.findings[19].importance = 0.9;
        let mut task = task();
        task.profile = Profile::Strict;
        let prefiltered = prefilter(&task, many);
        let made =
            build_evidence(task, prefiltered, ModelDecision::Unavailable("no money".into()), ModelUse::default())
                .evidence;
        assert_eq!((made.research.findings[0].id.as_str(), made.research.findings.len()), ("f20", 8));
        assert!(made.filtering.removed().iter().all(|gone| gone.by == Remover::Cap && !gone.text.is_empty()));
        assert!(matches!(made.filtering, Filtering::Unfiltered { reason, .. } if reason == "no money"));
    }

    #[test]
    fn a_downgrade_is_reported_only_for_a_finding_that_is_kept() {
        let weaker = |id: &str| Operation::Downgrade {
            ids: vec![id.into()],
            to: domain::ClaimStatus::Unclear,
            reason: "thin".into(),
        };
        let drop = Operation::Drop { ids: vec!["f2".into()], reason: String::new() };
        let operations = ModelDecision::Operations(vec![weaker("f1"), weaker("f2"), drop]);
        let FilterOutcome { evidence: made, refused, .. } =
            build_evidence(task(), prefilter(&task(), research(9)), operations, ModelUse::default());
        assert_eq!(made.lowered.iter().map(|lower| lower.id.as_str()).collect::<Vec<_>>(), ["f1"]);
        assert_eq!(refused, 0);
    }

    #[test]
    fn dead_lettered_research_has_failed() {
        let made = failed_evidence(task(), research(2), "boom");
        assert_eq!(made.research.ending, Ending::Failed("boom".into()));
        assert!(matches!(made.filtering, Filtering::Unfiltered { .. }));
    }
}
