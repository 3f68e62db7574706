//! Reads and changes of what belongs to the tenant.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::{Clock as _, Tenant};
use gateway::config::RequestLimits;
use reqwest::Method;
use runtime::SystemClock;
use serde_json::{Value, json};
use store::CountScope;

use crate::support::{ALL, Api, Copier, Options, mcp, read, start, start_with};
use crate::world::{MARKER, World, write};

pub(crate) async fn world() -> (Api, String, World) {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let token = api.token("acme", &ALL).await;
    (api, token, world)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_paged_without_gaps_or_repetitions() {
    let (api, token, _) = world().await;
    for number in 1..7 {
        write(&api.store, &Tenant::parse("acme").unwrap(), number).await;
    }
    for (path, id) in [("/v1/runs", "run"), ("/v1/notes", "id"), ("/v1/reports", "key"), ("/v1/dead-letters", "id")] {
        let mut seen = BTreeSet::new();
        let mut cursor = String::new();
        for _ in 0..4 {
            let (status, page) = read(api.get(&format!("{path}?limit=2{cursor}"), &token).await).await;
            assert_eq!(status, 200, "{path}: {page}");
            seen.extend(page["items"].as_array().unwrap().iter().map(|item| item[id].as_str().unwrap().to_owned()));
            match page["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen.len(), 7, "{path}");
        for bad in ["limit=0", "limit=201", "limit=x", "cursor=x", "unknown=1"] {
            let (status, _) = read(api.get(&format!("{path}?{bad}"), &token).await).await;
            assert!([400, 422].contains(&status), "{path}?{bad}: {status}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_accepted_event_is_pending_and_a_processed_one_is_shown_with_its_results() {
    let (api, token, world) = world().await;
    let event = json!({ "id": "new", "question": { "text": "q" } });
    let (_, accepted) = read(api.post("/v1/events", &token, &event).await).await;
    let path = format!("/v1/events/{}", accepted["job"].as_str().unwrap());
    assert_eq!(read(api.get(&path, &token).await).await.1["state"], "pending");
    let (_, shown) = read(api.get(&format!("/v1/events/{}", world.event), &token).await).await;
    assert_eq!((&shown["state"], &shown["results"][0]["kind"]), (&json!("answered"), &json!("research")));
    for unknown in ["/v1/events/x", "/v1/runs/x", "/v1/events/00000000-0000-0000-0000-000000000000", "/v1/entities/%ff"]
    {
        let (status, problem) = read(api.get(unknown, &token).await).await;
        let detail = problem["detail"].as_str().unwrap();
        assert!(status == 404 && detail.contains("; "), "{unknown}: {status} {detail:?} says where ids are");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_is_resolved_corrected_and_cancelled_once() {
    let (api, token, world) = world().await;
    let path = format!("/v1/runs/{}", world.run);
    let resolve =
        async |value: f64| read(api.post(&format!("{path}/outcome"), &token, &json!({ "value": value })).await).await;
    assert_eq!(resolve(1.0).await.1["recorded"], "new");
    assert_eq!(resolve(1.0).await.1["recorded"], "same");
    let corrected = resolve(0.0).await.1;
    assert_eq!((&corrected["recorded"], &corrected["replaced"]), (&json!("corrected"), &json!(1.0)));
    assert!(corrected["replaced_at"].is_string(), "{corrected}");
    assert_eq!(resolve(1.5).await.0, 422);
    let mistake = json!({ "because": "a mistake" });
    let withdraw = async || read(api.post(&format!("{path}/outcome/withdraw"), &token, &mistake).await).await.1;
    assert_eq!(withdraw().await, json!({ "run": world.run, "withdrawn": true }));
    assert_eq!(withdraw().await["withdrawn"], false, "there is none any more");
    assert_eq!(resolve(1.0).await.1["recorded"], "new", "the question was open again");
    let future = json!({ "value": 1, "resolved_at": "2999-01-01T00:00:00Z" });
    assert_eq!(read(api.post(&format!("{path}/outcome"), &token, &future).await).await.0, 422);

    let unsent = api.store.jobs().unsent().await.unwrap();
    let cancel = async || read(api.post(&format!("{path}/cancel"), &token, &json!({ "reason": "enough" })).await).await;
    assert_eq!(cancel().await.0, 200);
    assert_eq!(api.store.jobs().unsent().await.unwrap(), unsent + 1, "the end is announced in the same transaction");
    let (status, again) = cancel().await;
    assert_eq!((status, &again["type"]), (409, &json!("urn:auspex:problem:conflict")));
    let (_, shown) = read(api.get(&path, &token).await).await;
    assert_eq!(shown["run"]["cancelled"]["reason"], "enough");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stream_of_a_run_ends_with_the_run() {
    let (api, token, world) = world().await;
    let path = format!("/v1/runs/{}", world.run);
    assert_eq!(read(api.post(&format!("{path}/cancel"), &token, &json!({})).await).await.0, 200);
    let stream = api.get(&format!("{path}/events"), &token).await;
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let text = stream.text().await.unwrap();
    assert!(text.contains("event: done") && text.contains(&world.run.to_string()), "{text}");
    let id = text.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned();
    let resumed = api.request(Method::GET, &format!("{path}/events"), &token).header("last-event-id", id);
    assert!(!resumed.send().await.unwrap().text().await.unwrap().contains("event:"));
    // An EventSource gives up after any other status. An id that this run does not have is none.
    for id in ["x", "", "999999", "-5", "9223372036854775808"] {
        let again = api.request(Method::GET, &format!("{path}/events"), &token).header("last-event-id", id);
        let answer = again.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{id}");
        assert!(answer.text().await.unwrap().contains("event: done"), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_low_confidence_requests_research_once_an_hour_if_the_caller_wants_it() {
    let (api, token, _) = world().await;
    let (_, known) = read(api.get(&format!("/v1/retrieve?query={MARKER}"), &token).await).await;
    assert_eq!(known["results"][0]["kind"], "note");
    let fact = &known["results"][0]["fact"];
    assert_eq!((&fact["status"], &fact["question"]), (&json!("current"), &json!("Does it rise?")), "{known}");
    assert_eq!(fact["sources"][0]["quote"], format!("the {MARKER} rises"));
    let before = api.store.jobs().unsent().await.unwrap();
    let (_, free) = read(api.post("/v1/retrieve", &token, &json!({ "query": "unheard of thing" })).await).await;
    assert!(free["research"].is_null(), "a look-up spends nothing unasked: {free}");
    assert_eq!(api.store.jobs().unsent().await.unwrap(), before);
    let wanted = json!({ "query": "unheard of thing", "research": true });
    for _ in 0..2 {
        let (_, missed) = read(api.post("/v1/retrieve", &token, &wanted).await).await;
        assert!(missed["research"].is_string(), "{missed}");
    }
    assert_eq!(api.store.jobs().unsent().await.unwrap(), before + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_is_remembered_once_and_for_its_tenant_only() {
    let (api, token, _) = world().await;
    let document = json!({
        "title": "Tide tables", "sourceUrl": "https://example.org/tides",
        "text": "# Kelm\n\nHigh water in the harbour of Kelm is at noon.\n\n# Lights\n\nThe pilot lives in the lighthouse.",
    });
    let (_, added) = read(api.post("/v1/notes", &token, &document).await).await;
    assert_eq!(added["notes"].as_array().map(Vec::len), Some(2), "{added}");
    assert_eq!(read(api.post("/v1/notes", &token, &document).await).await.1, added, "a repetition adds nothing");
    let question = "/v1/retrieve?query=high%20water%20harbour%20Kelm";
    let (_, known) = read(api.get(question, &token).await).await;
    let first = &known["results"][0];
    assert_eq!((&first["id"], &first["source_url"]), (&added["notes"][0], &document["sourceUrl"]), "{known}");
    let other = api.token("other", &ALL).await;
    assert_eq!(read(api.get(question, &other).await).await.1["results"], json!([]));
    let (status, refused) = read(api.post("/v1/notes", &token, &json!({ "title": "T", "text": "#" })).await).await;
    assert_eq!(status, 422, "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schedule_is_put_listed_and_deleted() {
    let (api, token, _) = world().await;
    let put = async |name: &str, body: &Value| {
        let request = api.request(Method::PUT, &format!("/v1/schedules/{name}"), &token).json(body);
        read(request.send().await.unwrap()).await
    };
    let body = json!({ "cron": "30 6 * * 1-5", "question": { "text": "Will it rain?" } });
    let (status, stored) = put("weekdays", &body).await;
    assert_eq!((status, &stored["question"]), (200, &json!("Will it rain?")));
    for (name, body) in [
        ("a.b", body.clone()),
        ("n", json!({ "cron": "61 * * * *", "question": { "text": "q" } })),
        ("n", json!({ "cron": "0 8 * * *", "question": { "text": "q", "closes": "2020-01-01T00:00:00Z" } })),
        ("n", json!({ "cron": "0 8 * * *", "question": {} })),
    ] {
        assert_eq!(put(name, &body).await.0, 422, "{name} {body}");
    }
    let (_, list) = read(api.get("/v1/schedules", &token).await).await;
    assert_eq!(
        list["items"].as_array().unwrap().iter().map(|one| &one["name"]).collect::<Vec<_>>(),
        ["daily", "weekdays"]
    );
    let at = SystemClock.now() - chrono::TimeDelta::minutes(5);
    let fire =
        async |name: &str, body: Value| read(api.post(&format!("/v1/schedules/{name}/run"), &token, &body).await).await;
    let (status, fired) = fire("weekdays", json!({ "at": at })).await;
    assert_eq!((status, &fired["duplicate"]), (200, &json!(false)), "{fired}");
    assert_eq!(fired["run"].as_str().map(str::len), Some(36), "{fired}");
    let (_, again) = fire("weekdays", json!({ "at": at })).await;
    assert_eq!((&again["duplicate"], &again["job"]), (&json!(true), &fired["job"]));
    assert_eq!(fire("weekdays", json!({ "at": at - chrono::TimeDelta::hours(2) })).await.0, 422);
    assert_eq!(fire("missing", json!({})).await.0, 404);
    let deleted = api.request(Method::DELETE, "/v1/schedules/weekdays", &token).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    let again = api.request(Method::DELETE, "/v1/schedules/weekdays", &token).send().await.unwrap();
    assert_eq!(read(again).await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_letter_names_its_reason_and_no_cause_inside_of_the_fleet() {
    let (api, token, world) = world().await;
    let (status, letter) = read(api.get(&format!("/v1/dead-letters/{}", world.dead_letter), &token).await).await;
    assert_eq!((status, letter["errors"].as_array().unwrap().len()), (200, 1), "{letter}");
    let (_, list) = read(api.get("/v1/dead-letters", &token).await).await;
    for shown in [letter, list] {
        assert!(!shown.to_string().contains("permission denied"), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redrive_makes_the_job_runnable_and_leaves_other_subjects_to_their_workers() {
    let (api, token, world) = world().await;
    let path = format!("/v1/dead-letters/{}/redrive", world.dead_letter);
    let (status, redriven) = read(api.request(Method::POST, &path, &token).send().await.unwrap()).await;
    assert_eq!((status, &redriven["published"]), (200, &json!(false)), "{redriven}");
    assert_eq!(api.store.dead_letters().count(&CountScope::default()).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_description_is_served_and_names_every_route() {
    let api = start(RequestLimits::default()).await;
    let (status, document) = read(api.http.get(format!("{}/openapi.json", api.url)).send().await.unwrap()).await;
    assert_eq!((status, &document["openapi"]), (200, &json!("3.1.0")));
    assert_eq!(document, api.document);
    let ids: Vec<_> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| item.as_object().unwrap().values())
        .filter_map(|operation| operation["operationId"].as_str())
        .collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_has_a_title_and_is_a_page_for_a_client_that_prefers_html() {
    let (api, token, world) = world().await;
    let (_, listed) = read(api.get("/v1/reports", &token).await).await;
    assert_eq!(listed["items"][0]["key"], world.report);
    assert!(listed["items"][0]["title"].is_string(), "{listed}");
    let path = format!("/v1/runs/{}/report", world.run);
    let as_page = |token: String| {
        let request = api.request(Method::GET, &path, &token).header("accept", "text/html,*/*;q=0.8");
        async { request.send().await.unwrap() }
    };
    let (status, problem) = read(as_page(token.clone()).await).await;
    assert!(status == 404 && problem["detail"].as_str().unwrap().contains("text/markdown"), "{problem}");
    let file = api.objects.path().join(world.report.replace(".md", ".html"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "<!doctype html><title>Report</title>").unwrap();
    let page = as_page(token.clone()).await;
    let header = |name: &str| page.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((page.status().as_u16(), header("content-type").as_str()), (200, "text/html; charset=utf-8"));
    assert!(header("content-security-policy").starts_with("sandbox; default-src 'none'"));
    assert!(page.text().await.unwrap().contains("<title>Report"));
    let markdown = api.get(&path, &token).await;
    assert_eq!(markdown.headers()["content-type"], "text/markdown; charset=utf-8");
    assert_eq!(as_page(api.token("other", &ALL).await).await.status(), 404, "another tenant");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_is_printed_where_there_is_a_browser_and_the_setting_is_named_where_there_is_none() {
    let with_browser = Options { printer: Some(Arc::new(Copier)), ..Options::default() };
    for options in [Options::default(), with_browser] {
        let has_browser = options.printer.is_some();
        let api = start_with(options, mcp).await;
        let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
        let token = api.token("acme", &ALL).await;
        api.store_page(&world.report, "<!doctype html><title>Report</title>");
        let path = format!("/v1/runs/{}/report", world.run);
        let printed = async |token: &str| {
            api.request(Method::GET, &path, token).header("accept", "application/pdf").send().await.unwrap()
        };
        let answer = printed(&token).await;
        if !has_browser {
            let (status, problem) = read(answer).await;
            let told = problem["detail"].as_str().unwrap();
            assert!(status == 409 && told.contains("AUSPEX_BROWSER_URL") && told.contains("HTML"), "{problem}");
            continue;
        }
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-type"]),
            (200, &"application/pdf".parse().unwrap())
        );
        assert!(answer.bytes().await.unwrap().starts_with(b"%PDF-<!doctype html>"));
        api.store_page(&world.report, "broken");
        assert_eq!(printed(&token).await.status(), 503, "the browser does not print it");
        assert_eq!(printed(&api.token("other", &ALL).await).await.status(), 404, "another tenant");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_summary_counts_the_rows_of_the_tenant_only() {
    let (api, token, _) = world().await;
    crate::fleet::settle(&api, "acme", "today", true).await;
    let (status, own) = read(api.get("/v1/summary", &token).await).await;
    let sum = |summary: &Value, list: &str, part: &str| -> u64 {
        summary[list].as_array().unwrap().iter().map(|one| one[part].as_u64().unwrap()).sum()
    };
    assert!(status == 200 && sum(&own, "kinds", "events") > 0 && sum(&own, "results", "results") > 0, "{own}");
    assert_eq!(own["dead"], 1);
    let other = api.token("other", &ALL).await;
    let (_, empty) = read(api.get("/v1/summary?days=31", &other).await).await;
    assert_eq!((&empty["kinds"], &empty["results"], &empty["dead"]), (&json!([]), &json!([]), &json!(0)), "{empty}");
    for wrong in ["days=0", "days=32", "days=x", "tenant=acme"] {
        let (status, _) = read(api.get(&format!("/v1/summary?{wrong}"), &token).await).await;
        assert!([400, 422].contains(&status), "{wrong}: {status}");
    }
}
