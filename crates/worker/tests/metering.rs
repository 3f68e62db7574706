//! Metered calls: costs, denials, and the ledger after every kind of failure.

mod support;

use std::sync::Arc;
use std::time::Duration;

use coordination::testing::FakeCoordination;
use domain::port::{CallEnd, Ledger, Tokens};
use domain::{Budget, BudgetScope, FixedClock, JobId, MicroUsd};
use futures::future::join_all;
use llm::testing::{FakeModel, text_reply};
use llm::{LlmError, Usage};
use runtime::FailureAction;
use support::{Gated, budget, call, settings};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use worker::metering::{
    AskError, Metered, MeteredCall, MeteredModel, MeteringStores, ModelClient, Models, RETRY_SPENT,
};
use worker::testing::{FakeCall, FakeLedger, FakeModelClient};

const SECOND: Duration = Duration::from_secs(1);

fn lost() -> LlmError {
    LlmError::Lost { reason: "connection reset".to_owned() }
}

fn ends(client: &FakeModelClient) -> Vec<CallEnd> {
    client.ledger.calls().into_iter().map(|call| call.end.expect("no call stays open")).collect()
}

/// Creates a client of a model that answers `yes` once the gate is open, for `concurrency` calls at a time.
fn gated_client(concurrency: usize) -> (Arc<FakeModelClient>, Arc<Gated>) {
    let model = Arc::new(FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let gated = Arc::new(Gated::new(Arc::clone(&model)));
    (Arc::new(FakeModelClient::with_settings(model, gated.clone(), settings(concurrency))), gated)
}

/// Makes a call in the background.
fn start_call(client: &Arc<FakeModelClient>, job: &str, budget: &Budget) -> JoinHandle<Result<Metered, AskError>> {
    let (client, call) = (Arc::clone(client), call(job, budget));
    tokio::spawn(async move { client.ask(call).await })
}

#[tokio::test]
async fn a_call_is_paid_once_and_remembered() {
    let client = FakeModelClient::new("filter", FakeModel::scripted([Ok(text_reply("yes"))]));
    let task_budget = budget(1_000_000);
    for _ in 0..3 {
        assert_eq!(client.ask(call("one", &task_budget)).await.unwrap().reply.text(), "yes");
    }
    assert_eq!(client.model.calls(), 1);
    assert_eq!(client.ledger.spent(&task_budget.scope), MicroUsd(15), "10 tokens in and 5 out at a micro-dollar each");
    assert_eq!(client.coordination.balance(&task_budget.scope), Some(MicroUsd(15)), "Redis has the settled amount");
    let (id, _) = client.model.asked()[0];
    assert_eq!(client.ledger.calls()[0].id, id, "the provider receives the ledger's id");
}

#[tokio::test]
async fn a_call_that_could_exceed_the_limit_of_a_single_call_is_not_made() {
    let client = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(1_000_000);
    let within = |limit| {
        let mut call = call("one", &task_budget);
        call.budgets.push(Budget { scope: BudgetScope::call(), limit });
        call
    };
    let most = client.max_cost(&within(MicroUsd::ZERO).request);
    let error = client.ask(within(most.saturating_sub(MicroUsd(1)))).await.unwrap_err();
    assert!(error.to_string().contains("AUSPEX_BUDGET_CALL"), "{error}");
    assert_eq!((client.model.calls(), client.ledger.calls().len()), (0, 0), "neither called nor reserved");
    assert!(client.ask(within(most)).await.is_ok());
    assert_eq!(client.ledger.spent(&BudgetScope::call()), MicroUsd::ZERO, "calls do not add up under this limit");
    let limit = Budget { scope: BudgetScope::call(), limit: MicroUsd(7) };
    assert_eq!(client.left(&limit).await.unwrap(), MicroUsd(7));
}

#[tokio::test]
async fn a_thousand_concurrent_calls_never_exceed_the_budget() {
    let client = Arc::new(FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes")))));
    let max = client.max_cost(&call("job 1000", &budget(0)).request);
    let task_budget = budget(max.0 * 20 + 7);
    let results = join_all((0..1_000).map(|number| {
        let (client, task_budget) = (client.clone(), task_budget.clone());
        tokio::spawn(async move { client.ask(call(&format!("job {number}"), &task_budget)).await.map(|_| ()) })
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
    assert_eq!(client.ledger.spent(&task_budget.scope), MicroUsd(made * 15));
    assert!(client.ledger.spent(&task_budget.scope) <= task_budget.limit);
    assert_eq!(client.model.calls() as u64, made);
}

#[tokio::test]
async fn an_exhausted_budget_is_denied_with_and_without_redis() {
    let client = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(10);
    for flush in [false, true, false] {
        if flush {
            client.coordination.flush();
        }
        let denied = client.ask(call("one", &task_budget)).await.unwrap_err();
        let AskError::Denied { scope, left } = denied else { panic!("{denied}") };
        assert_eq!((scope.as_str(), left), (task_budget.scope.key(), MicroUsd(10)));
    }
    client.coordination.set_down(true);
    assert!(matches!(client.ask(call("two", &task_budget)).await, Err(AskError::Denied { .. })));
    assert_eq!(client.model.calls(), 0);
    let refused = client.ledger.refusals().into_iter().map(|one| (one.agent, one.budget)).collect::<Vec<_>>();
    assert_eq!(refused, vec![("filter".to_owned(), "task".to_owned()); 4], "recorded with and without Redis");
}

#[tokio::test]
async fn an_outdated_rejection_by_redis_is_corrected() {
    let client = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(1_000_000);
    client.coordination_seed(&task_budget, MicroUsd(1_000_000)).await;
    assert!(client.ask(call("one", &task_budget)).await.is_ok(), "Postgres decides");
    assert!(client.coordination.balance(&task_budget.scope).unwrap() <= MicroUsd(15));
}

#[tokio::test]
async fn without_postgres_no_call_is_made() {
    let client = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    client.ledger.set_down(true);
    let error = client.ask(call("one", &budget(1_000_000))).await.unwrap_err();
    assert_eq!(error.into_failure().action(), FailureAction::Retry);
    assert_eq!(client.model.calls(), 0);
}

#[tokio::test]
async fn every_ending_is_charged_correctly() {
    let usage = Usage { input: 3, output: 4, ..Usage::default() };
    let garbled = |usage| LlmError::Garbled { reason: "cut off".to_owned(), usage };
    let server = LlmError::Server { status: 500, message: "oops".to_owned() };
    let invalid = LlmError::Invalid { status: 400, message: "too long".to_owned() };
    let script = [server, invalid, lost(), garbled(None), garbled(Some(usage))];
    let client = FakeModelClient::new("filter", FakeModel::scripted(script.map(Err)));
    let task_budget = budget(1_000_000_000);
    let max = client.max_cost(&call("one", &task_budget).request);
    let mut verdicts = Vec::new();
    for _ in 0..5 {
        let error = client.ask(call("one", &task_budget)).await.unwrap_err();
        verdicts.push(error.into_failure().action());
    }
    assert_eq!(
        verdicts,
        [FailureAction::Retry, FailureAction::Reject, FailureAction::Retry, FailureAction::Retry, FailureAction::Retry]
    );
    let wasted = CallEnd::Wasted { actual: MicroUsd(7), tokens: Tokens { read: 3, written: 4 } };
    assert_eq!(ends(&client), [CallEnd::Refused, CallEnd::Refused, CallEnd::Unknown, CallEnd::Unknown, wasted]);
    assert_eq!(client.ledger.spent(&task_budget.scope), max + max + MicroUsd(7));
    let ids: std::collections::BTreeSet<JobId> = client.model.asked().into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 5, "every retry is a reservation of its own");
    let given_up = client.ask(call("one", &task_budget)).await.unwrap_err();
    assert!(matches!(given_up, AskError::Unanswered { calls: 3 }), "{given_up}");
    assert_eq!(client.model.calls(), 5, "a fourth call without a reply is not paid");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_call_is_sent_to_the_ledger_until_it_is_recorded() {
    let task_budget = budget(1_000_000);
    let (client, gated) = gated_client(4);
    let asked = start_call(&client, "one", &task_budget);
    gated.reached(1).await;
    client.ledger.set_away_for(3);
    gated.open();
    assert_eq!(asked.await.unwrap().unwrap().reply.text(), "yes");
    assert!(matches!(ends(&client)[..], [CallEnd::Settled { .. }]), "{:?}", ends(&client));
    assert_eq!(client.ledger.spent(&task_budget.scope), MicroUsd(15));
}

/// Another instance may have settled the call as never sent: the lease of this one may have lapsed meanwhile.
#[tokio::test(start_paused = true)]
async fn a_call_whose_intent_took_too_long_is_not_sent() {
    let asks = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("yes"))));
    let task_budget = budget(1_000_000);
    asks.ledger.set_opens_after(11 * SECOND);
    let late = asks.ask(call("one", &task_budget)).await.unwrap_err();
    assert!(matches!(late.into_failure().action(), FailureAction::Defer(_)));
    assert_eq!((asks.model.calls(), ends(&asks)), (0, vec![CallEnd::Refused]));
    assert_eq!(asks.ledger.spent(&task_budget.scope), MicroUsd::ZERO);
    asks.ledger.set_opens_after(9 * SECOND);
    asks.ask(call("one", &task_budget)).await.unwrap();
    assert_eq!(asks.model.calls(), 1);
}

/// The job fails after a few attempts, and the charge is corrected as soon as the ledger answers.
#[tokio::test(start_paused = true)]
async fn a_call_whose_settlement_failed_is_settled_later_by_the_same_process() {
    let task_budget = budget(1_000_000);
    let (client, gated) = gated_client(4);
    let asked = start_call(&client, "one", &task_budget);
    gated.reached(1).await;
    client.ledger.set_away_for(12);
    gated.open();
    assert!(asked.await.unwrap().is_err(), "the ledger does not answer");
    let settled = async {
        let mut every = tokio::time::interval(SECOND);
        while client.ledger.calls()[0].end.is_none() {
            every.tick().await;
        }
    };
    tokio::time::timeout(600 * SECOND, settled).await.expect("it is settled");
    assert_eq!(client.ledger.spent(&task_budget.scope), MicroUsd(15));
}

/// The parts of a client that can be stopped, with a call in progress.
struct Stopping {
    client: MeteredModel<FakeLedger>,
    gated: Arc<Gated>,
    ledger: Arc<FakeLedger>,
    stop: CancellationToken,
    asked: JoinHandle<Result<Metered, AskError>>,
}

impl Stopping {
    async fn with_a_call() -> Self {
        let gated = Arc::new(Gated::new(Arc::new(FakeModel::scripted([Ok(text_reply("yes"))]))));
        let ledger = Arc::new(FakeLedger::default());
        let stores =
            MeteringStores { ledger: Arc::clone(&ledger), coordination: Arc::new(FakeCoordination::default()) };
        let stop = CancellationToken::new();
        let clock = Arc::new(FixedClock::at(domain::Time::default()));
        let client = MeteredModel::new(stores, Models::one(gated.clone()), clock, settings(4)).stopping(stop.clone());
        let task_budget = budget(1_000_000);
        let asked = tokio::spawn({
            let (client, call) = (client.clone(), call("one", &task_budget));
            async move { client.ask(call).await }
        });
        gated.reached(1).await;
        Self { client, gated, ledger, stop, asked }
    }
}

/// A rollout pays nothing twice: the worker waits for calls in progress, also for those of interrupted jobs, and begins
/// no other.
#[tokio::test(start_paused = true)]
async fn a_worker_that_stops_finishes_its_calls_and_begins_none() {
    let Stopping { client, gated, ledger, stop, asked } = Stopping::with_a_call().await;
    asked.abort();
    stop.cancel();
    let refused = client.ask(call("two", &budget(1_000_000))).await.unwrap_err();
    assert!(matches!(refused.into_failure().action(), FailureAction::Defer(_)), "another replica continues the job");
    assert!(tokio::time::timeout(300 * SECOND, client.finished()).await.is_err(), "a call is in progress");
    gated.open();
    tokio::time::timeout(SECOND, client.finished()).await.expect("the call has ended");
    assert!(
        matches!(ledger.calls()[..], [FakeCall { end: Some(CallEnd::Settled { .. }), .. }]),
        "{:?}",
        ledger.calls()
    );
}

/// A settlement that is still being tried belongs to the calls in progress: a process that ended before it would leave
/// a call without an end.
#[tokio::test(start_paused = true)]
async fn a_worker_that_stops_waits_for_a_late_settlement() {
    let Stopping { client, gated, ledger, stop, asked } = Stopping::with_a_call().await;
    ledger.set_away_for(12);
    gated.open();
    assert!(asked.await.unwrap().is_err(), "the ledger does not answer");
    stop.cancel();
    tokio::time::timeout(600 * SECOND, client.finished()).await.expect("the settlement is recorded");
    assert!(
        matches!(ledger.calls()[..], [FakeCall { end: Some(CallEnd::Settled { .. }), .. }]),
        "{:?}",
        ledger.calls()
    );
}

#[tokio::test]
async fn a_long_series_of_429_costs_few_calls_and_neither_money_nor_attempts() {
    let client =
        FakeModelClient::new("filter", FakeModel::by_rule(|_| Err(LlmError::RateLimited { after: Some(2 * SECOND) })));
    let task_budget = budget(1_000_000_000);
    for second in 0..300 {
        for job in 0..10 {
            let error = client.ask(call(&format!("{second}/{job}"), &task_budget)).await.unwrap_err();
            assert!(matches!(error.into_failure().action(), FailureAction::Defer(wait) if !wait.is_zero()));
        }
        client.advance(SECOND);
    }
    assert!(client.model.calls() <= 150, "{} of 3000", client.model.calls());
    assert_eq!(client.ledger.spent(&task_budget.scope), MicroUsd::ZERO);
    assert!(ends(&client).iter().all(|end| *end == CallEnd::Refused));
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
    let client = FakeModelClient::new("filter", FakeModel::scripted([Err(spent), Ok(text_reply("paid again"))]));
    let task_budget = budget(1_000_000);
    let error = client.ask(call("one", &task_budget)).await.unwrap_err();
    assert!(error.to_string().contains("credit balance"), "{error}");
    assert!(matches!(error.into_failure().action(), FailureAction::Defer(wait) if wait >= RETRY_SPENT));
    client.advance(RETRY_SPENT - SECOND);
    assert!(matches!(client.ask(call("one", &task_budget)).await, Err(AskError::Blocked { .. })));
    assert_eq!(client.model.calls(), 1);
    client.advance(2 * SECOND);
    assert_eq!(client.ask(call("one", &task_budget)).await.unwrap().reply.text(), "paid again");
}

#[tokio::test]
async fn a_call_continues_when_its_caller_is_dropped() {
    let (client, gated) = gated_client(8);
    let task_budget = budget(1_000_000);
    let caller = start_call(&client, "one", &task_budget);
    gated.reached(1).await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    gated.open();
    let reply = client.ask(call("one", &task_budget)).await;
    let calls = client.ledger.calls();
    // The second caller either waited for the first call or read its remembered reply; both are paid and settled.
    assert_eq!(reply.unwrap().reply.text(), "yes");
    assert!(matches!(calls[0].end, Some(CallEnd::Settled { .. })), "{calls:?}");
}

#[tokio::test]
async fn a_budget_that_a_call_in_progress_has_reserved_is_waited_for_and_a_spent_one_is_not() {
    let (client, gated) = gated_client(8);
    let max = client.max_cost(&call("one", &budget(0)).request);
    let task_budget = budget(max.0 + 20);
    let first = start_call(&client, "one", &task_budget);
    gated.reached(1).await;
    let error = client.ask(call("two", &task_budget)).await.unwrap_err();
    assert!(
        matches!(&error, AskError::Busy { after, why } if *after < 2 * SECOND && why.contains("reserved")),
        "{error}"
    );
    gated.open();
    first.await.unwrap().unwrap();
    // The first call cost 15 of its maximum, so the second one is affordable now and the third is not.
    client.ask(call("two", &task_budget)).await.unwrap();
    assert!(matches!(client.ask(call("three", &task_budget)).await, Err(AskError::Denied { .. })));
}

#[tokio::test]
async fn concurrent_calls_are_limited_and_waiting_calls_have_no_intent() {
    let (client, gated) = gated_client(2);
    let task_budget = budget(1_000_000_000);
    let callers: Vec<_> = (0..10).map(|number| start_call(&client, &format!("{number}"), &task_budget)).collect();
    gated.reached(2).await;
    assert_eq!(client.ledger.calls().len(), 2, "a call that waits for a permit has no open intent");
    gated.open();
    for caller in callers {
        caller.await.unwrap().unwrap();
    }
    assert_eq!(gated.most(), 2);
}

#[tokio::test]
async fn a_call_without_an_answer_by_its_deadline_is_unknown() {
    let (client, _closed) = gated_client(2);
    let task_budget = budget(1_000_000);
    let soon = domain::Clock::now(&*client.clock) + Duration::from_millis(20);
    let error = client.ask(MeteredCall { deadline: Some(soon), ..call("one", &task_budget) }).await.unwrap_err();
    assert_eq!(error.into_failure().action(), FailureAction::Retry);
    assert_eq!(ends(&client), [CallEnd::Unknown]);
    assert_eq!(
        client.ledger.left(&task_budget).await.unwrap(),
        MicroUsd(1_000_000 - client.ledger.calls()[0].intent.max.0)
    );
}

#[tokio::test]
async fn a_call_whose_deadline_has_passed_is_neither_made_nor_charged() {
    let client = FakeModelClient::new("filter", FakeModel::scripted([Ok(text_reply("too late"))]));
    let task_budget = budget(1_000_000);
    let passed = domain::Clock::now(&*client.clock);
    let refused = client.ask(MeteredCall { deadline: Some(passed), ..call("one", &task_budget) }).await.unwrap_err();
    assert!(matches!(&refused, AskError::Rejected { reason } if reason.contains("deadline")), "{refused:?}");
    assert_eq!((client.model.calls(), client.ledger.spent(&task_budget.scope)), (0, MicroUsd::ZERO));
    assert!(matches!(ends(&client)[..], [CallEnd::Refused]), "{:?}", ends(&client));
}
