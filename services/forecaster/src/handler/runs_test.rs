//! Starts of runs.

use domain::effect::Effect;
use domain::event::AskConfig;
use domain::{MicroUsd, Profile, Subject};
use llm::testing::{text_reply, tool_call};
use runtime::FailureAction;
use serde_json::json;

use super::*;
use crate::handler::fakes::{NamedMarket, Shelf, attempt, emitted, model};
use crate::review::TenantRules;
use crate::sample::run;

fn handler(
    script: Vec<Result<llm::ModelReply, llm::LlmError>>,
    pairs: &[(&str, &str)],
) -> (Runs<Shelf, NamedMarket>, Arc<worker::testing::FakeModelClient>) {
    let script = [Ok(read_as(json!({})))].into_iter().chain(script).collect();
    unread(script, pairs)
}

/// A reply that reads the question as by yes or no.
fn read_as(mut parts: serde_json::Value) -> llm::ModelReply {
    let plain =
        [("reasoning", ""), ("answer_kind", "yes_or_no"), ("deadline_quote", ""), ("deadline", ""), ("assumption", "")];
    for (name, value) in plain {
        let part = &mut parts[name];
        if part.is_null() {
            *part = json!(value);
        }
    }
    tool_call("normalise_question", parts)
}

/// A handler whose script begins with the reading of the question.
fn unread(
    script: Vec<Result<llm::ModelReply, llm::LlmError>>,
    pairs: &[(&str, &str)],
) -> (Runs<Shelf, NamedMarket>, Arc<worker::testing::FakeModelClient>) {
    let (model, client) = model(script, pairs);
    (Runs { runs: Arc::default(), markets: NamedMarket, model, config: ForecasterConfig::defaults() }, client)
}

fn questions(outcome: &Outcome) -> &[Question] {
    let [Effect::RunStarted { questions, .. }] = outcome.effects.as_slice() else { panic!("one run") };
    questions
}

#[tokio::test]
async fn each_question_is_researched_on_the_run_s_terms() {
    let reply = json!({ "questions": [
        { "question": "How often?", "priority": "important" }, { "question": "What now?", "priority": "critical" },
    ]});
    let (runs, client) = handler(vec![Ok(tool_call("decompose_question", reply))], &[]);
    let mut run = run();
    run.budget = MicroUsd::dollars(2);
    run.asked.config = AskConfig { profile: Some(Profile::Strict), ..AskConfig::default() };
    let outcome = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
    let again = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
    assert_eq!((outcome.effects.clone(), client.model.calls()), (again.effects, 2), "twice is once");
    assert_eq!(questions(&outcome)[0].text, "What now?");
    let tasks: Vec<_> = emitted::<proto::events::ResearchRequested>(&outcome).into_iter().map(|fact| fact.0).collect();
    assert_eq!((tasks.len(), tasks[0].profile, tasks[0].budget), (2, Profile::Strict, MicroUsd::dollars(2)));
    let Subject::Question { run: of, question, .. } = &tasks[0].subject else { panic!("a question") };
    assert_eq!((*of, question.id.as_str()), (run.id, "i1q1"));
}

#[tokio::test]
async fn a_question_that_was_asked_before_has_the_same_research_questions_without_a_call() {
    let earlier = crate::sample::state(&[("i1q1", None), ("i1q2", None)]);
    let started = async |change: &dyn Fn(&mut Run), plan: &EarlierPlan| {
        let (runs, client) = handler(vec![], &[("AUSPEX_BUDGET_FORECASTER", "0")]);
        *runs.runs.plan.lock().unwrap() = Some(plan.clone());
        let mut run = run();
        run.alert = None;
        change(&mut run);
        let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
        (questions(&outcome).to_vec(), client.model.calls())
    };
    let mut plan = EarlierPlan { run: run(), questions: earlier.questions.clone() };
    plan.run.alert = None;
    assert_eq!(started(&|_| {}, &plan).await, (plan.questions.clone(), 0));
    let anew = async |change: &dyn Fn(&mut Run), plan: &EarlierPlan| started(change, plan).await.0 != plan.questions;
    assert!(anew(&|run| run.asked.resolution_criteria.push_str(" By a court."), &plan).await, "another question");
    assert!(anew(&|run| run.asked.config.as_of = Some(crate::sample::when()), &plan).await, "as of a past day");
    plan.questions[0].topic = decompose::WHOLE.to_owned();
    assert!(anew(&|_| {}, &plan).await, "the earlier run was not decomposed");
}

