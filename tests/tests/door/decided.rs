//! Decisions about results, schedules, entities, macros and reports: HTTP, MCP and the command line return the same for
//! one operation, and refuse it with the same reason.

use reqwest::Method;
use serde_json::{Value, json};

use super::three::{Doors, without};
use super::{gateway, pending, run};

/// Members that differ between any two decisions.
const OF_RESULT: [&str; 4] = ["result_id", "session_id", "digest", "approved_at"];

/// Returns the digest of a result, which all doors have shown to the token, and its tag for HTTP.
async fn shown(doors: &Doors<'_>, result: &str) -> (String, String) {
    let http = doors.get(&format!("/v1/reviews/{result}")).await;
    assert_eq!(http, doors.tool("get_review", json!({ "result_id": result })).await);
    let digest = http["digest"].as_str().unwrap().to_owned();
    let tag = format!("\"{}-{digest}\"", http["session_version"]);
    (digest, tag)
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_about_results_are_the_same_through_three_doors() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let mut approved = Vec::new();
    let mut rejected = Vec::new();
    for (number, door) in ["HTTP", "MCP", "the command line"].into_iter().enumerate() {
        let number = u8::try_from(2 * number).unwrap();
        let (first, second) = (pending(&store, number).await, pending(&store, number + 1).await);
        let ((digest, tag), (_, second_tag)) = (shown(&doors, &first).await, shown(&doors, &second).await);
        let (yes, no) = (json!({ "reason": "read" }), json!({ "reason": "wrong city" }));
        approved.push(match door {
            "HTTP" => doors.decide(&format!("/v1/reviews/{first}/approve"), &tag, &yes).await,
            "MCP" => {
                let wanted = json!({ "result_id": first, "digest": digest, "reason": "read" });
                doors.tool("research_approve", wanted).await
            }
            _ => doors.line(&["review", "approve", &first, "--digest", &digest, "--reason", "read"], 0).await,
        });
        rejected.push(match door {
            "HTTP" => doors.decide(&format!("/v1/reviews/{second}/reject"), &second_tag, &no).await,
            "MCP" => doors.tool("research_reject", json!({ "result_id": second, "reason": "wrong city" })).await,
            _ => doors.line(&["review", "reject", &second, "--reason", "wrong city"], 0).await,
        });
        let session = doors.get(&format!("/v1/reviews/{first}")).await["session_id"].as_str().unwrap().to_owned();
        let of_result = doors.line(&["review", "session", &first[..8]], 0).await;
        assert_eq!(of_result, doors.line(&["review", "session", &session], 0).await);
    }
    for decided in [&approved, &rejected] {
        let bare: Vec<Value> = decided.iter().map(|one| without(one.clone(), &OF_RESULT)).collect();
        assert_eq!((&bare[0], &bare[0]), (&bare[1], &bare[2]));
    }
    assert_eq!((&approved[0]["approved"], &rejected[0]["reason"]), (&json!(true), &json!("wrong city")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_doors_refuse_a_decision_with_the_same_reason() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let result = pending(&store, 1).await;
    let (_, tag) = shown(&doors, &result).await;
    let long = "x".repeat(4_001);
    let refused = [
        doors.refused(Method::POST, &format!("/v1/reviews/{result}/reject"), &tag, &json!({ "reason": long })).await,
        api.call_tool("research_reject", &json!({ "result_id": result, "reason": long }))
            .await
            .unwrap_err()
            .to_string(),
        doors.user.run(&["review", "reject", &result, "--reason", &long], 1).await.err,
    ];
    assert!(refused.iter().all(|text| text.contains("at most 4000 characters")), "{refused:?}");
    let session = doors.get(&format!("/v1/reviews/{result}")).await["session_id"].clone();
    let batch = json!({ "result_id": result, "session_id": session });
    let pending = [
        doors.refused(Method::POST, &format!("/v1/reviews/{result}/batch"), &tag, &Value::Null).await,
        api.call_tool("research_batch", &batch).await.unwrap_err().to_string(),
        doors.user.run(&["review", "batch", &result, "--yes"], 1).await.err,
    ];
    assert!(pending.iter().all(|text| text.contains("only the rows of an approved result")), "{pending:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn schedules_are_the_same_through_three_doors() {
    let (_fleet, api, _store) = gateway().await;
    let doors = Doors::of(&api);
    let question = json!({ "question": "Will it rain in Oslo tomorrow?", "budget_micro_usd": 500_000 });
    let wanted = json!({ "cron": "30 6 * * 1-5", "question": question });
    let http = doors.send_to(Method::PUT, "/v1/schedules/http", &wanted).await.1;
    let mut arguments = wanted;
    arguments["name"] = json!("mcp");
    let mcp = doors.tool("put_schedule", arguments).await;
    let line = ["schedule", "add", "cli", "30 6 * * 1-5", "Will it rain in Oslo tomorrow?", "--budget", "0.50"];
    let cli = doors.line(&line, 0).await;
    let bare = |schedule: &Value| without(schedule.clone(), &["name"]);
    assert_eq!((bare(&http), bare(&http)), (bare(&mcp), bare(&cli)));
    assert_eq!(doors.get("/v1/schedules").await["items"].as_array().map(Vec::len), Some(3));
    let http = doors.send_to(Method::POST, "/v1/schedules/http/run", &json!({})).await.1;
    let mcp = doors.tool("run_schedule", json!({ "name": "mcp" })).await;
    let cli = doors.line(&["schedule", "run", "cli"], 0).await;
    let bare_firing = |fired: &Value| without(fired.clone(), &["name", "job", "run"]);
    assert_eq!((bare_firing(&http), bare_firing(&http)), (bare_firing(&mcp), bare_firing(&cli)));
    let (status, _) = doors.send_to(Method::DELETE, "/v1/schedules/http", &Value::Null).await;
    let mcp = doors.tool("delete_schedule", json!({ "name": "mcp" })).await;
    let cli = doors.line(&["schedule", "remove", "cli"], 0).await;
    assert_eq!((status, bare(&mcp)), (204, bare(&cli)));
    assert_eq!(doors.get("/v1/schedules").await["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn entities_macros_and_reports_are_the_same_through_three_doors() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    doors.tool("create_entity", json!({ "name": "Zebra Rail", "type": "business" })).await;
    let entity = doors.get("/v1/own-entities").await["items"][0]["id"].as_str().unwrap().to_owned();
    let cli = doors.line(&["show", &entity], 0).await;
    assert_eq!(doors.get(&format!("/v1/entities/{entity}")).await, without(cli.clone(), &["timeline"]));
    let timeline = doors.get(&format!("/v1/entities/{entity}/timeline")).await;
    assert_eq!(timeline, doors.tool("query_entity_timeline", json!({ "entityId": entity })).await["items"]);
    assert_eq!(timeline, cli["timeline"]);
    assert_eq!(doors.get("/v1/entities?name=Zebra%20Rail").await["entities"][0]["id"], json!(entity));

    let http = doors.get("/v1/macros/client-discovery").await;
    assert_eq!(http, doors.tool("research_get", json!({ "macro_name": "client-discovery" })).await);
    assert_eq!(http, doors.line(&["macro", "show", "client-discovery"], 0).await);

    let wanted = json!({ "topic": "The tides of Kelm", "id": "tides" });
    let (status, http) = doors.post("/v1/reports", &wanted).await;
    let mut arguments = wanted;
    arguments["wait"] = json!(false);
    let mcp = doors.tool("write_report", arguments).await;
    let cli = doors.line(&["report", "The tides of Kelm", "--id", "tides", "--timeout", "1ms"], 4).await;
    assert_eq!((status, &http["run"]), (202, &mcp["runId"]));
    assert!(cli["error"].as_str().unwrap().contains(http["run"].as_str().unwrap()), "{cli}");

    let run = run(&store, 1).await;
    for [found, wanted] in [[&run[..8], run.as_str()], ["last", run.as_str()]] {
        let http = doors.get(&format!("/v1/find?text={found}&kind=run")).await;
        assert!(http.as_array().unwrap().iter().any(|one| one["id"] == json!(wanted)), "{found}: {http}");
    }
    assert_eq!(doors.line(&["show", &run[..8]], 0).await, doors.get(&format!("/v1/runs/{run}")).await);
    let (http, mcp) = (doors.get("/v1/fleet").await, doors.tool("get_fleet_state", json!({})).await);
    let stable = |state: &Value| ["workers", "reviews", "budget", "has_streams"].map(|name| state[name].clone());
    assert_eq!(stable(&http), stable(&mcp));
}

/// Compares a page that a run cites.
pub(super) async fn cited_page_is_the_same(doors: &Doors<'_>, run: &str) {
    let shown = doors.get(&format!("/v1/runs/{run}")).await;
    let answers = shown["run"]["answers"].as_array().unwrap();
    let sources = answers.iter().flat_map(|answer| answer["evidence"]["research"]["sources"].as_array().unwrap());
    let mut hashes = sources.filter_map(|source| source["content_hash"].as_str().filter(|hash| !hash.is_empty()));
    let hash = hashes.next().unwrap_or_else(|| panic!("no page was read: {shown}"));
    let http = doors.get(&format!("/v1/pages/{hash}?run={run}")).await;
    assert_eq!(http, doors.tool("read_page", json!({ "hash": hash, "run": run })).await);
    assert_eq!(http, doors.line(&["show", run, "--page", hash], 0).await);
    let forecast = doors.tool("get_forecast", json!({ "runId": run })).await;
    assert_eq!((&forecast["runId"], &forecast["state"]), (&json!(run), &json!("done")), "{forecast}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_route_does_not_take_is_refused_and_what_is_optional_may_be_absent() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let run = run(&store, 1).await;
    for path in [format!("/v1/runs/{run}"), format!("/v1/runs/{run}/calls"), "/v1/spend".to_owned()] {
        let refused = doors.refused(Method::GET, &format!("{path}?limit=5"), "", &Value::Null).await;
        assert!(refused.contains("no query parameters"), "{refused}");
        doors.get(&path).await;
    }
    let refused = doors.refused(Method::POST, "/v1/questions?wait=5s", "", &json!({ "question": "Will it?" })).await;
    assert!(refused.contains("no query parameters"), "{refused}");
    let (status, cancelled) = doors.send_to(Method::POST, &format!("/v1/runs/{run}/cancel"), &Value::Null).await;
    assert_eq!(status, 200, "a reason and a forecast are optional: {cancelled}");
    let (status, problem) = doors.send_to(Method::POST, "/v1/retrieve", &json!(["who runs it?"])).await;
    assert_eq!((status, &problem["detail"]), (422, &json!("body: is a list; must be an object")), "{problem}");
    let (status, problem) = doors.send_to(Method::POST, "/v1/questions", &Value::Null).await;
    assert_eq!((status, &problem["errors"][0]["field"]), (422, &json!("question")), "{problem}");
}
