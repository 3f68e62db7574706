//! Metered calls: costs, denials, and the ledger after every kind of failure.

mod support;

use std::sync::Arc;
use std::time::Duration;

use coordination::testing::FakeCoordination;
use domain::port::{CallEnd, Ledger, Tokens};
use domain::{Budget, FixedClock, JobId, MicroUsd, Scope};
use futures::future::join_all;
use llm::testing::{FakeModel, text_reply};
use llm::{LlmError, Usage};
use runtime::FailureAction;
use support::{Gated, budget, call, settings};
use tokio_util::sync::CancellationToken;
use worker::metering::{AskError, Call, MeteredModel, MeteringStores, ModelClient, Models, RETRY_SPENT};
use worker::testing::{FakeCall, FakeLedger, FakeModelClient};

const SECOND: Duration = Duration::from_secs(1);

fn lost() -> LlmError {
    LlmError::Lost { reason: "connection reset".to_owned() }
}

fn ends(asks: &FakeModelClient) -> Vec<CallEnd> {
    asks.ledger.calls().into_iter().map(|call| call.end.expect("no call stays open")).collect()
}

#[tokio::test]
async fn a_call_is_paid_once_and_remembered() {
    let asks = FakeModelClient::new("filter", FakeModel::scripted([Ok(text_reply("yes"))]));
    let task_budget = budget(1_000_000);
    for _ in 0..3 {
        assert_eq!(asks.ask(call("one", &task_budget)).await.unwrap().reply.text(), "yes");
    }
    assert_eq!(asks.model.calls(), 1);
    assert_eq!(asks.ledger.spent(&task_budget.scope), MicroUsd(15), "10 tokens in and 5 out at a micro-dollar each");
    assert_eq!(asks.coordination.balance(&task_budget.scope), Some(MicroUsd(15)), "Redis has the settled amount");
    let (id, _) = asks.model.asked()[0];
    assert_eq!(asks.ledger.calls()[0].id, id, "the provider receives the ledger's id");
}

#[tokio::test]
async fn a_call_that_could_exceed_the_limit_of_a_single_call_is_not_made() {
    let asks = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(1_000_000);
    let within = |limit| {
        let mut call = call("one", &task_budget);
        call.budgets.push(Budget { scope: Scope::call(), limit });
        call
    };
    let most = asks.max_cost(&within(MicroUsd::ZERO).request);
    let error = asks.ask(within(most.saturating_sub(MicroUsd(1)))).await.unwrap_err();
    assert!(error.to_string().contains("AUSPEX_BUDGET_CALL"), "{error}");
    assert_eq!((asks.model.calls(), asks.ledger.calls().len()), (0, 0), "neither called nor reserved");
    assert!(asks.ask(within(most)).await.is_ok());
    assert_eq!(asks.ledger.spent(&Scope::call()), MicroUsd::ZERO, "calls do not add up under this limit");
    let limit = Budget { scope: Scope::call(), limit: MicroUsd(7) };
    assert_eq!(asks.left(&limit).await.unwrap(), MicroUsd(7));
}

