//! Attempts of a tenant to reach the rows of another one through the tools and resources, each with the id of an
//! existing row and with an id that does not exist. The two answers must be equal, and all rows must be unchanged
//! afterwards.

use std::collections::BTreeSet;

use domain::{JobId, RunId, Tenant};
use gateway::config::RequestLimits;
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Client, call, connect, initialize, post};
use crate::sessions::request;
use crate::support::{ALL, Api, start};
use crate::tasks::{begin, message, send, tasks};
use crate::world::{MARKER, World, write};

/// Rows of the victim, and as many sets of ids that do not exist.
const ROWS: usize = 12;
/// Repetitions: what an attempt leaves behind must not change the answer of the next one.
const ROUNDS: usize = 3;

/// Tools that name no row of a tenant, or that find rows by their content.
/// `access::a_tenant_reaches_nothing_of_another_one` and the tests of memory hold those that search.
const WITHOUT_IDS: [&str; 38] = [
    "add_representation",
    "ask",
    "check_research_freshness",
    "create_entity",
    "get_cached_research",
    "get_entity_history",
    "get_entity_representations",
    "get_fleet_state",
    "get_score",
    "query_entity_timeline",
    "remember",
    "research_and_store",
    "research_entity",
    "research_execute",
    "research_get",
    "research_list",
    "resolve_entity",
    "retrieve",
    "store_research_results",
    "get_spending",
    "get_summary",
    "list_dead_letters",
    "list_own_entities",
    "list_runs",
    "redrive_dead_letters",
    "write_report",
    "create_webhook",
    "delete_schedule",
    "list_events",
    "list_models",
    "list_notes",
    "list_reviews",
    "list_schedules",
    "list_scores",
    "list_webhooks",
    "publish_event",
    "put_schedule",
    "run_schedule",
];

/// Ids that a tool or a resource may name.
struct Ids {
    run: RunId,
    result: Uuid,
    session: Uuid,
    report: String,
    redrive: Uuid,
    dead_letter: Uuid,
    event: Uuid,
    episode: Uuid,
    webhook: Uuid,
}

impl From<&World> for Ids {
    fn from(world: &World) -> Self {
        Self {
            run: world.run,
            result: world.result.0,
            session: world.session.0,
            report: world.report.clone(),
            redrive: world.redrive,
            dead_letter: world.dead_letter.0,
            event: world.event.0,
            episode: world.episode.0,
            webhook: world.webhook,
        }
    }
}

impl Ids {
    fn missing(number: usize) -> Self {
        let id = |kind: &str| JobId::named(&["missing", kind, &number.to_string()]);
        let run = RunId::for_event(id("event"));
        Self {
            run,
            result: id("result").0,
            session: id("session").0,
            report: format!("runs/{run}/report.md"),
            redrive: id("redrive").0,
            dead_letter: id("dead").0,
            event: id("event").0,
            episode: id("episode").0,
            webhook: id("webhook").0,
        }
    }

