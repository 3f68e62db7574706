//! Questions for an option, a number or a time, with fakes at their seams.

use domain::run::RunState;
use domain::{AnswerKind, Effect};
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{Request, ToolChoice};
use proto::event::Event as _;
use proto::events::ForecastMade;
use serde_json::{Value, json};

use super::*;
use crate::handler::fakes::{decided_twice, emitted};
use crate::sample::{found, state};

fn asked(kind: AnswerKind) -> RunState {
    let mut state = state(&[("i1q1", Some(found(2)))]);
    state.run.asked.market = None;
    state.run.asked.kind = Some(kind);
    state
}

/// Replies to the analysis, and to every estimate with this value.
fn estimating(reply: Option<Value>) -> FakeModel {
    FakeModel::by_rule(move |request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        if tool == "analyze_evidence" {
            return Ok(tool_call(tool, json!({ "sufficient": true, "probability": 0.5, "uncertainty": 0.1 })));
        }
        Ok(reply.clone().map_or_else(|| text_reply("no"), |reply| tool_call(tool, reply)))
    })
}

async fn decided(state: RunState, fake: FakeModel) -> Forecast {
    let (outcome, _) = decided_twice(state, fake, |_, _| {}).await;
    let [Effect::RunFinished { forecast, .. }] = outcome.effects.as_slice() else { panic!("one end") };
    assert_eq!(emitted::<ForecastMade>(&outcome), [ForecastMade((**forecast).clone())], "{}", ForecastMade::SUBJECT);
    (**forecast).clone()
}

#[tokio::test]
async fn a_date_is_answered_by_quantiles_of_three_estimates() {
    let dates = json!({ "p5": "2027-01-01", "p25": "2027-02-01", "p50": "2027-03-01", "p75": "2027-04-01", "p95": "2027-06-01" });
    let reply = json!({ "dates": dates, "confidence": 0.5, "reasoning": "Senator 1 supports the bill [i1q1/f1]." });
    let made = decided(asked(AnswerKind::Date), estimating(Some(reply))).await;
    assert_eq!(made.distribution.as_ref().unwrap().describe(), "2027-03-01 (90 %: 2027-01-01 to 2027-06-01)");
    assert_eq!((made.account.distributions.len(), made.flags.len()), (3, 0), "{:?}", made.flags);
    assert_eq!(made.evidence_used, ["i1q1/f1"]);
}

/// Three estimates of a number whose medians lie apart, each with another question.
fn scattered() -> FakeModel {
    let estimates = std::sync::atomic::AtomicUsize::new(0);
    FakeModel::by_rule(move |request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        if tool == "analyze_evidence" {
            return Ok(tool_call(tool, json!({ "sufficient": true, "probability": 0.5, "uncertainty": 0.1 })));
        }
        let is_first = estimates.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        let middle = if is_first { 100 } else { 10 };
        let quantiles =
            json!({ "p5": middle - 4, "p25": middle - 2, "p50": middle, "p75": middle + 2, "p95": middle + 4 });
        let crux = format!("How many votes does list {middle} have?");
        Ok(tool_call(tool, json!({ "quantiles": quantiles, "confidence": 0.5, "crux": crux })))
    })
}

#[tokio::test]
async fn a_disagreement_about_a_number_buys_its_crux_once() {
    let kind = AnswerKind::Numeric { unit: "votes".into(), lower: None, upper: None };
    let (outcome, _) = decided_twice(asked(kind.clone()), scattered(), |_, _| {}).await;
    let questions = outcome.effects.iter().find_map(|effect| match effect {
        Effect::RunExtended { questions, .. } => Some(questions.clone()),
        _ => None,
    });
    let [question] = &questions.expect("another round")[..] else { panic!("one question") };
    assert!(question.text.starts_with("How many votes does list"), "{}", question.text);
    assert_eq!(question.topic, crate::crux::TOPIC);
    let valued = outcome
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::RoundValued { valuation, .. } if valuation.reason.contains("disagree")));
    assert!(valued, "the decision is stored");
    let mut after = asked(kind);
    after.questions[0].topic = crate::crux::TOPIC.into();
    let made = decided(after, scattered()).await;
    assert!(made.flags.iter().any(|flag| flag.contains("also after their crux")), "{:?}", made.flags);
}

#[tokio::test]
async fn gaps_of_the_model_buy_another_round_for_options() {
    let fake = FakeModel::by_rule(move |request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        let gap = json!({ "question": "Who leads the polls?", "priority": "critical", "resolves": 0.8 });
        Ok(tool_call(tool, json!({ "sufficient": false, "probability": 0.4, "uncertainty": 0.3, "gaps": [gap] })))
    });
    let kind = AnswerKind::MultipleChoice { options: vec!["Ada".into(), "Bo".into()], open: false };
    let (outcome, _) = decided_twice(asked(kind), fake, |_, _| {}).await;
    let is_gap = |effect: &Effect| matches!(effect, Effect::RunExtended { questions, .. } if questions[0].text == "Who leads the polls?");
    assert!(outcome.effects.iter().any(is_gap), "{:?}", outcome.effects);
}

#[tokio::test]
async fn unusable_estimates_end_in_a_flagged_answer_without_quantiles() {
    for reply in [None, Some(json!({ "quantiles": { "p5": 1 }, "confidence": 0.5 }))] {
        let kind = AnswerKind::Numeric { unit: "votes".into(), lower: None, upper: None };
        let made = decided(asked(kind), estimating(reply)).await;
        assert_eq!(made.distribution, None);
        assert!(made.flags[0].contains("has no answer"), "{:?}", made.flags);
    }
}
