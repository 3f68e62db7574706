//! Answers of questions that yes or no alone does not answer, and the scores of their forecasts.

use domain::answer::{OTHER, OptionShare, ResolvedAnswer};
use domain::port::{Committed, Journal};
use domain::run::RunState;
use domain::{AnswerKind, Distribution, Effect, Forecast, Run, RunId};
use store::Store;
use store::forecasts::{AnsweredFilter, ScoredFilter};
use store::outcomes::{AnswerRecorded, NewAnswer, Origin, TrackedQuestion};

use crate::samples::{at, id, question, run, settled};
use crate::support;

fn asked(name: &str) -> Run {
    let mut run = run();
    run.id = RunId(id(name).0);
    run.event_job = id(&format!("event {name}"));
    run.asked.kind = Some(AnswerKind::MultipleChoice { options: vec!["Ada".to_owned()], open: true });
    run
}

async fn forecast(store: &Store, run: &Run) {
    let questions = vec![question("i1q1")];
    let state = RunState { run: run.clone(), version: 5, questions, ..domain::testing::run_state() };
    store.bundles().restore(&state).await.expect("restored");
    let shares = [("Ada", 700_000), (OTHER, 300_000)];
    let options = shares.map(|(option, millionths)| OptionShare { option: option.to_owned(), millionths }).to_vec();
    let distribution = Some(Distribution::Options { options });
    let made = Forecast { run: run.clone(), made_at: at(30), distribution, ..domain::testing::forecast() };
    let mut outcome = settled(&format!("finish {}", run.id));
    outcome.effects = vec![Effect::RunFinished { forecast: Box::new(made), version: 5 }];
    assert!(matches!(store.journal().commit(outcome).await, Ok(Committed::New(_))));
}

fn answer(run: &Run, option: &str, learned: i64) -> NewAnswer {
    NewAnswer {
        run: run.id,
        question: TrackedQuestion::of_run(run),
        answer: ResolvedAnswer::Option(option.to_owned()),
        resolved_at: Some(at(100)),
        learned_at: at(learned),
        origin: Origin::Hand,
        because: "seen".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_recorded_once_corrected_and_scored_apart() {
    let (store, _) = support::store().await;
    let run = asked("choice");
    forecast(&store, &run).await;
    let outcomes = store.outcomes();
    let record =
        async |option: &str, learned| outcomes.record_answer(&answer(&run, option, learned)).await.expect("recorded");
    assert_eq!(record("Bo", 110).await, AnswerRecorded::New);
    assert_eq!(record("Bo", 120).await, AnswerRecorded::Same);
    let was = ResolvedAnswer::Option("Bo".to_owned());
    assert_eq!(record("Ada", 130).await, AnswerRecorded::Corrected { was, was_at: at(100) });
    let history = outcomes.answers(&run.tenant, run.id).await.expect("rows");
    let brief: Vec<_> = history.iter().map(|one| (one.answer.text(), one.retired_at)).collect();
    assert_eq!(brief, [("Ada".to_owned(), None), ("Bo".to_owned(), Some(at(130)))]);

    let of_tenant = AnsweredFilter { tenant: Some(&run.tenant), limit: 10, ..AnsweredFilter::default() };
    let answered = store.forecasts().answered(of_tenant).await.expect("rows");
    assert_eq!((answered.len(), answered[0].past_close), (1, true));
    assert!((answered[0].scores.brier.expect("a score") - 0.18).abs() < 1e-9);
    let others = [
        AnsweredFilter { model: Some("none"), ..of_tenant },
        AnsweredFilter { kind: Some("numeric"), ..of_tenant },
        AnsweredFilter { with_crowd: Some(run.asked.pooled_price().is_none()), ..of_tenant },
    ];
    for other in others {
        assert_eq!(store.forecasts().answered(other).await.expect("rows"), vec![], "{other:?}");
    }
    let same = AnsweredFilter {
        kind: Some("multiple_choice"),
        with_crowd: Some(run.asked.pooled_price().is_some()),
        past_close: true,
        ..of_tenant
    };
    assert_eq!(store.forecasts().answered(same).await.expect("rows").len(), 1);
    let scored = ScoredFilter { limit: 10, ..ScoredFilter::default() };
    let scored = store.forecasts().scored(&scored).await.expect("rows");
    assert_eq!(scored, vec![], "no probability of YES");

    let listed = store.runs().recent(10).await.expect("rows");
    assert_eq!((listed[0].probability, listed[0].answer.as_deref()), (None, Some("Ada 70.0 %, other 30.0 %")));
}