    /// Returns the calls of all tools that name a row of a tenant.
    fn calls(&self) -> Vec<(&'static str, Value)> {
        let (run, session, result) = (&self.run, &self.session, &self.result);
        let data = json!({ "subject": "own", "notes": [] });
        vec![
            ("get_forecast", json!({ "runId": run })),
            ("list_related_runs", json!({ "runId": run })),
            ("resolve_question", json!({ "runId": run, "outcome": 1 })),
            ("withdraw_outcome", json!({ "runId": run })),
            ("cancel_run", json!({ "runId": run })),
            ("research_approve", json!({ "session_id": session })),
            ("research_approve", json!({ "session_id": session, "version": 1 })),
            ("research_approve", json!({ "session_id": session, "version": 1, "edits": data })),
            ("research_reject", json!({ "session_id": session })),
            ("research_reject", json!({ "session_id": session, "reason": "r", "version": 1 })),
            ("research_status", json!({ "session_id": session })),
            ("research_batch", json!({ "session_id": session })),
            ("research_batch", json!({ "session_id": session, "result_id": result })),
            ("control_redrive", json!({ "redrive": self.redrive, "action": "cancel" })),
            ("drop_dead_letter", json!({ "id": self.dead_letter })),
            ("get_dead_letter", json!({ "id": self.dead_letter })),
            ("redrive_dead_letter", json!({ "id": self.dead_letter })),
            ("list_run_calls", json!({ "runId": run })),
            ("read_page", json!({ "hash": "a".repeat(64), "run": run })),
            ("list_outcomes", json!({ "run": run })),
            ("get_review", json!({ "result_id": result })),
            ("get_event", json!({ "job": self.event })),
            ("get_bundles", json!({ "job": self.episode })),
            ("read_bundle_file", json!({ "job": self.episode, "bundle": "b1", "path": "todos.json" })),
            ("list_webhook_deliveries", json!({ "webhook": self.webhook })),
            ("change_webhook", json!({ "webhook": self.webhook, "enabled": false })),
            ("rotate_webhook_secret", json!({ "webhook": self.webhook })),
            ("replay_webhook", json!({ "webhook": self.webhook, "from": "2026-01-01T00:00:00Z" })),
            ("delete_webhook", json!({ "webhook": self.webhook })),
        ]
    }

    fn resources(&self) -> [String; 5] {
        let (report, escaped) = (&self.report, self.report.replace('/', "%2F"));
        [
            format!("auspex://report/{report}"),
            format!("auspex://report/{escaped}"),
            format!("auspex://report/{report}.pdf"),
            format!("auspex://review/{}", self.result),
            format!("auspex://review/{}", self.session),
        ]
    }

    /// Replaces the ids in an answer, so that the answers to two sets of ids can be compared.
    fn removed_from(&self, answer: &str) -> String {
        assert!(!answer.contains(MARKER), "{answer}");
        let ids = [self.report.replace('/', "%2F"), self.report.clone(), self.run.to_string(), self.result.to_string()];
        let ids = ids.into_iter().chain(
            [self.session, self.redrive, self.dead_letter, self.event, self.episode, self.webhook]
                .map(|id| id.to_string()),
        );
        ids.fold(answer.to_owned(), |text, id| text.replace(&id, "<id>"))
    }
}

/// Makes all calls and reads all resources, and returns the answers.
async fn attempt(client: &Client, ids: &Ids) -> Vec<String> {
    let mut answers = Vec::new();
    for (tool, arguments) in ids.calls() {
        let answer = match call(client, tool, arguments.clone()).await {
            Ok(output) => format!("{tool} {output}"),
            Err(fault) => format!("{tool} fault {fault}"),
        };
        answers.push(ids.removed_from(&answer));
    }
    for uri in ids.resources() {
        let read = client.read_resource(ReadResourceRequestParams::new(uri)).await;
        answers.push(ids.removed_from(&format!("{read:?}")));
    }
    answers
}

