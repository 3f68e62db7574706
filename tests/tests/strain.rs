//! Rows of the fault matrix about abnormal messages, clocks, leases and builds.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use domain::JobId;
use futures::StreamExt;
use local_servers::PostgresOptions;
use tests::fault_setup::{assert_completed, fast_setup, none_ended, publish, reaches};
use tests::wait::PATIENCE;
use tests::{Fleet, InvariantReport, Setup, events, server_faults, wait};

fn researcher(settings: &[(&str, &str)]) -> BTreeMap<String, String> {
    settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The acknowledgement deadline is 1 s and work takes longer, but the workers assume 30 s and extend no deadline in
/// time.
#[tokio::test]
async fn row_16_a_burst_of_redeliveries_repeats_nothing() {
    let slow = Setup { ack_wait: Duration::from_secs(1), latency: Duration::from_millis(2_500), ..fast_setup() };
    let fleet = Fleet::start(slow.with("AUSPEX_NATS_ACK_WAIT", "30s")).await.unwrap();
    let jobs = publish(&fleet, 12).await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
    assert!(InvariantReport::repeated(&fleet.database).await.unwrap() == 0.0, "no call was made twice");
    let redelivered = metric(&fleet, "auspex_redeliveries_total").await;
    assert!(redelivered >= 10.0, "the rule on redeliveries has something to see, not only {redelivered}");
}

/// Returns the sum of a metric over all workers and label sets.
async fn metric(fleet: &Fleet, name: &str) -> f64 {
    let mut sum = 0.0;
    for place in fleet.places("") {
        let page = fleet.metrics(place).await.unwrap();
        let lines = page.lines().filter(|line| line.starts_with(name));
        sum += lines.filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok()).sum::<f64>();
    }
    sum
}

/// The deadline of a round passes after one of its answers; the others arrive late, twice and in reverse order.
#[tokio::test]
async fn row_17_late_and_reordered_answers_are_stored_and_reopen_nothing() {
    let setup = Setup { latency: Duration::from_millis(300), ..fast_setup() }.with("AUSPEX_FORECASTER_ROUND", "10s");
    let fleet = Fleet::start(setup.only(&["classifier", "filter", "forecaster", "writer"])).await.unwrap();
    let job = fleet.publisher.event(&events::question(1)).await.unwrap();
    reaches(&fleet, "the run is done without its researcher", "SELECT count(*) FROM run WHERE phase = 'done'", 1)
        .await
        .unwrap();
    let missing = fleet.database.count("SELECT json_array_length(body->'flags')::bigint FROM forecast").await.unwrap();
    assert!(missing > 0, "the forecast lists the missing answers");
    fleet.start_worker("researcher", BTreeMap::new()).unwrap();
    assert_completed(&fleet, &[job]).await.unwrap();
    disorder(&fleet).await;
    assert_completed(&fleet, &[job]).await.unwrap();
    let questions = fleet.database.count("SELECT count(*) FROM question").await.unwrap();
    let late = fleet.database.count("SELECT count(*) FROM answer WHERE late").await.unwrap();
    assert!(questions > 0 && late == questions, "{late} late answers to {questions} questions");
    assert_eq!(fleet.database.count("SELECT count(*) FROM result WHERE kind = 'forecast'").await.unwrap(), 1);
}

