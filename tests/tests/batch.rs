//! Questions that are not urgent: their model calls go through the batch endpoints of both providers, at half the
//! price, and survive the death of the worker that sent them.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::BTreeMap;
use std::time::Duration;

use cli::up::OfflineProfile;
use domain::{Event, EventKind, JobId, MicroUsd};
use local_servers::Worker;
use offline::Line;
use runtime::crash::BATCH_POINTS;
use serde_json::Value;
use tests::fleet::WORKERS;
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};

/// Steps that were paid more than once.
const PAID_TWICE: &str =
    "SELECT count(*) FROM (SELECT FROM call WHERE state = 'settled' GROUP BY job, step, input HAVING count(*) > 1) t";

fn setup(profile: OfflineProfile) -> Setup {
    Setup { profile, ack_wait: Duration::from_secs(2), ..Setup::default() }
        .with("AUSPEX_WORKER_LEASE", "2s")
        .with("AUSPEX_WORKER_BACKOFF_CAP", "1s")
        .with("AUSPEX_MODEL_BATCH_WAIT", "300ms")
}

fn not_urgent(n: usize) -> Event {
    let mut event = events::question(n);
    if let EventKind::Question(asked) = &mut event.kind {
        asked.config.can_wait = true;
        asked.config.max_iterations = Some(2);
    }
    event
}

/// Returns the ids of the settled calls that were made in batches.
async fn batched(fleet: &Fleet) -> Vec<String> {
    let settled = "SELECT i.call::text FROM batch_item i JOIN call c ON c.id = i.call WHERE c.state = 'settled'";
    fleet.database.texts(settled).await.unwrap()
}

/// Returns the cost of a line at the ordinary price of its model.
fn ordinary_cost(line: &Line) -> MicroUsd {
    let now = "2026-11-23T00:00:00Z".parse().unwrap();
    let price = llm::Catalog::built_in().find(&line.model, None).price(now).unwrap();
    price.cost(&llm::Usage {
        input: line.input_tokens,
        output: line.output_tokens,
        cache_read: line.cache_read_tokens,
        cache_write: line.cache_write_tokens,
        cache_write_1h: line.cache_write_1h_tokens,
    })
}

