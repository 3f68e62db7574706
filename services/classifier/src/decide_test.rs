//! Tests of the decisions.

use domain::MicroUsd;

use super::*;
use crate::sample::{alert_of, directions_of, event, macro_of, miss_of, question, transaction as tx, when};

const BUDGETS: Budgets = Budgets { run: MicroUsd::dollars(20), task: MicroUsd::dollars(3) };
const SCOUT: MicroUsd = MicroUsd::dollars(5_000);

fn decided(kind: EventKind) -> EventDecision {
    by_kind(&event(kind), SCOUT, BUDGETS, when()).expect("not a transaction")
}

#[test]
fn a_question_and_a_large_trade_become_runs() {
    for kind in [question(), alert_of(MicroUsd(5_000_000_001))] {
        let decision = decided(kind);
        let run = decision.run.as_ref().expect("a run");
        assert_eq!(decision.classification.run, Some(run.id));
        assert!(decision.classification.interesting && decision.tasks.is_empty());
        assert_eq!(decision.classification.decided_by, Decider::Rule);
    }
    assert!(decided(alert_of(MicroUsd::dollars(9_000))).run.unwrap().alert.is_some());
}

#[test]
fn events_at_their_threshold_are_only_classified() {
    let near = [alert_of(MicroUsd(4_999_999_999)), miss_of(f64::NAN, 0.5)];
    for kind in near.into_iter().chain([alert_of(SCOUT), miss_of(0.5, 0.5), directions_of(0)]) {
        let decision = decided(kind);
        assert!(!decision.classification.interesting && decision.run.is_none() && decision.tasks.is_empty());
        let outcome = decision.outcome();
        assert_eq!((outcome.facts.len(), outcome.effects.len(), outcome.label), (1, 1, "not_interesting"));
    }
}

#[test]
fn bundles_macros_and_low_confidence_look_ups_are_researched() {
    for (kind, n) in [(directions_of(3), 3), (macro_of("client-discovery"), 1), (miss_of(0.499_999, 0.5), 1)] {
        let decision = decided(kind);
        assert_eq!((decision.tasks.len(), decision.classification.tasks), (n, u32::try_from(n).unwrap()));
        assert_eq!(decision.outcome().facts.len(), n + 1);
    }
}

fn verdict(interesting: bool, wanted: Option<&[&str]>) -> TransactionVerdict {
    TransactionVerdict {
        opinion: Opinion { interesting, score: 0.5, reason: "r".into() },
        decided_by: Decider::Model,
        wanted: wanted.map(|wanted| wanted.iter().map(|name| (*name).to_owned()).collect()),
        alarm: None,
    }
}

fn fates(verdict: TransactionVerdict, states: &ResearchStates, taken: &mut HashSet<String>) -> Vec<Fate> {
    let names = ["A", "B", "C"].map(|name| Identifier { name: name.into(), symbol: String::new() });
    let inputs = DecisionInputs { research: states, budgets: BUDGETS, prompts: "abc" };
    let decision = transaction(&event(tx()), Judgement { identifiers: &names, verdict }, &inputs, taken);
    let research =
        decision.classification.identifiers.iter().filter(|identifier| identifier.fate == Fate::Research).count();
    assert_eq!(decision.tasks.len(), research);
    decision.classification.identifiers.iter().map(|identifier| identifier.fate).collect()
}

#[test]
fn only_decisions_of_the_model_record_the_prompt_version() {
    let states = ResearchStates::new();
    let inputs = DecisionInputs { research: &states, budgets: BUDGETS, prompts: "abc" };
    let prompts = |decided_by| {
        let verdict = TransactionVerdict { decided_by, ..verdict(true, None) };
        transaction(&event(tx()), Judgement { identifiers: &[], verdict }, &inputs, &mut HashSet::new())
            .classification
            .prompt_version
    };
    let told = [Decider::Model, Decider::Rule, Decider::RulesWithoutModel].map(prompts);
    assert_eq!(told, ["abc", "", ""]);
}