/// Publishes all filtered evidence again in reverse order, each as a separate job.
async fn disorder(fleet: &Fleet) {
    let stream = fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap();
    let subject = "auspex.evidence.filtered".to_owned();
    let config =
        pull::Config { ack_policy: AckPolicy::None, filter_subject: format!("{subject}.>"), ..Default::default() };
    let consumer = stream.create_consumer(config).await.unwrap();
    let reported = consumer.cached_info().num_pending;
    let mut messages = consumer.fetch().max_messages(100).messages().await.unwrap();
    let mut payloads = Vec::new();
    while let Some(message) = messages.next().await {
        payloads.push(message.unwrap().payload.to_vec());
    }
    assert!(reported > 0 && payloads.len() as u64 == reported, "{} of {reported}", payloads.len());
    for (n, payload) in payloads.into_iter().rev().enumerate() {
        let id = JobId::named(&["again", &n.to_string()]);
        fleet.publisher.bytes(&format!("{subject}.default"), &id.to_string(), payload).await.unwrap();
    }
    let consumed = "SELECT count(*) FROM inbox WHERE consumer = 'forecaster-evidence' AND done_at IS NOT NULL";
    reaches(fleet, "the repeated answers are consumed", consumed, 2 * i64::try_from(reported).unwrap()).await.unwrap();
}

/// A row that no stream accepts, as a build with another limit may leave it, does not block other rows.
#[tokio::test]
async fn row_20_a_message_that_no_stream_accepts_does_not_block_others() {
    let fleet = Fleet::start(fast_setup()).await.unwrap();
    let id = JobId::named(&["too", "large"]);
    let row = format!(
        "INSERT INTO outbox (id, subject, tenant, payload, traceparent)
           VALUES ('{id}', 'auspex.research.requested', 'default', repeat('x', 600000)::bytea, '');
         INSERT INTO dispatch (id, consumer, subject) VALUES ('{id}', 'researcher', 'auspex.research.requested')"
    );
    fleet.database.change(&row).await.unwrap();
    let claimed = format!("SELECT count(*) FROM dispatch WHERE id = '{id}' AND relayed > 0");
    reaches(&fleet, "a relay tries it", &claimed, 1).await.unwrap();
    let jobs = publish(&fleet, 20).await.unwrap();
    let others = format!("SELECT count(*) FROM dispatch WHERE sent_at IS NULL AND id <> '{id}'");
    wait::until("all others are sent and done", PATIENCE, || async {
        let (taken, unsent) = (fleet.database.accounted(&jobs).await?, fleet.database.count(&others).await?);
        let open = fleet.database.count("SELECT count(*) FROM inbox WHERE done_at IS NULL").await?;
        let runs = fleet.database.count("SELECT count(*) FROM run WHERE phase <> 'done'").await?;
        let done = taken == jobs.len() && (unsent, open, runs) == (0, 0, 0);
        Ok(if done { Ok(()) } else { Err(format!("{taken} classified, {unsent} unsent, {open} open, {runs} runs")) })
    })
    .await
    .unwrap();
    let failures = metric(&fleet, "auspex_publish_failures_total").await;
    assert!(failures >= 1.0, "the rule on failed publishes has something to see");
    fleet
        .database
        .change(&format!("DELETE FROM dispatch WHERE id = '{id}'; DELETE FROM outbox WHERE id = '{id}'"))
        .await
        .unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
}

/// The first researcher is frozen while it holds leases. Another one takes them over and completes the work. The first
/// one continues, still alive in the journal, and must not overwrite newer data.
#[tokio::test]
async fn row_26_a_researcher_that_lost_its_lease_writes_nothing() {
    // nats-server delivers messages to the open pull of the frozen researcher, so the second one receives them after
    // `ack_wait`. The worker lease is much longer: the frozen researcher must count as alive, or its open calls are
    // settled as never sent.
    let setup = Setup { latency: Duration::from_millis(700), ack_wait: Duration::from_secs(15), ..fast_setup() }
        .with("AUSPEX_WORKER_LEASE", "180s")
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
    // The lease has lapsed and its jobs are unknown; otherwise a lease lasts as long as the instance that works on its
    // job.
    let lapse = "UPDATE entity_lease SET lease_until = now() - interval '1 second', job = NULL";
    fleet.database.change(lapse).await.unwrap();
    fleet.start_worker("researcher", researcher(&[])).unwrap();
    jobs.extend(fleet.publisher.events(&again).await.unwrap());
    reaches(&fleet, "the second researcher has written", "SELECT count(*) FROM research", 5).await.unwrap();
    fleet.signal(old, "CONT").unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
    let overwritten = "SELECT count(*) FROM research a JOIN research b USING (entity)
                       WHERE a.version < b.version AND a.fence >= b.fence";
    assert_eq!(fleet.database.count(overwritten).await.unwrap(), 0, "an older fence wrote after a newer one");
    assert_eq!(fleet.database.count("SELECT count(*) FROM research").await.unwrap(), 5, "each was researched once");
}

