//! The forecaster's calls: prompts, examples and perspectives.

use llm::testing::FakeModel;
use worker::testing::FakeModelClient;

use super::*;
use crate::digest::Digest;
use crate::sample::{failed, found, run, state};
use crate::{distribution, estimate};

fn model() -> Model {
    let client = Arc::new(FakeModelClient::new("forecaster", FakeModel::scripted([])));
    let limits = SpendingLimits::read(&mut runtime::config::Env::from_pairs(Vec::<(String, String)>::new()));
    Model::new(client, limits, Arc::new(Prompts::builtin("forecaster").unwrap()))
}

#[test]
fn the_prompts_are_as_reviewed() {
    let model = model();
    let state = state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money")))]);
    let digest = Digest::from_state(&state);
    let inputs = [
        (Task::Decompose, decompose::input(&run(), 6)),
        (Task::Analyze, analyze::input(&state, &digest, &crate::ForecasterConfig::defaults().limits)),
        (
            Task::Estimate(Perspective::BaseRate),
            estimate::input(
                estimate::EstimateInputs { state: &state, digest: &digest, known: &[], stated_weight: 0.5 },
                1,
            ),
        ),
    ];
    for (task, input) in inputs {
        let schema = model.schema(task).clone();
        let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
        worker::prompt::testing::check_members("forecaster", task.prompts().1, &members);
        let request = model.request(&model.prompts, &ModelCall { task, round: 1, step: "s".into(), input }).unwrap();
        let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
        worker::prompt::testing::check_example(&schema, &request.system);
        insta::assert_snapshot!(schema.name(), format!("{}\n=== user\n{text}", request.system));
    }
}

#[test]
fn the_call_about_markets_has_all_its_members_and_a_valid_example() {
    let model = model();
    let topic = tools::markets::Topic {
        text: "Will it?".into(),
        background: String::new(),
        closes: None,
        asked_on: crate::sample::when().date_naive(),
    };
    let input = json!(request::MatchQuery::new(&topic, &[]));
    let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
    worker::prompt::testing::check_members("forecaster", request::PROMPTS[1], &members);
    let call = ModelCall { task: Task::JudgeMarkets, round: 1, step: "s".into(), input };
    let made = model.request(&model.prompts, &call).unwrap();
    worker::prompt::testing::check_example(model.schema(Task::JudgeMarkets), &made.system);
    assert_eq!(made.temperature, Some(0.0));
}

#[test]
fn calls_of_other_kinds_have_their_members_and_a_valid_example() {
    let model = model();
    let mut state = state(&[("i1q1", Some(found(2)))]);
    state.run.asked.kind = Some(domain::AnswerKind::Date);
    let digest = Digest::from_state(&state);
    let estimate = distribution::input(&state, &digest, 1);
    let mut tasks = vec![(Task::Normalise, normalise::input(&state.run))];
    let of = |task| (Task::Distribution(task, Perspective::Evidence), estimate.clone());
    tasks.extend([DistributionTask::Options, DistributionTask::Quantiles, DistributionTask::Dates].map(of));
    for (task, input) in tasks {
        let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
        worker::prompt::testing::check_members("forecaster", task.prompts().1, &members);
        let request = model.request(&model.prompts, &ModelCall { task, round: 1, step: "s".into(), input }).unwrap();
        worker::prompt::testing::check_example(model.schema(task), &request.system);
    }
}

#[test]
fn estimates_differ_by_perspective_and_share_their_system_prompt() {
    let model = model();
    let requests = Perspective::ALL.map(|perspective| {
        let (task, input) = (Task::Estimate(perspective), json!({ "findings": [] }));
        model.request(&model.prompts, &ModelCall { task, round: 1, step: "s".into(), input }).unwrap()
    });
    for (perspective, request) in Perspective::ALL.iter().zip(&requests) {
        let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
        assert!(text.starts_with(&format!("Your perspective: {}.", perspective.name())), "{text}");
        assert_eq!((request.temperature, &request.system), (None, &requests[0].system));
    }
}
