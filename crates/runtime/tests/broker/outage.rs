//! Servers that crash, lose their data and restart.

use std::sync::Arc;

use runtime::client::NewMessage;

use crate::world::{Echo, World, options};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_twice_under_load_loses_nothing() {
    let world = World::new().await;
    let first = world.start(&[], |service| service.handler(Echo::open()));
    let second = world.start(&[], |service| service.handler(Echo::open()));
    world.ask_many(300).await;
    world.until(|journal| journal.done() >= 50).await;
    world.nats.kill9().await.unwrap();
    world.nats.restart().await.unwrap();
    world.ask_many(400).await;
    world.until(|journal| journal.done() >= 350).await;
    world.nats.kill9().await.unwrap();
    world.nats.restart().await.unwrap();
    world.until(|journal| journal.done() == 400).await;
    world.until(|journal| journal.outbox().iter().all(|(_, sent)| *sent)).await;
    world.until_settled().await;
    assert_eq!(world.journal.outbox().len(), 400, "each answer once");
    assert_eq!((first.stop().await.code(), second.stop().await.code()), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_continues_after_the_loss_of_the_whole_jetstream_store() {
    let world = World::new().await;
    let running = world.start(&[("AUSPEX_WORKER_CONCURRENCY", "4")], |service| service.handler(Echo::open()));
    world.ask_many(20).await;
    world.until(|journal| journal.done() == 20).await;
    world.nats.wipe().await.unwrap();
    world.client.apply_topology(&options()).await.unwrap();
    world.ask("after").await.unwrap();
    world.until(|journal| journal.done() == 21).await;
    assert_eq!(running.stop().await.code(), 0);
}

/// A confirmed message that no consumer received and that is in no stream any more is published again by its sender,
/// under another id: a purged stream keeps the first id in its duplicate window and would silently drop it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_message_is_published_again_under_an_id_that_the_stream_accepts() {
    use domain::port::{Confirmed, Job, Journal, Settled};
    let world = World::new().await;
    let id = crate::world::id("lost");
    let subject = "auspex.research.gathered";
    let first = NewMessage { subject: subject.to_owned(), id: id.to_string(), ..crate::world::request("lost") };
    world.client.publish(first).await.unwrap();
    let jetstream = async_nats::jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    let stream = jetstream.get_stream("AUSPEX_WORK").await.unwrap();
    stream.purge().await.unwrap();
    let row = domain::Outgoing {
        id,
        subject: subject.to_owned(),
        payload: bytes::Bytes::from_static(b"default:lost"),
        ..domain::testing::outgoing()
    };
    let job = Job { consumer: "researcher", id: crate::world::id("cause") };
    world.journal.commit(Settled { job, effects: vec![], outgoing: vec![row], dead: None }).await.unwrap();
    world.journal.sent(&[Confirmed { id, sequence: 1 }]).await.unwrap();
    let running = world.start(&[("AUSPEX_RECONCILE_AGE", "200ms")], |service| service.handler(Echo::open()));
    let named = format!("{subject}.default");
    let published = async {
        let mut every = tokio::time::interval(std::time::Duration::from_millis(20));
        loop {
            every.tick().await;
            if let Ok(message) = stream.get_last_raw_message_by_subject(&named).await {
                return message;
            }
        }
    };
    let again = tokio::time::timeout(crate::world::LIMIT, published).await.expect("it is published again");
    assert_eq!(again.headers.get("Nats-Msg-Id").unwrap().as_str(), format!("{id}/1"));
    running.stop().await;
}

/// The consumer of these messages does not run, so they wait in the stream for longer than the reconciler's age.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backlog_is_not_published_again() {
    use domain::port::{Confirmed, Job, Journal, Settled};
    let world = World::new().await;
    let row = |words: &str| domain::Outgoing {
        id: crate::world::id(words),
        subject: "auspex.research.gathered".to_owned(),
        payload: bytes::Bytes::from(format!("default:{words}")),
        ..domain::testing::outgoing()
    };
    let outgoing: Vec<_> = ["a", "b", "c"].map(row).into();
    let job = Job { consumer: "researcher", id: crate::world::id("cause") };
    world.journal.commit(Settled { job, effects: vec![], outgoing: outgoing.clone(), dead: None }).await.unwrap();
    for (sequence, row) in (1..).zip(&outgoing) {
        let subject = format!("{}.default", row.subject);
        let message = NewMessage { subject, id: row.id.to_string(), ..crate::world::request("backlog") };
        world.client.publish(message).await.unwrap();
        world.journal.sent(&[Confirmed { id: row.id, sequence }]).await.unwrap();
    }
    let running = world.start(&[("AUSPEX_RECONCILE_AGE", "1ms")], |service| service.handler(Echo::open()));
    world.until(|journal| journal.looks() >= 10).await;
    let jetstream = async_nats::jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    let stored = jetstream.get_stream("AUSPEX_WORK").await.unwrap().cached_info().state.messages;
    assert_eq!((stored, world.journal.found_lost()), (3, 0));
    running.stop().await;
}