/// Checks that the provider billed the batched calls at half of the ordinary price, and the other calls at all of it.
fn assert_half_price(invoice: &[Line], batched: &[String]) {
    let lines: BTreeMap<&str, &Line> =
        invoice.iter().filter(|line| line.charged).map(|line| (line.request_id.as_str(), line)).collect();
    for call in batched {
        let line = lines[call.as_str()];
        let (ordinary, billed) = (ordinary_cost(line).0, line.cost_micro_usd);
        assert!(billed * 2 >= ordinary && billed * 2 <= ordinary + 2, "{line:?}: {ordinary} at the ordinary price");
    }
    let others = lines.values().filter(|line| !batched.contains(&line.request_id));
    let wrong: Vec<_> = others.filter(|line| line.cost_micro_usd != ordinary_cost(line).0).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[tokio::test]
async fn questions_that_are_not_urgent_cost_half_under_either_provider() {
    for profile in [OfflineProfile::Claude, OfflineProfile::Gpt] {
        let fleet = Fleet::start(setup(profile)).await.unwrap();
        let questions: Vec<Event> = (1..=3).map(not_urgent).collect();
        let jobs = fleet.run(&questions, PATIENCE).await.unwrap();
        println!("{profile:?}\n{}", fleet.assert_invariants(&jobs).await.unwrap());
        let batched = batched(&fleet).await;
        assert!(
            batched.len() >= 9,
            "each question is decomposed, analyzed and estimated in batches: {}",
            batched.len()
        );
        assert_half_price(&fleet.offline.invoice(), &batched);
        assert_eq!(fleet.database.count(PAID_TWICE).await.unwrap(), 0);
        let sent = fleet.database.count("SELECT count(*) FROM batch").await.unwrap();
        assert!(usize::try_from(sent).unwrap() < batched.len(), "calls share batches: {sent}");
        assert_eq!(fleet.database.count("SELECT count(*) FROM batch WHERE state <> 'done'").await.unwrap(), 0);

        let before = fleet.database.count("SELECT count(*) FROM batch_item").await.unwrap();
        let urgent = fleet.run(&[events::question(9)], PATIENCE).await.unwrap();
        fleet.assert_invariants(&[jobs, urgent].concat()).await.unwrap();
        let after = fleet.database.count("SELECT count(*) FROM batch_item").await.unwrap();
        assert_eq!(before, after, "an urgent question waits for no batch");
    }
}

/// Starts a fleet of which every worker uses Responses.
async fn on_responses() -> Fleet {
    let fleet = Fleet::start(setup(OfflineProfile::Gpt).only(&[])).await.unwrap();
    for worker in WORKERS {
        let own = [("AUSPEX_MODEL_API".to_owned(), "responses".to_owned())].into();
        fleet.start_worker(worker, own).unwrap();
    }
    fleet.ready().await.unwrap();
    fleet
}

/// Checks that every batch of the offline world was one of Responses.
async fn assert_responses_batches(fleet: &Fleet) {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let url = format!("{}/openai/v1/batches", fleet.offline.url());
    let listed: Value = serde_json::from_slice(&http.get(url).send().await.unwrap().bytes().await.unwrap()).unwrap();
    let endpoints: Vec<&Value> = listed["data"].as_array().unwrap().iter().map(|batch| &batch["endpoint"]).collect();
    assert!(!endpoints.is_empty() && endpoints.iter().all(|endpoint| **endpoint == "/v1/responses"), "{endpoints:?}");
}

#[tokio::test]
async fn batches_of_responses_cost_half_and_are_collected() {
    let fleet = on_responses().await;
    let questions: Vec<Event> = (1..=3).map(not_urgent).collect();
    let jobs = fleet.run(&questions, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let batched = batched(&fleet).await;
    assert!(batched.len() >= 9, "{} calls in batches", batched.len());
    assert_half_price(&fleet.offline.invoice(), &batched);
    assert_eq!(fleet.database.count(PAID_TWICE).await.unwrap(), 0);
    assert_responses_batches(&fleet).await;
}

#[tokio::test]
async fn a_schedule_asks_in_batches_unless_it_is_urgent() {
    let fleet = Fleet::start(setup(OfflineProfile::Claude)).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let question = "Will the Ministry of Zebras publish its report by the end of 2026?";
    for (earlier, name, more, least) in [(0, "usual", None, 3), (1, "urgent", Some("--urgent"), 0)] {
        let before = batched(&fleet).await.len();
        let line = ["schedule", "add", name, "0 8 * * *", question, "--iterations", "1"];
        auspex(&api, &line.into_iter().chain(more).collect::<Vec<_>>()).await;
        let due = format!("UPDATE schedule SET next_at = date_trunc('minute', now()) WHERE name = '{name}'");
        fleet.database.change(&due).await.unwrap();
        wait::until("it is forecast", PATIENCE, || async {
            let made = fleet.database.count("SELECT count(*) FROM forecast").await?;
            Ok(if made == earlier + 1 { Ok(()) } else { Err(format!("{made} after {earlier}")) })
        })
        .await
        .unwrap_or_else(|error| panic!("{error}\n{}", fleet.logs()));
        let calls = batched(&fleet).await.len() - before;
        assert!(if least == 0 { calls == 0 } else { calls >= least }, "{name}: {calls} calls in batches");
    }
    let jobs: Vec<JobId> = fleet
        .database
        .texts("SELECT job::text FROM event")
        .await
        .unwrap()
        .iter()
        .map(|job| job.parse().unwrap())
        .collect();
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    assert_half_price(&fleet.offline.invoice(), &batched(&fleet).await);
    assert_eq!(fleet.database.count(PAID_TWICE).await.unwrap(), 0);
}

/// Runs a command of a user.
async fn auspex(api: &Api, line: &[&str]) {
    let mut command = tokio::process::Command::new(Worker::locate("auspex").unwrap());
    let done = command.args(line).envs(api.user()).output().await.unwrap();
    assert!(done.status.success(), "{line:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test]
async fn a_batch_survives_the_death_of_its_worker_at_every_point() {
    survives_at_every_point(&Fleet::start(setup(OfflineProfile::Claude)).await.unwrap()).await;
}

#[tokio::test]
async fn a_batch_of_responses_survives_the_death_of_its_worker_at_every_point() {
    let fleet = on_responses().await;
    survives_at_every_point(&fleet).await;
    assert_responses_batches(&fleet).await;
}

#[tokio::test]
async fn a_batch_that_the_provider_has_forgotten_is_charged_at_most_once_and_its_calls_are_made_again() {
    for profile in [OfflineProfile::Claude, OfflineProfile::Gpt] {
        let fleet = Fleet::start(Setup { batch_delay: Duration::from_secs(6), ..setup(profile) }).await.unwrap();
        let job = fleet.publisher.event(&not_urgent(40)).await.unwrap();
        let forgotten = forget_a_running_batch(&fleet).await;
        let state = format!("SELECT state FROM batch WHERE id = '{forgotten}'");
        wait::until("the collector has been told that it is not known", PATIENCE, || async {
            let told = fleet.logs().contains("a batch could not be collected; it is asked for again");
            Ok(if told { Ok(()) } else { Err("it has not asked".to_owned()) })
        })
        .await
        .unwrap();
        assert_eq!(fleet.database.texts(&state).await.unwrap(), ["running"], "it may be listed late");

        let older = "UPDATE batch SET submitted_at = submitted_at - interval '2 minutes', next_check_at = now()";
        fleet.database.change(&format!("{older} WHERE id = '{forgotten}'")).await.unwrap();
        fleet.settled(&[job], PATIENCE).await.unwrap_or_else(|error| panic!("{error}\n{}", fleet.logs()));
        println!("{profile:?}\n{}", fleet.assert_invariants(&[job]).await.unwrap());
        assert_eq!(fleet.database.texts(&state).await.unwrap(), ["done"]);
        assert_forgotten_calls_end(&fleet, &forgotten).await;
        assert_eq!(fleet.database.count(PAID_TWICE).await.unwrap(), 0);
        assert!(!batched(&fleet).await.is_empty(), "the steps after it are batched again");
    }
}

/// Waits until a batch runs, and makes the provider forget it. Returns its id.
async fn forget_a_running_batch(fleet: &Fleet) -> String {
    let running = "SELECT id::text FROM batch WHERE state = 'running'";
    wait::until("a batch runs", PATIENCE, || async {
        let batches = fleet.database.texts(running).await?;
        Ok(if batches.is_empty() { Err("none".to_owned()) } else { Ok(()) })
    })
    .await
    .unwrap_or_else(|error| panic!("{error}\n{}", fleet.logs()));
    assert_eq!(fleet.offline.forget_batches(), 1);
    fleet.database.texts(running).await.unwrap().remove(0)
}

/// Checks that no call of the batch has a reply, that none is charged above its maximum, and that each step was paid
/// afterwards.
async fn assert_forgotten_calls_end(fleet: &Fleet, batch: &str) {
    let calls = format!("FROM batch_item i JOIN call c ON c.id = i.call WHERE i.batch = '{batch}'");
    let all = fleet.database.count(&format!("SELECT count(*) {calls}")).await.unwrap();
    // The provider says later that an unknown call never arrived, which ends it as refused.
    let ended = "AND ((c.state = 'unknown' AND c.charged = c.max) OR (c.state = 'refused' AND c.charged = 0))";
    let paid = "AND (SELECT count(*) FROM call o WHERE (o.job, o.step) = (c.job, c.step) AND o.state = 'settled') = 1";
    for condition in [ended, paid] {
        let fitting = fleet.database.count(&format!("SELECT count(*) {calls} {condition}")).await.unwrap();
        assert!(all > 0 && fitting == all, "{fitting} of {all} calls: {condition}\n{}", fleet.logs());
    }
    assert!(fleet.logs().contains("the provider does not know the batch any more; its calls are settled as unknown"));
}

async fn survives_at_every_point(fleet: &Fleet) {
    let forecaster = fleet.places("forecaster")[0];
    let mut jobs = Vec::new();
    for (n, point) in BATCH_POINTS.iter().enumerate() {
        fleet.set_env(forecaster, "AUSPEX_CRASH_AT", Some(point));
        fleet.kill_worker(forecaster).await.unwrap();
        fleet.ready().await.unwrap();
        jobs.push(fleet.publisher.event(&not_urgent(20 + n)).await.unwrap());
        wait::until(&format!("the forecaster dies at {point}"), PATIENCE, || async {
            Ok(if fleet.ended(forecaster)?.is_some() { Ok(()) } else { Err("it runs".to_owned()) })
        })
        .await
        .unwrap();
        fleet.set_env(forecaster, "AUSPEX_CRASH_AT", None);
        fleet.respawn(forecaster).unwrap();
        fleet.settled(&jobs, PATIENCE).await.unwrap();
    }
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let batched = batched(fleet).await;
    assert_half_price(&fleet.offline.invoice(), &batched);
    assert_eq!(fleet.database.count(PAID_TWICE).await.unwrap(), 0);
    // The batch that was never sent is not found at the provider; every other one is.
    let lost =
        "SELECT count(DISTINCT i.batch) FROM batch_item i JOIN call c ON c.id = i.call WHERE c.state = 'unknown' OR
         (c.state = 'refused' AND NOT EXISTS (SELECT FROM batch b WHERE b.id = i.batch AND b.provider_id IS NOT NULL))";
    assert_eq!(fleet.database.count(lost).await.unwrap(), 1);
}
