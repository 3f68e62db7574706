//! Reports with fakes at their seams: rounds by depth, the check of sentences, failures of the model, and twice.

use domain::run::{Cancellation, RunState};
use domain::{AnswerKind, DeepReport, Effect, MicroUsd};
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{Request, ToolChoice};
use proto::events::{ResearchRequested, RunEnded};
use runtime::handler::Outcome;
use serde_json::{Value, json};

use super::*;
use crate::handler::fakes::{decided_twice, emitted};
use crate::sample::{failed, found, state};

fn report(depth: u8, questions: &[(&str, Option<domain::Evidence>)]) -> RunState {
    let mut state = state(questions);
    state.run.asked.kind = Some(AnswerKind::Report { depth });
    state.run.asked.market = None;
    state
}

/// Answers every task by its tool's name.
fn writer() -> FakeModel {
    FakeModel::by_rule(|request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        Ok(tool_call(tool, reply_to(tool)))
    })
}

fn reply_to(tool: &str) -> Value {
    match tool {
        "decompose_question" => {
            json!({ "questions": [{ "question": "Who opposes the bill?", "priority": "critical" }] })
        }
        "outline_report" => json!({ "title": "The bill", "sections": [
            { "heading": "Supporters", "findings": [1, 2] }, { "heading": "Nothing", "findings": [99] },
        ] }),
        "write_section" => json!({ "paragraphs": [{ "sentences": [
            { "text": "Senator 2 supports the bill.", "findings": [2] },
            { "text": "Senator 77 supports the bill.", "findings": [1] },
            { "text": "Markets cheer.", "findings": [] },
        ] }] }),
        "write_summary" => json!({ "sentences": [{ "text": "Senator 2 supports the bill.", "findings": [2] }] }),
        other => panic!("an unknown tool: {other}"),
    }
}

async fn decided(state: RunState, fake: FakeModel) -> (Outcome, usize) {
    decided_twice(state, fake, |_, _| {}).await
}

fn written(outcome: &Outcome) -> DeepReport {
    let [Effect::RunEnded { version: 4, ending: NoForecast::Reported(made), .. }] = outcome.effects.as_slice() else {
        panic!("one end: {:?}", outcome.effects)
    };
    assert_eq!(emitted::<RunEnded>(outcome)[0].ending, NoForecast::Reported(made.clone()));
    (**made).clone()
}

#[tokio::test]
async fn a_report_is_outlined_written_checked_and_summarised() {
    let (outcome, calls) = decided(report(1, &[("i1q1", Some(found(3)))]), writer()).await;
    let made = written(&outcome);
    assert_eq!((calls, outcome.label), (3, "report"), "outline, one section, summary");
    assert_eq!((made.title.as_str(), made.sections.len()), ("The bill", 1));
    let texts: Vec<&str> = made.sentences().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["Senator 2 supports the bill."; 2], "the false and the bare sentence are removed");
    assert_eq!(made.references, [vec!["i1q1/f2".to_owned()]], "numbered as they are read");
    assert_eq!((made.checks.supported, made.checks.removed()), (2, 2));
    assert!(made.flags.is_empty() && !made.model.is_empty() && !made.prompt_version.is_empty());
}

#[tokio::test]
async fn a_section_of_which_the_judge_leaves_nothing_has_the_findings_themselves() {
    let mut evidence = found(1);
    evidence.research.findings[0].text = "Line 4 of the Norrby ferry has not run since 20 February 2026.".into();
    let translated = "Die F\u{e4}hre von Norrby ist seit dem 20. Februar 2026 nicht gefahren.";
    let rejecting = FakeModel::by_rule(move |request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        let reply = match tool.as_str() {
            "outline_report" => json!({ "title": "The strike", "sections": [{ "heading": "Ferry", "findings": [1] }] }),
            "write_section" => {
                json!({ "paragraphs": [{ "sentences": [{ "text": translated, "findings": [1] }] }] })
            }
            "write_summary" => json!({ "sentences": [{ "text": "Nothing runs.", "findings": [] }] }),
            _ => json!({ "findings": [
                { "finding": "s1", "verdict": "contradicted", "supports": [], "refutes": ["f1"] },
            ] }),
        };
        Ok(tool_call(tool, reply))
    });
    let made = written(&decided(report(1, &[("i1q1", Some(evidence))]), rejecting).await.0);
    assert_eq!((made.sections.len(), made.checks.contradicted), (1, 1), "{made:?}");
    let sentence = &made.sections[0].paragraphs[0][0];
    assert!(sentence.text.starts_with("Line 4 of the Norrby ferry"), "{sentence:?}");
}