/// Returns what the owner of the rows reads of them.
async fn statuses(victim: &Client, worlds: &[World]) -> Vec<String> {
    let mut all = Vec::new();
    for world in worlds {
        let Ids { run, result, session, report, .. } = Ids::from(world);
        for (tool, arguments) in
            [("get_forecast", json!({ "runId": run })), ("research_status", json!({ "session_id": session }))]
        {
            all.push(call(victim, tool, arguments).await.unwrap().to_string());
        }
        for uri in [format!("auspex://report/{report}"), format!("auspex://review/{result}")] {
            let read = victim.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
            all.push(serde_json::to_string(&read).unwrap());
        }
    }
    assert!(all.iter().any(|text| text.contains(MARKER)));
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_over_mcp_reach_nothing_and_reveal_nothing() {
    let api = start(RequestLimits { rate: 0, ..RequestLimits::default() }).await;
    let acme = Tenant::parse("acme").unwrap();
    let mut worlds = Vec::new();
    for number in 0..ROWS {
        worlds.push(write(&api.store, &acme, number).await);
    }
    let victim = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let before = statuses(&victim, &worlds).await;
    let client = connect(&api.url, &api.token("other", &ALL).await, None).await;
    let mut attempts = 0;
    for _ in 0..ROUNDS {
        for (number, world) in worlds.iter().enumerate() {
            let existing = attempt(&client, &Ids::from(world)).await;
            let missing = attempt(&client, &Ids::missing(number)).await;
            assert_eq!(existing, missing);
            attempts += existing.len() + missing.len();
        }
    }
    println!("{attempts} attempts");
    assert!(attempts >= 1_000, "{attempts}");
    assert_eq!(statuses(&victim, &worlds).await, before, "rows were changed or deleted");
}

#[tokio::test]
async fn a_tool_is_attempted_or_names_no_row_of_a_tenant() {
    let api = start(RequestLimits::default()).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let listed: BTreeSet<String> =
        client.list_all_tools().await.unwrap().into_iter().map(|tool| tool.name.into_owned()).collect();
    let attempted = Ids::missing(0).calls().into_iter().map(|(tool, _)| tool);
    let known: BTreeSet<String> = attempted.chain(WITHOUT_IDS).map(str::to_owned).collect();
    assert_eq!(listed, known, "a new tool that names a row of a tenant belongs to `Ids::calls`");
}

/// Returns the status and the body of an answer, without the id.
async fn refusal(answer: reqwest::Response, id: &str) -> (u16, String) {
    let status = answer.status().as_u16();
    (status, answer.text().await.unwrap().replace(id, "<id>"))
}

async fn at_task(api: &Api, token: &str, method: &str, task: &str) -> (u16, String) {
    let params = json!({ "taskId": task, "inputResponses": {} });
    refusal(send(api, &api.url, token, &message(method, params, &tasks())).await, task).await
}

async fn in_session(api: &Api, token: &str, session: &str, method: &str) -> (u16, String) {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", &*bearer), ("mcp-session-id", session), ("mcp-protocol-version", "2025-11-25")];
    refusal(post(api, &api.url, &headers, &request(method)).await, session).await
}

#[tokio::test]
async fn a_foreign_task_or_session_is_answered_as_one_that_does_not_exist() {
    let api = start(RequestLimits { rate: 0, ..RequestLimits::default() }).await;
    let [victim, other] = [api.token("acme", &ALL).await, api.token("other", &ALL).await];
    let bearer = format!("Bearer {victim}");
    for number in 0..ROWS {
        let question = json!({ "question": format!("Will {MARKER} rise {number}?") });
        let task = begin(&api, &victim, "ask", question).await;
        let missing = JobId::named(&["task", &number.to_string()]).to_string();
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let foreign = at_task(&api, &other, method, &task).await;
            assert_eq!(foreign, at_task(&api, &other, method, &missing).await, "{method}");
            assert!(foreign.1.contains("error") && !foreign.1.contains(MARKER), "{method}: {foreign:?}");
        }
        let own = at_task(&api, &victim, "tasks/get", &task).await;
        assert!(own.1.contains("\"working\""), "a foreign cancellation has no effect: {own:?}");

        let opened = post(&api, &api.url, &[("authorization", &bearer)], &initialize()).await;
        let session = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        for method in ["ping", "tools/list", "resources/list", "prompts/list"] {
            let foreign = in_session(&api, &other, &session, method).await;
            assert_eq!(foreign, in_session(&api, &other, &missing, method).await, "{method}");
            assert_eq!(foreign.0, 404, "{method}: {foreign:?}");
        }
        let closing = api.http.delete(format!("{}/mcp", api.url)).header("mcp-session-id", &session);
        closing.header("authorization", format!("Bearer {other}")).send().await.unwrap();
        assert_eq!(in_session(&api, &victim, &session, "ping").await.0, 200, "a foreign end has no effect");
    }
}