/// While a consumer's position is unknown, as without a quorum, no message counts as lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_published_again_while_no_position_is_known() {
    use domain::port::{Confirmed, Job, Journal, Settled};
    let world = World::new().await;
    let row = domain::Outgoing {
        id: crate::world::id("waits"),
        subject: "auspex.research.gathered".to_owned(),
        payload: bytes::Bytes::from_static(b"default:waits"),
        ..domain::testing::outgoing()
    };
    let id = row.id;
    let job = Job { consumer: "researcher", id: crate::world::id("cause") };
    world.journal.commit(Settled { job, effects: vec![], outgoing: vec![row], dead: None }).await.unwrap();
    world.journal.sent(&[Confirmed { id, sequence: 1 }]).await.unwrap();
    let jetstream = async_nats::jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    jetstream.get_stream("AUSPEX_WORK").await.unwrap().delete_consumer("filter").await.unwrap();
    let running = world.start(&[("AUSPEX_RECONCILE_AGE", "1ms")], |service| service.handler(Echo::open()));
    world.until(|journal| journal.looks() >= 10).await;
    assert_eq!(world.journal.found_lost(), 0);
    running.stop().await;
}

/// Returns status and body of a probe, or `None` if nothing listens.
async fn probe(address: &str, path: &str) -> Option<(u16, String)> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut socket = tokio::net::TcpStream::connect(address).await.ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
}