#[tokio::test]
async fn a_question_that_was_read_on_the_same_day_is_not_read_again() {
    let mut earlier = run();
    earlier.alert = None;
    earlier.reading = Some(Reading { reporter: "The court of Norrland".to_owned(), ..Reading::default() });
    let questions = crate::sample::state(&[("i1q1", None)]).questions;
    let read = async |change: &dyn Fn(&mut Run)| {
        let (runs, client) = handler(vec![], &[]);
        *runs.runs.plan.lock().unwrap() = Some(EarlierPlan { run: earlier.clone(), questions: questions.clone() });
        let mut asked = run();
        asked.alert = None;
        change(&mut asked);
        let outcome = runs.handle(ForecastRequested(asked), &attempt("r", 0)).await;
        let started = outcome.ok().and_then(|outcome| {
            outcome.effects.into_iter().find_map(|effect| match effect {
                Effect::RunStarted { run, .. } => run.reading,
                _ => None,
            })
        });
        (started.filter(|reading| reading.reporter == "The court of Norrland").is_some(), client.model.calls())
    };
    assert_eq!(read(&|_| {}).await, (true, 0));
    for change in [
        &(|run: &mut Run| run.asked.resolution_criteria.push_str(" By a court.")) as &dyn Fn(&mut Run),
        &|run| run.asked.background.push_str(" In the north."),
        &|run| run.asked.closes = Some(crate::sample::when() + chrono::TimeDelta::days(400)),
        &|run| run.asked.config.as_of = Some(crate::sample::when()),
    ] {
        let (is_restored, calls) = read(change).await;
        assert!(!is_restored && calls > 0, "another question is read: {calls} calls");
    }
}

#[tokio::test]
async fn a_run_has_the_review_rules_of_its_tenant_unless_it_is_as_of_a_past_day() {
    let (mut runs, _) = handler(vec![], &[("AUSPEX_BUDGET_FORECASTER", "0")]);
    runs.config.review = TenantRules::parse("*: contradiction").unwrap();
    let mut run = run();
    run.asked.config.review_if = "price_gap=0.2".parse().unwrap();
    let with_rules = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
    run.asked.config.as_of = Some(crate::sample::when());
    let past = runs.handle(ForecastRequested(run), &attempt("r2", 0)).await.unwrap();
    let rules = |outcome: &Outcome| {
        let [Effect::RunStarted { run, .. }] = outcome.effects.as_slice() else { panic!("one run") };
        run.asked.config.review_if.to_string()
    };
    assert_eq!(rules(&with_rules), "contradiction,price_gap=0.2");
    assert_eq!(rules(&past), "price_gap=0.2");
}

#[tokio::test]
async fn without_a_reply_or_budget_the_question_itself_is_researched() {
    let cases: [(Vec<_>, &[(&str, &str)]); 2] =
        [(vec![Ok(text_reply("no")), Ok(text_reply("no"))], &[]), (vec![], &[("AUSPEX_BUDGET_FORECASTER", "0")])];
    for (script, pairs) in cases {
        let (runs, _) = handler(script, pairs);
        let outcome = runs.handle(ForecastRequested(run()), &attempt("r", 0)).await.unwrap();
        assert_eq!(questions(&outcome)[0].text, run().asked.text);
    }
}

