//! Cut replies, account refusals and the second provider: what is called, what is paid, and what waits.

mod support;

use std::sync::Arc;
use std::time::Duration;

use coordination::ModelStates;
use domain::MicroUsd;
use llm::testing::{FakeModel, text_reply};
use llm::{LlmError, ModelReply, Price, StopReason};
use runtime::FailureAction;
use support::{budget, call};
use worker::metering::{AskError, ModelClient, RETRY_SPENT};
use worker::testing::FakeModelClient;

const SECOND: Duration = Duration::from_secs(1);

fn cut() -> ModelReply {
    ModelReply { stop: StopReason::MaxTokens, ..text_reply("who") }
}

fn no_key() -> LlmError {
    LlmError::Auth { status: 401, message: "invalid x-api-key".to_owned() }
}

/// A model at another provider, three times as expensive.
fn second() -> FakeModel {
    let price = Price { input: MicroUsd::dollars(3), output: MicroUsd::dollars(3), ..Price::default() };
    FakeModel::by_rule(|_| Ok(text_reply("second"))).priced(price).named("other", "other-1")
}

#[tokio::test]
async fn a_cut_reply_is_repeated_once_with_a_larger_limit() {
    let script = [Ok(cut()), Ok(text_reply("whole"))];
    let client = FakeModelClient::new("filter", FakeModel::scripted(script).enlarging(1_000));
    let task_budget = budget(1_000_000);
    for _ in 0..2 {
        let metered = client.ask(call("one", &task_budget)).await.unwrap();
        assert_eq!((metered.reply.text().as_str(), metered.cost, metered.calls), ("whole", MicroUsd(30), 2));
    }
    assert_eq!(
        (client.model.calls(), client.ledger.spent(&task_budget.scope)),
        (2, MicroUsd(30)),
        "both are remembered"
    );
    assert_eq!(client.model.asked()[1].1.max_tokens, 200);
    let steps: Vec<String> = client.ledger.calls().into_iter().map(|call| call.intent.step.step).collect();
    assert_eq!(steps, ["step", "step-longer"]);
}

#[tokio::test]
async fn a_cut_reply_is_used_if_the_larger_call_is_cut_denied_or_impossible() {
    let always = || FakeModel::by_rule(|_| Ok(cut()));
    let plenty = budget(1_000_000);
    let twice = FakeModelClient::new("filter", always().enlarging(1_000));
    assert_eq!(twice.ask(call("one", &plenty)).await.unwrap().calls, 2);
    assert_eq!(twice.model.calls(), 2, "never a third call");

    let poor = FakeModelClient::new("filter", always().enlarging(1_000));
    let tight = budget(poor.max_cost(&call("one", &plenty).request).0);
    assert_eq!(poor.ask(call("one", &tight)).await.unwrap().reply, cut());
    assert_eq!((poor.model.calls(), poor.ledger.spent(&tight.scope)), (1, MicroUsd(15)));

    let lost = LlmError::Lost { reason: "not answered in full within 330s".to_owned() };
    let slow = FakeModelClient::new("filter", FakeModel::scripted([Ok(cut()), Err(lost)]).enlarging(1_000));
    assert_eq!(
        slow.ask(call("one", &plenty)).await.unwrap().reply,
        cut(),
        "a slow model never finishes the longer one"
    );

    let largest = FakeModelClient::new("filter", always());
    assert_eq!(largest.ask(call("one", &plenty)).await.unwrap().calls, 1);
}

#[tokio::test]
async fn an_account_refusal_blocks_all_replicas_until_a_reply_ends_it() {
    let first = FakeModelClient::new("filter", FakeModel::scripted([Err(no_key())]));
    let second = first.another_replica(FakeModel::scripted([Ok(text_reply("yes"))]));
    let (task_budget, key) = (budget(1_000_000), first.card().limit_key());
    let error = first.ask(call("a", &task_budget)).await.unwrap_err();
    assert!(matches!(&error, AskError::Blocked { why, .. } if why.contains("401")), "{error:?}");
    assert!(matches!(error.into_failure().action(), FailureAction::Defer(wait) if wait >= RETRY_SPENT));
    let block = first.coordination.model_state(&key).await.unwrap().block.unwrap();
    assert_eq!((block.service.as_str(), block.reason.as_str()), ("filter", "auth"));
    let error = second.ask(call("b", &task_budget)).await.unwrap_err();
    assert!(matches!(&error, AskError::Blocked { why, .. } if why.contains("invalid x-api-key")), "{error:?}");
    assert_eq!(second.model.calls(), 0);
    second.advance(2 * RETRY_SPENT);
    assert_eq!(second.ask(call("b", &task_budget)).await.unwrap().reply.text(), "yes");
    assert_eq!(first.coordination.model_state(&key).await.unwrap().block, None);
}

