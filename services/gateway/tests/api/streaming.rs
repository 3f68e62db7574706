//! The streams of results and runs: one tenant only, resumed without gaps, whichever `Last-Event-ID` a client sends.

use std::time::Duration;

use domain::access::AccessToken;
use domain::effect::ResultRow;
use domain::{JobId, Tenant, Time};
use gateway::config::RequestLimits;
use proto::event::Fact;
use proto::events::ResultPublished;
use reqwest::{Method, Response};
use runtime::client::NewMessage;
use store::Reviews;

use crate::support::{ALL, Api, start};
use crate::world::{MARKER, pending_result, write};

/// Results of two tenants, alternating, before the gateway subscribes and afterwards.
const RESULTS: usize = 40;

/// Maximum time until a stream ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// Publishes a result as the writer does. Its event id is the name.
async fn publish(api: &Api, tenant: &str, name: &str) {
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
    let fact = ResultPublished(row);
    let message = NewMessage {
        subject: fact.subject(),
        id: id.to_string(),
        tenant,
        payload: fact.encode().into(),
        ..NewMessage::default()
    };
    api.gateway.broker.client().await.unwrap().publish(message).await.unwrap();
}

/// Publishes the state of a review as the outbox does.
async fn announce(api: &Api, tenant: &Tenant, result: JobId) {
    let reviewed = api.store.show(tenant, result).await.unwrap().unwrap();
    let (_, message) = proto::result::macro_announcement(&reviewed, Time::UNIX_EPOCH);
    let message = NewMessage {
        subject: message.subject,
        id: message.id.to_string(),
        tenant: message.tenant,
        payload: message.payload,
        ..NewMessage::default()
    };
    api.gateway.broker.client().await.unwrap().publish(message).await.unwrap();
}

async fn open(api: &Api, token: &str, after: Option<&str>) -> Response {
    open_path(api, token, ("/v1/results", after)).await
}

async fn open_path(api: &Api, token: &str, (path, after): (&str, Option<&str>)) -> Response {
    let request = api.request(Method::GET, path, token);
    let request = after.into_iter().fold(request, |request, id| request.header("last-event-id", id));
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer
}

