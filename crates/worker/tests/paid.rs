//! Money: what a call costs, who may make it, and what is known after everything that can go wrong.

mod support;

use std::sync::Arc;
use std::time::Duration;

use domain::port::{CallEnd, Ledger, Tokens};
use domain::{Budget, JobId, MicroUsd, Scope};
use futures::future::join_all;
use llm::testing::{FakeModel, words};
use llm::{LlmError, Usage};
use runtime::Verdict;
use support::{Gated, budget, call, settings};
use worker::paid::{AskError, Asks, Call, RETRY_SPENT};
use worker::testing::FakeAsks;

const SECOND: Duration = Duration::from_secs(1);

fn lost() -> LlmError {
    LlmError::Lost { reason: "connection reset".to_owned() }
}

fn ends(asks: &FakeAsks) -> Vec<CallEnd> {
    asks.ledger.calls().into_iter().map(|call| call.end.expect("no call stays open")).collect()
}

#[tokio::test]
async fn a_call_is_paid_once_and_remembered() {
    let asks = FakeAsks::new("filter", FakeModel::scripted([Ok(words("yes"))]));
    let purse = budget(1_000_000);
    for _ in 0..3 {
        assert_eq!(asks.ask(call("one", &purse)).await.unwrap().text(), "yes");
    }
    assert_eq!(asks.model.calls(), 1);
    assert_eq!(asks.ledger.spent(&purse.scope), MicroUsd(15), "10 tokens in and 5 out at a micro-dollar each");
    assert_eq!(asks.coordination.balance(&purse.scope), Some(MicroUsd(15)), "Redis has heard of it");
    let (id, _) = asks.model.asked()[0];
    assert_eq!(asks.ledger.calls()[0].id, id, "the provider is given the ledger's id");
}

#[tokio::test]
async fn a_call_that_could_cost_more_than_one_call_may_is_not_made() {
    let asks = FakeAsks::new("filter", FakeModel::by_rule(|_| Ok(words("yes"))));
    let purse = budget(1_000_000);
    let within = |limit| {
        let mut call = call("one", &purse);
        call.budgets.push(Budget { scope: Scope::call(), limit });
        call
    };
    let most = asks.max_cost(&within(MicroUsd::ZERO).request);
    let error = asks.ask(within(most.saturating_sub(MicroUsd(1)))).await.unwrap_err();
    assert!(error.to_string().contains("AUSPEX_BUDGET_CALL"), "{error}");
    assert_eq!((asks.model.calls(), asks.ledger.calls().len()), (0, 0), "neither asked nor reserved");
    assert!(asks.ask(within(most)).await.is_ok());
    assert_eq!(asks.ledger.spent(&Scope::call()), MicroUsd::ZERO, "nothing adds up under it");
    let limit = Budget { scope: Scope::call(), limit: MicroUsd(7) };
    assert_eq!(asks.left(&limit).await.unwrap(), MicroUsd(7));
}

