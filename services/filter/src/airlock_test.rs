//! The airlock under hostile operations: 0 facts added, 0 statuses raised, 0 sources changed, nothing orphaned.

use std::collections::HashMap;

use domain::{ClaimStatus, Profile};
use proptest::prelude::*;

use super::*;
use crate::sample::{research, task};

fn id() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => (prop_oneof![Just("f"), Just("t"), Just("s"), Just("q")], 0usize..14).prop_map(|(kind, n)| format!("{kind}{n}")),
        1 => ".{0,12}",
    ]
}

fn status() -> impl Strategy<Value = ClaimStatus> {
    prop_oneof![Just(ClaimStatus::Supported), Just(ClaimStatus::Contested), Just(ClaimStatus::Unclear)]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        (id(), ".{0,20}").prop_map(|(id, reason)| Operation::Drop { id, reason }),
        (id(), prop::collection::vec(id(), 0..5), ".{0,20}").prop_map(|(into, from, reason)| Operation::Merge {
            into,
            from,
            reason
        }),
        prop::collection::vec(id(), 0..20).prop_map(|ids| Operation::Reorder { ids }),
        (id(), status(), ".{0,20}").prop_map(|(id, to, reason)| Operation::Downgrade { id, to, reason }),
    ]
}

/// Research whose findings cite several sources.
fn dense() -> impl Strategy<Value = Research> {
    prop::collection::vec(prop::collection::vec(1usize..13, 1..4), 12).prop_map(|citations| {
        let mut dense = research(12);
        for (finding, cites) in dense.findings.iter_mut().zip(citations) {
            finding.sources = cites.into_iter().map(|n| format!("s{n}")).collect();
            finding.sources.sort();
            finding.sources.dedup();
        }
        dense
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_operations_the_result_is_a_subset(before in dense(), operations in prop::collection::vec(operation(), 0..12), strict: bool) {
        let mut task = task();
        task.profile = if strict { Profile::Strict } else { Profile::Loose };
        let cleared = clear(before.clone());
        let after = evidence(task.clone(), cleared, Word::Operations(operations), MicroUsd::ZERO).research;
        let caps = task.profile.caps();
        let findings: HashMap<_, _> = before.findings.iter().map(|finding| (finding.id.as_str(), finding)).collect();
        for finding in &after.findings {
            let was = findings[finding.id.as_str()];
            prop_assert_eq!((&finding.text, &finding.quote), (&was.text, &was.quote), "nothing is edited");
            prop_assert!(finding.status <= was.status, "nothing is raised");
            prop_assert!(was.against.iter().all(|id| finding.against.contains(id)), "no objection is lost");
            prop_assert!(was.sources.iter().all(|id| finding.sources.contains(id)), "no source is lost");
            prop_assert!(finding.sources.iter().all(|id| after.sources.iter().any(|source| source.id == *id)), "nothing is orphaned");
        }
        let mut ids: Vec<_> = after.findings.iter().map(|finding| &finding.id).collect();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(ids.len(), after.findings.len(), "nothing is doubled");
        prop_assert!(after.sources.iter().all(|source| before.sources.contains(source)), "no source is changed");
        prop_assert!(after.timeline.iter().all(|entry| before.timeline.contains(entry)));
        prop_assert!(after.open_questions.iter().all(|open| before.open_questions.contains(open)));
        prop_assert!(after.findings.len() <= caps.findings && after.timeline.len() <= caps.timeline);
        prop_assert!(after.open_questions.len() <= caps.open_questions);
        prop_assert_eq!((&after.summary, after.confidence, &after.ending), (&before.summary, before.confidence, &before.ending));
    }
}

#[test]
fn small_and_failed_research_needs_no_model() {
    assert!(!clear(research(2)).ask);
    assert!(clear(research(9)).ask);
    let mut failed = research(9);
    failed.ending = Ending::Failed("x".into());
    assert!(!clear(failed).ask);
}

#[test]
fn without_a_word_the_caps_go_by_importance_and_it_is_marked() {
    let mut many = research(20);
    many.findings[19].importance = 0.9;
    let mut task = task();
    task.profile = Profile::Strict;
    let made = evidence(task, clear(many), Word::None("no money".into()), MicroUsd::ZERO);
    assert_eq!((made.research.findings[0].id.as_str(), made.research.findings.len()), ("f20", 8));
    assert!(
        matches!(made.filtering, Filtering::Unfiltered { reason, removed } if reason == "no money" && !removed.is_empty())
    );
}

#[test]
fn who_is_given_up_has_failed() {
    let made = given_up(task(), research(2), "boom");
    assert_eq!(made.research.ending, Ending::Failed("boom".into()));
    assert!(matches!(made.filtering, Filtering::Unfiltered { .. }));
}
