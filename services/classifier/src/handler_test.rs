//! Tests of the handler with fakes for memory, Redis and the model.

use std::time::Duration;

use coordination::Freshness;
use coordination::testing::FakeCoordination;
use domain::classification::Fate;
use domain::effect::Effect;
use domain::{Classification, Clock, EntityKind, EventKind, FixedClock};
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{LlmError, ModelReply};
use runtime::FailureAction;
use runtime::config::Env;
use serde_json::json;
use store::testing::FakeMemory;
use worker::SpendingLimits;
use worker::testing::FakeModelClient;

use super::*;
use crate::sample::{alert_of, directions_of, macro_of, miss_of, named as event_named, question, swap, when};

struct World {
    client: Arc<FakeModelClient>,
    marks: Arc<FakeCoordination>,
    memory: Arc<FakeMemory>,
    classifier: Classifier<FakeMemory>,
}

fn prompts() -> Arc<worker::Prompts> {
    Arc::new(worker::Prompts::builtin("classifier").unwrap())
}

fn world(script: Vec<Result<ModelReply, LlmError>>) -> World {
    let client = Arc::new(FakeModelClient::new("classifier", FakeModel::scripted(script)));
    let marks = Arc::new(FakeCoordination::default());
    let memory = Arc::new(FakeMemory::default());
    let mut env = Env::from_pairs(Vec::<(String, String)>::new());
    let config = crate::ClassifierConfig::read(&mut env);
    let limits = SpendingLimits::read(&mut env);
    let budgets = Budgets::from_limits(&limits);
    let judge = Judge::new(client.clone(), limits, config.patience, prompts());
    let classifier = Classifier {
        memory: memory.clone(),
        marks: marks.clone(),
        judge: Some(judge),
        rules: config.rules,
        alarm_pause: config.alarm_pause,
        scout: config.scout,
        budgets,
        groups: None,
    };
    World { client, marks, memory, classifier }
}

fn decisions_reply(decisions: impl serde::Serialize) -> Result<ModelReply, LlmError> {
    Ok(tool_call("classify_transactions", json!({ "decisions": decisions })))
}

fn attempt(event: &Event, failures: u32) -> Attempt {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock::at(when()));
    Attempt { job: event.job(), failures, published_at: None, clock }
}

impl World {
    async fn handle(&self, events: &[Event]) -> Vec<Result<Outcome, Failure>> {
        self.handle_after(events, 0).await
    }

    async fn handle_after(&self, events: &[Event], failures: u32) -> Vec<Result<Outcome, Failure>> {
        let batch = events.iter().map(|event| (EventReceived(event.clone()), attempt(event, failures))).collect();
        self.classifier.handle(batch).await
    }

    async fn classify(&self, events: &[Event]) -> Vec<Classification> {
        self.handle(events).await.into_iter().map(|outcome| classification(&outcome.expect("an outcome"))).collect()
    }
}

fn classification(outcome: &Outcome) -> Classification {
    let mut classified = outcome.effects.iter().filter_map(|effect| match effect {
        Effect::Classified(made) => Some((**made).clone()),
        _ => None,
    });
    let first = classified.next().expect("every event is classified");
    assert!(classified.next().is_none(), "once");
    let emitted =
        outcome.facts.iter().filter(|emission| emission.fact.subject() == "auspex.classification.made").count();
    assert_eq!(emitted, 1, "and emitted once");
    first
}

fn two() -> [Event; 2] {
    [event_named("e1", swap("MintA", None)), event_named("e2", swap("MintB", None))]
}

#[tokio::test]
async fn one_model_call_for_the_whole_batch() {
    let world = world(vec![decisions_reply(json!([
        { "id": "t1", "interesting": true, "score": 0.8, "reason": "new" },
        { "id": "t2", "interesting": false, "score": 0.1, "reason": "dull" },
    ]))]);
    let [first, second] = &world.classify(&two()).await[..] else { panic!("two") };
    assert_eq!(world.client.model.calls(), 1);
    assert_eq!((first.decided_by, first.interesting, first.tasks), (Decider::Model, true, 1));
    assert_eq!((second.interesting, second.identifiers[0].fate), (false, Fate::Ignored));
}

