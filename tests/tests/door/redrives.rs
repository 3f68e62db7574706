//! Redrives of many dead letters, and letters that will not be redriven, through the doors. No worker runs, so the
//! first job has no outcome, and a person controls the redrive.

use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::{Clock, Tenant};
use proto::event::Fact;
use proto::events::EventReceived;
use serde_json::{Value, json};
use store::Store;
use tests::wait::PATIENCE;
use tests::{events, wait};

use super::three::Doors;
use super::{User, gateway};

/// Stores dead letters about events.
pub(super) async fn dead_letters(store: &Store, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for number in 0..count {
        let event = events::transaction(7 + number);
        let job = event.job();
        let id = job.derive("dead.classifier", 0);
        let letter = DeadLetter {
            id,
            consumer: "classifier".to_owned(),
            job,
            tenant: Tenant::default(),
            subject: "auspex.event.transaction.default".to_owned(),
            headers: vec![("Nats-Msg-Id".to_owned(), job.to_string())],
            payload: EventReceived(event).encode(),
            class: "exhausted".to_owned(),
            errors: vec!["no answer".to_owned(), "an address inside of the fleet".to_owned()],
            attempts: 3,
            trace_id: "0".repeat(32),
            at: runtime::SystemClock.now(),
        };
        let work = Job { consumer: "classifier", id: job };
        store.journal().begin(&work).await.unwrap();
        let settled = Settled { job: work, effects: vec![], outgoing: vec![], dead: Some(letter.into()) };
        store.journal().commit(settled).await.unwrap();
        ids.push(id.to_string());
    }
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_redriven_in_bulk_and_dropped_with_a_token_only() {
    let (_fleet, api, store) = gateway().await;
    let user = User::of(&api);
    let letters = dead_letters(&store, 102).await;
    let refused = user.run(&["dead", "redrive", "--all"], 3).await.err;
    assert!(refused.contains("102 exhausted letters") && refused.contains("--yes"), "{refused}");
    let dropped = user.run(&["dead", "drop", &letters[100], &letters[101]], 0).await.out;
    assert_eq!(dropped.lines().filter(|line| line.contains("dropped")).count(), 2, "{dropped}");
    assert!(user.run(&["dead", "list", "--all"], 0).await.out.contains("dropped"));
    assert_eq!(user.run(&["dead", "list"], 0).await.out.lines().count(), 100);

    let bulk = ["dead", "redrive", "--all", "--class", "exhausted", "--per-second", "100", "--no-wait"];
    let started = user.json(&bulk).await;
    let redrive = started["redrive"]["id"].as_str().unwrap().to_owned();
    assert!(user.run(&bulk, 1).await.err.contains("has not ended"), "one redrive of the same letters");
    assert_eq!(user.json(&["dead", "pause", &redrive]).await["redrive"]["state"], "paused");
    assert!(user.run(&["dead", "redrives"], 0).await.out.contains("paused"));
    assert_eq!(user.json(&["dead", "resume", &redrive]).await["redrive"]["state"], "running");
    wait::until("all letters are redriven", PATIENCE, || async {
        let redrive = user.run(&["dead", "redrives"], 0).await.out;
        Ok(if redrive.contains("done") { Ok(()) } else { Err(redrive) })
    })
    .await
    .unwrap();
    assert_eq!(user.run(&["dead", "list"], 0).await.out, "");
    assert!(user.run(&["dead", "cancel", &redrive], 1).await.err.contains("the redrive is done"));
}

#[tokio::test(flavor = "multi_thread")]
async fn dead_letters_are_the_same_through_three_doors() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let letters = dead_letters(&store, 4).await;
    let order = json!({ "class": "exhausted" });
    let (_, http) = doors.post("/v1/redrives:preview", &order).await;
    let mcp = doors.tool("redrive_dead_letters", order.clone()).await;
    assert_eq!((&http, http["letters"].as_u64()), (&mcp["preview"], Some(4)));
    let mcp = doors.tool("redrive_dead_letters", json!({ "class": "exhausted", "confirm": 4 })).await;
    let redrive = mcp["started"]["redrive"]["id"].as_str().unwrap().to_owned();
    let (status, refused) = doors.post("/v1/redrives", &order).await;
    assert_eq!(status, 409, "{refused}");
    let cli = doors.line(&["dead", "pause", &redrive], 0).await;
    let http = doors.get(&format!("/v1/redrives/{redrive}")).await;
    let mcp = doors.tool("list_dead_letters", json!({})).await;
    assert_eq!((&http, &http), (&cli, &mcp["redrives"][0]));
    assert_eq!(doors.get("/v1/dead-letter-groups").await, mcp["groups"]);
    let listed = doors.lines(&["dead", "redrives"], 0).await;
    assert_eq!(doors.get("/v1/redrives").await["items"], Value::Array(listed));
    let (_, http) = doors.post(&format!("/v1/redrives/{redrive}/cancel"), &json!({})).await;
    let mcp = doors.tool("control_redrive", json!({ "redrive": redrive, "action": "cancel" })).await;
    assert_eq!((&http, &http["redrive"]["state"]), (&mcp, &json!("cancelled")));

    // The first letter may be redriven by now; the newest ones are not.
    let (_, http) = doors.post(&format!("/v1/dead-letters/{}/drop", letters[1]), &json!({})).await;
    let mcp = doors.tool("drop_dead_letter", json!({ "id": letters[2] })).await;
    let cli = doors.line(&["dead", "drop", &letters[3]], 0).await;
    for (dropped, id) in [(http, &letters[1]), (mcp, &letters[2]), (cli, &letters[3])] {
        assert_eq!(dropped["id"], json!(id), "{dropped}");
        assert!(dropped["dropped_at"].is_string(), "{dropped}");
        assert_eq!(dropped.as_object().map(serde_json::Map::len), Some(2), "{dropped}");
    }
}
