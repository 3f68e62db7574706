//! Workers with their permissions on a real server: none publishes, reads, answers or removes anything in the name of
//! another one.

use std::collections::BTreeSet;

use async_nats::{ConnectOptions, Subscriber};
use futures::{FutureExt, StreamExt};
use local_servers::{Nats, NatsOptions};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use runtime::permissions::{self, Login, Permissions, User};
use runtime::topology::{self, CONSUMERS, LEI_CHECK, STREAMS};
use secrecy::SecretString;

use crate::world::{LIMIT, options, round_trip};

/// Attempts of all workers and the gateway together.
const ATTEMPTS: usize = 1_000;

fn user(name: &str, permissions: Permissions) -> User {
    let login = Login::Password { user: name.to_owned(), password: SecretString::from("secret") };
    User { login, permissions }
}

/// Returns the names of the processes with their permissions.
fn processes() -> Vec<(&'static str, Permissions)> {
    let workers = topology::SERVICES.iter().map(|service| (service.name, permissions::for_worker(service)));
    workers.chain([(topology::GATEWAY.name, permissions::for_gateway())]).collect()
}

/// A server with the users of the fleet, and one without limits.
async fn server() -> (Nats, Client) {
    let everything = Permissions { publish: vec![">".into()], subscribe: vec![">".into()], responds: false };
    let mut users: Vec<User> = processes().into_iter().map(|(name, permissions)| user(name, permissions)).collect();
    users.push(user("observer", everything));
    let config = NatsOptions {
        extra_config: permissions::render(&users),
        credentials: Some(("observer".into(), "secret".into())),
        ..NatsOptions::default()
    };
    let nats = Nats::start(config).await.unwrap();
    let target = Target {
        url: format!("nats://{}", nats.address()),
        credentials: Credentials::Password { user: "observer".to_owned(), password: SecretString::from("secret") },
        tls: Default::default(),
        name: "observer".to_owned(),
    };
    let observer = Client::connect(&target).await.unwrap();
    observer.apply_topology(&options()).await.unwrap();
    (nats, observer)
}

async fn connect(nats: &Nats, name: &str) -> async_nats::Client {
    let login = ConnectOptions::with_user_and_password(name.to_owned(), "secret".to_owned()).name(name);
    login.connect(format!("nats://{}", nats.address())).await.unwrap()
}

/// Returns a subject that a pattern includes.
fn concrete(pattern: &str) -> String {
    pattern
        .split('.')
        .map(|token| if matches!(token, "*" | ">") { "probe" } else { token })
        .collect::<Vec<_>>()
        .join(".")
}

/// Returns true if the process owns the subject, according to the topology: a fact that it emits, its dead letters,
/// messages of its consumer. Requests that only read the state of streams and consumers are permitted to several
/// processes and count as its own.
fn may_publish(name: &str, subject: &str) -> bool {
    let own = |stream: &str, consumer: &str| {
        CONSUMERS.iter().any(|spec| (spec.service, spec.stream, spec.name) == (name, stream, consumer))
    };
    let is_gateway = name == topology::GATEWAY.name;
    match subject.split('.').collect::<Vec<_>>()[..] {
        ["auspex", "dead", consumer] => CONSUMERS.iter().any(|spec| (spec.service, spec.name) == (name, consumer)),
        ["auspex", "verbs", "execute", _]
        | ["auspex", "lei", "check"]
        | ["$JS", "API", "CONSUMER", "CREATE" | "DELETE", "AUSPEX_RESULTS", ..] => is_gateway,
        ["auspex", "waiting", consumer] => CONSUMERS.iter().any(|spec| (spec.service, spec.name) == (name, consumer)),
        // Events that it has parked.
        ["auspex", "event", ..] if name == "classifier" => true,
        ["auspex", ..] => emits(name, subject),
        ["$JS", "ACK", ref path @ ..] => path.windows(2).any(|pair| own(pair[0], pair[1])),
        ["$JS", "API", "CONSUMER", "MSG", "NEXT", stream, consumer] => {
            own(stream, consumer) || is_gateway && stream == "AUSPEX_RESULTS"
        }
        ["$JS", "API", "CONSUMER", "INFO" | "LIST", ..] | ["$JS", "API", "STREAM", "INFO", ..] => true,
        ["$JS", "API", "DIRECT", "GET", stream] => may_read(name, stream),
        ["$JS", "API", "STREAM", "PURGE", stream] => {
            name == topology::TRIMMER && ["AUSPEX_EVENTS", "AUSPEX_WORK"].contains(&stream)
        }
        _ => false,
    }
}

