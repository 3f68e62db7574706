//! Bundles with their progress and files, the fleet's models, and runs that have not begun.

use domain::{JobId, RunId, Tenant};
use gateway::config::RequestLimits;
use reqwest::Method;
use serde_json::{Value, json};

use crate::console::Browser;
use crate::support::{ALL, Api, read, start};
use crate::world::{MARKER, write};

/// Writes a file as the researcher does.
async fn put(api: &Api, path: &str, content: &str) {
    let path = api.objects.path().join("bundles/acme/ep-1/b1").join(path);
    tokio::fs::create_dir_all(path.parent().unwrap()).await.unwrap();
    tokio::fs::write(path, content).await.unwrap();
}

fn todos(status: &str, file: Option<&str>) -> String {
    let todo = json!({ "id": "t", "description": "d", "priority": 1, "optional": false, "status": status, "reason": "", "file": file });
    json!({ "todos": [todo] }).to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bundle_shows_its_todos_before_while_and_after_the_work() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let (own, other) = (api.token("acme", &ALL).await, api.token("other", &ALL).await);
    let path = format!("/v1/bundles/{}", world.episode);
    let shown = async || read(api.get(&path, &own).await).await.1["bundles"][0].clone();
    let bundle = shown().await;
    assert_eq!((&bundle["state"], &bundle["todos"][0]["status"]), (&json!("open"), &json!("open")));
    assert!(bundle["todos"][0]["description"].as_str().unwrap().contains(MARKER), "{bundle}");

    put(&api, "todos.json", &todos("in_progress", None)).await;
    let bundle = shown().await;
    assert_eq!((&bundle["state"], &bundle["files"]), (&json!("in_progress"), &json!(["todos.json"])));

    put(&api, "todos.json", &todos("done", Some("result.json"))).await;
    put(&api, "result.json", r#"{"found": true}"#).await;
    put(&api, "research_complete.json", "{}").await;
    put(&api, "notes/index.json", r#"["a.md"]"#).await;
    put(&api, "notes/a.md", "<b>note</b>").await;
    put(&api, "unlisted.json", MARKER).await;
    let bundle = shown().await;
    let files = json!(["todos.json", "research_complete.json", "result.json", "notes/a.md"]);
    assert_eq!((&bundle["state"], &bundle["done"], &bundle["files"]), (&json!("complete"), &json!(1), &files));

    let file = async |token: &str, name: &str| {
        let request = api.request(Method::GET, &format!("{path}/file"), token);
        request.query(&[("bundle", "b1"), ("path", name)]).send().await.unwrap()
    };
    assert_eq!(read(file(&own, "result.json").await).await, (200, json!({ "found": true })));
    let note = file(&own, "notes/a.md").await;
    assert_eq!(note.headers()["content-type"], "text/plain; charset=utf-8", "a browser must not render it");
    assert_eq!(note.text().await.unwrap(), "<b>note</b>");
    for name in ["unlisted.json", "../b1/result.json", "", "notes/../result.json", "notes/index.json"] {
        assert_eq!(read(file(&own, name).await).await.0, 404, "{name}");
    }
    assert_eq!(read(file(&other, "result.json").await).await.0, 404);

    let browser = Browser::sign_in(&api, &own).await;
    let (_, event) = browser.page(&format!("/console/events/{}", world.episode)).await;
    let address = format!("/console/bundles/{}", world.episode);
    assert!(event.contains(&address), "{event}");
    let (_, shown) = browser.page(&address).await;
    assert!(shown.contains("1 of 1 direction is done") && shown.contains("path=notes%2Fa.md"), "{shown}");
    let (_, note) = browser.page(&format!("{address}/file?bundle=b1&path=notes%2Fa.md")).await;
    assert!(note.contains("&lt;b&gt;note&lt;/b&gt;"), "{note}");
    assert_eq!(browser.page(&format!("{address}/file?bundle=b1&path=unlisted.json")).await.0, 404);
    let stranger = Browser::sign_in(&api, &other).await;
    assert_eq!(stranger.page(&address).await.0, 404);
    assert_eq!(read(api.get(&format!("/v1/bundles/{}", world.event), &own).await).await.0, 404, "a question has none");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn models_are_listed_without_addresses_and_keys() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    assert_eq!(read(api.get("/v1/models", &token).await).await, (200, json!([])));
    let model = json!({
        "worker": "filter", "provider": "minimax", "model": "m", "profile": "m", "wire": "anthropic", "thinking": "default",
        "base_url": "http://10.0.0.1/", "key_present": true, "context_window": 1000, "price_source": "settings",
        "price": { "input": 300_000, "output": 1_200_000, "cache_read": 30_000, "cache_write": 375_000, "tier": null },
        "batch": { "price_percent": 50, "window_hours": 24 }, "fallback": null,
    });
    api.store.worker_models().record("filter", &model).await.unwrap();
    let (_, models) = read(api.get("/v1/models", &token).await).await;
    let model = &models[0]["model"];
    assert_eq!((&models[0]["worker"], &model["price"]["output"]), (&json!("filter"), &json!(1_200_000)));
    assert_eq!((&model["batch"]["price_percent"], &models[0]["fallback"]), (&json!(50), &Value::Null));
    assert!(!models.to_string().contains("10.0.0.1"), "{models}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_has_not_begun_is_cancelled_by_its_tenant_only() {
    let api = start(RequestLimits::default()).await;
    let (own, other) = (api.token("acme", &ALL).await, api.token("other", &ALL).await);
    let (_, asked) = read(api.post("/v1/questions", &own, &json!({ "text": "Will it rain?" })).await).await;
    let run = asked["run"].as_str().unwrap();
    let cancel = async |run: &str, token: &str| {
        read(api.post(&format!("/v1/runs/{run}/cancel"), token, &json!({ "reason": "enough" })).await).await
    };
    assert_eq!(cancel(run, &other).await.0, 404);
    assert_eq!(cancel(&RunId::for_event(JobId::named(&["unknown"])).to_string(), &own).await.0, 404);
    let (status, cancelled) = cancel(run, &own).await;
    assert_eq!((status, &cancelled["begun"], &cancelled["spent_micro_usd"]), (200, &json!(false), &json!(0)));
    assert_eq!(cancel(run, &own).await.0, 409);
}