#[tokio::test]
async fn a_trade_is_in_every_research_context_and_is_a_question_itself() {
    let reply = json!({ "questions": [{ "question": "How often?", "priority": "important" }] });
    let (mut runs, _) = unread(
        vec![Ok(tool_call("decompose_question", reply.clone())), Ok(tool_call("decompose_question", reply))],
        &[],
    );
    let mut run = run();
    run.alert = Some(domain::event::ScoutAlert {
        trader: domain::event::Trader {
            address: "0x".to_owned() + &"ab".repeat(20),
            alias: "Oracle".into(),
            ..Default::default()
        },
        trade: domain::event::Trade {
            side: domain::event::Side::Buy,
            usd_value: MicroUsd::dollars(9_000),
            price: 0.2,
            size: 1.0,
            outcome: "Yes".into(),
            time: None,
        },
        market: domain::event::Market { question: "Will it pass?".into(), ..Default::default() },
    });
    let outcome = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
    let asked = questions(&outcome);
    assert_eq!((asked.len(), asked[1].id.as_str(), asked[1].topic.as_str()), (2, "i1q2", "the trade"));
    for task in emitted::<proto::events::ResearchRequested>(&outcome) {
        let Subject::Question { context, .. } = &task.0.subject else { panic!("a question") };
        assert!(
            context.contains("abab bought shares of YES for $9,000.00") && context.ends_with("alias: Oracle"),
            "{context}"
        );
    }
    runs.config.limits.questions = 1;
    let full = runs.handle(ForecastRequested(run), &attempt("other", 0)).await.unwrap();
    assert_eq!(questions(&full).len(), 1, "no room for it");
}

#[tokio::test]
async fn a_caller_who_wants_the_request_gets_no_research() {
    let reply = json!({ "questions": [{ "question": "How often?", "priority": "important" }] });
    let (runs, _) = handler(vec![Ok(tool_call("decompose_question", reply))], &[]);
    let mut run = run();
    run.asked.config.wanted = Wanted::Research;
    let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
    assert_eq!((outcome.label, questions(&outcome).len()), ("proposing", 1));
    assert_eq!(emitted::<proto::events::ResearchRequested>(&outcome), []);
    assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
}

#[tokio::test]
async fn a_run_cancelled_before_its_start_is_not_decomposed() {
    for forecast in [false, true] {
        let (runs, client) = handler(vec![], &[]);
        let stop =
            domain::run::Cancellation { by: "ada".into(), reason: String::new(), at: crate::sample::when(), forecast };
        *runs.runs.stopped.lock().unwrap() = Some(stop.clone());
        let outcome = runs.handle(ForecastRequested(run()), &attempt("r", 0)).await.unwrap();
        let [Effect::RunStarted { questions, stopped, .. }] = outcome.effects.as_slice() else { panic!("one run") };
        assert_eq!((questions.len(), stopped, client.model.calls()), (0, &Some(stop), 0));
        assert_eq!(emitted::<proto::events::ResearchRequested>(&outcome), []);
        assert_eq!(emitted::<proto::events::RunAnswered>(&outcome).len(), usize::from(forecast));
        assert_eq!(emitted::<proto::events::RunEnded>(&outcome).len(), usize::from(!forecast));
    }
}

fn one_question() -> Result<llm::ModelReply, llm::LlmError> {
    Ok(tool_call("decompose_question", json!({ "questions": [{ "question": "Now?", "priority": "critical" }] })))
}

#[tokio::test]
async fn the_kind_of_another_question_is_stored_with_the_run() {
    let kind_of = |text: &str, script: Vec<_>| {
        let (runs, client) = unread(script, &[]);
        let mut run = run();
        run.asked.text = text.to_owned();
        run.asked.market = None;
        async move {
            let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
            (started_run(&outcome).asked.kind.clone(), client.model.calls())
        }
    };
    let read = || Ok(read_as(json!({ "answer_kind": "numeric", "unit": "votes" })));
    let votes = AnswerKind::Numeric { unit: "votes".into(), lower: None, upper: None };
    assert_eq!(kind_of("How many votes will it get?", vec![read(), one_question()]).await, (Some(votes.clone()), 2));
    let script = vec![Ok(text_reply("no")), Ok(text_reply("no")), one_question()];
    assert_eq!(kind_of("How many votes will it get?", script).await, (Some(votes), 3), "the words decide");
    let other = "another kind than the words say changes nothing";
    assert_eq!(kind_of("Will it pass?", vec![read(), one_question()]).await, (None, 2), "{other}");
    let given = AnswerKind::Conditional { condition: "it rains".into() };
    assert_eq!(kind_of("If it rains, will it pass?", vec![read(), one_question()]).await, (Some(given), 2), "{other}");
}

