//! The streams of results and runs: one tenant only, resumed without gaps, whichever `Last-Event-ID` a client sends.

use std::time::Duration;

use domain::access::AccessToken;
use domain::effect::{Effect, Outgoing, ResultRow};
use domain::port::{Job, Journal, Settled};
use domain::{JobId, Tenant, Time};
use gateway::config::RequestLimits;
use proto::event::Fact;
use proto::events::ResultPublished;
use reqwest::{Method, Response};
use runtime::client::NewMessage;
use store::Reviews;

use crate::support::{ALL, Api, start};
use crate::webhooks::settle_quiet_event;
use crate::world::{MARKER, pending_result, write};

/// Results of two tenants, alternating, before the gateway subscribes and afterwards.
const RESULTS: usize = 40;

/// Maximum time until an event arrives or a stream ends.
const PATIENCE: Duration = Duration::from_secs(300);

/// Stores and publishes a result as the writer does. Its event id is the name.
async fn publish(api: &Api, tenant: &str, name: &str) {
    let row = store(api, tenant, name).await;
    send(api, ResultPublished(row.clone()).message(row.id)).await;
}

/// Stores a result whose message has not left the outbox, or has left the stream.
pub(crate) async fn store(api: &Api, tenant: &str, name: &str) -> ResultRow {
    let tenant = Tenant::parse(tenant).unwrap();
    let id = JobId::named(&["result", tenant.as_str(), name]);
    let wire = proto::v1::Result {
        id: id.to_string(),
        tenant: tenant.to_string(),
        event_job_id: id.to_string(),
        event_id: name.to_owned(),
        body: Some(proto::v1::result::Body::Research(proto::v1::EvidenceFiltered::default())),
        ..proto::v1::Result::default()
    };
    let row = ResultRow {
        id,
        kind: "research".to_owned(),
        tenant: tenant.clone(),
        event: id,
        run: None,
        body: serde_json::to_value(&wire).unwrap(),
        made_at: Time::UNIX_EPOCH,
    };
    commit(api, row.clone()).await;
    row
}

async fn commit(api: &Api, row: ResultRow) {
    let job = Job { consumer: "tests", id: row.id };
    let effects = vec![Effect::ResultStored(Box::new(row))];
    api.store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.unwrap();
}

async fn send(api: &Api, message: Outgoing) {
    let message = NewMessage {
        subject: message.subject,
        id: message.id.to_string(),
        tenant: message.tenant,
        payload: message.payload,
        ..NewMessage::default()
    };
    api.gateway.operations.broker.client().await.unwrap().publish(message).await.unwrap();
}

/// Stores and publishes the state of a review.
async fn announce(api: &Api, tenant: &Tenant, result: JobId) {
    let reviewed = api.store.reviews().show(tenant, result).await.unwrap().unwrap();
    let (row, message) = proto::result::macro_announcement(&reviewed, Time::UNIX_EPOCH);
    commit(api, row).await;
    send(api, message).await;
}

async fn open(api: &Api, token: &str, after: Option<&str>) -> Response {
    open_path(api, token, ("/v1/results", after)).await
}

async fn open_path(api: &Api, token: &str, (path, after): (&str, Option<&str>)) -> Response {
    let request = api.request(Method::GET, path, token);
    let request = after.into_iter().fold(request, |request, id| request.header("last-event-id", id));
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200, "{after:?}");
    answer
}

/// An event with data.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Received {
    id: String,
    event: String,
    data: String,
}

/// Reads blocks until `count` of them have data, and returns these. A block without data only tells the position.
async fn events(stream: &mut Response, count: usize) -> Vec<Received> {
    let (mut text, mut events) = (String::new(), Vec::new());
    while events.len() < count {
        let chunk = tokio::time::timeout(PATIENCE, stream.chunk()).await.expect("an event").unwrap();
        text.push_str(std::str::from_utf8(&chunk.expect("the stream is open")).unwrap());
        events = blocks(&text).filter(|block| !block.data.is_empty()).collect();
    }
    assert_eq!(events.len(), count, "{text}");
    events
}

