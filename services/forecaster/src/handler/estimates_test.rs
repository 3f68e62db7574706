//! Disagreement, what the past says, and the account of a forecast, with fakes at their seams.

use domain::effect::Effect;
use domain::forecast::{BaseRate, Cases};
use domain::run::{Answer, RunState};
use domain::{Forecast, MicroUsd, Probability};
use forecasting::calibration::Map;
use forecasting::calibration::map::MapKind;
use llm::testing::{FakeModel, tool_call};
use llm::{Block, Request, ToolChoice};
use runtime::handler::Outcome;
use serde_json::json;

use crate::config::ForecasterConfig;
use crate::crux::TOPIC;
use crate::handler::fakes::{Shelf, decided_twice};
use crate::sample::{found, question, state};

/// Estimates that start at these rates, in order; the evidence always suffices.
fn starting_at(rates: [f64; 3]) -> FakeModel {
    FakeModel::by_rule(move |request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        if tool == "analyze_evidence" {
            return Ok(tool_call(tool, json!({ "sufficient": true, "probability": 0.5, "uncertainty": 0.1 })));
        }
        let Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
        let number = (1..=3).find(|n| text.contains(&format!("\"estimate\":{n}"))).expect("a number");
        let rate = rates[number - 1];
        let base = json!([{ "kind": "domain", "description": "d", "rate": rate }]);
        let crux = "On which day is the vote?";
        Ok(tool_call(tool, json!({ "base_rates": base, "probability": rate, "confidence": 0.5, "crux": crux })))
    })
}

fn settled() -> RunState {
    state(&[("i1q1", Some(found(1)))])
}

async fn decided(state: RunState, fake: FakeModel, change: impl Fn(&mut ForecasterConfig, &Shelf)) -> Outcome {
    decided_twice(state, fake, change).await.0
}

#[track_caller]
fn forecast(outcome: &Outcome) -> Forecast {
    let [Effect::RunFinished { forecast, .. }] = outcome.effects.as_slice() else {
        panic!("one end: {:?}", outcome.effects)
    };
    (**forecast).clone()
}

#[tokio::test]
async fn estimates_that_disagree_have_their_crux_researched_once() {
    let outcome = decided(settled(), starting_at([0.2, 0.7, 0.5]), |_, _| {}).await;
    let [Effect::RunExtended { questions, .. }, Effect::RoundValued { valuation, .. }] = outcome.effects.as_slice()
    else {
        panic!("a crux: {:?}", outcome.effects)
    };
    assert_eq!((outcome.label, questions.len(), questions[0].topic.as_str()), ("crux", 1, TOPIC));
    assert!(valuation.goes_on && valuation.reason.starts_with("the estimates disagree"), "{valuation:?}");

    let mut after = settled();
    after.iteration = 2;
    after.questions.push(domain::run::Question { topic: TOPIC.into(), ..question("i2q1") });
    after.answers.push(Answer { question: "i2q1".into(), evidence: found(1), late: false });
    let still = forecast(&decided(after.clone(), starting_at([0.2, 0.7, 0.5]), |_, _| {}).await);
    assert!(still.flags.iter().any(|flag| flag.contains("also after their crux was researched")), "{:?}", still.flags);
    let agreed = forecast(&decided(after, starting_at([0.5, 0.5, 0.5]), |_, _| {}).await);
    assert_eq!(agreed.flags, Vec::<String>::new());
    assert!(agreed.confidence > still.confidence);
}

#[tokio::test]
async fn a_crux_without_budget_or_effect_is_skipped() {
    let poor = |_: &mut ForecasterConfig, shelf: &Shelf| shelf.fleet.lock().unwrap().amount = MicroUsd::dollars(60);
    let made = forecast(&decided(settled(), starting_at([0.2, 0.7, 0.5]), poor).await);
    assert!(made.flags.iter().any(|flag| flag.contains("0.50 apart") || flag.contains("left")), "{:?}", made.flags);
    let idle = |config: &mut ForecasterConfig, _: &Shelf| config.limits.stake = MicroUsd::ZERO;
    let made = forecast(&decided(settled(), starting_at([0.2, 0.7, 0.5]), idle).await);
    assert_eq!(made.account.rounds.iter().map(|valued| valued.goes_on).collect::<Vec<_>>(), [false, false]);
    let last = |config: &mut ForecasterConfig, _: &Shelf| config.limits.iterations = 1;
    let made = forecast(&decided(settled(), starting_at([0.2, 0.7, 0.5]), last).await);
    assert!(made.flags[0].contains("apart") && made.account.rounds.is_empty());
}

