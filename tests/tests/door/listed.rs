//! Webhooks, events, bundles, macros and lists: HTTP, MCP and the command line return the same for one operation.

use std::path::Path;

use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};

use super::three::{Doors, without};
use super::{User, gateway, pending, run};

/// A host that the gateway of these tests allows.
const TARGET: &str = "https://receiver.example.net/in";

/// Members that differ between any two webhooks.
const OF_WEBHOOK: [&str; 2] = ["id", "created_at"];

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_the_same_through_three_doors() {
    let setup = Setup::default().only(&[]).with("AUSPEX_GATEWAY_WEBHOOK_HOSTS", "receiver.example.net");
    let fleet = Fleet::start(setup).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let doors = Doors::of(&api);
    let wanted = json!({ "url": TARGET, "kinds": ["forecast", "ended"], "description": "d" });
    let (status, http) = doors.post("/v1/webhook-endpoints", &wanted).await;
    assert_eq!(status, 201, "{http}");
    let mcp = doors.tool("create_webhook", wanted).await;
    let line = ["webhook", "create", TARGET, "--kinds", "forecast,ended", "--description", "d"];
    let cli = doors.line(&line, 0).await;
    let created = [http, mcp, cli];
    for one in &created {
        assert!(one["secret"].as_str().unwrap().starts_with("whsec_"), "{one}");
        let endpoint = without(one["endpoint"].clone(), &OF_WEBHOOK);
        assert_eq!(endpoint, without(created[0]["endpoint"].clone(), &OF_WEBHOOK));
    }
    let [first, second, third] = created.map(|one| one["endpoint"]["id"].as_str().unwrap().to_owned());
    let listed = doors.get("/v1/webhook-endpoints").await;
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    assert_eq!(listed, doors.tool("list_webhooks", json!({})).await["items"]);
    assert_eq!(listed, Value::Array(doors.lines(&["webhook", "list"], 0).await));

    let patch = json!({ "description": "new", "kinds": [], "enabled": false });
    let (status, http) = doors.patch(&format!("/v1/webhook-endpoints/{first}"), &patch).await;
    assert_eq!(status, 200, "{http}");
    let mut arguments = patch;
    arguments["webhook"] = json!(second);
    let mcp = doors.tool("change_webhook", arguments).await;
    let line = ["webhook", "change", &third, "--description", "new", "--kinds", "", "--disable"];
    let cli = doors.line(&line, 0).await;
    let bare = |webhook: &Value| without(webhook.clone(), &OF_WEBHOOK);
    assert_eq!((bare(&http), bare(&http)), (bare(&mcp), bare(&cli)));
    assert_eq!((&http["enabled"], &http["kinds"], &http["description"]), (&json!(false), &json!([]), &json!("new")));

    let deliveries = doors.get(&format!("/v1/webhook-endpoints/{first}/deliveries")).await;
    assert_eq!(deliveries, doors.tool("list_webhook_deliveries", json!({ "webhook": first })).await);
    assert_eq!(deliveries["items"], Value::Array(doors.lines(&["webhook", "deliveries", &first], 0).await));

    let (_, http) = doors.post(&format!("/v1/webhook-endpoints/{first}/secrets"), &json!({ "overlap_hours": 1 })).await;
    let mcp = doors.tool("rotate_webhook_secret", json!({ "webhook": second, "overlap_hours": 1 })).await;
    let cli = doors.line(&["webhook", "rotate", &third, "--overlap", "1"], 0).await;
    for rotated in [http, mcp, cli] {
        assert!(rotated["secret"].as_str().unwrap().starts_with("whsec_"), "{rotated}");
        assert_eq!(rotated.as_object().map(serde_json::Map::len), Some(1), "{rotated}");
    }
    let replay = json!({ "from": "2026-01-01T00:00:00Z" });
    let (_, http) = doors.post(&format!("/v1/webhook-endpoints/{first}/replays"), &replay).await;
    let mcp = doors.tool("replay_webhook", json!({ "webhook": second, "from": "2026-01-01T00:00:00Z" })).await;
    // The code says that nothing is sent.
    let cli = doors.line(&["webhook", "replay", &third, "--from", "2026-01-01T00:00:00Z"], 3).await;
    assert_eq!((&http, &http, &http["scheduled"]), (&mcp, &cli, &json!(0)));

    let mcp = doors.tool("delete_webhook", json!({ "webhook": second })).await;
    let cli = doors.line(&["webhook", "delete", &third], 0).await;
    assert_eq!(without(mcp, &["id"]), without(cli, &["id"]));
    assert_eq!(doors.get("/v1/webhook-endpoints").await.as_array().map(Vec::len), Some(1));
}