/// Reads the id with which a stream begins.
async fn position(stream: &mut Response) -> String {
    let chunk = tokio::time::timeout(PATIENCE, stream.chunk()).await.expect("a block").unwrap().expect("open");
    let text = String::from_utf8_lossy(&chunk).into_owned();
    let first = blocks(&text).next().expect("a block");
    assert!(first.data.is_empty() && !first.id.is_empty(), "{text}");
    first.id
}

fn blocks(text: &str) -> impl Iterator<Item = Received> {
    let (complete, _) = text.rsplit_once("\n\n").unwrap_or_default();
    complete.split("\n\n").map(|block| {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned();
        Received { id: field("id:"), event: field("event:"), data: field("data:") }
    })
}

fn has_names(events: &[Received], names: &[&str]) -> bool {
    let is_named = |(event, name): (&Received, &&str)| event.data.contains(&format!("\"eventId\":\"{name}\""));
    events.len() == names.len() && events.iter().zip(names).all(is_named)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_receives_its_own_results_and_resumes_after_any_of_them() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    publish(&api, "acme", "before").await;
    let mut live = open(&api, &token, None).await;
    let begin = position(&mut live).await;
    for (tenant, name) in [("acme", "one"), ("other", "hidden"), ("acme", "two"), ("acme", "three")] {
        publish(&api, tenant, name).await;
    }
    let received = events(&mut live, 3).await;
    assert!(has_names(&received, &["one", "two", "three"]), "{received:?}");
    let mut resumed = open(&api, &token, Some(&received[0].id)).await;
    assert_eq!(events(&mut resumed, 2).await, received[1..]);
    let mut from_begin = open(&api, &token, Some(&begin)).await;
    assert_eq!(events(&mut from_begin, 3).await, received, "a client that has received nothing resumes, too");
    let mut older = open(&api, &token, Some("0")).await;
    let all = events(&mut older, 4).await;
    assert!(has_names(&all[..1], &["before"]), "{all:?}");
    assert_eq!(all[1..], received);
    api.stop.cancel();
    let farewell = live.chunk().await.unwrap().expect("the advice to reconnect");
    let farewell = String::from_utf8_lossy(&farewell);
    let retry: u64 = farewell.split("retry: ").nth(1).and_then(|rest| rest.lines().next()).unwrap().parse().unwrap();
    assert!((1_000..1_500).contains(&retry) && !farewell.contains("data:"), "{farewell}");
    assert!(live.chunk().await.unwrap().is_none(), "streams end when the process stops");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stream_of_reviews_has_the_states_of_reviews_only_and_the_ids_of_the_results() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let acme = Tenant::parse("acme").unwrap();
    let mut results = open(&api, &token, None).await;
    let mut reviews = open_path(&api, &token, ("/v1/reviews/stream", None)).await;
    let [first, second] = [pending_result(&api.store, &acme, 1).await.0, pending_result(&api.store, &acme, 2).await.0];
    publish(&api, "acme", "research").await;
    announce(&api, &acme, first).await;
    announce(&api, &acme, second).await;
    let all = events(&mut results, 3).await;
    assert_eq!(events(&mut reviews, 2).await, all[1..]);
    assert!(all[1].data.contains(&first.to_string()), "{all:?}");
    let mut resumed = open_path(&api, &token, ("/v1/reviews/stream", Some(&all[1].id))).await;
    assert_eq!(events(&mut resumed, 1).await, all[2..]);
    // A client that waits for reviews among many other results learns how far it is.
    for number in 0..256 {
        store(&api, "acme", &format!("other {number}")).await;
    }
    let told = position(&mut resumed).await;
    let mut after = open(&api, &token, Some(&told)).await;
    publish(&api, "acme", "last").await;
    assert!(has_names(&events(&mut after, 1).await, &["last"]));
}

