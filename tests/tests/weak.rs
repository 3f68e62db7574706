//! Models at the ends of the range: one that thinks 8,000 tokens before each answer, a very small one behind a slow
//! server, and one that declines some tasks.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::BTreeMap;
use std::time::Duration;

use cli::up::OfflineProfile;
use domain::{Event, EventKind, MicroUsd};
use local_servers::Worker;
use offline::{Fault, Mode, Nonsense, Params};
use serde_json::Value;
use tests::fleet::WORKERS;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, corpus, events, wait};

/// Tokens that the small model writes per second.
const TOKENS_PER_SECOND: u64 = 30;
/// Context of the small model in tokens.
const CONTEXT: u64 = 8_192;

/// Returns the setup of a fleet on a small and slow model: few turns, and a reply has 30 s.
fn small_and_slow() -> Setup {
    Setup { tokens_per_second: Some(TOKENS_PER_SECOND), ack_wait: Duration::from_secs(3), ..Setup::default() }
        .only(&[])
        .with("AUSPEX_MODEL_API", "openai")
        .with("AUSPEX_MODEL_PRICE_IN", "0.30")
        .with("AUSPEX_MODEL_PRICE_OUT", "1.20")
        .with("AUSPEX_MODEL_PRICE_CACHE_READ", "0.03")
        .with("AUSPEX_MODEL_PRICE_CACHE_WRITE", "0.375")
        .with("AUSPEX_MODEL_HEADER_TIMEOUT", "30s")
        .with("AUSPEX_MODEL_DEADLINE", "30s")
        .with("AUSPEX_RESEARCHER_TURNS", 5)
        .with("AUSPEX_RESEARCHER_TIME", "40s")
        .with("AUSPEX_RESEARCHER_TODO_TIME", "20s")
        .with("AUSPEX_RESEARCHER_MAX_TOKENS", 256)
        .with("AUSPEX_WORKER_LEASE", "5s")
        .with("AUSPEX_WORKER_BACKOFF_CAP", "1s")
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s")
}

/// A small model: its wire format, whether it streams, and what it writes.
struct Small {
    wire: &'static str,
    stream: &'static str,
    writes: Nonsense,
}

async fn fleet_of(small: &Small, setup: Setup) -> Fleet {
    let setup = setup.with("AUSPEX_MODEL_API", small.wire).with("AUSPEX_MODEL_STREAM", small.stream);
    let fleet = Fleet::start(setup).await.unwrap();
    let params = Params { nonsense: Some(small.writes), context: Some(CONTEXT), ..Params::default() };
    fleet.offline.add_faults(vec![Fault { seed: 135, params, ..Fault::always(small.wire, Mode::Garbage) }]);
    let path = if small.wire == "openai" { "openai/v1" } else { "anthropic" };
    for worker in WORKERS {
        // A name for each worker, so that the cool-down of one does not slow down the others.
        let own = [
            (format!("{}_MODEL", worker.to_uppercase()), format!("SmolLM2-135M-Instruct-{worker}")),
            ("AUSPEX_MODEL_BASE_URL".to_owned(), format!("{}/{path}", fleet.offline.url())),
        ];
        fleet.start_worker(worker, BTreeMap::from(own)).unwrap();
    }
    fleet.ready().await.unwrap();
    fleet
}

/// Runs every kind of event and checks that each ends with a reason, within its budgets.
async fn assert_every_task_ends_with_a_reason(fleet: &Fleet, published: &[Event]) {
    let begun = std::time::Instant::now();
    let jobs = fleet.run(published, PATIENCE).await.unwrap();
    println!("{} events in {:.0} s", published.len(), begun.elapsed().as_secs_f64());
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let endings = "SELECT DISTINCT body->'research'->>'ending' FROM evidence";
    let endings = fleet.database.texts(endings).await.unwrap();
    println!("{endings:#?}\n{:#?}", fleet.degraded().await.unwrap());
    let count = async |sql: &str| fleet.database.count(sql).await.unwrap();
    let mute = "SELECT count(*) FROM dead_letter WHERE cardinality(errors) = 0";
    assert_eq!(count(mute).await, 0, "a dead letter has a reason");
    let unflagged = "SELECT count(*) FROM forecast WHERE json_array_length(body->'flags') = 0";
    assert_eq!(count(unflagged).await, 0, "every forecast lists what is missing");
    assert!(count("SELECT count(*) FROM forecast").await > 0);
    assert!(fleet.places("").into_iter().all(|place| fleet.ended(place).unwrap().is_none()), "every worker still runs");
}

#[tokio::test]
async fn a_small_model_behind_a_slow_server_ends_every_task_with_a_reason() {
    let small = Small { wire: "openai", stream: "off", writes: Nonsense::Weak };
    let published: Vec<Event> = (0..2).flat_map(events::every_kind).collect();
    assert_every_task_ends_with_a_reason(&fleet_of(&small, small_and_slow()).await, &published).await;
}

