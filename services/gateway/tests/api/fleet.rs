//! The state of the fleet, for tokens with the scope `operate`; and reports of browsers about breaches of the policy.

use domain::access::AccessScope::{Operate, Read};
use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::{Clock, JobId, Tenant};
use gateway::config::RequestLimits;
use serde_json::Value;

use crate::console::Browser;
use crate::support::{Api, start};

/// Settles a job of the filter, with a dead letter of now if `dies`.
pub(crate) async fn settle(api: &Api, tenant: &str, name: &str, dies: bool) {
    let consumer = "filter";
    let job = JobId::named(&["job", tenant, name]);
    let letter = DeadLetter {
        id: job.derive("dead", 0),
        job,
        consumer: consumer.to_owned(),
        tenant: Tenant::parse(tenant).unwrap(),
        payload: b"a-secret-payload".to_vec(),
        at: runtime::SystemClock.now(),
        ..domain::testing::dead_letter()
    };
    let dead = dies.then(|| Box::new(letter));
    let outcome = Settled { job: Job { consumer, id: job }, effects: Vec::new(), outgoing: Vec::new(), dead };
    api.store.journal().commit(outcome).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_state_of_the_fleet_spans_tenants_and_needs_its_scope() {
    let api = start(RequestLimits::default()).await;
    for (tenant, name, dies) in [("acme", "one", false), ("acme", "two", true), ("other", "three", true)] {
        settle(&api, tenant, name, dies).await;
    }
    let reader = api.token("acme", &[Read]).await;
    assert_eq!(api.get("/v1/fleet", &reader).await.status(), 403);
    let operator = api.token("acme", &[Operate]).await;
    let state: Value = api.get("/v1/fleet", &operator).await.json().await.unwrap();
    let workers: Vec<&str> =
        state["workers"].as_array().unwrap().iter().map(|worker| worker["worker"].as_str().unwrap()).collect();
    assert_eq!(workers, ["classifier", "researcher", "filter", "forecaster", "writer"]);
    let filter = &state["workers"][2];
    assert_eq!((&filter["dead_letters"], &filter["pending"], &filter["replicas"]), (&2.into(), &0.into(), &0.into()));
    assert!(filter["per_minute"].as_f64().unwrap() > 0.0, "{filter}");
    assert_eq!(filter["by_minute"].as_array().unwrap().len(), 60);
    let names: Vec<&str> =
        state["faults"].as_array().unwrap().iter().map(|fault| fault["name"].as_str().unwrap()).collect();
    assert_eq!(names.iter().filter(|name| **name == "AuspexWorkerAbsent").count(), 5, "{state}");
    assert!(names.contains(&"AuspexDeadLetters") && !names.contains(&"AuspexConsumerMissing"), "{state}");
    assert_eq!(state["has_streams"], true);
    assert!(!state.to_string().contains("secret-payload"), "{state}");
    assert_eq!(api.get("/v1/runs", &operator).await.status(), 403, "the scope reads no rows of the tenant");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_starts_on_the_page_of_the_fleet_and_others_do_not_see_it() {
    let api = start(RequestLimits::default()).await;
    let operator = Browser::signed_in(&api, &[Operate]).await;
    let (status, page) = operator.page("/console/now").await;
    assert_eq!(status, 200, "{page}");
    assert!(
        page.contains("no classifier runs") && page.contains("runs; its work waits") && page.contains("Meaning"),
        "{page}"
    );
    assert!(page.contains("data-go=\"n\"") && !page.contains("data-go=\"r\""), "the menu has what the token may see");
    let reader = Browser::signed_in(&api, &[Read]).await;
    let (status, page) = reader.page("/console/now").await;
    assert!(status == 403 && page.contains("lacks the scope") && !page.contains("data-go=\"n\""), "{page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_of_breaches_are_counted_without_a_session_and_are_small() {
    telemetry::metric::install();
    let api = start(RequestLimits::default()).await;
    let counted = || {
        let rendered = telemetry::metric::render();
        let line = rendered.lines().find(|line| line.starts_with(telemetry::metric::CSP_REPORTS));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).unwrap_or(0)
    };
    let before = counted();
    let send = async |body: String| {
        let request = api.http.post(format!("{}/console/csp-reports", api.url));
        request.header("content-type", "application/csp-report").body(body).send().await.unwrap().status().as_u16()
    };
    let report = r#"{"csp-report":{"document-uri":"https://a.example/console","blocked-uri":"inline"}}"#;
    assert_eq!(send(report.to_owned()).await, 204);
    assert_eq!(counted(), before + 1);
    assert_eq!(send("not JSON".to_owned()).await, 400);
    assert_eq!(send(format!("\"{}\"", "x".repeat(9_000))).await, 413);
    assert_eq!(counted(), before + 1);
    let page = api.http.get(format!("{}/console/sign-in", api.url)).send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("report-uri /console/csp-reports; report-to csp"), "{policy}");
    assert_eq!(page.headers()["reporting-endpoints"], "csp=\"/console/csp-reports\"");
}