/// Nothing but Postgres has these results, and the replica has just started.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_clients_resume_at_a_new_replica_in_order_and_without_a_repetition() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let mut live = open(&api, &token, None).await;
    let begin = position(&mut live).await;
    let names: Vec<String> = (0..100).map(|number| format!("n{number}")).collect();
    for name in &names[..90] {
        store(&api, "acme", name).await;
    }
    let received = events(&mut live, 90).await;
    let replica = api.replica().await;
    let clients = (0..200).map(|client: usize| {
        let id = client.checked_sub(1).map_or(&begin, |client| &received[client % 90].id);
        let request = api.http.get(format!("{replica}/v1/results")).bearer_auth(&token).header("last-event-id", id);
        async { request.send().await.unwrap() }
    });
    let mut clients = futures::future::join_all(clients).await;
    for name in &names[90..] {
        publish(&api, "acme", name).await;
    }
    for (client, stream) in clients.iter_mut().enumerate() {
        assert_eq!(stream.status(), 200, "client {client}");
        let first = if client == 0 { 0 } else { (client - 1) % 90 + 1 };
        let expected: Vec<&str> = names[first..].iter().map(String::as_str).collect();
        let got = events(stream, expected.len()).await;
        assert!(has_names(&got, &expected), "client {client}: {got:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_is_told_when_its_id_is_of_no_event_and_receives_what_is_new() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    publish(&api, "acme", "before").await;
    let ids = [
        ("1", "reset"),
        ("999999999", "reset"),
        ("-1", "reset"),
        ("x", "reset"),
        ("18446744073709551616", "reset"),
        // Of another database, and a position that no transaction has reached.
        ("00000000-5-00000000000000000000000000000001", "reset"),
        ("", ""),
        ("  ", ""),
    ];
    let mut own = open(&api, &token, None).await;
    let history = position(&mut own).await[..8].to_owned();
    let future = format!("{history}-99999999999-00000000000000000000000000000001");
    for (id, event) in ids.into_iter().chain([(future.as_str(), "reset")]) {
        let mut stream = open(&api, &token, Some(id)).await;
        if event.is_empty() {
            position(&mut stream).await;
        } else {
            let told = events(&mut stream, 1).await.remove(0);
            assert_eq!((told.event.as_str(), told.id.is_empty()), (event, false), "{id:?}: {told:?}");
            let data: serde_json::Value = serde_json::from_str(&told.data).unwrap();
            assert!(data["read"].as_str().unwrap().contains("Last-Event-ID: 0"), "{data}");
            // It reconnects with the new id.
            let mut again = open(&api, &token, Some(&told.id)).await;
            publish(&api, "acme", &format!("after {id}")).await;
            // A result of a moment before may come first.
            while !has_names(&events(&mut again, 1).await, &[&format!("after {id}")]) {}
        }
        publish(&api, "acme", "new").await;
        store(&api, "acme", &format!("new {id}")).await;
        let next = events(&mut stream, if event.is_empty() { 1 } else { 2 }).await;
        assert!(next.iter().all(|next| next.event == "research"), "{id:?}: {next:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_has_groups_of_quiet_events_as_subscribers_do() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let mut live = open(&api, &token, None).await;
    let begin = position(&mut live).await;
    settle_quiet_event(&api, "other").await;
    settle_quiet_event(&api, "acme").await;
    let received = events(&mut live, 1).await;
    assert_eq!(received[0].event, "classifications");
    let data: serde_json::Value = serde_json::from_str(&received[0].data).unwrap();
    assert_eq!((&data["tenant"], &data["classifications"]["verdicts"][0]["eventId"]), (&"acme".into(), &"dust".into()));
    drop(live);
    let mut resumed = open(&api, &token, Some(&begin)).await;
    assert_eq!(events(&mut resumed, 1).await, received);
}

/// Stores results of a victim and of an attacker, alternating.
async fn store_both(api: &Api, numbers: std::ops::Range<usize>) {
    for number in numbers {
        store(api, "acme", &format!("{MARKER}-{number}")).await;
        store(api, "other", &format!("own-{number}")).await;
    }
}

/// Returns position and history of an id.
fn parts(id: &str) -> (u64, &str, &str) {
    let mut parts = id.split('-');
    let (history, xid, id) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
    (xid.parse().unwrap(), id, history)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_last_event_id_leads_to_results_or_runs_of_another_tenant() {
    let api = start(RequestLimits { rate: 0, ..RequestLimits::default() }).await;
    let (attacker, victim) = (api.token("other", &ALL).await, api.token("acme", &ALL).await);
    // Both have read streams before, so that nothing is said about groups that are not kept.
    for token in [&attacker, &victim] {
        open(&api, token, None).await;
    }
    store_both(&api, 0..RESULTS / 2).await;
    let mut whole = open(&api, &attacker, Some("0")).await;
    store_both(&api, RESULTS / 2..RESULTS).await;
    let own = events(&mut whole, RESULTS).await;
    let mut foreign = open(&api, &victim, Some("0")).await;
    let foreign = events(&mut foreign, RESULTS).await;
    let history = parts(&own[0].id).2;
    // The ids of the victim's results, and all ids beside those of the attacker's.
    let around = |id: &str| {
        let xid = parts(id).0;
        [xid - 1, xid].map(|xid| ["0", "f"].map(|digit| format!("{history}-{xid}-{}", digit.repeat(32))))
    };
    let tried: Vec<String> = own.iter().flat_map(|event| around(&event.id)).flatten().collect();
    let tried = tried.into_iter().chain(foreign.iter().map(|event| event.id.clone()));
    for after in tried {
        let (xid, id, _) = parts(&after);
        let is_after = |event: &&Received| (parts(&event.id).0, parts(&event.id).1) > (xid, id);
        let expected: Vec<Received> = own.iter().filter(is_after).cloned().collect();
        let mut resumed = open(&api, &attacker, Some(&after)).await;
        assert!(events(&mut resumed, expected.len()).await == expected, "after {after}");
    }
    // The next event of each open stream is the attacker's own, so no other one was waiting.
    let mut last = open(&api, &attacker, Some(&own[RESULTS - 1].id)).await;
    publish(&api, "acme", MARKER).await;
    publish(&api, "other", "final").await;
    assert!(has_names(&events(&mut last, 1).await, &["final"]));
    runs_reveal_nothing(&api, &attacker).await;
}

/// The stream of another tenant's run and that of a missing run give one answer, whichever id is sent.
async fn runs_reveal_nothing(api: &Api, attacker: &str) {
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let missing = domain::RunId::for_event(JobId::named(&["missing"]));
    for id in ["0", "1", "2", "999", "18446744073709551615", "-1", "x", ""] {
        let [one, two] = [world.run, missing].map(|run| format!("/v1/runs/{run}/events"));
        let refused = async |path: &str| {
            let answer = api.request(Method::GET, path, attacker).header("last-event-id", id).send().await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap().replace(path, "<path>"))
        };
        let (foreign, absent) = (refused(&one).await, refused(&two).await);
        assert_eq!((foreign.0, &foreign), (404, &absent), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_ends_after_its_token_is_revoked_and_others_continue() {
    let api = start(RequestLimits { token_age: Duration::from_millis(100), ..RequestLimits::default() }).await;
    let (revoked, kept) = (api.token("acme", &ALL).await, api.token("acme", &ALL).await);
    let (mut ending, mut open) = (open(&api, &revoked, None).await, open(&api, &kept, None).await);
    let id = AccessToken::parse(&revoked).unwrap().id();
    assert!(api.store.tokens().revoke(id, Time::UNIX_EPOCH).await.unwrap());
    position(&mut ending).await;
    let end = tokio::time::timeout(PATIENCE, ending.chunk()).await.expect("the stream ends").unwrap();
    assert_eq!(end, None);
    publish(&api, "acme", "later").await;
    assert!(has_names(&events(&mut open, 1).await, &["later"]));
}
