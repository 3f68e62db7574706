//! Valuations of rounds and costs of questions, on a real Postgres.

use domain::Effect;
use domain::forecast::{Measure, Valuation};
use domain::port::{CallEnd, Journal, Ledger, Tokens};
use domain::{Budget, BudgetScope, MicroUsd, Probability};
use store::{Runs, ValuationHistory};

use crate::conformance::forecast;
use crate::ledger::{go, intent};
use crate::samples::{answered, at, run, settled, started};
use crate::support::store;

fn valuation(round: u32, gain: u64) -> Valuation {
    Valuation {
        round,
        measure: Measure::Score { per_point: MicroUsd::dollars(50) },
        estimate: Probability::clamp(0.4).expect("a probability"),
        uncertainty: 0.2,
        movable: 0.1,
        questions: 2,
        gain: MicroUsd(gain),
        cost: MicroUsd(7),
        goes_on: true,
        reason: "a test".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_is_valued_once_and_read_in_order() {
    let (one, _) = store().await;
    for (name, round, gain) in [("second", 2, 20), ("first", 1, 10), ("first again", 1, 99)] {
        let mut outcome = settled(name);
        let valuation = Box::new(valuation(round, gain));
        outcome.effects.push(Effect::RoundValued { run: run().id, valuation });
        one.journal().commit(outcome).await.unwrap();
    }
    let read = one.forecasts().valuations(run().id).await.unwrap();
    assert_eq!(read, [valuation(1, 10), valuation(2, 20)], "the first word about a round stands");
    let stranger = domain::RunId::for_event(domain::JobId::named(&["stranger"]));
    assert_eq!(one.forecasts().valuations(stranger).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn question_costs_come_from_finished_runs() {
    let (one, _) = store().await;
    assert_eq!(one.forecasts().question_costs().await.unwrap(), (MicroUsd::ZERO, 0), "no history");
    let mut begin = settled("begin");
    begin.effects.push(started(&["q1", "q2"], at(0)));
    one.journal().commit(begin).await.unwrap();
    assert_eq!(one.forecasts().question_costs().await.unwrap(), (MicroUsd::ZERO, 0), "an open run is no history");
    for (n, question) in ["q1", "q2"].into_iter().enumerate() {
        let mut answer = settled(&format!("answer {n}"));
        answer.effects.push(answered(question));
        one.journal().commit(answer).await.unwrap();
    }
    let version = one.runs().load(run().id).await.unwrap().unwrap().version;
    let mut end = settled("end");
    end.effects.push(Effect::RunFinished { forecast: Box::new(forecast()), version });
    one.journal().commit(end).await.unwrap();
    let (amount, questions) = one.forecasts().question_costs().await.unwrap();
    assert_eq!((amount, questions), (forecast().cost, 2));
}

#[tokio::test]
async fn repeated_requests_count_as_turns_and_refused_ones_do_not() {
    let (one, _) = store().await;
    let budgets = [Budget { scope: BudgetScope::run(run().id), limit: MicroUsd(100) }];
    for step in ["estimate-1", "estimate-1-again", "estimate-2"] {
        let call = go(&one.ledger().open(&intent(step, 1, &budgets)).await.unwrap());
        let reply = CallEnd::Settled { actual: MicroUsd(1), reply: b"r".to_vec(), tokens: Tokens::default() };
        let end = if step == "estimate-2" { CallEnd::Refused } else { reply };
        one.ledger().close(call, end).await.unwrap();
    }
    let agent = intent("any", 1, &budgets).agent;
    assert_eq!(
        (
            one.forecasts().turns(run().id, &agent).await.unwrap(),
            one.forecasts().turns(run().id, "stranger").await.unwrap()
        ),
        (2, 0)
    );
}