#[tokio::test]
async fn the_second_round_of_depth_two_looks_for_contrary_evidence_and_is_the_last() {
    let (outcome, _) = decided(report(2, &[("i1q1", Some(found(1)))]), writer()).await;
    let [Effect::RunExtended { questions, version: 4, .. }] = outcome.effects.as_slice() else {
        panic!("another round: {:?}", outcome.effects)
    };
    assert_eq!((questions[0].id.as_str(), questions[0].text.as_str()), ("i2q1", "Who opposes the bill?"));
    assert_eq!(emitted::<ResearchRequested>(&outcome)[0].0.reason, "a critical question of a report");
    let mut second = report(2, &[("i1q1", Some(found(2))), ("i2q1", Some(found(1)))]);
    second.iteration = 2;
    assert_eq!(written(&decided(second, writer()).await.0).rounds, 2);
}

#[tokio::test]
async fn without_money_for_another_round_the_report_is_written_and_says_so() {
    let mut poor = report(3, &[("i1q1", Some(found(2)))]);
    poor.spent = poor.run.budget;
    let made = written(&decided(poor, writer()).await.0);
    assert!(made.flags.iter().any(|flag| flag.contains("budget")), "{:?}", made.flags);
    assert_eq!(made.sections.len(), 1);
}

#[tokio::test]
async fn a_cancelled_report_is_written_from_what_is_there() {
    let mut stopped = report(2, &[("i1q1", Some(found(2))), ("i1q2", None)]);
    let (by, reason) = ("ada".into(), "too dear".into());
    stopped.cancelled = Some(Cancellation { by, reason, at: crate::sample::when(), forecast: true });
    let made = written(&decided(stopped, writer()).await.0);
    assert_eq!((made.flags, made.rounds), (vec!["cancelled by ada: too dear".to_owned()], 1));
}

#[tokio::test]
async fn without_a_usable_reply_code_writes_the_report_from_the_findings() {
    let (outcome, _) =
        decided(report(1, &[("i1q1", Some(found(2)))]), FakeModel::by_rule(|_| Ok(text_reply("no")))).await;
    let made = written(&outcome);
    assert_eq!(outcome.label, "flagged_report");
    assert!(made.flags[0].starts_with("outline: "), "{:?}", made.flags);
    assert_eq!((made.checks.supported, made.model.as_str()), (2, ""));
    assert!(made.sentences().all(|one| one.text.contains("supports the bill")));
}

#[tokio::test]
async fn research_that_found_nothing_makes_an_empty_report_without_a_call() {
    let (outcome, calls) = decided(report(1, &[("i1q1", Some(failed("no money")))]), writer()).await;
    let made = written(&outcome);
    assert_eq!((calls, made.sections.len()), (0, 0));
    assert!(made.flags[0].contains("found nothing"), "{:?}", made.flags);
}

#[tokio::test]
async fn an_exhausted_budget_of_calls_leaves_the_report_to_code() {
    let mut poor = report(1, &[("i1q1", Some(found(2)))]);
    poor.run.budget = MicroUsd(1);
    let made = written(&decided(poor, writer()).await.0);
    assert!(made.flags.iter().any(|flag| flag.contains("outline")), "{:?}", made.flags);
    assert_eq!(made.checks.published(), 2);
}
