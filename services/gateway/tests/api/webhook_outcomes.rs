//! Outcomes of questions, announced to webhooks.

use serde_json::{Value, json};
use store::CountScope;

use crate::reading::world;
use crate::support::read;
use crate::webhooks::{Receiver, create, deliveries, run};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_change_of_an_outcome_is_announced_once() {
    let (api, token, world) = world().await;
    let all = Receiver::start(&[]).await;
    let forecasts = Receiver::start(&[]).await;
    let (webhook, _) = create(&api, &token, json!({ "url": all.url, "kinds": ["outcome"] })).await;
    let (other, _) = create(&api, &token, json!({ "url": forecasts.url, "kinds": ["research"] })).await;
    let unsent = api.store.jobs().unsent().await.unwrap();
    let answered = api.store.events().counts(&CountScope::default()).await.unwrap();
    let path = format!("/v1/runs/{}/outcome", world.run);
    let post = async |path: &str, body: Value| read(api.post(path, &token, &body).await).await.1;
    assert_eq!(post(&path, json!({ "outcome": 1, "because": "seen" })).await["recorded"], "new");
    assert_eq!(post(&path, json!({ "outcome": 1 })).await["recorded"], "same");
    assert_eq!(post(&path, json!({ "outcome": 0 })).await["recorded"], "corrected");
    let withdraw = format!("{path}/withdraw");
    assert_eq!(post(&withdraw, json!({ "because": "a mistake" })).await["withdrawn"], true);
    assert_eq!(post(&withdraw, json!({})).await["withdrawn"], false);
    assert_eq!(api.store.jobs().unsent().await.unwrap(), unsent + 3, "each is sent to the subscribers as well");
    assert_eq!(api.store.events().counts(&CountScope::default()).await.unwrap(), answered, "no event is answered");

    run(&api);
    let mut changes: Vec<Value> = all
        .received(3)
        .await
        .iter()
        .map(|(_, body)| serde_json::from_slice::<Value>(body).unwrap())
        .inspect(|body| assert_eq!((&body["type"], &body["data"]["runId"]), (&json!("outcome"), &json!(world.run))))
        .map(|body| body["data"]["outcome"].clone())
        .collect();
    changes.sort_by_key(|change| change["step"].to_string());
    let step = |change: &Value| (change["step"].clone(), change["outcome"].clone(), change["replaced"].clone());
    assert_eq!(
        changes.iter().map(step).collect::<Vec<_>>(),
        [
            (json!("OUTCOME_STEP_CORRECTED"), json!({ "share": 0.0 }), json!({ "share": 1.0 })),
            (json!("OUTCOME_STEP_RECORDED"), json!({ "share": 1.0 }), Value::Null),
            (json!("OUTCOME_STEP_WITHDRAWN"), json!({ "share": 0.0 }), Value::Null),
        ]
    );
    assert_eq!((&changes[1]["because"], &changes[2]["because"]), (&json!("seen"), &json!("a mistake")));
    assert_eq!(deliveries(&api, &token, &webhook).await.len(), 3);
    assert_eq!(deliveries(&api, &token, &other).await.len(), 0);
}