/// Publishes an event with research directions over MCP, and waits until it is classified. Returns its job.
async fn episode(doors: &Doors<'_>) -> String {
    let event = serde_json::to_value(proto::v1::Event::from(&events::directions(0))).unwrap();
    let (status, http) = doors.post("/v1/events", &event).await;
    assert_eq!(status, 202, "{http}");
    let mcp = doors.tool("publish_event", json!({ "event": event })).await;
    assert_eq!((&http["job"], &mcp["duplicate"]), (&mcp["job"], &json!(true)));
    let job = http["job"].as_str().unwrap().to_owned();
    wait::until("the event is classified", PATIENCE, || async {
        let bundles = doors.get(&format!("/v1/bundles/{job}")).await;
        Ok(if bundles["state"] == "classified" { Ok(()) } else { Err(bundles.to_string()) })
    })
    .await
    .unwrap();
    job
}

#[tokio::test(flavor = "multi_thread")]
async fn events_and_their_bundles_are_the_same_through_three_doors() {
    let fleet = Fleet::start(Setup::default().only(&["classifier", "writer"])).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let doors = Doors::of(&api);
    let job = episode(&doors).await;
    let shown = doors.get(&format!("/v1/bundles/{job}")).await;
    let (episode, bundle) = (shown["episode"].as_str().unwrap(), shown["bundles"][0]["id"].as_str().unwrap());
    let folder = fleet.objects().join(format!("bundles/default/{episode}/{bundle}"));
    std::fs::create_dir_all(&folder).unwrap();
    let todo = json!({ "id": "t", "description": "d", "priority": 1, "optional": false, "status": "done", "reason": "", "file": "t.json" });
    std::fs::write(folder.join("todos.json"), json!({ "todos": [todo] }).to_string()).unwrap();
    let text = r#"{"found": "high water in Kelm"}"#;
    std::fs::write(folder.join("t.json"), text).unwrap();

    let http = doors.get(&format!("/v1/bundles/{job}")).await;
    assert_eq!(http["bundles"][0]["files"], json!(["todos.json", "t.json"]), "{http}");
    assert_eq!(http, doors.tool("get_bundles", json!({ "job": job })).await);
    assert_eq!(http, doors.line(&["event", "bundles", &job], 0).await);
    let http = doors.get(&format!("/v1/bundles/{job}/file?bundle={bundle}&path=t.json")).await;
    let mcp = doors.tool("read_bundle_file", json!({ "job": job, "bundle": bundle, "path": "t.json" })).await;
    let cli = doors.line(&["event", "file", &job, bundle, "t.json"], 0).await;
    assert_eq!(
        (&http["found"], &mcp["text"], &cli["text"]),
        (&json!("high water in Kelm"), &json!(text), &json!(text))
    );
    let missing = api.call_tool("read_bundle_file", &json!({ "job": job, "bundle": bundle, "path": "../x" })).await;
    assert!(missing.unwrap_err().to_string().contains("no such file"));

    let file = folder.join("event.pb");
    let saved = doors.line(&["event", "message", &job, file.to_str().unwrap()], 0).await;
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!((&saved["job"], &saved["bytes"]), (&json!(job), &json!(bytes.len())));
    let event = proto::message::<proto::v1::Event>(&bytes).unwrap();
    assert_eq!(event.id, events::directions(0).id.to_string());

    let http = doors.get("/v1/events?kind=directions").await;
    assert_eq!(http, doors.tool("list_events", json!({ "kind": "directions" })).await);
    let line = ["event", "list", "--kind", "directions"];
    assert_eq!(http["items"], Value::Array(doors.lines(&line, 0).await));
    assert_eq!(http["items"][0]["job"], json!(job));
    let http = doors.get(&format!("/v1/events/{job}")).await;
    let mcp = doors.tool("get_event", json!({ "job": job })).await;
    assert_eq!((&http, &mcp["settlement"]["job"]), (&mcp["event"], &json!(job)));
    assert_eq!(http, doors.line(&["show", &job], 0).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_executed_macro_is_the_same_through_three_doors() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/corpus");
    let setup = Setup { corpus: Some(corpus), ..Setup::default() }.only(&["classifier", "researcher", "writer"]);
    let fleet = Fleet::start(setup).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let doors = Doors::of(&api);
    let params = json!({ "client_name": "Nordic Legal Entity Identifier AB", "lei": "549300O897ZC5H7CY412" });
    let (status, open) = doors.post("/v1/macros/client-discovery/executions", &json!({ "params": params })).await;
    assert_eq!(status, 202, "{open}");
    let result = open["result_id"].as_str().unwrap().to_owned();
    wait::until("the macro has a result", PATIENCE, || async {
        let page = doors.get("/v1/reviews").await;
        let is_there = page["items"].as_array().unwrap().iter().any(|item| item["result_id"] == json!(result));
        Ok(if is_there { Ok(()) } else { Err(page.to_string()) })
    })
    .await
    .unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    let http = doors.get(&format!("/v1/reviews/{result}")).await;
    let mcp = doors.tool("research_execute", json!({ "macro_name": "client-discovery", "params": params })).await;
    let json = params.to_string();
    let cli = doors.line(&["macro", "run", "client-discovery", "--params", &json], 0).await;
    // What an execution costs depends on what memory knows by then.
    let own = ["result_id", "session_id", "digest", "at", "expires_at", "cost_micro_usd"];
    let bare = |view: &Value| without(view.clone(), &own);
    assert_eq!((bare(&http), bare(&http)), (bare(&mcp), bare(&cli)));
    assert_eq!((&http["result_state"], &http["schema_valid"]), (&json!("pending"), &json!(true)), "{http}");
    assert_eq!(http, doors.tool("get_review", json!({ "result_id": result })).await);
    let session = http["session_id"].as_str().unwrap();
    let state = doors.get(&format!("/v1/sessions/{session}")).await;
    assert_eq!(state, doors.line(&["review", "session", session], 0).await);
    let status = doors.tool("research_status", json!({ "session_id": session })).await;
    assert_eq!(without(state, &["approved"]), status);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_parts_of_runs_are_the_same_through_three_doors() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let run = run(&store, 1).await;
    pending(&store, 1).await;
    doors.tool("remember", json!({ "title": "Tides", "text": "High water in Kelm is at noon." })).await;
    doors.post(&format!("/v1/runs/{run}/outcome"), &json!({ "outcome": 1 })).await;
    let letter = super::dead_letter(&store).await;
    let run_input = json!({ "runId": run });
    /// Path of HTTP, member with the list, tool with its input, command line.
    type List<'a> = (&'a str, &'a str, (&'a str, Value), &'a [&'a str]);
    let lists: [List<'_>; 9] = [
        ("/v1/reviews?state=pending", "items", ("list_reviews", json!({ "state": "pending" })), &["review", "list"]),
        ("/v1/notes", "items", ("list_notes", json!({})), &["remember", "--list"]),
        ("/v1/dead-letters?open=true", "items", ("list_dead_letters", json!({ "open": true })), &["dead", "list"]),
        ("/v1/dead-letter-groups", "", ("list_dead_letters", json!({})), &["dead", "groups"]),
        ("/v1/models", "", ("list_models", json!({})), &["models", "--fleet"]),
        (&format!("/v1/runs/{run}/calls"), "", ("list_run_calls", run_input.clone()), &["show", &run, "--calls"]),
        (&format!("/v1/runs/{run}/related"), "", ("list_related_runs", run_input), &["show", &run, "--related"]),
        ("/v1/schedules", "items", ("list_schedules", json!({})), &["schedule", "list"]),
        ("/v1/webhook-endpoints", "", ("list_webhooks", json!({})), &["webhook", "list"]),
    ];
    for (path, member, (tool, input), line) in lists {
        let http = doors.get(path).await;
        let http = if member.is_empty() { http } else { http[member].clone() };
        let mcp = doors.tool(tool, input).await;
        let mcp = match (tool, path) {
            ("list_dead_letters", "/v1/dead-letter-groups") => &mcp["groups"],
            ("list_dead_letters", _) => &mcp["letters"]["items"],
            _ => &mcp["items"],
        };
        assert_eq!(&http, mcp, "{tool}");
        assert_eq!(http, Value::Array(doors.lines(line, 0).await), "{line:?}");
    }
    let listed = doors.get("/v1/dead-letters").await;
    assert_eq!(listed["items"][0]["event"], json!(events::transaction(7).id), "{listed}");
    let printed = User::of(&api).run(&["dead", "list"], 0).await.out;
    assert!(printed.contains(&letter) && printed.contains(&events::transaction(7).id.to_string()), "{printed}");
    let http = doors.get(&format!("/v1/dead-letters/{letter}")).await;
    assert_eq!(http, doors.tool("get_dead_letter", json!({ "id": letter })).await["letter"]);
    assert_eq!(http, doors.line(&["dead", "show", &letter], 0).await);
    let spending = doors.get("/v1/spend").await;
    assert_eq!(spending, doors.tool("get_spending", json!({})).await);
    assert_eq!(spending, doors.line(&["budget", "show"], 0).await);
    let outcomes = doors.get(&format!("/v1/outcomes?run={run}")).await;
    assert_eq!(outcomes, doors.tool("list_outcomes", json!({ "run": run })).await["items"]);
    let scores = doors.tool("list_scores", json!({})).await;
    assert_eq!(doors.get("/v1/scored-forecasts").await, scores["forecasts"]);
    assert_eq!(doors.get("/v1/scored-answers").await, scores["answers"]);
    let score = doors.get("/v1/score").await;
    assert_eq!(score, doors.tool("get_score", json!({})).await);
    assert_eq!(score, doors.line(&["score"], 0).await["score"]);
    let redriven = doors.tool("redrive_dead_letter", json!({ "id": letter })).await;
    assert_eq!((&redriven["id"], &redriven["published"]), (&json!(letter), &json!(true)));
    assert_eq!(doors.get("/v1/dead-letters?open=true").await["items"], json!([]));
}
