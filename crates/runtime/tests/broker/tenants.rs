//! Tenants with accounts of their own on a real server: each does its own work, and no attempt has an effect on another
//! tenant.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_nats::{ConnectOptions, HeaderMap, jetstream};
use domain::port::{Job, Journal, Settled};
use domain::{JobId, Outgoing, Tenant};
use futures::StreamExt;
use local_servers::{Nats, NatsOptions};
use proto::events::EventReceived;
use runtime::client::{Client, NewMessage, Target};
use runtime::config::Credentials;
use runtime::permissions::tenants::{self, TenantUsers};
use runtime::permissions::{self, Login, Permissions, User};
use runtime::service::{Exit, Lifecycle};
use runtime::testing::FakeJournal;
use runtime::{Attempt, Failure, Handler, Outcome, Service, topology};
use secrecy::SecretString;

use crate::world::{LIMIT, World, config, round_trip};

const ATTEMPTS: usize = 10_000;
/// Events of the attacked tenant, published among the attempts.
const EVENTS: usize = 200;

fn user(name: &str, permissions: Permissions) -> User {
    let login = Login::Password { user: name.to_owned(), password: SecretString::from("secret") };
    User { login, permissions }
}

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).unwrap()
}

/// Returns the users of a tenant, and one without limits: a tenant may administrate its own account.
fn tenant_users(name: &str) -> TenantUsers {
    let all = || Permissions { publish: vec![">".into()], subscribe: vec![">".into()], responds: false };
    let (publisher, subscriber) = (format!("publisher-{name}"), format!("subscriber-{name}"));
    let users = vec![
        user(&publisher, tenants::for_publisher(&publisher, &tenant(name))),
        user(&subscriber, tenants::for_tenant_subscriber(&subscriber, &tenant(name))),
        user(&format!("admin-{name}"), all()),
    ];
    TenantUsers { tenant: tenant(name), users }
}

/// A server with the account of the fleet and those of two tenants, and the operator's connection.
async fn server() -> (Nats, Client) {
    let fleet = [
        user("classifier", permissions::for_worker(topology::service("classifier").unwrap())),
        user("operator", permissions::for_operator("operator")),
    ];
    let options = NatsOptions {
        extra_config: tenants::render_accounts(&fleet, &[tenant_users("acme"), tenant_users("other")]),
        credentials: Some(("operator".into(), "secret".into())),
        ..NatsOptions::default()
    };
    let nats = Nats::start(options).await.unwrap();
    let password = SecretString::from("secret");
    let credentials = Credentials::Password { user: "operator".to_owned(), password };
    let target = Target {
        url: format!("nats://{}", nats.address()),
        credentials,
        tls: Default::default(),
        name: "operator".to_owned(),
    };
    let operator = Client::connect(&target).await.unwrap();
    operator.apply_topology(&crate::world::options()).await.unwrap();
    for name in ["acme", "other"] {
        operator.apply_tenant(&tenant(name)).await.unwrap();
    }
    (nats, operator)
}

async fn connect(nats: &Nats, name: &str) -> async_nats::Client {
    let login = ConnectOptions::with_user_and_password(name.to_owned(), "secret".to_owned());
    let login = login.custom_inbox_prefix(format!("_INBOX_{name}")).request_timeout(Some(LIMIT));
    login.connect(format!("nats://{}", nats.address())).await.unwrap()
}

/// Records the events that reach the handler; the answer names the tenant.
#[derive(Clone, Default)]
struct Recorder {
    seen: Arc<Mutex<BTreeMap<JobId, (String, String)>>>,
}

impl Handler for Recorder {
    const NAME: &'static str = "classifier";
    const EMITS: &'static [&'static str] = &[];
    type In = EventReceived;

    async fn handle(&self, EventReceived(event): EventReceived, attempt: &Attempt) -> Result<Outcome, Failure> {
        let domain::EventKind::Question(question) = &event.kind else { return Ok(Outcome::none()) };
        let seen = (event.tenant.to_string(), question.text.clone());
        self.seen.lock().unwrap().insert(attempt.job, seen);
        Ok(Outcome::none())
    }
}