#[tokio::test]
async fn a_thousand_concurrent_calls_never_exceed_the_budget() {
    let asks = Arc::new(FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes")))));
    let max = asks.max_cost(&call("job 1000", &budget(0)).request);
    let task_budget = budget(max.0 * 20 + 7);
    let results = join_all((0..1_000).map(|number| {
        let (asks, task_budget) = (asks.clone(), task_budget.clone());
        tokio::spawn(async move { asks.ask(call(&format!("job {number}"), &task_budget)).await.map(|_| ()) })
    }))
    .await;
    let denied = |error: &AskError| matches!(error, AskError::Denied { .. });
    let (mut made, mut refused) = (0_u64, 0);
    for result in results {
        match result.unwrap() {
            Ok(()) => made += 1,
            Err(error) => refused += u64::from(denied(&error)),
        }
    }
    assert_eq!(made + refused, 1_000);
    assert!(made >= 20 && refused > 0, "{made} made, {refused} refused");
    assert_eq!(asks.ledger.spent(&task_budget.scope), MicroUsd(made * 15));
    assert!(asks.ledger.spent(&task_budget.scope) <= task_budget.limit);
    assert_eq!(asks.model.calls() as u64, made);
}

#[tokio::test]
async fn an_exhausted_budget_is_denied_with_and_without_redis() {
    let asks = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(10);
    for flush in [false, true, false] {
        if flush {
            asks.coordination.flush();
        }
        let denied = asks.ask(call("one", &task_budget)).await.unwrap_err();
        let AskError::Denied { scope, left } = denied else { panic!("{denied}") };
        assert_eq!((scope.as_str(), left), (task_budget.scope.key(), MicroUsd(10)));
    }
    asks.coordination.set_down(true);
    assert!(matches!(asks.ask(call("two", &task_budget)).await, Err(AskError::Denied { .. })));
    assert_eq!(asks.model.calls(), 0);
}

#[tokio::test]
async fn an_outdated_rejection_by_redis_is_corrected() {
    let asks = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(1_000_000);
    asks.coordination_seed(&task_budget, MicroUsd(1_000_000)).await;
    assert!(asks.ask(call("one", &task_budget)).await.is_ok(), "Postgres decides");
    assert!(asks.coordination.balance(&task_budget.scope).unwrap() <= MicroUsd(15));
}

#[tokio::test]
async fn without_postgres_no_call_is_made() {
    let asks = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    asks.ledger.set_down(true);
    let error = asks.ask(call("one", &budget(1_000_000))).await.unwrap_err();
    assert_eq!(error.into_failure().action(), FailureAction::Retry);
    assert_eq!(asks.model.calls(), 0);
}

#[tokio::test]
async fn every_ending_is_charged_correctly() {
    let usage = Usage { input: 3, output: 4, ..Usage::default() };
    let garbled = |usage| LlmError::Garbled { reason: "cut off".to_owned(), usage };
    let server = LlmError::Server { status: 500, message: "oops".to_owned() };
    let invalid = LlmError::Invalid { status: 400, message: "too long".to_owned() };
    let script = [lost(), garbled(None), garbled(Some(usage)), server, invalid];
    let asks = FakeModelClient::new("filter", FakeModel::scripted(script.map(Err)));
    let task_budget = budget(1_000_000_000);
    let max = asks.max_cost(&call("one", &task_budget).request);
    let mut verdicts = Vec::new();
    for _ in 0..5 {
        let error = asks.ask(call("one", &task_budget)).await.unwrap_err();
        verdicts.push(error.into_failure().action());
    }
    assert_eq!(
        verdicts,
        [FailureAction::Retry, FailureAction::Retry, FailureAction::Retry, FailureAction::Retry, FailureAction::Reject]
    );
    let wasted = CallEnd::Wasted { actual: MicroUsd(7), tokens: Tokens { read: 3, written: 4 } };
    assert_eq!(ends(&asks), [CallEnd::Unknown, CallEnd::Unknown, wasted, CallEnd::Refused, CallEnd::Refused]);
    assert_eq!(asks.ledger.spent(&task_budget.scope), max + max + MicroUsd(7));
    let ids: std::collections::BTreeSet<JobId> = asks.model.asked().into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 5, "every retry is a reservation of its own");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_call_is_sent_to_the_ledger_until_it_is_recorded() {
    let model = Arc::new(FakeModel::scripted([Ok(text_reply("yes"))]));
    let gated = Arc::new(Gated::new(Arc::clone(&model)));
    let asks = Arc::new(FakeModelClient::with_settings(model, gated.clone(), settings(4)));
    let task_budget = budget(1_000_000);
    let asked = tokio::spawn({
        let (asks, call) = (Arc::clone(&asks), call("one", &task_budget));
        async move { asks.ask(call).await }
    });
    gated.reached(1).await;
    asks.ledger.set_away_for(3);
    gated.open();
    assert_eq!(asked.await.unwrap().unwrap().reply.text(), "yes");
    assert!(matches!(ends(&asks)[..], [CallEnd::Settled { .. }]), "{:?}", ends(&asks));
    assert_eq!(asks.ledger.spent(&task_budget.scope), MicroUsd(15));
}

/// The job is told after a few attempts, and the charge is corrected as soon as the ledger answers.
#[tokio::test(start_paused = true)]
async fn a_call_whose_settlement_failed_is_settled_later_by_the_same_process() {
    let model = Arc::new(FakeModel::scripted([Ok(text_reply("yes"))]));
    let gated = Arc::new(Gated::new(Arc::clone(&model)));
    let asks = Arc::new(FakeModelClient::with_settings(model, gated.clone(), settings(4)));
    let task_budget = budget(1_000_000);
    let asked = tokio::spawn({
        let (asks, call) = (Arc::clone(&asks), call("one", &task_budget));
        async move { asks.ask(call).await }
    });
    gated.reached(1).await;
    asks.ledger.set_away_for(12);
    gated.open();
    assert!(asked.await.unwrap().is_err(), "the ledger does not answer");
    let settled = async {
        let mut every = tokio::time::interval(SECOND);
        while asks.ledger.calls()[0].end.is_none() {
            every.tick().await;
        }
    };
    tokio::time::timeout(600 * SECOND, settled).await.expect("it is settled");
    assert_eq!(asks.ledger.spent(&task_budget.scope), MicroUsd(15));
}

/// A rollout pays nothing twice: the worker waits for calls in progress, also for those of interrupted jobs, and begins no other.
#[tokio::test(start_paused = true)]
async fn a_worker_that_stops_finishes_its_calls_and_begins_none() {
    let model = Arc::new(FakeModel::scripted([Ok(text_reply("yes"))]));
    let gated = Arc::new(Gated::new(Arc::clone(&model)));
    let ledger = Arc::new(FakeLedger::default());
    let stores = MeteringStores { ledger: Arc::clone(&ledger), coordination: Arc::new(FakeCoordination::default()) };
    let stop = CancellationToken::new();
    let clock = Arc::new(FixedClock::at(domain::Time::default()));
    let asks = MeteredModel::new(stores, Models::one(gated.clone()), clock, settings(4)).stopping(stop.clone());
    let task_budget = budget(1_000_000);
    let asked = tokio::spawn({
        let (asks, call) = (asks.clone(), call("one", &task_budget));
        async move { asks.ask(call).await }
    });
    gated.reached(1).await;
    asked.abort();
    stop.cancel();
    let refused = asks.ask(call("two", &task_budget)).await.unwrap_err();
    assert!(matches!(refused.into_failure().action(), FailureAction::Defer(_)), "another replica continues the job");
    assert!(tokio::time::timeout(300 * SECOND, asks.finished()).await.is_err(), "a call is in progress");
    gated.open();
    tokio::time::timeout(SECOND, asks.finished()).await.expect("the call has ended");
    assert!(
        matches!(ledger.calls()[..], [FakeCall { end: Some(CallEnd::Settled { .. }), .. }]),
        "{:?}",
        ledger.calls()
    );
}

#[tokio::test]
async fn a_long_series_of_429_costs_few_calls_and_neither_money_nor_attempts() {
    let asks =
        FakeModelClient::new("filter", FakeModel::by_rule(|_| Err(LlmError::RateLimited { after: Some(2 * SECOND) })));
    let task_budget = budget(1_000_000_000);
    for second in 0..300 {
        for job in 0..10 {
            let error = asks.ask(call(&format!("{second}/{job}"), &task_budget)).await.unwrap_err();
            assert!(matches!(error.into_failure().action(), FailureAction::Defer(wait) if !wait.is_zero()));
        }
        asks.advance(SECOND);
    }
    assert!(asks.model.calls() <= 150, "{} of 3000", asks.model.calls());
    assert_eq!(asks.ledger.spent(&task_budget.scope), MicroUsd::ZERO);
    assert!(ends(&asks).iter().all(|end| *end == CallEnd::Refused));
}

#[tokio::test]
async fn a_refusal_of_one_replica_holds_back_the_others() {
    let first =
        FakeModelClient::new("filter", FakeModel::scripted([Err(LlmError::Overloaded { after: Some(9 * SECOND) })]));
    let second = first.another_replica(FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(1_000_000);
    assert!(matches!(first.ask(call("a", &task_budget)).await, Err(AskError::Busy { .. })));
    let busy = second.ask(call("b", &task_budget)).await.unwrap_err();
    assert!(matches!(busy, AskError::Busy { after, .. } if after > 8 * SECOND && after < 12 * SECOND), "{busy:?}");
    assert_eq!(second.model.calls(), 0);
    second.advance(10 * SECOND);
    assert!(second.ask(call("b", &task_budget)).await.is_ok());
}

#[tokio::test]
async fn an_account_without_credit_is_in_cool_down_and_no_job_is_lost() {
    let spent = LlmError::SpendCap { message: "credit balance is too low".to_owned() };
    let asks = FakeModelClient::new("filter", FakeModel::scripted([Err(spent), Ok(text_reply("paid again"))]));
    let task_budget = budget(1_000_000);
    let error = asks.ask(call("one", &task_budget)).await.unwrap_err();
    assert!(error.to_string().contains("credit balance"), "{error}");
    assert!(matches!(error.into_failure().action(), FailureAction::Defer(wait) if wait >= RETRY_SPENT));
    asks.advance(RETRY_SPENT - SECOND);
    assert!(matches!(asks.ask(call("one", &task_budget)).await, Err(AskError::Blocked { .. })));
    assert_eq!(asks.model.calls(), 1);
    asks.advance(2 * SECOND);
    assert_eq!(asks.ask(call("one", &task_budget)).await.unwrap().reply.text(), "paid again");
}

#[tokio::test]
async fn a_call_continues_when_its_caller_is_dropped() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(text_reply("late"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = Arc::new(FakeModelClient::with_settings(model, gated.clone(), settings(8)));
    let task_budget = budget(1_000_000);
    let caller = tokio::spawn({
        let (asks, task_budget) = (asks.clone(), task_budget.clone());
        async move { asks.ask(call("one", &task_budget)).await.map(|_| ()) }
    });
    gated.reached(1).await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    gated.open();
    let reply = asks.ask(call("one", &task_budget)).await;
    let calls = asks.ledger.calls();
    // The second caller either waited for the first call or read its remembered reply; both are paid and settled.
    assert_eq!(reply.unwrap().reply.text(), "late");
    assert!(matches!(calls[0].end, Some(CallEnd::Settled { .. })), "{calls:?}");
}

#[tokio::test]
async fn a_budget_that_a_call_in_progress_has_reserved_is_waited_for_and_a_spent_one_is_not() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = Arc::new(FakeModelClient::with_settings(model, gated.clone(), settings(8)));
    let max = asks.max_cost(&call("one", &budget(0)).request);
    let task_budget = budget(max.0 + 20);
    let first = tokio::spawn({
        let (asks, task_budget) = (asks.clone(), task_budget.clone());
        async move { asks.ask(call("one", &task_budget)).await.map(|_| ()) }
    });
    gated.reached(1).await;
    let error = asks.ask(call("two", &task_budget)).await.unwrap_err();
    assert!(
        matches!(&error, AskError::Busy { after, why } if *after < 2 * SECOND && why.contains("reserved")),
        "{error}"
    );
    gated.open();
    first.await.unwrap().unwrap();
    // The first call cost 15 of its maximum, so the second one is affordable now and the third is not.
    asks.ask(call("two", &task_budget)).await.unwrap();
    assert!(matches!(asks.ask(call("three", &task_budget)).await, Err(AskError::Denied { .. })));
}

#[tokio::test]
async fn concurrent_calls_are_limited_and_waiting_calls_have_no_intent() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = Arc::new(FakeModelClient::with_settings(model, gated.clone(), settings(2)));
    let task_budget = budget(1_000_000_000);
    let callers: Vec<_> = (0..10)
        .map(|number| {
            let (asks, task_budget) = (asks.clone(), task_budget.clone());
            tokio::spawn(async move { asks.ask(call(&format!("{number}"), &task_budget)).await.map(|_| ()) })
        })
        .collect();
    gated.reached(2).await;
    assert_eq!(asks.ledger.calls().len(), 2, "a call that waits for a permit has no open intent");
    gated.open();
    for caller in callers {
        caller.await.unwrap().unwrap();
    }
    assert_eq!(gated.most(), 2);
}

#[tokio::test]
async fn a_call_without_an_answer_by_its_deadline_is_unknown() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(text_reply("never"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = FakeModelClient::with_settings(model, gated.clone(), settings(2));
    let task_budget = budget(1_000_000);
    let soon = domain::Clock::now(&*asks.clock) + Duration::from_millis(20);
    let error = asks.ask(Call { deadline: Some(soon), ..call("one", &task_budget) }).await.unwrap_err();
    assert_eq!(error.into_failure().action(), FailureAction::Retry);
    assert_eq!(ends(&asks), [CallEnd::Unknown]);
    assert_eq!(
        asks.ledger.left(&task_budget).await.unwrap(),
        MicroUsd(1_000_000 - asks.ledger.calls()[0].intent.max.0)
    );
}

#[tokio::test]
async fn a_call_whose_deadline_has_passed_is_neither_made_nor_charged() {
    let asks = FakeModelClient::new("filter", FakeModel::scripted([Ok(text_reply("too late"))]));
    let task_budget = budget(1_000_000);
    let passed = domain::Clock::now(&*asks.clock);
    let refused = asks.ask(Call { deadline: Some(passed), ..call("one", &task_budget) }).await.unwrap_err();
    assert!(matches!(&refused, AskError::Rejected { reason } if reason.contains("deadline")), "{refused:?}");
    assert_eq!((asks.model.calls(), asks.ledger.spent(&task_budget.scope)), (0, MicroUsd::ZERO));
    assert!(matches!(ends(&asks)[..], [CallEnd::Refused]), "{:?}", ends(&asks));
}
