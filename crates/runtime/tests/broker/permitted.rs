//! Permissions on a real server: a worker can do its work, everything else is denied.

use std::sync::Arc;
use std::time::Duration;

use domain::Tenant;
use futures::StreamExt;
use local_servers::{Nats, NatsOptions};
use runtime::client::{Client, NewRequest, RequestError, StartAt, Target};
use runtime::config::Credentials;
use runtime::permissions::{self, Login, Permissions, User};
use runtime::service::{Exit, Lifecycle};
use runtime::testing::FakeJournal;
use runtime::topology::LEI_CHECK;
use runtime::{Service, topology};
use secrecy::{ExposeSecret, SecretString};

use crate::world::{Echo, LIMIT, config, options, request, round_trip};

fn user(name: &str, permissions: Permissions) -> User {
    let login = Login::Password { user: name.to_owned(), password: SecretString::from("secret") };
    User { login, permissions }
}

fn password(name: &str) -> Credentials {
    Credentials::Password { user: name.to_owned(), password: SecretString::from("secret") }
}

async fn server(extra: impl IntoIterator<Item = User>) -> Nats {
    let mut users = vec![
        user("researcher", permissions::for_worker(topology::service("researcher").unwrap())),
        user("operator", permissions::for_operator("operator")),
        user("listener", permissions::for_subscriber("listener")),
    ];
    users.extend(extra);
    let options = NatsOptions {
        extra_config: permissions::render(&users),
        credentials: Some(("operator".into(), "secret".into())),
        ..NatsOptions::default()
    };
    Nats::start(options).await.unwrap()
}

async fn connect(nats: &Nats, name: &str) -> Client {
    let target = Target {
        url: format!("nats://{}", nats.address()),
        credentials: password(name),
        tls: Default::default(),
        name: name.to_owned(),
    };
    Client::connect(&target).await.unwrap()
}