#[tokio::test]
async fn a_repeated_batch_has_the_same_outcome_and_is_paid_once() {
    let world =
        world(vec![decisions_reply(json!([{ "id": "t1", "interesting": true, "score": 0.8, "reason": "new" }]))]);
    let first = world.classify(&two()).await;
    assert_eq!(first, world.classify(&two()).await);
    assert_eq!(world.client.model.calls(), 1);
    assert_eq!(first[1].decided_by, Decider::RulesWithoutModel, "what the model leaves out the rules decide");
}

#[tokio::test]
async fn every_kind_is_classified_and_only_transactions_use_the_model() {
    let world = world(vec![]);
    let kinds = [question(), alert_of(MicroUsd::dollars(6_000)), miss_of(0.1, 0.5), directions_of(2), macro_of("m")];
    let events: Vec<Event> =
        kinds.into_iter().enumerate().map(|(at, kind)| event_named(&format!("e{at}"), kind)).collect();
    let told = world.handle(&events).await;
    let facts: Vec<usize> = told.iter().map(|outcome| outcome.as_ref().unwrap().facts.len()).collect();
    assert_eq!(facts, [2, 2, 2, 3, 2]);
    assert_eq!(world.client.model.calls(), 0);
}

#[tokio::test]
async fn an_unusable_answer_gets_one_retry_and_then_the_rules_decide() {
    let world = world(vec![Ok(text_reply("no JSON here")), Ok(text_reply("again none"))]);
    let events = [event_named("e1", swap("MintA", Some(2_000))), event_named("e2", swap("MintB", None))];
    let told = world.classify(&events).await;
    assert_eq!(world.client.model.calls(), 2);
    assert!(told.iter().all(|made| made.decided_by == Decider::RulesWithoutModel));
    assert!(told[0].interesting && !told[1].interesting);
    assert!(told[0].reason.contains("no usable answer"), "{}", told[0].reason);
}

#[tokio::test]
async fn without_budget_the_rules_decide() {
    let mut world = world(vec![]);
    let mut env = Env::from_pairs([("AUSPEX_BUDGET_TENANT_DAY", "0")]);
    world.classifier.judge =
        Some(Judge::new(world.client.clone(), SpendingLimits::read(&mut env), Duration::ZERO, prompts()));
    assert!(world.classify(&two()).await.iter().all(|made| made.decided_by == Decider::RulesWithoutModel));
    let mut poor = two();
    poor[0].budget = Some(MicroUsd::ZERO);
    assert!(world.classify(&poor[..1]).await[0].reason.contains("budget"));
    assert_eq!(world.client.model.calls(), 0);
}

#[tokio::test]
async fn the_wait_for_a_busy_model_is_bounded() {
    let busy = |seconds| Err(LlmError::RateLimited { after: Some(Duration::from_secs(seconds)) });
    let short = world(vec![busy(2)]);
    for outcome in short.handle(&two()).await {
        assert!(
            matches!(outcome.err().unwrap().action(), FailureAction::Defer(after) if after <= Duration::from_secs(3))
        );
    }
    let long = world(vec![busy(60)]);
    assert!(long.classify(&two()).await.iter().all(|made| made.decided_by == Decider::RulesWithoutModel));
}

#[tokio::test]
async fn a_refused_account_is_waited_for_however_long() {
    let refusals = [
        LlmError::Auth { status: 401, message: "no such key".into() },
        LlmError::SpendCap { message: "no credit".into() },
        LlmError::UnknownModel { status: 404, message: "no such model".into() },
    ];
    for refusal in refusals {
        let world = world(vec![Err(refusal)]);
        for attempt in 0..2 {
            for outcome in world.handle_after(&two(), 99 * attempt).await {
                let action = outcome.err().unwrap().action();
                assert!(
                    matches!(action, FailureAction::Defer(after) if after >= Duration::from_secs(500)),
                    "{action:?}"
                );
            }
        }
        assert_eq!(world.client.model.calls(), 1);
    }
}