/// Reads the next `count` events and returns their ids and data.
async fn events(stream: &mut Response, count: usize) -> Vec<(String, String)> {
    let mut text = String::new();
    while text.matches("\n\n").count() < count {
        let chunk = stream.chunk().await.unwrap().expect("the stream is open");
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    let field = |event: &str, name: &str| {
        event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
    };
    text.split("\n\n").take(count).map(|event| (field(event, "id:"), field(event, "data:"))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_receives_its_own_results_and_resumes_after_any_of_them() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    publish(&api, "acme", "before").await;
    let mut live = open(&api, &token, None).await;
    for (tenant, name) in [("acme", "one"), ("other", "hidden"), ("acme", "two"), ("acme", "three")] {
        publish(&api, tenant, name).await;
    }
    let received = events(&mut live, 3).await;
    for ((_, data), name) in received.iter().zip(["one", "two", "three"]) {
        assert!(data.contains(&format!("\"eventId\":\"{name}\"")), "{data}");
    }
    let mut kept = open(&api, &token, Some(&received[0].0)).await;
    assert_eq!(events(&mut kept, 2).await, received[1..]);
    let mut older = open(&api, &token, Some("0")).await;
    let all = events(&mut older, 4).await;
    assert!(all[0].1.contains("before"), "{all:?}");
    assert_eq!(all[1..], received);
    api.stop.cancel();
    let farewell = live.chunk().await.unwrap().expect("the advice to reconnect");
    let farewell = String::from_utf8_lossy(&farewell);
    assert!(farewell.contains("retry: 1000") && !farewell.contains("data:"), "{farewell}");
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
    assert!(all[1].1.contains(&first.to_string()), "{all:?}");
    let mut resumed = open_path(&api, &token, ("/v1/reviews/stream", Some(&all[1].0))).await;
    assert_eq!(events(&mut resumed, 1).await, all[2..]);
}

/// Returns the status and the body of a refused stream.
async fn refused(api: &Api, token: &str, (path, id): (&str, &str)) -> (u16, String) {
    let answer = api.request(Method::GET, path, token).header("last-event-id", id).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// Publishes the results `numbers` of a victim and of an attacker, alternating.
async fn publish_both(api: &Api, numbers: std::ops::Range<usize>) {
    for number in numbers {
        publish(api, "acme", &format!("{MARKER}-{number}")).await;
        publish(api, "other", &format!("own-{number}")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_last_event_id_leads_to_results_or_runs_of_another_tenant() {
    let api = start(RequestLimits { rate: 0, ..RequestLimits::default() }).await;
    let attacker = api.token("other", &ALL).await;
    publish_both(&api, 0..RESULTS / 2).await;
    let mut whole = open(&api, &attacker, Some("0")).await;
    publish_both(&api, RESULTS / 2..RESULTS).await;
    let own = events(&mut whole, RESULTS).await;
    let position = |id: &str| id.parse::<u64>().unwrap();
    // The ids between those of the attacker's results belong to the victim's; those after the last one to no result.
    let last = position(&own[RESULTS - 1].0);
    assert_eq!(last, 2 * RESULTS as u64, "the results alternate");
    for after in 0..last + 20 {
        let expected: Vec<_> = own.iter().filter(|(id, _)| position(id) > after).cloned().collect();
        let mut resumed = open(&api, &attacker, Some(&after.to_string())).await;
        assert_eq!(events(&mut resumed, expected.len()).await, expected, "after {after}");
    }
    // The next event of each open stream is the attacker's own, so no other one was waiting.
    let mut open_streams = Vec::new();
    for after in (0..last + 20).chain([u64::MAX - 1, u64::MAX]).filter(|after| *after >= last) {
        open_streams.push((after, open(&api, &attacker, Some(&after.to_string())).await));
    }
    publish(&api, "acme", MARKER).await;
    publish(&api, "other", "final").await;
    for (after, stream) in open_streams.iter_mut().filter(|(after, _)| *after < last + 2) {
        let next = events(stream, 1).await;
        assert!(next[0].1.contains("final") && !next[0].1.contains(MARKER), "after {after}: {next:?}");
    }
    runs_reveal_nothing(&api, &attacker).await;
}

/// The stream of another tenant's run and that of a missing run give one answer, whichever id is sent.
async fn runs_reveal_nothing(api: &Api, attacker: &str) {
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let missing = domain::RunId::for_event(JobId::named(&["missing"]));
    for id in ["0", "1", "2", "999", "18446744073709551615", "-1", "x", ""] {
        let [one, two] = [world.run, missing].map(|run| format!("/v1/runs/{run}/events"));
        let (foreign, absent) = (refused(api, attacker, (&one, id)).await, refused(api, attacker, (&two, id)).await);
        let without_id = |(status, text): (u16, String), path: &str| (status, text.replace(path, "<path>"));
        assert!([404, 422].contains(&foreign.0), "{id}: {foreign:?}");
        assert_eq!(without_id(foreign, &one), without_id(absent, &two), "{id}");
    }
    let invalid = ["-1", "x", "1.5", "18446744073709551616", ""];
    for path in ["/v1/results", "/v1/reviews/stream"] {
        for id in invalid {
            assert_eq!(refused(api, attacker, (path, id)).await.0, 422, "{path} {id:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_ends_after_its_token_is_revoked_and_others_continue() {
    let api = start(RequestLimits { token_age: Duration::from_millis(100), ..RequestLimits::default() }).await;
    let (revoked, kept) = (api.token("acme", &ALL).await, api.token("acme", &ALL).await);
    let (mut ending, mut open) = (open(&api, &revoked, None).await, open(&api, &kept, None).await);
    let id = AccessToken::parse(&revoked).unwrap().id();
    assert!(api.store.revoke_token(id, Time::UNIX_EPOCH).await.unwrap());
    let end = tokio::time::timeout(PATIENCE, ending.chunk()).await.expect("the stream ends").unwrap();
    assert_eq!(end, None);
    publish(&api, "acme", "later").await;
    assert!(events(&mut open, 1).await[0].1.contains("later"));
}