async fn probe_until(address: &str, path: &str, is_met: impl Fn(u16, &str) -> bool) {
    let met = async {
        let mut every = tokio::time::interval(std::time::Duration::from_millis(20));
        loop {
            every.tick().await;
            if probe(address, path).await.is_some_and(|(status, body)| is_met(status, &body)) {
                return;
            }
        }
    };
    tokio::time::timeout(crate::world::LIMIT, met).await.expect("the probe answers so in time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_waits_for_its_stream_and_is_ready_when_its_consumer_exists() {
    let world = World::new().await;
    world.nats.wipe().await.unwrap();
    let port = local_servers::Port::free().unwrap();
    let address = format!("127.0.0.1:{}", port.number());
    let running = world.start(&[("AUSPEX_HTTP_LISTEN", &address)], |service| service.handler(Echo::open()));
    probe_until(&address, "/readyz", |status, body| status == 503 && body.contains("stream AUSPEX_WORK")).await;
    // Longer than three failed attempts in a row.
    tokio::time::timeout(std::time::Duration::from_secs(8), world.journal.until(|_| false)).await.unwrap_err();
    assert_eq!(probe(&address, "/livez").await, Some((200, "ok".to_owned())));
    assert!(!running.ended.is_finished());
    world.client.apply_topology(&options()).await.unwrap();
    probe_until(&address, "/readyz", |status, _| status == 200).await;
    world.ask("after").await.unwrap();
    world.until(|journal| journal.done() == 1).await;
    assert_eq!(running.stop().await.code(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_whose_consumer_is_removed_ends_after_its_patience_and_names_the_fix() {
    let world = World::new().await;
    let running = world.start(&[("AUSPEX_WORKER_MISSING_CONSUMER", "1s")], |service| service.handler(Echo::open()));
    world.ask("before").await.unwrap();
    world.until(|journal| journal.done() == 1).await;
    world.nats.wipe().await.unwrap();
    let exit = tokio::time::timeout(crate::world::LIMIT, running.ended).await.unwrap().unwrap();
    assert_eq!(exit.code(), 1);
    assert!(format!("{exit:?}").contains("auspex topology apply"), "{exit:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_does_not_fall_with_a_server_that_all_replicas_share() {
    let world = World::new().await;
    let port = local_servers::Port::free().unwrap();
    let address = format!("127.0.0.1:{}", port.number());
    let running = world.start(&[("AUSPEX_HTTP_LISTEN", &address)], |service| service.handler(Echo::open()));
    probe_until(&address, "/readyz", |status, _| status == 200).await;
    world.nats.kill9().await.unwrap();
    // The client has noticed the loss when a publish fails.
    assert!(world.ask("lost").await.is_err());
    assert_eq!(probe(&address, "/readyz").await, Some((200, "ok".to_owned())));
    running.life.hard.cancel();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_lapsed_lease_all_work_is_handed_back_and_redelivered() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    let running = world.start(&[("AUSPEX_WORKER_LEASE", "600ms")], |service| service.handler(echo));
    world.ask("once").await.unwrap();
    world.lag_until(|lag| lag.ack_pending == 1).await;
    world.journal.lapse();
    world.until(|journal| !journal.hand_backs().is_empty()).await;
    gate.add_permits(2);
    world.until(|journal| journal.done() == 1).await;
    world.until_settled().await;
    assert_eq!(seen.lock().unwrap().len(), 2);
    running.stop().await;
}

/// The journal claims rows again within seconds if nothing answered, and later each time if the stream refused them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_relay_reports_rows_that_nothing_answered_and_rows_that_the_stream_refused() {
    use domain::port::{Job, Journal, Settled};
    let world = World::new().await;
    let row = |name: &str, payload: Vec<u8>| domain::Outgoing {
        id: crate::world::id(name),
        subject: "auspex.research.gathered".to_owned(),
        payload: payload.into(),
        ..domain::testing::outgoing()
    };
    let jetstream = async_nats::jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    let mut config = jetstream.get_stream("AUSPEX_WORK").await.unwrap().cached_info().config.clone();
    config.max_message_size = 1_000;
    jetstream.update_stream(config).await.unwrap();
    let commit = async |name: &str, row: domain::Outgoing| {
        let job = Job { consumer: "researcher", id: crate::world::id(name) };
        world.journal.commit(Settled { job, effects: vec![], outgoing: vec![row], dead: None }).await.unwrap();
    };
    commit("refused", row("large", vec![b'x'; 2_000])).await;
    let running = world.start(&[], |service| service.handler(Echo::open()));
    let reported = |name: &'static str, refused: bool| {
        move |journal: &runtime::testing::FakeJournal| {
            journal.unconfirmed().iter().any(|row| row.id == crate::world::id(name) && row.refused == refused)
        }
    };
    world.until(reported("large", true)).await;
    jetstream.delete_stream("AUSPEX_WORK").await.unwrap();
    commit("unanswered", row("small", b"default:small".to_vec())).await;
    world.until(reported("small", false)).await;
    running.stop().await;
}

/// After restarts nats-server may hold the time of a delivery in the future, here by a negative acknowledgement of an
/// hour: the message is pending, no worker holds it, and the server would deliver it again in an hour.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_the_server_holds_for_a_dead_worker_is_asked_for() {
    use futures::StreamExt;
    let world = World::new().await;
    world.ask("held").await.unwrap();
    world.ask("done").await.unwrap();
    let jetstream = async_nats::jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    let consumer: async_nats::jetstream::consumer::PullConsumer =
        jetstream.get_consumer_from_stream("researcher", "AUSPEX_WORK").await.unwrap();
    let mut deliveries = consumer.fetch().max_messages(2).messages().await.unwrap();
    let held = deliveries.next().await.unwrap().unwrap();
    deliveries.next().await.unwrap().unwrap().double_ack_with(async_nats::jetstream::AckKind::Ack).await.unwrap();
    let hour = std::time::Duration::from_secs(3_600);
    held.double_ack_with(async_nats::jetstream::AckKind::Nak(Some(hour))).await.unwrap();
    world.lag_until(|lag| lag.pending == 0 && lag.ack_pending == 1).await;
    let running = world.start(&[], |service| service.handler(Echo::open()));
    world.until(|journal| journal.done() == 1).await;
    world.until_settled().await;
    assert_eq!(running.stop().await.code(), 0);
}

/// A pod that starts must not end the delays of the others: the journal knows that this start of the server was dealt
/// with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redelivery_is_asked_for_once_after_each_start_of_the_server() {
    let world = World::new().await;
    let first = world.start(&[], |service| service.handler(Echo::open()));
    world.until(|journal| journal.redeliveries("researcher") == 1).await;
    // Delayed by an hour, as a deferral of another replica is.
    let jetstream = async_nats::jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    let consumer: async_nats::jetstream::consumer::PullConsumer =
        jetstream.get_consumer_from_stream("researcher", "AUSPEX_WORK").await.unwrap();
    first.stop().await;
    world.ask("delayed").await.unwrap();
    let mut deliveries = consumer.fetch().max_messages(1).messages().await.unwrap();
    let held = futures::StreamExt::next(&mut deliveries).await.unwrap().unwrap();
    let hour = std::time::Duration::from_secs(3_600);
    held.double_ack_with(async_nats::jetstream::AckKind::Nak(Some(hour))).await.unwrap();
    let second = world.start(&[], |service| service.handler(Echo::open()));
    world.lag_until(|lag| lag.waiting > 0).await;
    let looked = world.journal.looks();
    // Longer than three acknowledgement waits, after which it would be asked for, by the reconciler's passes of 100 ms.
    world.until(|journal| journal.looks() > looked + 100).await;
    assert_eq!(world.journal.done(), 0, "the delay has ended");
    world.nats.kill9().await.unwrap();
    world.nats.restart().await.unwrap();
    world.until(|journal| journal.redeliveries("researcher") == 2).await;
    world.until(|journal| journal.done() == 1).await;
    second.stop().await;
}