fn question(id: &str, named: Option<&str>, text: &str) -> String {
    let named = named.map(|tenant| format!(r#""tenant":"{tenant}","#)).unwrap_or_default();
    format!(r#"{{"id":"{id}",{named}"question":{{"text":"{text}"}}}}"#)
}

fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.insert(*name, *value);
    }
    headers
}

/// Returns the job of an event of the attacked tenant.
fn job(n: usize) -> JobId {
    JobId::for_event(&tenant("acme"), "question", &domain::EventId::parse(&format!("q{n}")).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_publishes_and_reads_its_results_with_its_own_account() {
    let (nats, operator) = server().await;
    let publisher = jetstream::new(connect(&nats, "publisher-acme").await);
    let body = question("q1", None, "Will it?");
    let json = headers(&[("Content-Type", "application/json")]);
    let sent = publisher.publish_with_headers("auspex.event.question.acme", json, body.into()).await.unwrap();
    assert_eq!(sent.await.unwrap().stream, "AUSPEX_EVENTS");

    let client = connect(&nats, "subscriber-acme").await;
    let mut live = client.subscribe("auspex.result.*.acme").await.unwrap();
    let results = jetstream::with_domain(client.clone(), tenants::DOMAIN);
    // Its answer shows that the server has processed the subscription.
    let consumer: jetstream::consumer::PullConsumer =
        results.get_consumer_from_stream(topology::results_consumer(&tenant("acme")), "AUSPEX_RESULTS").await.unwrap();
    for subject in ["auspex.result.forecast.other", "auspex.result.forecast.acme"] {
        let message = NewMessage { subject: subject.to_owned(), payload: subject.into(), ..NewMessage::default() };
        operator.publish(message).await.unwrap();
    }
    let received = tokio::time::timeout(LIMIT, live.next()).await.unwrap().unwrap();
    assert_eq!(received.payload, "auspex.result.forecast.acme");

    let mut messages = consumer.messages().await.unwrap();
    let stored = tokio::time::timeout(LIMIT, messages.next()).await.unwrap().unwrap().unwrap();
    assert_eq!(stored.payload, "auspex.result.forecast.acme");
    client.request(stored.reply.clone().unwrap(), "+ACK".into()).await.unwrap();
    let left = consumer.get_info().await.unwrap();
    assert_eq!((left.num_pending, left.num_ack_pending), (0, 0), "the other tenant's result is not among them");
}

/// Requests of the JetStream API, with the subject of every stream and of the other tenant's consumer.
fn api_requests() -> Vec<String> {
    let mut requests = vec!["INFO".to_owned(), "STREAM.NAMES".to_owned(), "STREAM.LIST".to_owned()];
    for stream in ["AUSPEX_EVENTS", "AUSPEX_WORK", "AUSPEX_RESULTS", "AUSPEX_DEAD"] {
        let calls = [
            "STREAM.INFO",
            "STREAM.PURGE",
            "STREAM.DELETE",
            "STREAM.UPDATE",
            "STREAM.MSG.GET",
            "STREAM.MSG.DELETE",
            "DIRECT.GET",
            "CONSUMER.NAMES",
            "CONSUMER.LIST",
            "CONSUMER.CREATE",
        ];
        requests.extend(calls.map(|call| format!("{call}.{stream}")));
        requests.push(format!("DIRECT.GET.{stream}.auspex.result.forecast.acme"));
        requests.push(format!("CONSUMER.CREATE.{stream}.mine.>"));
    }
    for consumer in ["AUSPEX_RESULTS.results-acme", "AUSPEX_EVENTS.classifier"] {
        let calls = ["CONSUMER.INFO", "CONSUMER.MSG.NEXT", "CONSUMER.DELETE", "CONSUMER.PAUSE", "CONSUMER.UNPIN"];
        requests.extend(calls.map(|call| format!("{call}.{consumer}")));
    }
    requests.push("CONSUMER.CREATE.AUSPEX_RESULTS.results-acme.auspex.result.*.other".to_owned());
    requests.push("CONSUMER.DELETE.AUSPEX_RESULTS.results-other".to_owned());
    requests
}

/// Returns the sizes of the streams, and the state of the other tenant's consumer as text.
async fn state(operator: &Client) -> String {
    let streams: Vec<_> = operator.streams().await.into_iter().map(|(_, state)| state.map(|s| s.messages)).collect();
    format!("{streams:?}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_of_a_tenant_reaches_a_stream_or_the_consumer_of_another_tenant() {
    let (nats, operator) = server().await;
    let secret = NewMessage {
        subject: "auspex.result.forecast.acme".to_owned(),
        payload: "a secret".into(),
        ..NewMessage::default()
    };
    operator.publish(secret).await.unwrap();
    let before = state(&operator).await;
    let admin = connect(&nats, "admin-other").await;
    for request in api_requests() {
        for prefix in ["$JS.API", "$JS.auspex.API"] {
            let subject = format!("{prefix}.{request}");
            let sent = async_nats::Request::new().payload("".into()).timeout(Some(LIMIT));
            if let Ok(answer) = admin.send_request(subject.clone(), sent).await {
                let text = String::from_utf8_lossy(&answer.payload);
                // The tenant's own account answers: it has no JetStream.
                let refused = text.contains("JetStream not enabled for account") || text.contains("invalid JSON");
                assert!(refused, "{subject}: {text}");
            }
        }
    }
    // The server sends its answers to these subjects. In one account it would delete the stream.
    let mut inbox = admin.subscribe("$JS.API.STREAM.>").await.unwrap();
    for target in ["$JS.API.STREAM.DELETE.AUSPEX_EVENTS", "$JS.API.STREAM.PURGE.AUSPEX_RESULTS"] {
        let next = "$JS.auspex.API.CONSUMER.MSG.NEXT.AUSPEX_RESULTS.results-other";
        admin.publish_with_reply(next, target, r#"{"batch":1,"no_wait":true}"#.into()).await.unwrap();
        let answer = tokio::time::timeout(LIMIT, inbox.next()).await.unwrap().unwrap();
        assert_eq!(answer.status.map(|status| status.as_u16()), Some(404), "{answer:?}");
    }
    assert_eq!(state(&operator).await, before);
    for (name, subject) in
        [("publisher-other", "auspex.event.question.acme"), ("subscriber-other", "auspex.event.x.other")]
    {
        let denied = jetstream::new(connect(&nats, name).await).publish(subject, "x".into()).await;
        assert!(denied.unwrap().await.is_err(), "{name}");
    }
}

/// Makes the `n`-th attempt against the tenant `acme` as the administrator of another tenant's account.
async fn attempt(admin: &async_nats::Client, n: usize) {
    let (own, theirs) = ("auspex.event.question.other", "auspex.event.question.acme");
    let (id, forged) = (format!("q{}", n % EVENTS), job(n % EVENTS).to_string());
    let named = question(&id, Some("acme"), &format!("forged {n}"));
    let unnamed = question(&id, None, &format!("own {n}"));
    let garbage = format!("garbage {n}");
    let json = ("Content-Type", "application/json");
    let forged_headers = headers(&[("Nats-Msg-Id", &forged), ("Auspex-Job", &forged), ("Auspex-Tenant", "acme"), json]);
    let next = "$JS.auspex.API.CONSUMER.MSG.NEXT.AUSPEX_RESULTS.results-other";
    let sent = match n % 10 {
        0 => admin.publish_with_headers(theirs, headers(&[json]), named.into()).await,
        1 => admin.publish_with_headers("auspex.event.question", headers(&[json]), named.into()).await,
        2 => admin.publish_with_headers(own, headers(&[json]), named.into()).await,
        3 => admin.publish_with_headers(own, headers(&[json, ("ce-tenant", "acme")]), unnamed.into()).await,
        4 => admin.publish_with_headers(own, forged_headers, garbage.into()).await,
        5 => {
            admin
                .publish_with_headers(
                    own,
                    headers(&[("Auspex-Job", &forged), ("Auspex-Tenant", "acme")]),
                    garbage.into(),
                )
                .await
        }
        6 => admin.publish_with_headers(own, headers(&[json, ("Auspex-Job", &forged)]), unnamed.into()).await,
        7 => admin.publish_with_reply_and_headers(own, theirs, headers(&[json]), unnamed.into()).await,
        8 => admin.publish_with_reply(next, theirs, r#"{"batch":1,"no_wait":true}"#.into()).await,
        _ => {
            let acknowledged = format!("$JS.ACK.AUSPEX_EVENTS.classifier.1.{n}.{n}.1.0");
            admin.publish_with_reply(acknowledged, theirs, "+TERM".into()).await
        }
    };
    sent.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_attempts_of_a_tenant_have_no_effect_on_another_one() {
    let (nats, operator) = server().await;
    let (journal, recorder) = (Arc::new(FakeJournal::new()), Recorder::default());
    let login = [("AUSPEX_NATS_USER", "classifier"), ("AUSPEX_NATS_PASSWORD", "secret")];
    let settings = config(&format!("nats://{}", nats.address()), &login);
    let (service, life) = (Service::new(Arc::clone(&journal)).handler(recorder.clone()), Lifecycle::new());
    let running = life.clone();
    let ended = tokio::spawn(async move { service.run("classifier", &settings, running).await });
    let (admin, publisher) = (connect(&nats, "admin-other").await, connect(&nats, "publisher-acme").await);
    let publisher = jetstream::new(publisher);
    for n in 0..ATTEMPTS {
        attempt(&admin, n).await;
        if n % (ATTEMPTS / EVENTS) == ATTEMPTS / EVENTS - 1 {
            // The server has received the attempts before this event, so they come first.
            round_trip(&admin, "attempts.sent").await;
            let n = n / (ATTEMPTS / EVENTS);
            let body = question(&format!("q{n}"), None, &format!("real {n}"));
            let id = proto::subject::message_id(job(n), body.as_bytes());
            let own = headers(&[("Content-Type", "application/json"), ("Nats-Msg-Id", &id)]);
            let sent = publisher.publish_with_headers("auspex.event.question.acme", own, body.into()).await.unwrap();
            assert!(!sent.await.unwrap().duplicate);
        }
    }
    let settled = async {
        let mut every = tokio::time::interval(std::time::Duration::from_millis(50));
        loop {
            every.tick().await;
            let lag = operator.lag().await.into_iter().find_map(|(name, lag)| lag.filter(|_| name == "classifier"));
            if lag.is_some_and(|lag| lag.pending == 0 && lag.ack_pending == 0) {
                return;
            }
        }
    };
    tokio::time::timeout(LIMIT, settled).await.expect("every message is settled in time");
    let seen = recorder.seen.lock().unwrap().clone();
    for n in 0..EVENTS {
        assert_eq!(seen.get(&job(n)), Some(&("acme".to_owned(), format!("real {n}"))), "event {n}");
    }
    let others = seen.values().filter(|(tenant, _)| tenant == "other").count();
    assert_eq!(seen.len(), EVENTS + others);
    assert!(others > 0, "the tenant's own events are handled");
    let dead = journal.dead();
    assert!(!dead.is_empty() && dead.iter().all(|letter| letter.tenant == tenant("other")), "{:?}", dead.first());
    let jobs: Vec<JobId> = (0..EVENTS).map(job).collect();
    assert!(dead.iter().all(|letter| !jobs.contains(&letter.job)));
    assert_eq!(journal.done(), seen.len() + dead.len(), "there is no other row");
    life.soft.cancel();
    assert_eq!(ended.await.unwrap(), Exit::Clean);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_of_our_own_is_published_although_its_job_was_used_as_a_message_id() {
    let world = World::new().await;
    let payload = bytes::Bytes::from(question("q1", Some("acme"), "Will it?"));
    let row = Outgoing {
        id: job(1),
        subject: "auspex.event.question.acme".to_owned(),
        tenant: tenant("acme"),
        payload: payload.clone(),
        ..domain::testing::outgoing()
    };
    let request = Job { consumer: "gateway", id: JobId::named(&["request"]) };
    let settled = Settled { job: request, effects: Vec::new(), outgoing: vec![row], dead: None };
    world.journal.commit(settled).await.unwrap();
    let earlier = NewMessage {
        subject: "auspex.event.question.other".to_owned(),
        id: job(1).to_string(),
        ..NewMessage::default()
    };
    world.client.publish(earlier).await.unwrap();
    let running = world.start(&[], |service| service.task_emits(topology::GATEWAY.emits));
    world.until(|journal| journal.outbox().iter().all(|(_, sent)| *sent)).await;
    let context = jetstream::new(async_nats::connect(world.nats.url()).await.unwrap());
    let stream = context.get_stream("AUSPEX_EVENTS").await.unwrap();
    let stored = stream.get_last_raw_message_by_subject("auspex.event.question.acme").await.unwrap();
    assert_eq!(stored.payload, payload);
    assert_eq!(running.stop().await, Exit::Clean);
}
