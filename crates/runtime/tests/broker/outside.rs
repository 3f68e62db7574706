//! The client that other programs than workers use.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy};
use local_servers::{Nats, NatsOptions};
use runtime::client::{Client, NewMessage, Refused, StartAt};
use runtime::topology;

use crate::world::{Echo, World, options, request, target};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_publish_is_confirmed_or_refused_with_its_reason() {
    let world = World::new().await;
    assert!(!world.ask("one").await.unwrap().duplicate);
    assert!(world.ask("one").await.unwrap().duplicate);
    let too_large = NewMessage { payload: vec![b'x'; 2 << 20].into(), ..request("large") };
    assert!(matches!(world.client.publish(too_large).await, Err(Refused::TooLarge { size: 2_097_152, .. })));
    let over_the_stream = NewMessage { payload: vec![b'x'; 512 * 1024].into(), ..request("over") };
    assert!(matches!(world.client.publish(over_the_stream).await, Err(Refused::TooLarge { .. })));
    let nowhere = NewMessage { subject: "auspex.nowhere".to_owned(), ..request("lost") };
    assert!(
        matches!(world.client.publish(nowhere).await, Err(Refused::NoStream(subject)) if subject == "auspex.nowhere")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_topology_can_be_applied_twice_and_differences_are_reported() {
    let world = World::new().await;
    world.client.apply_topology(&options()).await.unwrap();
    assert_eq!(world.client.check_topology(&options()).await, []);
    let other = runtime::topology::Options { max_ack_pending: 7, ..options() };
    let differences = world.client.check_topology(&other).await;
    assert_eq!(differences.len(), runtime::topology::CONSUMERS.len());
    assert!(differences[0].problem.contains("max_ack_pending"));
    world.client.apply_topology(&other).await.unwrap();
    assert_eq!(world.client.check_topology(&other).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ages_and_the_duplicate_window_of_older_streams_are_changed_and_their_messages_stay() {
    let nats = Nats::start(NatsOptions::default()).await.unwrap();
    let jetstream = async_nats::jetstream::new(async_nats::connect(nats.url()).await.unwrap());
    for spec in topology::STREAMS {
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        let config = topology::stream_config(spec, &options());
        let max_age = if config.max_age.is_zero() { hours(72) } else { config.max_age };
        let older = Config { max_age, duplicate_window: hours(24), discard: DiscardPolicy::New, ..config };
        jetstream.create_stream(older).await.unwrap();
    }
    let client = Client::connect(&target(&nats.url(), "test")).await.unwrap();
    client.publish(request("one")).await.unwrap();
    client.apply_topology(&options()).await.unwrap();
    assert_eq!(client.check_topology(&options()).await, []);
    let work = jetstream.get_stream("AUSPEX_WORK").await.unwrap().cached_info().clone();
    assert_eq!((work.config.max_age, work.config.duplicate_window), (Duration::ZERO, topology::DUPLICATE_WINDOW));
    assert_eq!(work.state.messages, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_are_received_once_from_the_start_and_across_a_crash_of_the_server() {
    let world = World::new().await;
    let result = |n: u32| NewMessage {
        subject: "auspex.result.forecast.default".to_owned(),
        payload: format!("not a result {n}").into(),
        ..request(&format!("r{n}"))
    };
    world.client.publish(result(1)).await.unwrap();
    let mut results = world.client.subscribe_results(Some("forecast"), None, StartAt::Start).await.unwrap();
    let first = tokio::time::timeout(crate::world::LIMIT, results.next()).await.unwrap();
    assert_eq!((first.sequence, first.result.is_err()), (1, true), "undecodable results are returned as well");
    world.nats.kill9().await.unwrap();
    world.nats.restart().await.unwrap();
    // A publish on the connection that just broke is not confirmed; `publish_all` repeats it under the same id.
    world.client.publish_all([result(2)], 1, |_, published| assert!(published.is_ok(), "{published:?}")).await;
    let second = tokio::time::timeout(crate::world::LIMIT, results.next()).await.unwrap();
    assert_eq!(second.payload, "not a result 2");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redriven_message_is_the_same_job_again() {
    let world = World::new().await;
    let echo = Echo::open();
    let seen = Arc::clone(&echo.seen);
    let running = world.start(&[], |service| service.handler(echo));
    world.ask("reject me").await.unwrap();
    world.until(|journal| journal.dead().len() == 1).await;
    world.until_settled().await;
    let letter = world.journal.dead().remove(0);
    let redriven = world.client.redrive(&letter, letter.at).await.unwrap();
    assert!(!redriven.duplicate, "the duplicate window has the first id only");
    world.until_settled().await;
    assert_eq!(seen.lock().unwrap().len(), 1, "the journal still has its outcome");
    running.stop().await;
}