/// Workers on machines whose clocks are five minutes fast or slow, beside correct ones.
#[tokio::test]
async fn row_31_wrong_clocks_affect_neither_leases_nor_budgets() {
    let fleet = Fleet::start(fast_setup().only(&["classifier", "filter", "forecaster"])).await.unwrap();
    for skew in ["300", "-300"] {
        for worker in ["researcher", "writer"] {
            fleet.start_worker(worker, researcher(&[("AUSPEX_CLOCK_SKEW", skew)])).unwrap();
        }
    }
    fleet.ready().await.unwrap();
    let jobs = publish(&fleet, 40).await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
    assert_eq!(fleet.database.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
    assert_eq!(
        InvariantReport::repeated(&fleet.database).await.unwrap(),
        0.0,
        "no job of a live worker was taken over"
    );
    let short = fleet.database.texts("SELECT errors FROM audit WHERE errors LIKE '%deadline%'").await.unwrap();
    assert!(short.is_empty(), "research was cut short by a clock: {short:?}");
}

/// A newer build wrote every message and stored state; every worker is the older build and is killed once, so that it
/// resumes from such a state.
#[tokio::test]
async fn row_33_an_older_build_continues_the_work_of_a_newer_one() {
    let fleet = Fleet::start(fast_setup()).await.unwrap();
    server_faults::newer_build(&fleet.database).await.unwrap();
    let mut jobs = publish(&fleet, 20).await.unwrap();
    for place in fleet.places("") {
        fleet.kill_worker(place).await.unwrap();
    }
    jobs.extend(fleet.publisher.events(&events::every_kind(900)[..5]).await.unwrap());
    assert_completed(&fleet, &jobs).await.unwrap();
    let marked = "SELECT count(*) FROM run WHERE body::text LIKE '%ofANewerBuild%'";
    assert!(fleet.database.count(marked).await.unwrap() > 0, "the states were a newer build's");
    let wrong = fleet.database.texts("SELECT array_to_string(errors, ' / ') FROM dead_letter").await.unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Ten thousand events wait for one classifier, which pulls no more than its slots; the scaler counts all of them.
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
            let taken = fleet.database.accounted(&jobs).await?;
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

/// Returns the pending and unacknowledged messages from the endpoint that KEDA's scaler reads.
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

/// Postgres has fewer connections than the pools of the workers need, and every tenth statement fails as a deadlock
/// victim or with a serialisation failure. Of 22 connections, 3 are reserved for superusers and 1 is the test's; five
/// pools of 4 need 20 of the other 18, and four full pools leave 2 for the fifth worker, so that every worker can
/// start.
#[tokio::test]
async fn row_23_too_few_connections_and_deadlocks_only_delay_work() {
    let few = PostgresOptions { settings: vec!["max_connections=22".into()], ..PostgresOptions::default() };
    let setup = Setup { postgres: few, ..fast_setup() }.with("AUSPEX_POSTGRES_CONNECTIONS", 4);
    let fleet = Fleet::start(setup).await.unwrap();
    server_faults::fail_writes(&fleet.database, &[server_faults::DEADLOCK, server_faults::SERIALIZATION], 0.1)
        .await
        .unwrap();
    let jobs = publish(&fleet, 16).await.unwrap();
    reaches(&fleet, "the model is asked all the same", "SELECT count(*) FROM call", 8).await.unwrap();
    server_faults::allow_writes(&fleet.database).await.unwrap();
    assert_completed(&fleet, &jobs).await.unwrap();
}