#[tokio::test]
async fn a_lost_answer_is_requested_again_a_bounded_number_of_times() {
    let lost = || Err(LlmError::Lost { reason: "gone".into() });
    let world = world(vec![lost(), lost()]);
    assert!(matches!(world.handle(&two()).await.remove(0).err().unwrap().action(), FailureAction::Retry));
    let after = world.handle_after(&two(), 2).await.remove(0).unwrap();
    assert_eq!(classification(&after).decided_by, Decider::RulesWithoutModel);
}

#[tokio::test]
async fn fresh_research_is_not_repeated() {
    let world = world(vec![decisions_reply(json!([
        { "id": "t1", "interesting": true, "score": 0.8, "reason": "new" },
        { "id": "t2", "interesting": true, "score": 0.8, "reason": "new" },
    ]))]);
    let (entity, names) =
        (domain::EntityId::slug("minta"), [coordination::Topic::of_tenant(&Tenant::default(), "minta")]);
    world.marks.mark_fresh(&entity, &names, Duration::from_secs(60)).await.unwrap();
    let told = world.classify(&two()).await;
    assert_eq!((told[0].identifiers[0].fate, told[0].tasks), (Fate::Fresh, 0));
    assert_eq!((told[1].identifiers[0].fate, told[1].tasks), (Fate::Research, 1));
}

/// Returns a transaction with an alarming description.
fn rug(id: &str, mint: &str) -> Event {
    let mut event = event_named(id, swap(mint, None));
    if let EventKind::Transaction(tx) = &mut event.kind {
        tx.description = "All liquidity was removed: a rug pull, funds stolen.".into();
    }
    event
}

fn dull(n: usize) -> Result<ModelReply, LlmError> {
    let one = |n| json!({ "id": format!("t{}", n + 1), "interesting": false, "score": 0.1, "reason": "dull" });
    decisions_reply((0..n).map(one).collect::<Vec<_>>())
}

#[tokio::test]
async fn many_alarms_about_one_token_create_one_task() {
    let world = world(vec![dull(3), dull(2), dull(1), dull(1)]);
    let (entity, names) =
        (domain::EntityId::slug("minta"), [coordination::Topic::of_tenant(&Tenant::default(), "minta")]);
    world.marks.mark_fresh(&entity, &names, Duration::from_secs(3_600)).await.unwrap();
    let flood = [rug("e1", "MintA"), rug("e2", "MintA"), event_named("e3", swap("MintA", None))];
    let told = world.classify(&flood).await;
    let fates: Vec<(Fate, u32)> = told.iter().map(|made| (made.identifiers[0].fate, made.tasks)).collect();
    assert_eq!(
        fates,
        [(Fate::Research, 1), (Fate::Fresh, 0), (Fate::Fresh, 0)],
        "the first, and what is no alarm never"
    );
    let later = world.classify(&[rug("e4", "MintA"), rug("e5", "MintA")]).await;
    assert!(later.iter().all(|made| made.tasks == 0), "another batch, the same news");
    // A redelivery of the first one, whose outcome was lost, has the same result.
    let again = world.classify(&flood[..1]).await;
    assert_eq!((again[0].tasks, again[0].identifiers[0].fate), (1, Fate::Research));
    world.marks.advance(Duration::from_secs(601));
    assert_eq!(world.classify(&[rug("e6", "MintA")]).await[0].tasks, 1, "after the pause it may be other news");
}

