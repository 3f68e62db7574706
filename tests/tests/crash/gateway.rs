//! Crash points of the gateway: it aborts before and after the transaction that accepts an event, before the
//! acknowledgement, and before and after the transaction of a decision. The client repeats its request, and everything
//! happens once.

use std::time::Duration;

use domain::{Event, JobId};
use proto::event::Fact;
use proto::events::EventReceived;
use reqwest::RequestBuilder;
use runtime::crash::GATEWAY_POINTS;
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};

use super::wait_until_ended;

#[tokio::test]
async fn a_gateway_that_aborts_loses_no_event_and_decides_once() {
    let setup = Setup { ack_wait: Duration::from_secs(2), ..Setup::default() }.with("AUSPEX_RELAY_AGE", "200ms");
    let fleet = Fleet::start(setup.with("AUSPEX_RELAY_INTERVAL", "200ms")).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let mut jobs = Vec::new();
    for (round, point) in GATEWAY_POINTS.iter().enumerate() {
        let is_decision = point.ends_with("decision");
        let event = if is_decision { events::macro_request(round) } else { events::transaction(round) };
        if !is_decision {
            arm(&fleet, &api, point).await;
            aborted(&fleet, &api, publish(&api, &event)).await;
        }
        let (status, accepted) = answered(&api, || publish(&api, &event)).await;
        // Without the transaction the fleet does not know the event.
        let expected = !is_decision && *point != "before_accept";
        assert_eq!((status, &accepted["duplicate"]), (202, &json!(expected)), "{point}: {accepted}");
        let job: JobId = accepted["job"].as_str().unwrap().parse().unwrap();
        if is_decision {
            decide(&fleet, &api, (point, job)).await;
        }
        jobs.push(job);
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let decisions = fleet.database.texts("SELECT state FROM macro_review").await.unwrap();
    assert_eq!(decisions, ["approved", "approved"], "one decision for each result");
    let announced = "SELECT count(*) FROM result x JOIN macro_result m ON m.event = x.event WHERE x.kind = 'macro'";
    assert_eq!(
        fleet.database.count(announced).await.unwrap(),
        4,
        "each result is published as pending and as approved"
    );
}

/// Approves the result of a macro while the gateway aborts, and repeats the approval.
async fn decide(fleet: &Fleet, api: &Api, (point, job): (&str, JobId)) {
    let result = wait::until("the result waits for its review", PATIENCE, || async {
        let (status, event) = answered(api, || api.http.get(format!("{}/v1/reviews?state=pending", api.url))).await;
        let found = event["items"].as_array().and_then(|items| items.first().cloned());
        Ok(found.ok_or_else(|| format!("{job}: {status}: {event}")))
    })
    .await
    .unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    let path = format!("{}/v1/reviews/{}", api.url, result["result_id"].as_str().unwrap());
    let (_, shown) = answered(api, || api.http.get(&path)).await;
    let tag = format!("\"{}-{}\"", shown["session_version"], shown["digest"].as_str().unwrap());
    arm(fleet, api, point).await;
    let approve = |key: &str| {
        let id = result["result_id"].as_str().unwrap();
        let url = format!("{}/v1/reviews/{id}/approve", api.url);
        let request = api
            .http
            .post(url)
            .json(&json!({ "edits": client_group() }))
            .header("idempotency-key", format!("{key}-{id}"));
        request.header("if-match", &tag)
    };
    aborted(fleet, api, approve("first")).await;
    let (status, approved) = answered(api, || approve("first")).await;
    assert_eq!((status, &approved["approved"]), (200, &json!(true)), "{point}: {approved}");
    let (status, refused) = answered(api, || approve("second")).await;
    assert!([409, 412].contains(&status), "{point}: another approval: {status}: {refused}");
}

/// Data that a reviewer approves in place of what the model found: the generated corpus has no corporate group.
fn client_group() -> Value {
    let source = json!({ "url": "https://zebras.example/" });
    let apex = json!({ "name": "Ministry of Zebras", "jurisdiction": "SE", "role": "apex", "source": source });
    json!({ "client_name": "Ministry of Zebras", "apex": apex, "entities": [], "search_quality": "LOW" })
}

fn publish(api: &Api, event: &Event) -> RequestBuilder {
    let body = EventReceived(event.clone()).encode();
    api.http.post(format!("{}/v1/events", api.url)).header("content-type", "application/x-protobuf").body(body)
}

/// Restarts the gateway with this point armed once.
async fn arm(fleet: &Fleet, api: &Api, point: &str) {
    fleet.set_env(api.place, "AUSPEX_CRASH_AT", Some(point));
    fleet.kill_worker(api.place).await.unwrap();
    fleet.set_env(api.place, "AUSPEX_CRASH_AT", None);
    fleet.ready().await.unwrap();
}

/// Sends a request during which the gateway aborts, and starts the gateway again.
async fn aborted(fleet: &Fleet, api: &Api, request: RequestBuilder) {
    let answer = request.bearer_auth(&api.token).send().await;
    assert!(answer.is_err(), "the gateway aborted before it answered: {answer:?}");
    wait_until_ended(fleet, api.place).await;
    fleet.respawn(api.place).unwrap();
    fleet.ready().await.unwrap();
}

/// Sends a request until the gateway answers it.
async fn answered(api: &Api, request: impl Fn() -> RequestBuilder) -> (u16, Value) {
    wait::until("the gateway answers", PATIENCE, || async {
        let answer = request().bearer_auth(&api.token).send().await?;
        Ok(Ok((answer.status().as_u16(), answer.json().await?)))
    })
    .await
    .unwrap()
}
