//! The cost of events before they are published, estimated with the `auspex` binary from decisions and costs in
//! Postgres.

use std::sync::Arc;

use domain::classification::Decider;
use domain::effect::{AuditLine, ResultRow};
use domain::event::Transaction;
use domain::port::{CallIntent, Job, Journal, Ledger, Opened, QuietBatch, QuietEvent, Settled, StepKey};
use domain::{Classification, Clock, Effect, Event, EventId, EventKind, MicroUsd, QuietRule, Tenant, Time, Verdict};
use serde_json::json;
use store::Store;

use crate::started::Started;

const RESEARCH: MicroUsd = MicroUsd(600_000);
const JUDGING: MicroUsd = MicroUsd(40_000);

fn now() -> Time {
    // The estimate reads the last 30 days, so the events must be recent.
    runtime::SystemClock.now()
}

fn transaction(name: &str) -> Event {
    let kind = EventKind::Transaction(Transaction::default());
    Event { id: EventId::parse(name).unwrap(), kind, ..domain::testing::event() }
}

/// A transaction that the model judged and that was researched, with its cost.
fn researched(event: Event) -> Settled {
    let job = event.job();
    let audit = AuditLine {
        job,
        event: job,
        tenant: Tenant::default(),
        worker: "researcher".into(),
        action: "researched".into(),
        subject: String::new(),
        from_cache: None,
        tools: vec![],
        cost: RESEARCH,
        errors: vec![],
        at: now(),
    };
    let result = ResultRow {
        id: job.derive("result", 0),
        kind: "research".into(),
        tenant: Tenant::default(),
        event: job,
        run: None,
        body: json!({}),
        made_at: now(),
    };
    let decided_by = Decider::Model;
    let made = Classification { event, interesting: true, tasks: 1, decided_by, ..domain::testing::classification() };
    let effects = vec![
        Effect::Classified(Box::new(made)),
        Effect::Audited(Box::new(audit)),
        Effect::ResultStored(Box::new(result)),
    ];
    Settled { job: Job { consumer: "writer", id: job }, effects, outgoing: vec![], dead: None }
}

fn quiet(name: &str) -> QuietEvent {
    let event = transaction(name);
    let rule = QuietRule::BelowMinimum;
    let verdict = Verdict { event: event.id.clone(), kind: event.kind.name(), rule, score: 0.1 };
    QuietEvent { job: event.job(), tenant: Tenant::default(), verdict, sequence: 1, digest: [0; 32] }
}

/// One transaction was researched; rules ignored the other nineteen.
async fn twenty_earlier(store: &Store) {
    store.journal().renew_lease(std::time::Duration::from_secs(600)).await.unwrap();
    let event = transaction("researched");
    let step = StepKey::new(event.job(), "judge", b"batch");
    let call = CallIntent { step, max: JUDGING, agent: "classifier".into(), ..domain::testing::call_intent() };
    assert!(matches!(store.ledger().open(&call).await.unwrap(), Opened::Go(_)));
    let settled = researched(event);
    store.journal().begin(&settled.job).await.unwrap();
    store.journal().commit(settled).await.unwrap();
    let batch = QuietBatch {
        consumer: "classifier",
        events: (0..19).map(|n| quiet(&format!("ignored-{n}"))).collect(),
        made_at: now(),
        encode: Arc::new(|_| domain::testing::outgoing()),
    };
    store.journal().commit_quiet(batch).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_are_expected_to_be_researched_as_often_as_earlier_ones() {
    let started = Started::servers().await;
    started.text(&["topology", "apply"], 0).await;
    let leg = json!({"mint": "m", "symbol": "M"});
    let lines = (0..100).map(|n| json!({"id": format!("t-{n}"), "transaction": {"legs": [leg]}}).to_string());
    let file = started.file("new.ndjson", &lines.collect::<Vec<_>>().join("\n"));
    let unknown = started.text(&["publish", "--dry-run", &file], 0).await;
    assert!(unknown.contains("100 left to the classifier") && unknown.contains("no history"), "{unknown}");

    twenty_earlier(&started.store().await).await;
    let told = started.text(&["publish", "--dry-run", &file], 0).await;
    let share = "of 20 earlier transactions, 1 was researched, and a model judged 1 for $0.040000";
    assert!(told.contains(share) && told.contains("expected cost $3.200000"), "{told}");
    let estimate = &started.json(&["publish", "--dry-run", &file], 0).await["estimate"];
    let share = json!({"earlier": 20, "researched": 1, "judged": 1, "judging_micro_usd": JUDGING.0});
    let group = &estimate["groups"][0];
    assert_eq!((&group["share"], &group["median_micro_usd"]), (&share, &json!(RESEARCH.0)), "{estimate}");
    assert_eq!(group["expected_micro_usd"], json!(5 * RESEARCH.0 + 5 * JUDGING.0), "{estimate}");
    assert!(estimate["upper_bound_micro_usd"].as_u64() > Some(100 * RESEARCH.0), "the bound covers each: {estimate}");
    assert_eq!(started.events_in_stream().await, 0, "nothing was published");
}
