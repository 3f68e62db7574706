//! Events from the publisher to the results, on real servers with the real binaries.

use std::time::Duration;

use async_nats::HeaderMap;
use domain::Event;
use proto::event::Fact;
use proto::events::EventReceived;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, wait};

#[tokio::test]
async fn every_kind_of_event_is_completed() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let published = events::every_kind(1);
    let jobs = fleet.run(&published, PATIENCE).await.unwrap();
    let verdict = fleet.assert_invariants(&jobs).await.unwrap();
    println!("{verdict}");
    let count = async |sql: &str| fleet.database.count(sql).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM event").await, 7);
    let dead = fleet.database.texts("SELECT array_to_string(errors, ' / ') FROM dead_letter").await.unwrap();
    assert!(dead.is_empty(), "{dead:?}\n{}", fleet.logs());
    assert_eq!(
        count("SELECT count(*) FROM macro_result WHERE state = 'pending'").await,
        1,
        "a macro waits for its review"
    );
    // The question and the alert became runs; the other five became research tasks.
    assert_eq!(count("SELECT count(*) FROM forecast").await, 2);
    assert_eq!(count("SELECT count(*) FROM event WHERE run IS NULL AND tasks > 0").await, 5);
    assert!(count("SELECT count(*) FROM report").await > 0);
    assert!(count("SELECT count(DISTINCT worker) FROM audit").await >= 3);
    assert_eq!(count("SELECT count(*) FROM result WHERE event NOT IN (SELECT job FROM event)").await, 0);
    assert!(fleet.offline.totals().charged_calls > 0);
}

#[tokio::test]
async fn a_second_event_about_a_token_is_answered_from_the_cache() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let mut jobs = fleet.run(&[events::transaction(1)], PATIENCE).await.unwrap();
    let before = fleet.offline.totals();
    let again = events::transaction(1 + tests::corpus::TOKENS);
    jobs.extend(fleet.run(&[again], PATIENCE).await.unwrap());
    fleet.assert_invariants(&jobs).await.unwrap();
    assert_eq!(fleet.database.count("SELECT count(*) FROM research").await.unwrap(), 1, "one version: researched once");
    let loops = |totals: &offline::Totals| totals.by_task.get("loop").copied().unwrap_or(0);
    assert_eq!(loops(&fleet.offline.totals()), loops(&before), "no research call for a fresh token");
}

