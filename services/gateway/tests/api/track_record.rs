//! The public track record: what the operator names and nothing else, without a session.

use domain::port::{Job, Journal, Settled};
use domain::run::RunState;
use domain::{Effect, Forecast, Probability, Run, RunId, Tenant};
use gateway::config::RequestLimits;
use reqwest::StatusCode;
use serde_json::json;

use crate::console::Browser;
use crate::support::{ALL, Api, Options, mcp, read, start, start_with};

const PAGE: &str = "/track-record";

/// Stores a forecast of a question with this topic and resolves it over the API.
async fn resolved(api: &Api, tenant: &str, topic: &str) {
    let name = format!("{tenant} {topic}");
    let mut run = Run { id: RunId(domain::JobId::named(&[&name]).0), ..domain::testing::forecast().run };
    run.tenant = Tenant::parse(tenant).unwrap();
    run.event_job = domain::JobId::named(&["event", &name]);
    (run.asked.topic, run.asked.text) = (topic.to_owned(), format!("Will <i>{name}</i> rise?"));
    let state = RunState { run: run.clone(), version: 5, ..domain::testing::run_state() };
    api.store.bundles().restore(&state).await.unwrap();
    let probability = Probability::clamp(0.25).unwrap();
    let forecast =
        Forecast { run: run.clone(), probability, model: "hidden-model".into(), ..domain::testing::forecast() };
    let job = Job { consumer: "tests", id: domain::JobId::named(&["finish", &name]) };
    let effects = vec![Effect::RunFinished { forecast: Box::new(forecast), version: 5 }];
    api.store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.unwrap();
    let token = api.token(tenant, &ALL).await;
    let path = format!("/v1/runs/{}/outcome", run.id);
    let (status, body) = read(api.post(&path, &token, &json!({ "value": 1 })).await).await;
    assert!(status < 300, "{status} {body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anyone_reads_the_forecasts_that_the_operator_names_and_no_others() {
    let api = start_with(Options { public: &["acme/shown"], ..Options::default() }, mcp).await;
    for (tenant, topic) in [("acme", "shown"), ("acme", "hidden"), ("other", "shown")] {
        resolved(&api, tenant, topic).await;
    }
    let stranger = Browser::stranger(&api);
    let answer = stranger.get(PAGE).await;
    let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    assert_eq!(header("cache-control").as_deref(), Some("public, max-age=60"));
    assert_eq!(header("set-cookie"), None);
    let policy = header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    let (status, page) = (answer.status(), answer.text().await.unwrap());
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Will &lt;i&gt;acme shown&lt;/i&gt; rise?") && page.contains("0.5625"), "{page}");
    for secret in ["acme hidden", "other shown", "hidden-model", "/console/runs"] {
        assert!(!page.contains(secret), "{secret}: {page}");
    }

    // Strangers and persons get the page of this minute: a further outcome appears with the next one.
    let token = api.token("acme", &ALL).await;
    let person = Browser::sign_in(&api, &token).await;
    resolved(&api, "acme", "late").await;
    assert_eq!(person.page(PAGE).await, (200, page));
    assert_eq!(stranger.post(PAGE, &[]).await.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn there_is_no_such_page_unless_the_operator_names_forecasts() {
    let api = start(RequestLimits::default()).await;
    assert_eq!(Browser::stranger(&api).get(PAGE).await.status(), StatusCode::NOT_FOUND);
}