#[test]
fn only_wanted_identifiers_without_fresh_or_running_research_are_researched() {
    let states = ResearchStates::from([("A".to_owned(), Fate::Fresh)]);
    let mut taken = HashSet::new();
    assert_eq!(fates(verdict(true, None), &states, &mut taken), [Fate::Fresh, Fate::Research, Fate::Research]);
    assert_eq!(
        fates(verdict(true, None), &states, &mut taken),
        [Fate::Fresh, Fate::InProgress, Fate::InProgress],
        "the batch asks once"
    );
    assert_eq!(
        fates(verdict(true, Some(&["C", "invented"])), &states, &mut HashSet::new()),
        [Fate::Fresh, Fate::Ignored, Fate::Research]
    );
    assert_eq!(fates(verdict(false, None), &states, &mut HashSet::new()), [Fate::Fresh, Fate::Ignored, Fate::Ignored]);
}

#[test]
fn an_alarm_about_fresh_research_is_emitted_once_with_its_reason() {
    let names = ["A", "B", "C"].map(|name| Identifier { name: name.into(), symbol: String::new() });
    let states = ResearchStates::from([("A".to_owned(), Fate::Fresh), ("B".to_owned(), Fate::Fresh)]);
    let inputs = DecisionInputs { research: &states, budgets: BUDGETS, prompts: "" };
    let mut rug = event(tx());
    if let EventKind::Transaction(tx) = &mut rug.kind {
        tx.description = "All liquidity was removed: a rug pull, funds stolen.".into();
    }
    let mut told = verdict(false, None);
    told.alarm = crate::alarm::detect(transaction_of(&rug).unwrap(), &told);
    told.alarm.as_mut().unwrap().about.push("A".into());
    let mut taken = HashSet::new();
    let decision = transaction(&rug, Judgement { identifiers: &names, verdict: told.clone() }, &inputs, &mut taken);
    let fates: Vec<Fate> = decision.classification.identifiers.iter().map(|identifier| identifier.fate).collect();
    assert_eq!(fates, [Fate::Research, Fate::Fresh, Fate::Ignored], "what is not concerned stays as it is");
    let [task] = &decision.tasks[..] else { panic!("one task") };
    assert!(task.alarm.contains("rug pull") && task.reason.contains("(rug, stolen)"), "{task:?}");
    let made = &decision.classification;
    assert!(made.interesting && made.tasks == 1 && made.reason == task.reason, "{made:?}");
    let again = transaction(&rug, Judgement { identifiers: &names, verdict: told }, &inputs, &mut taken);
    assert_eq!(again.classification.identifiers[0].fate, Fate::InProgress, "the batch asks once");
    assert!(again.tasks.is_empty() && !again.classification.interesting);
}

#[test]
fn an_airdrop_of_hundreds_of_tokens_creates_bounded_work() {
    let names: Vec<Identifier> =
        (0..300).map(|n| Identifier { name: format!("Mint{n}"), symbol: String::new() }).collect();
    let states = ResearchStates::from([("Mint0".to_owned(), Fate::Fresh), ("Mint299".to_owned(), Fate::InProgress)]);
    let inputs = DecisionInputs { research: &states, budgets: BUDGETS, prompts: "abc" };
    let decision = transaction(
        &event(tx()),
        Judgement { identifiers: &names, verdict: verdict(true, None) },
        &inputs,
        &mut HashSet::new(),
    );
    assert_eq!(decision.tasks.len(), MAX_TOKENS - 1, "what is fresh is not researched");
    let fates: Vec<Fate> = decision.classification.identifiers.iter().map(|identifier| identifier.fate).collect();
    assert_eq!(fates.len(), 300, "every token is accounted for");
    assert_eq!(
        (fates[0], fates[19], fates[20], fates[299]),
        (Fate::Fresh, Fate::Research, Fate::Ignored, Fate::InProgress)
    );
    assert!(
        decision.classification.reason.contains("Only the first 20 of its 300 tokens"),
        "{}",
        decision.classification.reason
    );
}