#[tokio::test]
async fn invalid_input_is_a_dead_letter_with_its_reason_and_other_messages_are_handled() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let publisher = &fleet.publisher;
    let json = async |subject: &str, id: &str, body: &str| {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id);
        headers.insert("Content-Type", "application/json");
        publisher
            .jetstream
            .publish_with_headers(subject.to_owned(), headers, body.to_owned().into())
            .await
            .unwrap()
            .await
            .unwrap();
    };
    publisher.bytes("auspex.event.transaction", "garbage", vec![0xff; 40]).await.unwrap();
    json("auspex.event.question", "no-id", r#"{"question":{"text":"Will it?"}}"#).await;
    json("auspex.event.question", "no-text", r#"{"id":"q1","question":{"text":"  "}}"#).await;
    json("auspex.event.question", "price", r#"{"id":"q2","question":{"text":"Will it?","market":{"price":1.7}}}"#)
        .await;
    json("auspex.event.question", "unknown-field", r#"{"id":"q3","question":{"text":"Will it?","colour":"red"}}"#)
        .await;
    json("auspex.event.weather", "unknown-kind", r#"{"id":"w1"}"#).await;
    let good = publisher.event(&events::dust(1)).await.unwrap();
    fleet.settled(&[good], PATIENCE).await.unwrap();
    let seen = wait::until("six dead letters", PATIENCE, || async {
        let seen = fleet
            .database
            .texts("SELECT subject || ' ' || class || ' ' || array_to_string(errors, ' / ') FROM dead_letter")
            .await?;
        Ok(if seen.len() == 6 { Ok(seen) } else { Err(format!("{seen:#?}")) })
    });
    let seen = seen.await.unwrap();
    for reason in ["id", "question.text", "question.market.price", "colour", "kind"] {
        assert!(seen.iter().any(|line| line.contains("undecodable") && line.contains(reason)), "{reason}: {seen:#?}");
    }
    let kept = fleet.database.count("SELECT count(*) FROM dead_letter WHERE length(payload) > 0").await.unwrap();
    assert_eq!(kept, 6, "the dead letters contain the bytes");
    fleet.assert_invariants(&[good]).await.unwrap();
}

#[tokio::test]
async fn a_message_of_two_megabytes_is_refused() {
    let fleet = Fleet::start(Setup::default().only(&["classifier"])).await.unwrap();
    let sent = fleet.publisher.jetstream.publish("auspex.event.transaction", vec![b'x'; 2 << 20].into()).await;
    let refused = match sent {
        Err(error) => error.to_string(),
        Ok(confirmed) => confirmed.await.unwrap_err().to_string(),
    };
    assert!(!refused.is_empty());
    // Above the limit of the stream, below that of the server.
    let sent =
        fleet.publisher.jetstream.publish("auspex.event.transaction", vec![b'x'; 700 << 10].into()).await.unwrap();
    assert!(sent.await.is_err());
}

#[tokio::test]
async fn an_event_that_is_delivered_three_times_is_handled_once() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let events = [events::transaction(1), events::question(1), events::retrieval_miss(1)];
    let jobs = fleet.run(&events, PATIENCE).await.unwrap();
    let before = fleet.offline.totals().charged_calls;
    for (n, event) in events.iter().enumerate() {
        for again in 0..2 {
            // With another message id the duplicate window does not drop it, so the inbox must.
            let fact = EventReceived(event.clone());
            fleet.publisher.bytes(&fact.subject(), &format!("again-{n}-{again}"), fact.encode()).await.unwrap();
        }
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    fleet.assert_invariants(&jobs).await.unwrap();
    assert_eq!(fleet.offline.totals().charged_calls, before, "no call was repeated");
}

#[tokio::test]
async fn json_and_cloud_events_are_accepted() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let publish = async |headers: &[(&str, &str)], body: String| {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, *value);
        }
        let sent = fleet
            .publisher
            .jetstream
            .publish_with_headers("auspex.event.retrieval_miss", map, body.into())
            .await
            .unwrap();
        sent.await.unwrap();
    };
    let miss =
        |query: &str| format!(r#""retrievalMiss":{{"query":"{query}","score":0.1,"threshold":0.5,"maxSources":2}}"#);
    publish(&[("Content-Type", "application/json")], format!(r#"{{"id":"plain",{}}}"#, miss("zebras"))).await;
    let binary = [
        ("Content-Type", "application/json"),
        ("ce-specversion", "1.0"),
        ("ce-id", "binary"),
        ("ce-source", "/here"),
        ("ce-type", "x"),
    ];
    publish(&binary, format!("{{{}}}", miss("zebra reports"))).await;
    let structured = format!(
        r#"{{"specversion":"1.0","id":"structured","source":"/here","type":"x","data":{{{}}}}}"#,
        miss("zebra coin")
    );
    publish(&[("Content-Type", "application/cloudevents+json")], structured).await;
    let ids = wait::until("three events", PATIENCE, || async {
        let ids = fleet.database.texts("SELECT id FROM event ORDER BY id").await?;
        let open = fleet.database.open_work().await?;
        Ok(if ids.len() == 3 && open.is_empty() { Ok(ids) } else { Err(format!("{ids:?} {open:?}")) })
    });
    assert_eq!(ids.await.unwrap(), ["binary", "plain", "structured"], "{}", fleet.logs());
}

#[tokio::test]
async fn one_trace_spans_publisher_to_writer() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let event: Event = events::question(1);
    let fact = EventReceived(event.clone());
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Msg-Id", event.job().to_string());
    headers.insert("traceparent", format!("00-{trace}-00f067aa0ba902b7-01"));
    let sent =
        fleet.publisher.jetstream.publish_with_headers(fact.subject(), headers, fact.encode().into()).await.unwrap();
    sent.await.unwrap();
    fleet.settled(&[event.job()], PATIENCE).await.unwrap();
    let printed = fleet.database.texts("SELECT subject || ' ' || traceparent FROM outbox").await.unwrap();
    assert!(printed.iter().any(|line| line.starts_with("auspex.result.forecast")), "{printed:#?}");
    let elsewhere: Vec<&String> = printed.iter().filter(|line| !line.contains(trace)).collect();
    assert!(elsewhere.is_empty(), "{} of {} messages lost the trace: {elsewhere:#?}", elsewhere.len(), printed.len());
}

#[tokio::test]
async fn a_worker_shuts_down_on_sigterm_and_another_continues() {
    let fleet = Fleet::start(Setup { latency: Duration::from_millis(300), ..Setup::default() }).await.unwrap();
    let jobs = fleet.publisher.events(&(0..20).map(events::transaction).collect::<Vec<_>>()).await.unwrap();
    wait::until("research has begun", PATIENCE, || async {
        let begun = fleet.database.count("SELECT count(*) FROM inbox WHERE consumer = 'researcher'").await?;
        Ok(if begun > 0 { Ok(()) } else { Err("not one".to_owned()) })
    })
    .await
    .unwrap();
    let place = fleet.places("researcher")[0];
    fleet.signal(place, "TERM").unwrap();
    let ended = wait::until("the researcher ends", PATIENCE, || async {
        Ok(fleet.ended(place)?.ok_or_else(|| "it runs".to_owned()))
    });
    assert_eq!(ended.await.unwrap(), local_servers::Ended::Code(0), "{}", fleet.log(place));
    let strikes = fleet.database.count("SELECT coalesce(sum(strikes), 0)::bigint FROM inbox").await.unwrap();
    fleet.respawn(place).unwrap();
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    fleet.assert_invariants(&jobs).await.unwrap();
    let after = fleet.database.count("SELECT coalesce(sum(strikes), 0)::bigint FROM inbox").await.unwrap();
    assert_eq!((strikes, after), (0, 0), "a shutdown is no crash");
}