#[tokio::test]
async fn counted_rates_are_the_start_and_stated_rates_are_recorded() {
    let mut asked = settled();
    asked.run.asked.market = None;
    let made = decided(asked, starting_at([0.5; 3]), |_, shelf| {
        *shelf.known.lock().unwrap() = vec![BaseRate {
            kind: "reference_class".into(),
            description: "like questions".into(),
            rate: Probability::clamp(0.1).unwrap(),
            cases: Some(Cases { successes: 100, trials: 1_000 }),
            source: "outcomes".into(),
        }];
        *shelf.map.lock().unwrap() =
            Some(Map { kind: MapKind::Platt { offset: 0.0, slope: 2.0 }, reason: "stable".into() });
    })
    .await;
    let made = forecast(&made);
    let before = made.uncalibrated.unwrap();
    assert!(before.get() > 0.2 && before.get() < 0.4, "{before:?}");
    assert!((made.probability.log_odds() - 2.0 * before.log_odds()).abs() < 1e-6);
    assert_eq!(
        (made.base_rates[0].description.as_str(), made.account.recalibration.as_str()),
        ("like questions", "platt: stable")
    );
}

#[tokio::test]
async fn a_forecast_comes_with_its_account() {
    let made = forecast(&decided(settled(), starting_at([0.6; 3]), |_, _| {}).await);
    let rounds: Vec<_> = made.account.rounds.iter().map(|valued| (valued.round, valued.reason.as_str())).collect();
    assert_eq!(rounds, [(1, "the evidence suffices")]);
    assert_eq!((made.account.costs[0].agent.as_str(), made.account.costs[0].output_tokens), ("researcher", 77));
    let scopes: Vec<&str> = made.account.budgets.iter().filter_map(|left| left.scope.split(':').next()).collect();
    assert_eq!(scopes, ["tenant", "run", "call", "agent", "agent", "agent", "agent"]);
    let agents: Vec<_> =
        made.account.budgets[3..].iter().map(|left| domain::budget::whose(&left.scope).into_owned()).collect();
    assert_eq!(agents, ["forecaster, round 1", "researcher, round 1", "filter, round 1", "researcher"]);
    let run = made.account.budgets.iter().find(|left| left.scope.starts_with("run:")).unwrap();
    assert_eq!(run.limit.saturating_sub(run.left), made.cost, "spent and left are one sum");
}

#[tokio::test]
async fn used_up_turns_lower_the_number_of_estimates_and_are_flagged() {
    let made = decided(settled(), starting_at([0.6; 3]), |config, _| config.limits.turns = 3).await;
    let made = forecast(&made);
    assert_eq!(made.samples.len(), 2);
    assert!(made.flags.iter().any(|flag| flag.contains("turns")), "{:?}", made.flags);
}

#[tokio::test]
async fn a_stopped_run_asks_no_crux() {
    let mut stopped = settled();
    let (by, reason, at) = ("ada".to_owned(), String::new(), crate::sample::when());
    stopped.cancelled = Some(domain::run::Cancellation { by, reason, at, forecast: true });
    let made = forecast(&decided(stopped, starting_at([0.2, 0.7, 0.5]), |_, _| {}).await);
    assert!(made.flags.iter().any(|flag| flag.contains("apart")));
}

/// Twice as many questions as the state tells of: each had to be asked again.
#[tokio::test]
async fn a_repeated_request_counts_as_a_turn() {
    let with = async |asked: u32| {
        decided(settled(), starting_at([0.6; 3]), move |config, shelf| {
            config.limits.turns = 5;
            *shelf.turns.lock().unwrap() = asked;
        })
        .await
    };
    assert_eq!(forecast(&with(1).await).samples.len(), 3);
    assert_eq!(forecast(&with(3).await).samples.len(), 2, "the analysis is spared, and one estimate");
    let again = FakeModel::by_rule(|request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        match tool.as_str() {
            "analyze_evidence" => Ok(llm::testing::text_reply("no")),
            _ => Ok(tool_call(tool, json!({ "base_rates": [], "probability": 0.4, "confidence": 0.5 }))),
        }
    });
    let made = decided(settled(), again, |config, _| config.limits.turns = 5).await;
    assert_eq!(forecast(&made).samples.len(), 2, "the decomposition, the analysis twice, two estimates");
}

#[tokio::test]
async fn a_forecast_that_contradicts_a_related_one_is_repaired() {
    let family = |month: u32| domain::reading::Family {
        key: "k".into(),
        deadline: Some(format!("2099-{month:02}-30T00:00:00Z").parse().unwrap()),
        limit: None,
    };
    let mut state = settled();
    state.run.asked.market = None;
    state.run.reading = Some(domain::Reading { family: Some(family(6)), ..domain::Reading::default() });
    let probability = domain::Probability::clamp(0.2).unwrap();
    let later = store::forecasts::FamilyForecast {
        run: domain::RunId(domain::JobId::named(&["later"]).0),
        question: "By September?".into(),
        family: family(9),
        probability,
    };
    let outcome = decided(state, starting_at([0.5, 0.5, 0.5]), |_, shelf| {
        *shelf.related.lock().unwrap() = vec![later.clone()];
    });
    let made = forecast(&outcome.await);
    assert_eq!(made.probability, probability, "what happens by June happens by September");
    let coherence = made.account.coherence.unwrap();
    assert!(coherence.before > probability && coherence.related[0].run == later.run, "{coherence:?}");
    assert!(made.lower <= probability && made.upper >= probability);
}