#[tokio::test]
async fn a_thousand_askers_never_exceed_the_budget() {
    let asks = Arc::new(FakeAsks::new("filter", FakeModel::by_rule(|_| Ok(words("yes")))));
    let max = asks.max_cost(&call("job 1000", &budget(0)).request);
    let purse = budget(max.0 * 20 + 7);
    let results = join_all((0..1_000).map(|number| {
        let (asks, purse) = (asks.clone(), purse.clone());
        tokio::spawn(async move { asks.ask(call(&format!("job {number}"), &purse)).await.map(|_| ()) })
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
    assert_eq!(asks.ledger.spent(&purse.scope), MicroUsd(made * 15));
    assert!(asks.ledger.spent(&purse.scope) <= purse.limit);
    assert_eq!(asks.model.calls() as u64, made);
}

#[tokio::test]
async fn an_exhausted_budget_is_denied_with_and_without_redis() {
    let asks = FakeAsks::new("filter", FakeModel::by_rule(|_| Ok(words("yes"))));
    let purse = budget(10);
    for flush in [false, true, false] {
        if flush {
            asks.coordination.flush();
        }
        let denied = asks.ask(call("one", &purse)).await.unwrap_err();
        let AskError::Denied { scope, left } = denied else { panic!("{denied}") };
        assert_eq!((scope.as_str(), left), (purse.scope.key(), MicroUsd(10)));
    }
    asks.coordination.set_down(true);
    assert!(matches!(asks.ask(call("two", &purse)).await, Err(AskError::Denied { .. })));
    assert_eq!(asks.model.calls(), 0);
}

#[tokio::test]
async fn a_no_of_redis_that_is_out_of_date_is_corrected() {
    let asks = FakeAsks::new("filter", FakeModel::by_rule(|_| Ok(words("yes"))));
    let purse = budget(1_000_000);
    asks.coordination_seed(&purse, MicroUsd(1_000_000)).await;
    assert!(asks.ask(call("one", &purse)).await.is_ok(), "Postgres knows better");
    assert!(asks.coordination.balance(&purse.scope).unwrap() <= MicroUsd(15));
}

#[tokio::test]
async fn without_postgres_no_call_is_made() {
    let asks = FakeAsks::new("filter", FakeModel::by_rule(|_| Ok(words("yes"))));
    asks.ledger.set_down(true);
    let error = asks.ask(call("one", &budget(1_000_000))).await.unwrap_err();
    assert_eq!(error.into_failure().verdict(), Verdict::Retry);
    assert_eq!(asks.model.calls(), 0);
}

#[tokio::test]
async fn every_ending_is_charged_as_it_must_be() {
    let usage = Usage { input: 3, output: 4, ..Usage::default() };
    let garbled = |usage| LlmError::Garbled { reason: "cut off".to_owned(), usage };
    let server = LlmError::Server { status: 500, message: "oops".to_owned() };
    let invalid = LlmError::Invalid { status: 400, message: "too long".to_owned() };
    let script = [lost(), garbled(None), garbled(Some(usage)), server, invalid];
    let asks = FakeAsks::new("filter", FakeModel::scripted(script.map(Err)));
    let purse = budget(1_000_000_000);
    let max = asks.max_cost(&call("one", &purse).request);
    let mut verdicts = Vec::new();
    for _ in 0..5 {
        let error = asks.ask(call("one", &purse)).await.unwrap_err();
        verdicts.push(error.into_failure().verdict());
    }
    assert_eq!(verdicts, [Verdict::Retry, Verdict::Retry, Verdict::Retry, Verdict::Retry, Verdict::Reject]);
    let wasted = CallEnd::Wasted { actual: MicroUsd(7), tokens: Tokens { read: 3, written: 4 } };
    assert_eq!(ends(&asks), [CallEnd::Unknown, CallEnd::Unknown, wasted, CallEnd::Refused, CallEnd::Refused]);
    assert_eq!(asks.ledger.spent(&purse.scope), max + max + MicroUsd(7));
    let ids: std::collections::BTreeSet<JobId> = asks.model.asked().into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 5, "every retry is a reservation of its own");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_call_is_told_again_until_the_ledger_has_it() {
    let model = Arc::new(FakeModel::scripted([Ok(words("yes"))]));
    let gated = Arc::new(Gated::new(Arc::clone(&model)));
    let asks = Arc::new(FakeAsks::with_settings(model, gated.clone(), settings(4)));
    let purse = budget(1_000_000);
    let asked = tokio::spawn({
        let (asks, call) = (Arc::clone(&asks), call("one", &purse));
        async move { asks.ask(call).await }
    });
    gated.reached(1).await;
    asks.ledger.set_away_for(3);
    gated.open();
    assert_eq!(asked.await.unwrap().unwrap().text(), "yes");
    assert!(matches!(ends(&asks)[..], [CallEnd::Settled { .. }]), "{:?}", ends(&asks));
    assert_eq!(asks.ledger.spent(&purse.scope), MicroUsd(15));
}

#[tokio::test]
async fn a_storm_of_429_costs_few_calls_no_money_and_no_attempt() {
    let asks = FakeAsks::new("filter", FakeModel::by_rule(|_| Err(LlmError::RateLimited { after: Some(2 * SECOND) })));
    let purse = budget(1_000_000_000);
    for second in 0..300 {
        for job in 0..10 {
            let error = asks.ask(call(&format!("{second}/{job}"), &purse)).await.unwrap_err();
            assert!(matches!(error.into_failure().verdict(), Verdict::Defer(wait) if !wait.is_zero()));
        }
        asks.advance(SECOND);
    }
    assert!(asks.model.calls() <= 150, "{} of 3000", asks.model.calls());
    assert_eq!(asks.ledger.spent(&purse.scope), MicroUsd::ZERO);
    assert!(ends(&asks).iter().all(|end| *end == CallEnd::Refused));
}

#[tokio::test]
async fn what_one_replica_is_told_the_others_heed() {
    let first = FakeAsks::new("filter", FakeModel::scripted([Err(LlmError::Overloaded { after: Some(9 * SECOND) })]));
    let second = first.another_replica(FakeModel::by_rule(|_| Ok(words("yes"))));
    let purse = budget(1_000_000);
    assert!(matches!(first.ask(call("a", &purse)).await, Err(AskError::Busy { .. })));
    let busy = second.ask(call("b", &purse)).await.unwrap_err();
    assert!(matches!(busy, AskError::Busy { after, .. } if after > 8 * SECOND && after < 12 * SECOND), "{busy:?}");
    assert_eq!(second.model.calls(), 0);
    second.advance(10 * SECOND);
    assert!(second.ask(call("b", &purse)).await.is_ok());
}

#[tokio::test]
async fn an_account_without_credit_is_left_alone_and_no_job_is_lost() {
    let spent = LlmError::SpendCap { message: "credit balance is too low".to_owned() };
    let asks = FakeAsks::new("filter", FakeModel::scripted([Err(spent), Ok(words("paid again"))]));
    let purse = budget(1_000_000);
    let error = asks.ask(call("one", &purse)).await.unwrap_err();
    assert!(error.to_string().contains("credit balance"), "{error}");
    assert!(matches!(error.into_failure().verdict(), Verdict::Defer(wait) if wait >= RETRY_SPENT));
    asks.advance(RETRY_SPENT - SECOND);
    assert!(matches!(asks.ask(call("one", &purse)).await, Err(AskError::Busy { .. })));
    assert_eq!(asks.model.calls(), 1);
    asks.advance(2 * SECOND);
    assert_eq!(asks.ask(call("one", &purse)).await.unwrap().text(), "paid again");
}

#[tokio::test]
async fn a_call_goes_on_when_its_asker_is_given_up() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(words("late"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = Arc::new(FakeAsks::with_settings(model, gated.clone(), settings(8)));
    let purse = budget(1_000_000);
    let asker = tokio::spawn({
        let (asks, purse) = (asks.clone(), purse.clone());
        async move { asks.ask(call("one", &purse)).await.map(|_| ()) }
    });
    gated.reached(1).await;
    asker.abort();
    assert!(asker.await.unwrap_err().is_cancelled());
    gated.open();
    let reply = asks.ask(call("one", &purse)).await;
    let calls = asks.ledger.calls();
    // The second asker either waited behind the first call or read its remembered reply; both are paid and settled.
    assert_eq!(reply.unwrap().text(), "late");
    assert!(matches!(calls[0].end, Some(CallEnd::Settled { .. })), "{calls:?}");
}

#[tokio::test]
async fn no_more_calls_at_once_than_permitted_and_no_intent_waits() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(words("yes"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = Arc::new(FakeAsks::with_settings(model, gated.clone(), settings(2)));
    let purse = budget(1_000_000_000);
    let askers: Vec<_> = (0..10)
        .map(|number| {
            let (asks, purse) = (asks.clone(), purse.clone());
            tokio::spawn(async move { asks.ask(call(&format!("{number}"), &purse)).await.map(|_| ()) })
        })
        .collect();
    gated.reached(2).await;
    assert_eq!(asks.ledger.calls().len(), 2, "whoever waits for a permit has no open intent");
    gated.open();
    for asker in askers {
        asker.await.unwrap().unwrap();
    }
    assert_eq!(gated.most(), 2);
}

#[tokio::test]
async fn a_call_without_an_answer_by_its_deadline_is_unknown() {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(words("never"))));
    let gated = Arc::new(Gated::new(model.clone()));
    let asks = FakeAsks::with_settings(model, gated.clone(), settings(2));
    let purse = budget(1_000_000);
    let soon = domain::Clock::now(&*asks.clock) + Duration::from_millis(20);
    let error = asks.ask(Call { deadline: Some(soon), ..call("one", &purse) }).await.unwrap_err();
    assert_eq!(error.into_failure().verdict(), Verdict::Retry);
    assert_eq!(ends(&asks), [CallEnd::Unknown]);
    assert_eq!(asks.ledger.left(&purse).await.unwrap(), MicroUsd(1_000_000 - asks.ledger.calls()[0].intent.max.0));
}

#[tokio::test]
async fn a_call_whose_deadline_has_passed_is_neither_made_nor_charged() {
    let asks = FakeAsks::new("filter", FakeModel::scripted([Ok(words("too late"))]));
    let purse = budget(1_000_000);
    let passed = domain::Clock::now(&*asks.clock);
    let refused = asks.ask(Call { deadline: Some(passed), ..call("one", &purse) }).await.unwrap_err();
    assert!(matches!(&refused, AskError::Rejected { reason } if reason.contains("deadline")), "{refused:?}");
    assert_eq!((asks.model.calls(), asks.ledger.spent(&purse.scope)), (0, MicroUsd::ZERO));
    assert!(matches!(ends(&asks)[..], [CallEnd::Refused]), "{:?}", ends(&asks));
}