pub(crate) fn start(
    nats: &Nats,
    journal: &Arc<FakeJournal>,
    login: &[(&str, &str)],
) -> (Lifecycle, tokio::task::JoinHandle<Exit>) {
    let config = config(&format!("nats://{}", nats.address()), login);
    let service = Service::new(Arc::clone(journal)).handler(Echo::open());
    let life = Lifecycle::new();
    let running = life.clone();
    (life, tokio::spawn(async move { service.run("researcher", &config, running).await }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_does_all_its_work_with_its_own_permissions() {
    let nats = server(None).await;
    let operator = connect(&nats, "operator").await;
    operator.apply_topology(&options()).await.unwrap();
    let journal = Arc::new(FakeJournal::new());
    let login = [("AUSPEX_NATS_USER", "researcher"), ("AUSPEX_NATS_PASSWORD", "secret")];
    let (life, ended) = start(&nats, &journal, &login);
    operator.publish(request("good")).await.unwrap();
    operator.publish(request("reject me")).await.unwrap();
    let published =
        |journal: &FakeJournal| journal.outbox().len() == 2 && journal.outbox().iter().all(|(_, sent)| *sent);
    tokio::time::timeout(LIMIT, journal.until(published)).await.unwrap();
    life.soft.cancel();
    assert_eq!(ended.await.unwrap(), Exit::Clean);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_trimmer_removes_finished_messages_with_its_own_permissions() {
    let own = permissions::for_worker(topology::service(topology::TRIMMER).unwrap());
    let nats = server([user(topology::TRIMMER, own)]).await;
    let operator = connect(&nats, "operator").await;
    operator.apply_topology(&options()).await.unwrap();
    let url = format!("nats://{}", nats.address());
    crate::trimming::removes_with(&operator, &url, &Arc::new(FakeJournal::new())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_nkey_logs_in_as_well() {
    let pair = nkeys::KeyPair::new_user();
    let worker = permissions::for_worker(topology::service("researcher").unwrap());
    let nats = server(Some(User { login: Login::Nkey(pair.public_key()), permissions: worker })).await;
    let operator = connect(&nats, "operator").await;
    operator.apply_topology(&options()).await.unwrap();
    let journal = Arc::new(FakeJournal::new());
    let seed = SecretString::from(pair.seed().unwrap());
    let (life, ended) = start(&nats, &journal, &[("AUSPEX_NATS_NKEY_SEED", seed.expose_secret())]);
    operator.publish(request("good")).await.unwrap();
    tokio::time::timeout(LIMIT, journal.until(|journal| journal.done() == 1)).await.unwrap();
    life.soft.cancel();
    assert_eq!(ended.await.unwrap(), Exit::Clean);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_can_neither_change_the_topology_nor_publish_other_facts() {
    let nats = server(None).await;
    connect(&nats, "operator").await.apply_topology(&options()).await.unwrap();
    let worker = connect(&nats, "researcher").await;
    assert!(worker.apply_topology(&options()).await.is_err());
    assert!(worker.denied().unwrap().contains("$JS.API"));
    let forged = runtime::client::NewMessage { subject: "auspex.forecast.made".to_owned(), ..request("forged") };
    assert!(worker.publish(forged).await.is_err());
    assert!(worker.subscribe_results(None, None, StartAt::Start).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_receives_results_and_cannot_publish() {
    let nats = server(None).await;
    let operator = connect(&nats, "operator").await;
    operator.apply_topology(&options()).await.unwrap();
    let listener = connect(&nats, "listener").await;
    let mut results = listener.subscribe_results(None, None, StartAt::Start).await.unwrap();
    let result = runtime::client::NewMessage { subject: "auspex.result.forecast.default".to_owned(), ..request("r") };
    operator.publish(result.clone()).await.unwrap();
    assert_eq!(tokio::time::timeout(LIMIT, results.next()).await.unwrap().sequence, 1);
    assert!(listener.publish(result).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_without_its_permissions_ends_as_misconfigured() {
    let nats = server(None).await;
    connect(&nats, "operator").await.apply_topology(&options()).await.unwrap();
    let journal = Arc::new(FakeJournal::new());
    let login = [("AUSPEX_NATS_USER", "listener"), ("AUSPEX_NATS_PASSWORD", "secret")];
    let (_life, ended) = start(&nats, &journal, &login);
    let exit = tokio::time::timeout(Duration::from_secs(20), ended).await.unwrap().unwrap();
    assert!(matches!(&exit, Exit::Misconfigured(reason) if reason.contains("Permissions Violation")), "{exit:?}");
}

/// Sends a request until a service answers: it subscribes some time after its start.
async fn answered(client: &Client, payload: &'static str) -> String {
    let asked = || NewRequest {
        subject: LEI_CHECK.to_owned(),
        headers: Vec::new(),
        payload: payload.into(),
        timeout: Duration::from_secs(5),
    };
    let repeated = async {
        loop {
            match client.request(asked()).await {
                Ok(answer) => return String::from_utf8_lossy(&answer).into_owned(),
                Err(RequestError::NoResponder(_)) => tokio::task::yield_now().await,
                Err(error) => panic!("{error}"),
            }
        }
    };
    tokio::time::timeout(LIMIT, repeated).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_responder_answers_requests_with_its_own_permissions_until_it_stops() {
    let nats = server(None).await;
    let operator = connect(&nats, "operator").await;
    operator.apply_topology(&options()).await.unwrap();
    let login = [("AUSPEX_NATS_USER", "researcher"), ("AUSPEX_NATS_PASSWORD", "secret")];
    let config = config(&format!("nats://{}", nats.address()), &login);
    let service = Service::new(Arc::new(FakeJournal::new())).handler(Echo::open()).responder(LEI_CHECK, |request| {
        let answer = format!("answer to {}", String::from_utf8_lossy(&request));
        async move { answer.into() }
    });
    let life = Lifecycle::new();
    let running = life.clone();
    let ended = tokio::spawn(async move { service.run("researcher", &config, running).await });
    assert_eq!(answered(&operator, "one").await, "answer to one");
    let many = futures::future::join_all((0..20).map(|_| answered(&operator, "many"))).await;
    assert!(many.iter().all(|answer| answer == "answer to many"), "{many:?}");
    life.soft.cancel();
    assert_eq!(ended.await.unwrap(), Exit::Clean);
    let silent = NewRequest {
        subject: LEI_CHECK.to_owned(),
        headers: Vec::new(),
        payload: "late".into(),
        timeout: Duration::from_secs(5),
    };
    assert!(matches!(operator.request(silent).await, Err(RequestError::NoResponder(_))));
}

/// Requests the execution of a tenant's verbs.
fn execution(tenant: &str) -> NewRequest {
    NewRequest {
        subject: format!("auspex.verbs.execute.{tenant}"),
        headers: Vec::new(),
        payload: "verbs".into(),
        timeout: Duration::from_secs(5),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_executor_answers_the_gateway_for_its_tenant_only() {
    let acme = Tenant::parse("acme").unwrap();
    let executor = user("executor-acme", permissions::for_executor("executor-acme", &acme));
    let nats = server([executor, user("gateway", permissions::for_gateway())]).await;
    let gateway = connect(&nats, "gateway").await;
    let login = async_nats::ConnectOptions::with_user_and_password("executor-acme".to_owned(), "secret".to_owned());
    let connection = login.name("executor-acme").connect(format!("nats://{}", nats.address())).await.unwrap();
    let mut requests = connection.subscribe("auspex.verbs.execute.acme").await.unwrap();
    let _other = connection.subscribe("auspex.verbs.execute.other").await.unwrap();
    round_trip(&connection, "_INBOX_executor-acme.subscribed").await;
    let answering = tokio::spawn(async move {
        let request = requests.next().await.unwrap();
        let reply = request.reply.unwrap();
        connection.publish(reply.clone(), "done".into()).await.unwrap();
        connection.publish(reply, "again".into()).await.unwrap();
        // Denied: it may only answer.
        connection.publish("auspex.event.question", "forged".into()).await.unwrap();
        connection.flush().await.unwrap();
    });
    assert_eq!(gateway.request(execution("acme")).await.unwrap(), "done");
    answering.await.unwrap();
    let other = gateway.request(execution("other")).await;
    assert!(matches!(other, Err(RequestError::NoResponder(_))), "{other:?}");
}