/// Returns true if the process may read every message of the stream: the one that trims it, and the only one that
/// consumes it.
fn may_read(name: &str, stream: &str) -> bool {
    let trims = name == topology::TRIMMER && ["AUSPEX_EVENTS", "AUSPEX_WORK"].contains(&stream);
    trims || (name, stream) == ("classifier", "AUSPEX_EVENTS")
}

fn emits(name: &str, subject: &str) -> bool {
    let service = topology::processes().find(|service| service.name == name).unwrap();
    let is_below =
        |emitted: &str| subject.strip_prefix(emitted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    service.emits.iter().any(|emitted| is_below(emitted.trim_end_matches('.')))
}

/// Returns true if the process receives messages on the subject: its inbox, and the requests that it answers.
fn may_subscribe(name: &str, subject: &str) -> bool {
    let is_answered = topology::RESPONDERS.contains(&(subject, name));
    let is_handed_over = name == topology::TRIMMER && subject.starts_with(topology::WAITING);
    // Results wake the streams of the gateway; it reads them from Postgres, by tenant.
    let is_woken = name == "gateway" && subject.starts_with("auspex.result.");
    subject.starts_with(&format!("_INBOX_{name}.")) || is_answered || is_handed_over || is_woken
}

/// Returns a subject of everything that any process may publish or receive, and of the administration of streams and
/// consumers.
fn subjects() -> BTreeSet<String> {
    let own =
        processes().into_iter().flat_map(|(_, permissions)| [permissions.publish, permissions.subscribe].concat());
    let streams = STREAMS.iter().flat_map(|stream| {
        ["INFO", "CREATE", "UPDATE", "DELETE", "PURGE", "MSG.GET", "MSG.DELETE"]
            .map(|call| format!("$JS.API.STREAM.{call}.{}", stream.name))
    });
    let consumers = CONSUMERS.iter().flat_map(|consumer| {
        let path = format!("{}.{}", consumer.stream, consumer.name);
        ["CREATE", "DURABLE.CREATE", "INFO", "DELETE", "PAUSE", "MSG.NEXT"]
            .map(|call| format!("$JS.API.CONSUMER.{call}.{path}"))
            .into_iter()
            .chain([format!("$JS.ACK.{path}.1.1.1.1.0")])
    });
    own.map(|pattern| concrete(&pattern)).chain(streams).chain(consumers).chain(["$SYS.REQ.probe".to_owned()]).collect()
}

/// Waits until the server has processed everything that the process has sent: a subscription to its inbox, which is
/// permitted, is the last.
async fn processed(worker: &async_nats::Client, name: &str, observer: &async_nats::Client) {
    let subject = format!("_INBOX_{name}.processed");
    let received = runtime::testing::processed(worker, observer, &subject);
    tokio::time::timeout(LIMIT, received).await.expect("the subscription is permitted").unwrap();
}

/// Returns subject and payload of the messages that have arrived so far, without those that have no payload.
async fn arrived(observed: &mut Subscriber, observer: &async_nats::Client) -> Vec<(String, String)> {
    let end = "observed.end";
    observer.publish(end, "".into()).await.unwrap();
    let mut all = Vec::new();
    loop {
        let message = tokio::time::timeout(LIMIT, observed.next()).await.unwrap().unwrap();
        if message.subject.as_str() == end {
            return all;
        }
        if !message.payload.is_empty() {
            all.push((message.subject.to_string(), String::from_utf8_lossy(&message.payload).into_owned()));
        }
    }
}

/// Returns the sizes of the streams and the positions of the consumers.
async fn state(observer: &Client) -> String {
    let sizes: Vec<_> =
        observer.streams().await.into_iter().map(|(_, state)| state.map(|state| state.messages)).collect();
    format!("{sizes:?} {:?}", observer.lag().await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_worker_publishes_on_a_subject_of_another_one_or_administrates_a_stream() {
    let (nats, client) = server().await;
    let observer = connect(&nats, "observer").await;
    let mut observed = observer.subscribe(">").await.unwrap();
    round_trip(&observer, "observed.start").await;
    let before = state(&client).await;
    arrived(&mut observed, &observer).await;
    let mut attempts = 0;
    for (name, _) in processes() {
        let worker = connect(&nats, name).await;
        for subject in subjects().iter().filter(|subject| !may_publish(name, subject)) {
            worker.publish(subject.clone(), format!("forged by {name}").into()).await.unwrap();
            // The server would send its answer to the second subject.
            worker
                .publish_with_reply(subject.clone(), "_INBOX_gateway.x", format!("forged by {name}").into())
                .await
                .unwrap();
            attempts += 2;
        }
        processed(&worker, name, &observer).await;
    }
    println!("{attempts} attempts");
    assert!(attempts >= ATTEMPTS, "{attempts}");
    // Advisories of the server about the requests above may arrive as well.
    let mut forged = arrived(&mut observed, &observer).await;
    forged.retain(|(_, payload)| payload.starts_with("forged"));
    assert_eq!(forged, Vec::new());
    assert_eq!(state(&client).await, before);

    let writer = connect(&nats, "writer").await;
    writer.publish("auspex.result.x.default", "own".into()).await.unwrap();
    processed(&writer, "writer", &observer).await;
    let own = arrived(&mut observed, &observer).await;
    assert!(own.contains(&("auspex.result.x.default".to_owned(), "own".to_owned())), "{own:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_worker_reads_the_replies_or_the_facts_of_another_one() {
    let (nats, _) = server().await;
    let observer = connect(&nats, "observer").await;
    let mut attempts = 0;
    for (name, _) in processes() {
        let worker = connect(&nats, name).await;
        let mut inbox = worker.subscribe(format!("_INBOX_{name}.end")).await.unwrap();
        let mut denied = Vec::new();
        for subject in subjects().into_iter().filter(|subject| !may_subscribe(name, subject)) {
            denied.push((subject.clone(), worker.subscribe(subject).await.unwrap()));
        }
        let wide = ["auspex.>", "_INBOX.>", "$JS.API.>", "$JS.ACK.>", "$SYS.>"].map(str::to_owned);
        for subject in wide.into_iter().chain([">".to_owned(), "*.>".to_owned()]) {
            denied.push((subject.clone(), worker.subscribe(subject).await.unwrap()));
        }
        processed(&worker, name, &observer).await;
        for subject in subjects().iter().filter(|subject| !subject.starts_with('$')) {
            observer.publish(subject.clone(), "for its owner".into()).await.unwrap();
        }
        observer.publish(format!("_INBOX_{name}.end"), "".into()).await.unwrap();
        // One publisher's messages arrive in order, so whatever else was delivered has arrived before.
        tokio::time::timeout(LIMIT, inbox.next()).await.unwrap().unwrap();
        attempts += denied.len();
        for (subject, mut messages) in denied {
            let message = messages.next().now_or_never().flatten();
            assert!(message.is_none(), "{name} reads {subject}: {message:?}");
        }
    }
    println!("{attempts} attempts");
    assert!(attempts >= ATTEMPTS / 2, "{attempts}");
    for (name, _) in processes() {
        read_from_streams(&nats, name).await;
    }
}

/// Reads each stream by position, by subject and with the administrative call. The server's own errors prove that each
/// is denied.
async fn read_from_streams(nats: &Nats, name: &str) {
    let (sender, mut denials) = tokio::sync::mpsc::unbounded_channel();
    let login = ConnectOptions::with_user_and_password(name.to_owned(), "secret".to_owned()).name(name);
    let login = login.event_callback(move |event| {
        let sender = sender.clone();
        async move { drop(sender.send(event.to_string())) }
    });
    let worker = login.connect(format!("nats://{}", nats.address())).await.unwrap();
    let mut attempts = BTreeSet::new();
    for stream in STREAMS.iter().map(|stream| stream.name) {
        let subjects = CONSUMERS.iter().map(|spec| format!("{}.acme", spec.filter.trim_end_matches(".>")));
        let mut calls: Vec<String> = subjects.map(|subject| format!("$JS.API.DIRECT.GET.{stream}.{subject}")).collect();
        calls.push(format!("$JS.API.STREAM.MSG.GET.{stream}"));
        if !may_read(name, stream) {
            calls.push(format!("$JS.API.DIRECT.GET.{stream}"));
        }
        attempts.extend(calls);
    }
    for subject in &attempts {
        for payload in [r#"{"seq":1}"#, r#"{"seq":1,"next_by_subj":"auspex.>","batch":10}"#] {
            worker.publish_with_reply(subject.clone(), format!("_INBOX_{name}.read"), payload.into()).await.unwrap();
            // One by one: the client forgets events that nobody has read.
            let denied = async { while !denials.recv().await.unwrap().contains(&format!("\"{subject}\"")) {} };
            tokio::time::timeout(LIMIT, denied).await.unwrap_or_else(|_| panic!("{name} may use {subject}"));
        }
    }
}

/// The trimmer hands messages of a consumer over to its worker only, into its own inbox.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_gets_waiting_messages_of_its_own_consumer_only() {
    let (nats, observer) = server().await;
    for subject in ["auspex.research.gathered.acme", "auspex.research.requested.acme"] {
        let message = runtime::client::NewMessage { subject: subject.to_owned(), ..crate::world::request(subject) };
        observer.publish(message).await.unwrap();
    }
    let url = format!("nats://{}", nats.address());
    let settings = [("AUSPEX_NATS_USER", topology::TRIMMER), ("AUSPEX_NATS_PASSWORD", "secret")];
    let config = crate::world::config(&url, &settings);
    let trimmer = runtime::Service::new(std::sync::Arc::new(runtime::testing::FakeJournal::new()));
    let trimmer = trimmer.trim_streams(runtime::TrimConfig::read(&mut runtime::config::Env::default()));
    let life = runtime::service::Lifecycle::new();
    let running = tokio::spawn({
        let life = life.clone();
        async move { trimmer.run(topology::TRIMMER, &config, life).await }
    });
    let filter = connect(&nats, "filter").await;
    let mut inbox = filter.subscribe("_INBOX_filter.waiting").await.unwrap();
    let asked = r#"{"tenant":"acme","from":1,"batch":10}"#;
    let received = async {
        loop {
            filter.publish_with_reply("auspex.waiting.filter", "_INBOX_filter.waiting", asked.into()).await.unwrap();
            let answer = tokio::time::timeout(std::time::Duration::from_millis(200), inbox.next()).await;
            // Without the trimmer the server reports that nobody listens.
            let message = answer.ok().flatten().filter(|message| !message.payload.is_empty());
            if let Some(message) = message {
                return message.headers.unwrap().get("Nats-Subject").unwrap().to_string();
            }
        }
    };
    let subject = tokio::time::timeout(LIMIT, received).await.expect("the trimmer hands it over");
    assert_eq!(subject, "auspex.research.gathered.acme");
    life.soft.cancel();
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_answered_once_and_by_its_receiver_only() {
    let (nats, _) = server().await;
    let observer = connect(&nats, "observer").await;
    let mut answers = observer.subscribe("_INBOX_gateway.>").await.unwrap();
    round_trip(&observer, "_INBOX_gateway.start").await;
    let researcher = connect(&nats, "researcher").await;
    let mut requests = researcher.subscribe(LEI_CHECK).await.unwrap();
    processed(&researcher, "researcher", &observer).await;
    let mut others = Vec::new();
    for (name, _) in processes().into_iter().filter(|(name, _)| *name != "researcher") {
        let other = connect(&nats, name).await;
        let overheard = other.subscribe(LEI_CHECK).await.unwrap();
        processed(&other, name, &observer).await;
        others.push((name, other, overheard));
    }
    let gateway = connect(&nats, "gateway").await;
    gateway.publish_with_reply(LEI_CHECK, "_INBOX_gateway.asked", "leis".into()).await.unwrap();
    gateway.flush().await.unwrap();
    let request = tokio::time::timeout(LIMIT, requests.next()).await.unwrap().unwrap();
    for (name, other, mut overheard) in others {
        assert!(overheard.next().now_or_never().flatten().is_none(), "{name} overhears the request");
        other.publish("_INBOX_gateway.asked", format!("forged by {name}").into()).await.unwrap();
        processed(&other, name, &observer).await;
    }
    for (subject, payload) in [
        (request.reply.unwrap().as_str(), "once"),
        ("_INBOX_gateway.asked", "twice"),
        ("_INBOX_gateway.other", "unasked"),
    ] {
        researcher.publish(subject.to_owned(), payload.into()).await.unwrap();
    }
    processed(&researcher, "researcher", &observer).await;
    observer.publish("_INBOX_gateway.end", "end".into()).await.unwrap();
    let mut received = Vec::new();
    while received.last().is_none_or(|last| last != "end") {
        let message = tokio::time::timeout(LIMIT, answers.next()).await.unwrap().unwrap();
        if !message.payload.is_empty() {
            received.push(String::from_utf8_lossy(&message.payload).into_owned());
        }
    }
    assert_eq!(received, ["once", "end"]);
}