#[tokio::test]
async fn without_redis_a_replica_remembers_its_own_block() {
    let client = FakeModelClient::new("filter", FakeModel::scripted([Err(no_key())]));
    client.coordination.set_down(true);
    for _ in 0..2 {
        assert!(matches!(client.ask(call("a", &budget(1_000_000))).await, Err(AskError::Blocked { .. })));
    }
    client.coordination.set_down(false);
    client.refresh().await;
    let error = client.ask(call("a", &budget(1_000_000))).await.unwrap_err();
    assert!(matches!(error, AskError::Blocked { .. }), "{error:?}");
    assert_eq!(client.model.calls(), 1);
}

#[tokio::test]
async fn the_fallback_replies_at_its_own_price_and_no_provider_is_paid_again() {
    for refusal in [no_key(), LlmError::RateLimited { after: Some(60 * SECOND) }] {
        let fallback = Arc::new(second());
        let primary = FakeModel::scripted([Err(refusal), Ok(text_reply("first"))]);
        let client = FakeModelClient::with_fallback("filter", primary, fallback.clone());
        let task_budget = budget(1_000_000);
        let metered = client.ask(call("one", &task_budget)).await.unwrap();
        assert_eq!((metered.reply.text().as_str(), metered.cost), ("second", MicroUsd(45)));
        let paid = client.ledger.calls().pop().unwrap().intent;
        assert_eq!((paid.provider.as_str(), paid.model.as_str()), ("other", "other-1"));
        client.advance(2 * RETRY_SPENT);
        assert_eq!(
            client.ask(call("one", &task_budget)).await.unwrap(),
            metered,
            "also while the primary may be called"
        );
        assert_eq!(client.ask(call("two", &task_budget)).await.unwrap().reply.text(), "first");
        assert_eq!((client.model.calls(), fallback.calls()), (2, 1));
        assert_eq!(client.ledger.spent(&task_budget.scope), MicroUsd(45 + 15));
    }
}

#[tokio::test]
async fn the_fallback_is_not_paid_for_a_reply_of_the_primary() {
    let fallback = Arc::new(second());
    let primary = FakeModel::scripted([Ok(text_reply("first")), Err(no_key())]);
    let client = FakeModelClient::with_fallback("filter", primary, fallback.clone());
    let task_budget = budget(1_000_000);
    let metered = client.ask(call("one", &task_budget)).await.unwrap();
    assert_eq!(client.ask(call("two", &task_budget)).await.unwrap().reply.text(), "second");
    assert_eq!(client.ask(call("one", &task_budget)).await.unwrap(), metered, "remembered during the cool-down");
    assert_eq!(fallback.calls(), 1);
}

#[tokio::test]
async fn work_waits_for_the_primary_if_the_fallback_is_too_expensive_or_waits_longer() {
    let fallback = Arc::new(second());
    let limited = LlmError::RateLimited { after: Some(9 * SECOND) };
    let client =
        FakeModelClient::with_fallback("filter", FakeModel::scripted([Err(limited.clone())]), fallback.clone());
    let request = call("one", &budget(0)).request;
    assert_eq!(client.max_cost(&request), llm::Model::max_cost(&*fallback, &request), "the bound holds for both");
    let tight = budget(llm::Model::max_cost(&*client.model, &request).0);
    assert!(matches!(client.ask(call("one", &tight)).await, Err(AskError::Busy { .. })));
    assert_eq!(fallback.calls(), 0);

    let refusing = Arc::new(FakeModel::by_rule(|_| Err(no_key())).named("other", "other-1"));
    let client = FakeModelClient::with_fallback("filter", FakeModel::scripted([Err(limited)]), refusing);
    let error = client.ask(call("one", &budget(1_000_000))).await.unwrap_err();
    assert!(matches!(error, AskError::Busy { after, .. } if after < 60 * SECOND), "{error:?}");
}