#[tokio::test]
async fn without_redis_postgres_is_queried() {
    let world =
        world(vec![decisions_reply(json!([{ "id": "t1", "interesting": true, "score": 0.8, "reason": "new" }]))]);
    world.marks.set_down(true);
    let entity = store::memory::NewEntity {
        kind: EntityKind::CryptoToken,
        name: "MintA".into(),
        symbol: Some("MintA".into()),
        mint: None,
        verified: false,
        metadata: std::collections::BTreeMap::default(),
        created_at: when(),
        owner: None,
    };
    let entity = world.memory.create_entity(&entity).await.unwrap();
    let somebody = domain::port::Job { consumer: "researcher", id: domain::JobId::named(&["somebody"]) };
    let somebody = store::memory::LeaseHolder { tenant: Tenant::default(), job: somebody };
    world.memory.take_fence(&entity.id, &somebody, Duration::from_secs(3_600)).await.unwrap();
    assert_eq!(world.classify(&two()[..1]).await[0].identifiers[0].fate, Fate::InProgress);
}

#[tokio::test]
async fn the_same_token_twice_in_a_batch_is_researched_once() {
    let world = world(vec![decisions_reply(json!([
        { "id": "t1", "interesting": true, "score": 0.8, "reason": "new" },
        { "id": "t2", "interesting": true, "score": 0.8, "reason": "new" },
    ]))]);
    let events = [event_named("e1", swap("MintA", None)), event_named("e2", swap("MintA", None))];
    let fates: Vec<Fate> = world.classify(&events).await.iter().map(|made| made.identifiers[0].fate).collect();
    assert_eq!(fates, [Fate::Research, Fate::InProgress]);
}

/// The research of one tenant is not the research of another, within a batch and in the marks.
#[tokio::test]
async fn the_same_token_of_two_tenants_in_a_batch_is_researched_for_each() {
    let interesting = || decisions_reply(json!([{ "id": "t1", "interesting": true, "score": 0.8, "reason": "new" }]));
    let world = world(vec![interesting(), interesting(), interesting()]);
    let of = |id: &str, tenant: &str| Event {
        tenant: Tenant::parse(tenant).unwrap(),
        ..event_named(id, swap("MintA", None))
    };
    let fates = async |events: &[Event]| -> Vec<Fate> {
        world.classify(events).await.iter().map(|made| made.identifiers[0].fate).collect()
    };
    assert_eq!(fates(&[of("e1", "acme"), of("e2", "globex")]).await, [Fate::Research, Fate::Research]);
    let names = [coordination::Topic::of_tenant(&Tenant::parse("acme").unwrap(), "minta")];
    world.marks.mark_fresh(&domain::EntityId::slug("minta"), &names, Duration::from_secs(60)).await.unwrap();
    assert_eq!(fates(&[of("e3", "globex")]).await, [Fate::Research], "fresh for the other tenant only");
}

#[tokio::test]
async fn an_event_that_occurs_twice_in_a_batch_is_sent_to_the_model_once() {
    let world =
        world(vec![decisions_reply(json!([{ "id": "t1", "interesting": false, "score": 0.1, "reason": "dull" }]))]);
    let one = event_named("e1", swap("MintA", None));
    let told = world.classify(&[one.clone(), one]).await;
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn each_tenant_pays_for_its_own_call() {
    let decision = json!([{ "id": "t1", "interesting": false, "score": 0.1, "reason": "dull" }]);
    let world = world(vec![decisions_reply(decision.clone()), decisions_reply(decision)]);
    let mut events = two();
    events[1].tenant = Tenant::parse("other").unwrap();
    world.classify(&events).await;
    let mut tenants: Vec<String> =
        world.client.ledger.calls().iter().map(|call| call.intent.tenant.to_string()).collect();
    tenants.sort();
    assert_eq!(tenants, ["default", "other"]);
}

#[tokio::test]
async fn the_rules_alone_need_no_model() {
    let mut world = world(vec![]);
    world.classifier.judge = None;
    let rich = Event { kind: swap("MintA", Some(5_000)), ..two()[0].clone() };
    let made = world.classify(&[rich]).await.remove(0);
    assert_eq!((made.interesting, made.decided_by, made.tasks), (true, Decider::RulesWithoutModel, 1));
    assert!(matches!(made.event.kind, EventKind::Transaction(_)));
}