#[tokio::test]
async fn a_small_model_behind_a_slow_server_that_streams_ends_every_task_with_a_reason() {
    let small = Small { wire: "openai", stream: "on", writes: Nonsense::Weak };
    let published: Vec<Event> = (0..2).flat_map(events::every_kind).collect();
    assert_every_task_ends_with_a_reason(&fleet_of(&small, small_and_slow()).await, &published).await;
}

/// Runs a fleet whose model writes up to the limit of each reply, which takes longer than a call may. Real providers
/// cannot be asked for the outcome of a call, so neither can this one.
async fn assert_tasks_end_without_any_reply(small: &Small) -> Fleet {
    let setup = small_and_slow()
        .with("AUSPEX_MODEL_INVOICE_URL", "")
        .with("AUSPEX_MODEL_HEADER_TIMEOUT", "2s")
        .with("AUSPEX_MODEL_DEADLINE", "2s")
        .with("AUSPEX_FORECASTER_ESTIMATES", 1);
    let fleet = fleet_of(small, setup).await;
    assert_every_task_ends_with_a_reason(&fleet, &[events::question(0), events::transaction(0)]).await;
    let count = async |sql: &str| fleet.database.count(sql).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM call WHERE state = 'settled'").await, 0, "no reply ends in time");
    let most =
        "SELECT max(calls) FROM (SELECT count(*) AS calls FROM call WHERE charged > 0 GROUP BY job, step) AS steps";
    assert_eq!(count(most).await, 3, "a step is paid three times at most, and the fallbacks wait for these attempts");
    assert_eq!(count("SELECT count(*) FROM dead_letter").await, 0, "each task has a fallback");
    fleet
}

#[tokio::test]
async fn a_model_whose_replies_never_end_in_time_ends_every_task_after_three_paid_calls_per_step() {
    assert_tasks_end_without_any_reply(&Small { wire: "openai", stream: "off", writes: Nonsense::Endless }).await;
}

/// Each stream reports its prompt and is cut before the count of its reply.
#[tokio::test]
async fn streams_that_never_end_in_time_are_charged_above_the_bill_and_below_their_maximum() {
    let small = Small { wire: "anthropic", stream: "on", writes: Nonsense::Endless };
    let fleet = assert_tasks_end_without_any_reply(&small).await;
    let invoice = fleet.offline.invoice();
    let ledger = fleet.database.ledger().await.unwrap();
    let mut cut = 0;
    for line in invoice.iter().filter(|line| line.charged) {
        let call = &ledger[&line.request_id];
        assert!(call.charged >= line.cost_micro_usd, "{line:?} {}", call.charged);
        cut += usize::from(call.charged < call.max);
    }
    println!("{cut} of {} calls are charged below their maximum", ledger.len());
    assert!(cut >= 3, "the prompts are charged as reported");
}

#[tokio::test]
async fn a_model_that_thinks_8000_tokens_per_answer_completes_every_kind_of_event() {
    for profile in [OfflineProfile::Minimax, OfflineProfile::Claude, OfflineProfile::Gpt, OfflineProfile::Deepseek] {
        let setup = Setup { profile, thinking_tokens: Some(8_000), ..Setup::default() }
            .with("AUSPEX_BUDGET_CLASS", "premium")
            .with("AUSPEX_BUDGET_TENANT_DAY", MicroUsd::dollars(2_000).0 / 1_000_000);
        let fleet = Fleet::start(setup).await.unwrap();
        // Incidents would degrade answers for another reason than the thinking.
        fleet.offline.clear_faults();
        let published: Vec<Event> = (1..3).flat_map(events::every_kind).collect();
        let jobs = fleet.run(&published, PATIENCE).await.unwrap();
        println!("{profile:?}\n{}", fleet.assert_invariants(&jobs).await.unwrap());
        let invoice = fleet.offline.invoice();
        let thought = invoice.iter().filter(|line| line.thinking_tokens == 8_000).count();
        assert!(thought > 20, "{profile:?}: {thought} replies with 8,000 tokens of thinking");
        let rejected: Vec<_> = invoice.iter().filter(|line| line.status == "rejected").collect();
        assert!(rejected.is_empty(), "{profile:?}: {rejected:?}");
        let degraded = fleet.degraded().await.unwrap();
        assert!(degraded.is_empty(), "{profile:?}: {degraded:#?}");
    }
}

/// A second page about the corpus' ministry, so that research has enough findings for the filter's model, and two
/// sources for a finding.
const NEWS: &str = "<!doctype html><title>Zebra news</title><body><p>The Ministry of Zebras has published a report in every quarter.</p>\
    <p>A court found that the Ministry of Zebras was late with two reports.</p>\
    <p>The Ministry of Zebras opened an archive of its reports in May 2026.</p>\
    <p>A newspaper asked the Ministry of Zebras about the costs of a report.</p>\
    <p>The Ministry of Zebras has six people who write each report.</p>";

/// Returns a question whose run may have a second round.
fn question(n: usize) -> Event {
    let mut event = events::question(n);
    if let EventKind::Question(asked) = &mut event.kind {
        asked.config.max_iterations = Some(2);
    }
    event
}

/// Returns a look-up that no note of memory answers.
fn unknown_to_memory(n: usize) -> Event {
    let mut event = events::retrieval_miss(n);
    if let EventKind::RetrievalMiss(miss) = &mut event.kind {
        miss.query = "lighthouse keeper Qaqortoq".to_owned();
        miss.context = String::new();
    }
    event
}