fn started_run(outcome: &Outcome) -> &Run {
    let [Effect::RunStarted { run, .. }] = outcome.effects.as_slice() else { panic!("one run") };
    run
}

fn ambiguous() -> llm::ModelReply {
    read_as(json!({
        "deadline_quote": "before June 2099", "deadline": "2099-05-31T23:59:59Z", "counts": "A vote in both houses.",
        "assumption": "The budget bill is meant.", "clarification": "Which bill?", "language": "de",
    }))
}

#[tokio::test]
async fn the_reading_of_a_question_is_stored_and_told_to_the_model() {
    let (runs, client) = unread(vec![Ok(ambiguous()), one_question()], &[]);
    let mut run = run();
    run.asked.text = "Will the bill pass before June 2099?".into();
    (run.asked.closes, run.asked.resolution_criteria) = (None, String::new());
    let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
    let run = started_run(&outcome);
    let reading = run.reading.as_ref().unwrap();
    assert_eq!(
        (reading.counts.as_str(), reading.assumption.as_str()),
        ("A vote in both houses.", "The budget bill is meant.")
    );
    assert_eq!(run.asked.closes.unwrap().to_rfc3339(), "2099-06-01T00:00:00+00:00");
    assert_eq!(outcome.label, "asked", "the assumption answers the ambiguity");
    let decomposed = format!("{:?}", client.model.asked().last().unwrap().1.messages);
    for part in ["The budget bill is meant.", "2099-06-01T00:00:00Z", "A vote in both houses."] {
        assert!(decomposed.contains(part), "{part}: {decomposed}");
    }
}

#[tokio::test]
async fn an_ambiguous_question_is_handed_back_if_its_asker_wants_to_clarify() {
    let (runs, client) = unread(vec![Ok(ambiguous())], &[]);
    let mut run = run();
    run.asked.config.clarify = true;
    let outcome = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
    assert_eq!((outcome.label, questions(&outcome).len(), client.model.calls()), ("unclear", 0, 1));
    assert_eq!(emitted::<proto::events::ResearchRequested>(&outcome), []);
    assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
    assert_eq!(started_run(&outcome).clarification().unwrap().question, "Which bill?");
    let (runs, _) = handler(vec![one_question()], &[]);
    let clear = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
    assert_eq!(clear.label, "asked", "a clear question is answered");
}

#[tokio::test]
async fn a_dead_lettered_request_starts_its_run_without_research() {
    let (runs, _) = handler(vec![], &[]);
    let outcome = runs.dead_letter(ForecastRequested(run()), JobId::named(&["r"]), "poisoned", crate::sample::when());
    assert_eq!(questions(&outcome), []);
    assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
}

#[tokio::test]
async fn a_run_without_rounds_is_decided_at_once() {
    let (runs, client) = handler(vec![], &[]);
    let mut run = run();
    run.asked.config.max_iterations = Some(0);
    let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
    assert_eq!((outcome.label, questions(&outcome).len(), client.model.calls()), ("no_research", 0, 1));
    assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
}

#[tokio::test]
async fn a_lost_reply_is_retried_a_limited_number_of_times() {
    let lost = || Err(llm::LlmError::Lost { reason: "x".into() });
    let (runs, _) = handler(vec![lost(), lost()], &[]);
    let failure = runs.handle(ForecastRequested(run()), &attempt("r", 0)).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Retry));
    assert!(runs.handle(ForecastRequested(run()), &attempt("r", 3)).await.is_ok());
}
