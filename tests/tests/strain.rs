//! Rows of the fault matrix (RELIABILITY (b)) in which messages, clocks, leases and builds are not what a worker would like.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use domain::JobId;
use futures::StreamExt;
use local_servers::PostgresOptions;
use tests::trial::{PATIENCE, ends_well, hasty, none_ended, publish, reaches};
use tests::{Fleet, Setup, Verdict, events, sabotage, wait};

fn researcher(settings: &[(&str, &str)]) -> BTreeMap<String, String> {
    settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// JetStream waits 1 s, work takes longer, and the workers believe it were 30 s: they say nothing in between.
#[tokio::test]
async fn row_16_a_storm_of_redeliveries_repeats_nothing() {
    let slow = Setup { ack_wait: Duration::from_secs(1), latency: Duration::from_millis(2_500), ..hasty() };
    let fleet = Fleet::start(slow.with("AUSPEX_NATS_ACK_WAIT", "30s")).await.unwrap();
    let jobs = publish(&fleet, 12).await.unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    assert!(Verdict::repeated(&fleet.truth).await.unwrap() == 0.0, "no call was made twice");
    let redelivered = metric(&fleet, "auspex_redeliveries_total").await;
    assert!(redelivered >= 10.0, "the rule on redeliveries has something to see, not only {redelivered}");
}

/// The sum of one metric over all workers and label sets.
async fn metric(fleet: &Fleet, name: &str) -> f64 {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let mut sum = 0.0;
    for place in fleet.places("") {
        let page = http.get(format!("http://{}/metrics", fleet.address(place))).send().await.unwrap();
        let page = page.text().await.unwrap();
        let lines = page.lines().filter(|line| line.starts_with(name));
        sum += lines.filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok()).sum::<f64>();
    }
    sum
}

/// A round's deadline passes while one of its answers is in and the others are not; they come late, twice and in reverse.
#[tokio::test]
async fn row_17_late_and_disordered_answers_are_kept_and_open_nothing_again() {
    let setup = Setup { latency: Duration::from_millis(300), ..hasty() }.with("AUSPEX_FORECASTER_ROUND", "5s");
    let fleet = Fleet::start(setup.only(&["classifier", "filter", "forecaster", "writer"])).await.unwrap();
    let job = fleet.publisher.event(&events::question(1)).await.unwrap();
    reaches(&fleet, "the run is done without its researcher", "SELECT count(*) FROM run WHERE phase = 'done'", 1)
        .await
        .unwrap();
    let missing = fleet.truth.count("SELECT json_array_length(body->'flags')::bigint FROM forecast").await.unwrap();
    assert!(missing > 0, "the forecast says that answers were missing");
    fleet.start_worker("researcher", BTreeMap::new()).unwrap();
    ends_well(&fleet, &[job]).await.unwrap();
    disorder(&fleet).await;
    ends_well(&fleet, &[job]).await.unwrap();
    let questions = fleet.truth.count("SELECT count(*) FROM question").await.unwrap();
    let late = fleet.truth.count("SELECT count(*) FROM answer WHERE late").await.unwrap();
    assert!(questions > 0 && late == questions, "{late} late answers to {questions} questions");
    assert_eq!(fleet.truth.count("SELECT count(*) FROM result WHERE kind = 'forecast'").await.unwrap(), 1);
}

/// Says every filtered evidence again, the last first, each as a job of its own.
async fn disorder(fleet: &Fleet) {
    let stream = fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap();
    let subject = "auspex.evidence.filtered".to_owned();
    let config = pull::Config { ack_policy: AckPolicy::None, filter_subject: subject.clone(), ..Default::default() };
    let consumer = stream.create_consumer(config).await.unwrap();
    let told = consumer.cached_info().num_pending;
    let mut messages = consumer.fetch().max_messages(100).messages().await.unwrap();
    let mut payloads = Vec::new();
    while let Some(message) = messages.next().await {
        payloads.push(message.unwrap().payload.to_vec());
    }
    assert!(told > 0 && payloads.len() as u64 == told, "{} of {told}", payloads.len());
    for (n, payload) in payloads.into_iter().rev().enumerate() {
        let id = JobId::named(&["again", &n.to_string()]);
        fleet.publisher.bytes(&subject, &id.to_string(), payload).await.unwrap();
    }
    let heard = "SELECT count(*) FROM inbox WHERE consumer = 'forecaster-evidence' AND done_at IS NOT NULL";
    reaches(fleet, "the repeated answers are heard", heard, 2 * i64::try_from(told).unwrap()).await.unwrap();
}