/// Returns the number of degraded answers by reason, as `auspex summary` counts them.
async fn summary(fleet: &Fleet) -> BTreeMap<String, u64> {
    let mut command = tokio::process::Command::new(Worker::locate("auspex").unwrap());
    let done = command.args(["--json", "summary"]).envs(fleet.operator()).output().await.unwrap();
    let printed: Value = serde_json::from_slice(&done.stdout).unwrap();
    serde_json::from_value(printed["degraded"]["reasons"].clone()).unwrap()
}

/// Returns `reason cause` of each degraded answer that the workers have counted.
async fn counted(fleet: &Fleet) -> Vec<String> {
    let lines = fleet.degraded().await.unwrap();
    lines.iter().map(|line| format!("{} {}", label(line, "reason="), label(line, "cause="))).collect()
}

/// Returns the value of a label on a line of metrics.
fn label(line: &str, name: &str) -> String {
    line.split(name).nth(1).unwrap().split('"').nth(1).unwrap().to_owned()
}

/// Returns the number of missing replies by reason that the workers have counted.
async fn missing_replies(fleet: &Fleet) -> BTreeMap<String, u64> {
    let mut reasons = BTreeMap::new();
    for line in fleet.degraded().await.unwrap() {
        *reasons.entry(label(&line, "reason=")).or_default() +=
            line.rsplit(' ').next().unwrap().parse::<u64>().unwrap();
    }
    reasons
}

/// Makes the model decline these tasks, and runs the events.
async fn run_declining(fleet: &Fleet, tasks: &[&str], published: &[Event]) {
    fleet.offline.clear_faults();
    let params = Params { tasks: tasks.iter().map(|task| (*task).to_owned()).collect(), ..Params::default() };
    fleet.offline.add_faults(vec![Fault { params, ..Fault::always("anthropic", Mode::Refusal) }]);
    fleet.run(published, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn every_kind_of_degraded_answer_is_counted_by_its_reason() {
    let documents = tempfile::tempdir().unwrap();
    corpus::write(documents.path()).unwrap();
    std::fs::write(documents.path().join("web/news.example/zebras.html"), NEWS).unwrap();
    let setup = Setup { corpus: Some(documents.path().to_owned()), ..Setup::default() }
        .with("AUSPEX_WORKER_MAX_ATTEMPTS", 2)
        .with("AUSPEX_WORKER_BACKOFF_CAP", "1s");
    let fleet = Fleet::start(setup).await.unwrap();

    let judged = ["classify_transactions", "filter_operations", "judge_stances", "judge_support", "write_notes"];
    let decided = ["decompose_question", "analyze_evidence", "estimate_probability"];
    let published = [events::transaction(1), question(1), events::retrieval_miss(1)];
    run_declining(&fleet, &[&judged[..], &decided].concat(), &published).await;
    let declined = [
        "rules_only",
        "unfiltered",
        "unjudged_sources",
        "plain_notes",
        "no_decomposition",
        "no_analysis",
        "estimates_missing",
    ];
    let mut expected: Vec<String> = declined.iter().map(|reason| format!("{reason} refusal")).collect();
    assert_counted(&fleet, &expected).await;

    run_declining(&fleet, &["extract_claims"], &[question(2)]).await;
    run_declining(&fleet, &["loop"], &[question(3)]).await;
    // A reply that cannot be read is requested again until the attempts of the job are used up.
    fleet.offline.clear_faults();
    fleet.offline.add_faults(vec![Fault::always("anthropic", Mode::Corrupt)]);
    fleet.run(&[unknown_to_memory(4)], PATIENCE).await.unwrap();
    expected.extend(["unread_page refusal", "partial_research refusal", "failed_research other"].map(str::to_owned));
    assert_counted(&fleet, &expected).await;

    assert_summary_agrees(&fleet).await;
}

/// Waits until `auspex summary` knows the reasons of the metric and no other. It counts answers and the metric missing
/// replies, of which an answer may have several.
async fn assert_summary_agrees(fleet: &Fleet) {
    let agreed = wait::until("the summary has the reasons of the metric", PATIENCE, || async {
        let (answers, replies) = (summary(fleet).await, missing_replies(fleet).await);
        let is_same = answers.keys().eq(replies.keys());
        let is_fewer =
            answers.iter().all(|(reason, count)| replies.get(reason).is_some_and(|replies| count <= replies));
        Ok(if is_same && is_fewer { Ok(()) } else { Err(format!("{answers:?} of {replies:?}")) })
    });
    agreed.await.unwrap();
}

async fn assert_counted(fleet: &Fleet, expected: &[String]) {
    let all = wait::until("every reason is counted", PATIENCE, || async {
        let found = counted(fleet).await;
        let missing: Vec<&String> = expected.iter().filter(|line| !found.contains(line)).collect();
        Ok(if missing.is_empty() { Ok(()) } else { Err(format!("{missing:?} missing in {found:#?}")) })
    });
    all.await.unwrap();
}
