//! Attempts of a tenant to receive, repeat or stop the webhooks of another one.

use std::collections::BTreeSet;

use axum::http::HeaderMap;
use domain::{JobId, Tenant};
use gateway::config::RequestLimits;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{ALL, Api, read, start};
use crate::webhooks::{Receiver, create, deliveries, run};
use crate::world::{MARKER, write};

/// Worlds of the victim; each has a result and a dead letter.
const WORLDS: usize = 6;

/// A request about a webhook: verb, path below the endpoint, body.
type Request = (Method, &'static str, Option<Value>);

/// Returns requests that read, change, repeat or delete a webhook.
fn requests(event: &str) -> Vec<Request> {
    vec![
        (Method::GET, "", None),
        (Method::GET, "/deliveries", None),
        (Method::GET, "/deliveries?limit=1", None),
        (Method::PATCH, "", Some(json!({ "enabled": false }))),
        (Method::PATCH, "", Some(json!({ "url": "https://hooks.example.com/stolen" }))),
        (Method::POST, "/secrets", Some(json!({}))),
        (Method::POST, "/secrets", Some(json!({ "overlap_hours": 0 }))),
        (Method::POST, "/replays", Some(json!({ "from": "2020-01-01T00:00:00Z" }))),
        (Method::POST, "/replays", Some(json!({ "event": event }))),
        (Method::DELETE, "", None),
    ]
}

async fn send(api: &Api, token: &str, (webhook, request): (&str, &Request)) -> (u16, Value) {
    let (method, path, body) = request;
    let bare = api.request(method.clone(), &format!("/v1/webhook-endpoints/{webhook}{path}"), token);
    let request = match body {
        Some(body) => bare.json(body),
        None => bare,
    };
    read(request.send().await.unwrap()).await
}

/// The answers about the victim's webhook and about a missing one are equal.
async fn endpoints_are_hidden(api: &Api, attacker: &str, (webhook, events): (&str, &[String])) -> usize {
    let mut attempts = 0;
    for event in events {
        for (number, request) in requests(event).iter().enumerate() {
            let missing = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{event}{number}").as_bytes()).to_string();
            let (foreign, absent) =
                (send(api, attacker, (webhook, request)).await, send(api, attacker, (&missing, request)).await);
            let text = |(status, body): (u16, Value), id: &str| (status, body.to_string().replace(id, "<id>"));
            assert!([404, 422].contains(&foreign.0), "{request:?}: {foreign:?}");
            assert_eq!(text(foreign, webhook), text(absent, &missing), "{request:?}");
            attempts += 2;
        }
    }
    attempts
}

/// A replay at the attacker's own endpoint finds none of the victim's events: as many as of an event that does not
/// exist.
async fn replays_find_own_events_only(api: &Api, attacker: &str, (own, events): (&str, &[String])) -> usize {
    for event in events {
        let missing = JobId::named(&["missing", event]).to_string();
        let mut answers = Vec::new();
        for name in [event, &missing] {
            let request = (Method::POST, "/replays", Some(json!({ "event": name })));
            let (status, answer) = send(api, attacker, (own, &request)).await;
            answers.push((status, answer.to_string().replace(name.as_str(), "<event>")));
        }
        assert_eq!(answers[0], answers[1]);
        assert!(!answers[0].1.contains("\"scheduled\":1"), "{answers:?}");
    }
    let all = (Method::POST, "/replays", Some(json!({ "from": "2020-01-01T00:00:00Z" })));
    let (status, answer) = send(api, attacker, (own, &all)).await;
    assert_eq!((status, &answer["scheduled"]), (202, &json!(0)), "{answer}");
    2 * events.len() + 1
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_attempt_of_a_tenant_reaches_a_webhook_or_an_event_of_another_one() {
    let api = start(RequestLimits { rate: 0, ..RequestLimits::default() }).await;
    let (victim, attacker) = (api.token("acme", &ALL).await, api.token("other", &ALL).await);
    let (theirs, mine) = (Receiver::start(&[]).await, Receiver::start(&[]).await);
    let (webhook, _) = create(&api, &victim, json!({ "url": theirs.url, "description": MARKER })).await;
    let (own, _) = create(&api, &attacker, json!({ "url": mine.url })).await;
    // A second endpoint at the victim's receiver, for which it gets the attacker's events only.
    let (copy, _) = create(&api, &attacker, json!({ "url": theirs.url })).await;
    run(&api);
    let mut events = Vec::new();
    for number in 0..WORLDS {
        let world = write(&api.store, &Tenant::parse("acme").unwrap(), number).await;
        events.extend([world.result, world.dead_letter, world.event].map(|id| id.to_string()));
    }
    let received = theirs.received(2 * WORLDS).await;
    events.extend(ids(&received));
    let before = read(api.get(&format!("/v1/webhook-endpoints/{webhook}"), &victim).await).await;

    let mut attempts = endpoints_are_hidden(&api, &attacker, (&webhook, &events)).await;
    for endpoint in [&own, &copy] {
        attempts += replays_find_own_events_only(&api, &attacker, (endpoint, &events)).await;
        assert_eq!(deliveries(&api, &attacker, endpoint).await, Vec::<Value>::new());
    }
    println!("{attempts} attempts with {} events", events.len());
    assert!(attempts >= 500, "{attempts}");
    let listed = read(api.get("/v1/webhook-endpoints", &attacker).await).await.1;
    assert!(!listed.to_string().contains(MARKER) && !listed.to_string().contains(&webhook), "{listed}");

    // An event of the attacker is the next one that its receivers get, so nothing else is on its way.
    write(&api.store, &Tenant::parse("other").unwrap(), 0).await;
    let own_events = ids(&mine.received(2).await);
    assert_eq!(own_events.len(), 2);
    assert!(own_events.iter().all(|id| !events.contains(id)), "{own_events:?}");
    assert_eq!(read(api.get(&format!("/v1/webhook-endpoints/{webhook}"), &victim).await).await, before);
    let again = theirs.received(2 * WORLDS + 2).await;
    assert_eq!(again.len(), 2 * WORLDS + 2, "the victim's events were sent once");
    assert_eq!(ids(&again[2 * WORLDS..]), own_events, "the attacker's second endpoint has its own events");
}

/// Returns the ids of the received events.
fn ids(received: &[(HeaderMap, Vec<u8>)]) -> BTreeSet<String> {
    received.iter().map(|(headers, _)| headers["webhook-id"].to_str().unwrap().to_owned()).collect()
}