/// A row that no stream takes, as a build with another bound might leave it: it blocks nothing else.
#[tokio::test]
async fn row_20_a_message_that_no_stream_takes_does_not_block_the_others() {
    let fleet = Fleet::start(hasty()).await.unwrap();
    let id = JobId::named(&["too", "large"]);
    let row = format!(
        "INSERT INTO outbox (id, subject, tenant, payload, traceparent)
           VALUES ('{id}', 'auspex.research.requested', 'default', repeat('x', 600000)::bytea, '');
         INSERT INTO dispatch (id, subject) VALUES ('{id}', 'auspex.research.requested')"
    );
    fleet.truth.change(&row).await.unwrap();
    let claimed = format!("SELECT count(*) FROM dispatch WHERE id = '{id}' AND claimed_until > '-infinity'");
    reaches(&fleet, "a relay tries it", &claimed, 1).await.unwrap();
    let jobs = publish(&fleet, 20).await.unwrap();
    let others = format!("SELECT count(*) FROM dispatch WHERE sent_at IS NULL AND id <> '{id}'");
    wait::until("all others are sent and done", PATIENCE, || async {
        let (taken, unsent) = (fleet.truth.accounted(&jobs).await?, fleet.truth.count(&others).await?);
        let open = fleet.truth.count("SELECT count(*) FROM inbox WHERE done_at IS NULL").await?;
        let runs = fleet.truth.count("SELECT count(*) FROM run WHERE phase <> 'done'").await?;
        let done = taken == jobs.len() && (unsent, open, runs) == (0, 0, 0);
        Ok(if done { Ok(()) } else { Err(format!("{taken} taken, {unsent} unsent, {open} open, {runs} runs")) })
    })
    .await
    .unwrap();
    let failures = metric(&fleet, "auspex_publish_failures_total").await;
    assert!(failures >= 1.0, "the rule on failed publishes has something to see");
    fleet
        .truth
        .change(&format!("DELETE FROM dispatch WHERE id = '{id}'; DELETE FROM outbox WHERE id = '{id}'"))
        .await
        .unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
}

/// The first researcher is frozen while it holds the leases; they are taken from it and the work is done by another; then it wakes up,
/// alive as far as the journal knows, and must not write over what is newer.
#[tokio::test]
async fn row_26_whoever_lost_its_lease_writes_nothing() {
    let setup = Setup { latency: Duration::from_millis(700), ack_wait: Duration::from_secs(60), ..hasty() }
        .with("AUSPEX_WORKER_LEASE", "60s")
        .with("AUSPEX_RESEARCHER_LEASE", "6s");
    let fleet = Fleet::start(setup).await.unwrap();
    let first: Vec<_> = (0..5).map(events::transaction).collect();
    let again: Vec<_> = (0..5).map(|n| events::transaction(n + tests::corpus::TOKENS)).collect();
    let mut jobs = fleet.publisher.events(&first).await.unwrap();
    let held = "SELECT count(*) FROM entity_lease WHERE holder IS NOT NULL AND lease_until > now()";
    reaches(&fleet, "the leases are held", held, 5).await.unwrap();
    let old = fleet.places("researcher")[0];
    fleet.signal(old, "STOP").unwrap();
    fleet.servers.redis.flush_all().await.unwrap();
    // Lapsed, and its jobs unknown: else a lease lasts as long as the instance that works on its job is alive.
    let lapse = "UPDATE entity_lease SET lease_until = now() - interval '1 second', job = NULL";
    fleet.truth.change(lapse).await.unwrap();
    fleet.start_worker("researcher", researcher(&[])).unwrap();
    jobs.extend(fleet.publisher.events(&again).await.unwrap());
    reaches(&fleet, "the second researcher has written", "SELECT count(*) FROM research", 5).await.unwrap();
    fleet.signal(old, "CONT").unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    let overwritten = "SELECT count(*) FROM research a JOIN research b USING (entity)
                       WHERE a.version < b.version AND a.fence >= b.fence";
    assert_eq!(fleet.truth.count(overwritten).await.unwrap(), 0, "an older fence wrote after a newer one");
    assert_eq!(fleet.truth.count("SELECT count(*) FROM research").await.unwrap(), 5, "each was researched once");
}

