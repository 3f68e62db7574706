//! Every fault mode behaves and is charged as the README's table states.

mod client;

use std::time::{Duration, Instant};

use client::{empty_world, get, http, try_post};
use offline::{Fault, Mode, Offline, Params};
use serde_json::{Value, json};

fn asked() -> Value {
    json!({"model": "m", "max_tokens": 1000, "messages": [{"role": "user", "content": "hello"}]})
}

async fn struck_by(mode: Mode, params: Params) -> (Offline, reqwest::Result<client::Got>) {
    let world = empty_world().await;
    world.add_faults(vec![Fault { params, ..Fault::always("anthropic", mode) }]);
    let got = try_post(&world, "/anthropic/v1/messages", "id", &asked()).await;
    (world, got)
}

#[tokio::test]
async fn errors_have_their_status_and_cost_nothing() {
    for (mode, status) in [(Mode::Failing, 500), (Mode::RateLimited, 429), (Mode::Overloaded, 529)] {
        let (world, got) = struck_by(mode, Params { retry_after: Some(3), ..Params::default() }).await;
        let got = got.unwrap();
        assert_eq!((got.status, got.json()["type"].as_str()), (status, Some("error")), "{mode:?}");
        assert_eq!(got.header("retry-after"), if mode == Mode::Failing { "" } else { "3" });
        assert_eq!(get(&world, "/invoice/id").await.json()["status"], "refused");
        assert_eq!((world.totals().calls, world.totals().cost_micro_usd), (1, 0));
        world.clear_faults();
        assert_eq!(try_post(&world, "/anthropic/v1/messages", "id2", &asked()).await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn replies_that_are_lost_or_useless_are_charged() {
    for mode in [Mode::Truncated, Mode::Reset, Mode::Corrupt, Mode::Garbled] {
        let (world, got) = struck_by(mode, Params::default()).await;
        let usable = got
            .is_ok_and(|got| got.json()["content"][0]["text"].as_str().is_some_and(|text| !text.contains("garbled")));
        assert!(!usable, "{mode:?}");
        assert_eq!(world.totals().charged_calls, 1, "{mode:?}");
        assert!(world.totals().cost_micro_usd > 0);
    }
}

#[tokio::test]
async fn a_refused_connection_costs_nothing() {
    let (world, got) = struck_by(Mode::Refused, Params::default()).await;
    assert!(got.is_err());
    assert_eq!(world.totals().charged_calls, 0);
}

#[tokio::test]
async fn a_spend_cap_names_no_time() {
    let (_world, got) = struck_by(Mode::RateLimited, Params { spend_cap: true, ..Params::default() }).await;
    assert_eq!((got.as_ref().unwrap().status, got.unwrap().header("retry-after")), (429, ""));
}

#[tokio::test]
async fn a_huge_reply_is_huge_and_still_json() {
    let (_world, got) = struck_by(Mode::Huge, Params::default()).await;
    let got = got.unwrap();
    assert!(got.bytes.len() > 10 << 20 && got.json()["model"] == "offline-1");
}

#[tokio::test]
async fn slow_and_drip_take_their_time() {
    for (mode, params) in [
        (Mode::Slow, Params { delay_ms: Some(120), ..Params::default() }),
        (Mode::Drip, Params { delay_ms: Some(30), bytes: Some(100), ..Params::default() }),
    ] {
        let start = Instant::now();
        let (_world, got) = struck_by(mode, params).await;
        assert_eq!(got.unwrap().status, 200);
        assert!(start.elapsed() >= Duration::from_millis(100), "{mode:?} {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn a_hang_never_answers_and_ends_with_its_caller() {
    let world = empty_world().await;
    world.add_faults(vec![Fault::always("anthropic", Mode::Hang)]);
    let body = asked();
    let call = try_post(&world, "/anthropic/v1/messages", "id", &body);
    assert!(tokio::time::timeout(Duration::from_millis(150), call).await.is_err());
    assert_eq!(world.totals().charged_calls, 0);
    world.stop().await.unwrap();
}

#[tokio::test]
async fn faults_are_set_at_run_time_and_nonsense_is_refused() {
    let world = empty_world().await;
    let set = |body: String| http().post(format!("{}/admin/faults", world.url())).body(body).send();
    let answered = set(json!([{"route": "holders", "mode": "failing"}]).to_string()).await.unwrap();
    assert_eq!(answered.status(), 200);
    assert_eq!(get(&world, "/holders/x").await.status, 500);
    assert_eq!(get(&world, "/rugcheck/v1/tokens/x/report").await.status, 404);
    assert_eq!(set(json!([{"route": "holders", "mode": "exploding"}]).to_string()).await.unwrap().status(), 400);
    http().delete(format!("{}/admin/faults", world.url())).send().await.unwrap();
    assert_eq!(get(&world, "/holders/x").await.status, 404);
}

#[tokio::test]
async fn a_thousand_slow_calls_wait_side_by_side_and_the_dead_have_paid() {
    let world = empty_world().await;
    world.set_latency(Duration::from_secs(6));
    let client = http();
    let url = format!("{}/anthropic/v1/messages", world.url());
    let calls: Vec<_> = (0..1000).map(|_| tokio::spawn(client.post(&url).json(&asked()).send())).collect();
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().status(), 200);
    }
    assert_eq!(world.load().1, 1000);
    let killed = tokio::time::timeout(
        Duration::from_millis(500),
        client.post(&url).header("x-request-id", "killed").json(&asked()).send(),
    );
    assert!(killed.await.is_err());
    assert_eq!(get(&world, "/invoice/killed").await.json()["status"], "charged");
}
