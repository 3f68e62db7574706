//! The whole airlock: what needs no model, what the model's operations make of the rest, and the caps.

use domain::evidence::{Lowered, Removal};
use domain::research::Ending;
use domain::{Evidence, Filtering, MicroUsd, Research, ResearchTask};

use crate::evidence_filter::operations::{Operation, apply};
use crate::evidence_filter::prefilter::{Prefiltered, duplicates, off_topic};
use crate::evidence_filter::{ask, caps};

/// Research without what arithmetic takes out, and whether a model has anything to decide about the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Cleared {
    /// The research.
    pub research: Research,
    /// What went.
    pub removed: Vec<Removal>,
    /// What is weaker.
    pub lowered: Vec<Lowered>,
    /// Findings that went into another: which, and into which.
    pub merged: Vec<(String, String)>,
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

/// What asking came to: who was asked with which prompts, for how much. All empty where nobody was.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spent {
    /// What it cost.
    pub cost: MicroUsd,
    /// The model.
    pub model: String,
    /// The version of the prompts.
    pub prompt_version: String,
}

/// What needs no model. Where little was found, it stays: a person reads it as fast.
pub fn clear(task: &ResearchTask, research: Research) -> Cleared {
    let Prefiltered { mut research, mut removed, lowered, merged } = duplicates(research);
    if let Some(question) = ask::question(task).filter(|_| ask::worthwhile(&research)) {
        removed.extend(off_topic(&question, &mut research));
    }
    let failed = matches!(research.ending, Ending::Failed(_));
    let ask = !failed && ask::worthwhile(&research);
    Cleared { research, removed, lowered, merged, ask }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Passed {
    /// The evidence.
    pub evidence: Evidence,
    /// Findings that went into another: which, and into which. Their sources stand there.
    pub merged: Vec<(String, String)>,
    /// Ids that the operations named for nothing, or of which they asked what is not allowed.
    pub refused: usize,
}

/// The evidence: operations applied, then the caps of the task's profile.
pub fn evidence(task: ResearchTask, cleared: Cleared, word: Word, spent: Spent) -> Passed {
    let Cleared { mut research, mut removed, mut lowered, mut merged, .. } = cleared;
    let mut refused = 0;
    let reason = match word {
        Word::NotNeeded => None,
        Word::Operations(operations) => {
            let applied = apply(research, &operations);
            (research, refused) = (applied.research, applied.refused);
            removed.extend(applied.removed);
            lowered.extend(applied.lowered);
            merged.extend(applied.merged);
            None
        }
        Word::None(why) => {
            by_importance(&mut research);
            Some(why)
        }
    };
    let (research, cut) = caps::cut(research, task.profile.caps());
    removed.extend(cut);
    lowered.retain(|told| research.findings.iter().any(|finding| finding.id == told.id));
    let filtering = match reason {
        None => Filtering::Filtered { removed },
        Some(reason) => Filtering::Unfiltered { reason, removed },
    };
    let Spent { cost, model, prompt_version } = spent;
    let evidence = Evidence { task, research, filtering, cost, lowered, model, prompt_version };
    Passed { evidence, merged, refused }
}

/// The researcher's own order of importance: what the caps go by where no model ordered anything. Stable.
fn by_importance(research: &mut Research) {
    research.findings.sort_by(|a, b| b.importance.total_cmp(&a.importance));
}

/// Evidence of research that was given up: nothing was found, and the reason says why. Whoever waits goes on without it.
pub fn given_up(task: ResearchTask, mut research: Research, reason: &str) -> Evidence {
    research.ending = Ending::Failed(reason.to_owned());
    let why = format!("the filter gave up: {reason}");
    let (removed, lowered, merged) = (Vec::new(), Vec::new(), Vec::new());
    let cleared = Cleared { research, removed, lowered, merged, ask: false };
    evidence(task, cleared, Word::None(why), Spent::default()).evidence
}

#[cfg(test)]
mod tests {
    use domain::Profile;
    use domain::evidence::Remover;

    use super::*;
    use crate::evidence_filter::testing::{research, task};

    #[test]
    fn small_and_failed_research_needs_no_model() {
        assert!(!clear(&task(), research(2)).ask);
        assert!(clear(&task(), research(9)).ask);
        let mut failed = research(9);
        failed.ending = Ending::Failed("x".into());
        assert!(!clear(&task(), failed).ask);
    }

    #[test]
    fn without_a_word_the_caps_go_by_importance_and_it_is_marked() {
        let mut many = research(20);
        many.findings[19].importance = 0.9;
        let mut task = task();
        task.profile = Profile::Strict;
        let cleared = clear(&task, many);
        let made = evidence(task, cleared, Word::None("no money".into()), Spent::default()).evidence;
        assert_eq!((made.research.findings[0].id.as_str(), made.research.findings.len()), ("f20", 8));
        assert!(made.filtering.removed().iter().all(|gone| gone.by == Remover::Cap && !gone.said.is_empty()));
        assert!(matches!(made.filtering, Filtering::Unfiltered { reason, .. } if reason == "no money"));
    }

    #[test]
    fn what_is_weaker_is_told_only_of_what_passed() {
        let weaker = |id: &str| Operation::Downgrade {
            ids: vec![id.into()],
            to: domain::ClaimStatus::Unclear,
            reason: "thin".into(),
        };
        let drop = Operation::Drop { ids: vec!["f2".into()], reason: String::new() };
        let operations = Word::Operations(vec![weaker("f1"), weaker("f2"), drop]);
        let Passed { evidence: made, refused, .. } =
            evidence(task(), clear(&task(), research(9)), operations, Spent::default());
        assert_eq!(made.lowered.iter().map(|told| told.id.as_str()).collect::<Vec<_>>(), ["f1"]);
        assert_eq!(refused, 0);
    }

    #[test]
    fn who_is_given_up_has_failed() {
        let made = given_up(task(), research(2), "boom");
        assert_eq!(made.research.ending, Ending::Failed("boom".into()));
        assert!(matches!(made.filtering, Filtering::Unfiltered { .. }));
    }
}