/// Machines whose clocks are wrong by five minutes, one each way, beside ones that are right.
#[tokio::test]
async fn row_31_wrong_clocks_change_neither_leases_nor_budgets() {
    let fleet = Fleet::start(hasty().only(&["classifier", "filter", "forecaster"])).await.unwrap();
    for skew in ["300", "-300"] {
        for worker in ["researcher", "writer"] {
            fleet.start_worker(worker, researcher(&[("AUSPEX_CLOCK_SKEW", skew)])).unwrap();
        }
    }
    fleet.ready().await.unwrap();
    let jobs = publish(&fleet, 40).await.unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    assert_eq!(fleet.truth.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
    assert_eq!(Verdict::repeated(&fleet.truth).await.unwrap(), 0.0, "nobody took a living one's work for abandoned");
    let short = fleet.truth.texts("SELECT errors FROM audit WHERE errors LIKE '%deadline%'").await.unwrap();
    assert!(short.is_empty(), "research was cut short by a clock: {short:?}");
}

/// Every message and every stored state was written by a newer build; every worker is the older one, and each is killed once, so that
/// it comes back to such a state in the middle of the work.
#[tokio::test]
async fn row_33_an_older_build_works_on_what_a_newer_one_wrote() {
    let fleet = Fleet::start(hasty()).await.unwrap();
    sabotage::newer_build(&fleet.truth).await.unwrap();
    let mut jobs = publish(&fleet, 20).await.unwrap();
    for place in fleet.places("") {
        fleet.kill_worker(place).await.unwrap();
    }
    jobs.extend(fleet.publisher.events(&events::every_kind(900)[..5]).await.unwrap());
    ends_well(&fleet, &jobs).await.unwrap();
    let marked = "SELECT count(*) FROM run WHERE body::text LIKE '%ofANewerBuild%'";
    assert!(fleet.truth.count(marked).await.unwrap() > 0, "the states were a newer build's");
    let wrong = fleet.truth.texts("SELECT array_to_string(errors, ' / ') FROM dead_letter").await.unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Ten thousand events wait for one classifier: it takes no more of them into memory than it has slots, and the scaler sees them all.
#[tokio::test]
async fn row_34_a_backlog_stays_in_the_stream() {
    const BACKLOG: usize = 10_000;
    let fleet = Fleet::start(Setup::default().only(&["classifier"])).await.unwrap();
    let place = fleet.places("classifier")[0];
    let idle = resident_kib(fleet.pid(place));
    fleet.signal(place, "STOP").unwrap();
    let backlog: Vec<_> = (0..BACKLOG).map(events::dust).collect();
    let jobs = fleet.publisher.events(&backlog).await.unwrap();
    let lag = scaled_by(&fleet, "AUSPEX_EVENTS", "classifier").await;
    assert_eq!(lag, BACKLOG as u64, "what KEDA scales by");
    fleet.signal(place, "CONT").unwrap();
    let mut most = 0;
    wait::until("the backlog is worked off", PATIENCE, || {
        most = most.max(resident_kib(fleet.pid(place)));
        async {
            let taken = fleet.truth.accounted(&jobs).await?;
            Ok(if taken == jobs.len() { Ok(()) } else { Err(format!("{taken} of {BACKLOG}")) })
        }
    })
    .await
    .unwrap();
    println!("{idle} KiB idle, {most} KiB at most");
    assert!(most < idle + 64 * 1024, "{idle} KiB idle, {most} KiB with a backlog");
    none_ended(&fleet).unwrap();
}

fn resident_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Waiting and unacknowledged messages, read where KEDA's scaler reads them.
async fn scaled_by(fleet: &Fleet, stream: &str, consumer: &str) -> u64 {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let url = format!("{}/jsz?acc=$G&consumers=true&config=true", fleet.servers.nats.monitor_url());
    let page: serde_json::Value =
        serde_json::from_str(&http.get(url).send().await.unwrap().text().await.unwrap()).unwrap();
    let named = |list: &serde_json::Value, name: &str| {
        list.as_array().into_iter().flatten().find(|one| one["name"] == name).cloned().unwrap()
    };
    let stream = named(&page["account_details"][0]["stream_detail"], stream);
    let consumer = named(&stream["consumer_detail"], consumer);
    consumer["num_pending"].as_u64().unwrap() + consumer["num_ack_pending"].as_u64().unwrap()
}

/// Postgres has fewer connections than the workers' pools would take together, and every tenth statement is a deadlock's victim or
/// cannot be serialised.
#[tokio::test]
async fn row_23_too_few_connections_and_deadlocks_only_delay() {
    let few = PostgresOptions { settings: vec!["max_connections=22".into()], ..PostgresOptions::default() };
    let fleet = Fleet::start(Setup { postgres: few, ..hasty() }).await.unwrap();
    sabotage::refuse(&fleet.truth, &[sabotage::DEADLOCK, sabotage::SERIALIZATION], 0.1).await.unwrap();
    let jobs = publish(&fleet, 16).await.unwrap();
    reaches(&fleet, "the model is asked all the same", "SELECT count(*) FROM call", 8).await.unwrap();
    sabotage::heal(&fleet.truth).await.unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
}
