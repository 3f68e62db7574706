//! Reviews over HTTP: decisions bound to a version, races between replicas, edits that cannot become commands.

use std::collections::BTreeSet;

use domain::{JobId, Tenant};
use futures::StreamExt;
use gateway::config::RequestLimits;
use reqwest::Method;
use serde_json::{Value, json};
use tools::macros::Verb;

use crate::support::{ALL, Api, read, start};
use crate::world::{MARKER, four_eyes_result, pending_result};

/// Races between two replicas.
const RACES: usize = 1_000;
/// Races at the same time.
const AT_ONCE: usize = 16;

async fn api() -> (Api, String) {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    (api, token)
}

fn acme() -> Tenant {
    Tenant::parse("acme").unwrap()
}

/// One request about a result.
struct Call<'a> {
    verb: &'a str,
    version: Option<i64>,
    key: Option<&'a str>,
    body: Value,
}

impl Default for Call<'_> {
    fn default() -> Self {
        Self { verb: "approve", version: Some(1), key: None, body: json!({}) }
    }
}

async fn call(api: &Api, token: &str, result: JobId, call: Call<'_>) -> (u16, Value) {
    let path = format!("/v1/reviews/{result}/{}", call.verb);
    let (_, shown) = read(api.get(&format!("/v1/reviews/{result}"), token).await).await;
    let digest = shown["digest"].as_str().unwrap_or("0");
    let request = api.request(Method::POST, &path, token).json(&call.body);
    let request = call
        .version
        .into_iter()
        .fold(request, |request, version| request.header("if-match", format!("\"{version}-{digest}\"")));
    let request = call.key.into_iter().fold(request, |request, key| request.header("idempotency-key", key));
    read(request.send().await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_read_edited_and_approved_once() {
    let (api, token) = api().await;
    let (result, session) = pending_result(&api.store, &acme(), 1).await;
    let answer = api.get(&format!("/v1/reviews/{result}"), &token).await;
    let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
    let (_, shown) = read(answer).await;
    assert_eq!(tag, format!("\"1-{}\"", shown["digest"].as_str().unwrap()));
    assert_eq!(
        (&shown["result_state"], &shown["data"]["notes"], &shown["verbs"]),
        (&json!("pending"), &json!([MARKER]), &json!([]))
    );

    let edits = json!([{ "op": "add", "path": "/notes/-", "value": "second" }]);
    let edited = |edits: &Value| json!({ "edits": edits, "reason": "checked" });
    let send =
        async |version, key, body| call(&api, &token, result, Call { version, key, body, ..Call::default() }).await;
    assert_eq!(send(None, None, edited(&edits)).await.0, 428);
    assert_eq!(send(Some(0), None, edited(&edits)).await.0, 412);
    let invalid =
        json!([{ "op": "replace", "path": "/notes", "value": [1, "a", 2] }, { "op": "remove", "path": "/subject" }]);
    let (status, problem) = send(Some(1), None, edited(&invalid)).await;
    let fields: BTreeSet<&str> =
        problem["errors"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!((status, fields), (422, BTreeSet::from(["", "/notes/0", "/notes/2"])), "{problem}");
    assert_eq!(send(Some(1), None, edited(&json!([{ "op": "remove", "path": "/none" }]))).await.0, 422);

    let (status, approved) = send(Some(1), Some("once"), edited(&edits)).await;
    assert_eq!((status, &approved["state"]), (200, &json!("verbs_ready")), "{approved}");
    assert_eq!(approved["generated_verbs"][1], "(note.add :text \"second\")");
    assert_eq!(send(Some(1), Some("once"), edited(&edits)).await, (200, approved.clone()), "a repetition");
    assert_eq!(send(Some(1), None, edited(&edits)).await.0, 412);
    let (status, problem) = send(Some(2), None, edited(&edits)).await;
    assert_eq!((status, &problem["type"]), (409, &json!("urn:auspex:problem:transition-refused")));

    let (_, shown) = read(api.get(&format!("/v1/sessions/{session}"), &token).await).await;
    assert_eq!(
        (&shown["state"], &shown["approved_count"], &shown["verbs_ready"]),
        (&json!("verbs_ready"), &json!(1), &json!(true))
    );
    let made = &shown["approved"][0];
    assert!(made["approved_by"].as_str().unwrap().starts_with("token "), "the token's name: {made}");
    assert_eq!((&made["edits_made"], &made["data"]["notes"][1]), (&edits, &json!("second")));
    let (_, changes) = read(api.get("/v1/changes", &token).await).await;
    let items = changes["items"].as_array().unwrap();
    let made: Vec<&Value> = items.iter().filter(|change| change.get("refused").is_none()).collect();
    assert!(
        made.iter().all(|change| change["action"] == "approved" && change["object"] == format!("result {result}")),
        "{changes}"
    );
    assert!(
        items.iter().any(|change| change["refused"].as_str().is_some_and(|why| why.contains("violates"))),
        "{changes}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_rejected_with_a_reason_and_the_queue_is_filtered_and_paged() {
    let (api, token) = api().await;
    let (rejected, session) = pending_result(&api.store, &acme(), 0).await;
    for number in 1..5 {
        pending_result(&api.store, &acme(), number).await;
    }
    let body = json!({ "reason": "the wrong company" });
    let (status, answer) = call(&api, &token, rejected, Call { verb: "reject", body, ..Call::default() }).await;
    assert_eq!((status, &answer["state"], &answer["reason"]), (200, &json!("idle"), &json!("the wrong company")));
    for verb in ["reject", "approve", "execute", "batch"] {
        let (status, problem) = call(&api, &token, rejected, Call { verb, version: Some(2), ..Call::default() }).await;
        assert_eq!(status, 409, "{verb}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains("rejected"), "{verb}: {problem}");
    }
    let list = async |query: &str| read(api.get(&format!("/v1/reviews?{query}"), &token).await).await;
    assert_eq!(list("state=rejected").await.1["items"][0]["result_id"], rejected.to_string());
    assert_eq!(list(&format!("session={session}")).await.1["items"].as_array().unwrap().len(), 1);
    let (mut seen, mut cursor) = (BTreeSet::new(), String::new());
    for _ in 0..2 {
        let (_, page) = list(&format!("state=pending&limit=2{cursor}")).await;
        seen.extend(page["items"].as_array().unwrap().iter().map(|item| item["result_id"].to_string()));
        cursor = page["next"].as_str().map_or_else(String::new, |next| format!("&cursor={next}"));
    }
    assert_eq!((seen.len(), cursor.as_str()), (4, ""));
    for bad in ["state=open", "session=x", "limit=0", "cursor=x", "unknown=1"] {
        assert!([400, 422].contains(&list(bad).await.0), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_reviewers_at_two_replicas_exactly_one_wins() {
    let (api, first) = api().await;
    let (second, other) = (api.token("acme", &ALL).await, api.replica().await);
    let (api, url) = (&api, &api.url);
    let race = |race: usize| {
        let reviewers =
            [(url, &first, "approve"), (&other, &second, if race.is_multiple_of(2) { "approve" } else { "reject" })];
        let first = &first;
        async move {
            let (result, session) = pending_result(&api.store, &acme(), race).await;
            let shown = api.get(&format!("/v1/reviews/{result}"), first).await;
            let tag = &shown.headers()["etag"].to_str().unwrap().to_owned();
            let decisions = reviewers.map(|(url, token, verb)| {
                let request = api.http.post(format!("{url}/v1/reviews/{result}/{verb}")).bearer_auth(token);
                let request = request.header("if-match", tag).json(&json!({ "reason": "race" }));
                async move { request.send().await.unwrap().status().as_u16() }
            });
            let mut statuses = futures::future::join_all(decisions).await;
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 412], "race {race}");
            let (_, shown) = read(api.get(&format!("/v1/sessions/{session}"), first).await).await;
            assert_eq!(shown["version"], 2, "{shown}");
        }
    };
    futures::stream::iter((0..RACES).map(race)).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
    let decided = api.store.audit().changes(&acme(), None, 10_000).await.unwrap();
    let made = decided.iter().filter(|(_, change)| change.refused.is_none()).count();
    assert_eq!(made, RACES, "the audit trail has one decision for each race");
}

/// Parts of hostile values.
const HOSTILE: [&str; 20] = [
    "\"",
    "\\",
    "\\\"",
    "\n",
    "\r\n",
    "\u{2028}",
    "\u{2029}",
    "\u{85}",
    "\u{b}",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "{{subject}}",
    "{{{json this}}}",
    "{{/each}}",
    ")\n(gleif.delete :all true",
    "\") (gleif.delete :all true) (a.b :k \"",
    ":key 1",
    "null",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_hostile_values_stay_values_of_one_line() {
    let (api, token) = api().await;
    let value = |number: usize| {
        let part = |shift: usize| HOSTILE[(number / shift + number) % HOSTILE.len()];
        format!("{number}{}{}x{}", part(1), part(7), part(31))
    };
    for part in 0..10 {
        let (result, _) = pending_result(&api.store, &acme(), part).await;
        let values: Vec<String> = (0..100).map(|number| value(part * 100 + number)).collect();
        let edits = json!({ "subject": "s", "notes": values });
        let body = json!({ "edits": edits });
        let (status, approved) = call(&api, &token, result, Call { body, ..Call::default() }).await;
        assert_eq!(status, 200, "{approved}");
        let verbs = approved["generated_verbs"].as_array().unwrap();
        assert_eq!(verbs.len(), values.len());
        for (verb, value) in verbs.iter().zip(&values) {
            let line = verb.as_str().unwrap();
            assert!(!line.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')), "{line:?}");
            let verb = Verb::parse(line).unwrap();
            assert_eq!((verb.name.as_str(), verb.arguments), ("note.add", vec![("text".to_owned(), json!(value))]));
        }
    }
    let (_, listed) = read(api.get("/v1/reviews?state=approved", &token).await).await;
    assert_eq!(listed["items"].as_array().unwrap().len(), 10);
    let (result, _) = pending_result(&api.store, &acme(), 99).await;
    let body = json!({ "edits": { "subject": "s", "notes": ["a\u{0}b"] } });
    assert_eq!(call(&api, &token, result, Call { body, ..Call::default() }).await.0, 422, "Postgres cannot store NUL");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_executor_the_verbs_stay_ready_and_rows_become_events_once() {
    let (api, token) = api().await;
    let (result, _) = pending_result(&api.store, &acme(), 1).await;
    let send =
        async |verb, version, body| call(&api, &token, result, Call { verb, version, body, ..Call::default() }).await;
    assert_eq!(send("execute", Some(1), json!({})).await.0, 409, "not approved");
    let (status, approved) = send("approve", Some(1), json!({ "execute_verbs": true })).await;
    assert_eq!(
        (status, &approved["state"], &approved["execution"]["status"]),
        (200, &json!("verbs_ready"), &json!("no-executor"))
    );
    assert_eq!(send("execute", None, json!({})).await.0, 428);
    assert_eq!(send("execute", Some(1), json!({})).await.0, 412);
    let (status, problem) = send("execute", Some(2), json!({})).await;
    assert_eq!((status, &problem["type"]), (503, &json!("urn:auspex:problem:no-executor")));
    let before = api.store.jobs().unsent().await.unwrap();
    let (status, batch) = send("batch", None, json!({})).await;
    assert_eq!((status, &batch["rows"], &batch["events_published"]), (202, &json!(1), &json!(1)), "{batch}");
    let (_, again) = send("batch", None, json!({})).await;
    assert_eq!((&again["events_published"], &again["events_known"]), (&json!(0), &json!(1)));
    assert_eq!(api.store.jobs().unsent().await.unwrap(), before + 1);
}

/// A version is part of lists and of the state of a session, so it proves nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_without_the_digest_approves_and_executes_nothing() {
    let (api, token) = api().await;
    let (result, session) = pending_result(&api.store, &acme(), 1).await;
    let decide = async |verb: &str, tag: &str| {
        let path = format!("/v1/reviews/{result}/{verb}");
        let request = api.request(Method::POST, &path, &token).json(&json!({}));
        read(request.header("if-match", tag).send().await.unwrap()).await
    };
    let digest = async || {
        let (_, shown) = read(api.get(&format!("/v1/reviews/{result}"), &token).await).await;
        shown["digest"].as_str().unwrap().to_owned()
    };
    for path in ["/v1/reviews".to_owned(), format!("/v1/sessions/{session}")] {
        let (_, listed) = read(api.get(&path, &token).await).await;
        assert!(!listed.to_string().contains(&digest().await), "{path}: {listed}");
    }
    let (status, problem) = decide("approve", "\"1\"").await;
    assert_eq!((status, &problem["type"]), (428, &json!("urn:auspex:problem:precondition-required")), "{problem}");
    assert_eq!(decide("approve", "\"1-0af\"").await.0, 412);
    let pending = digest().await;
    assert_eq!(decide("approve", &format!("\"1-{pending}\"")).await.0, 200);
    assert_eq!(decide("execute", "\"2\"").await.0, 428);
    assert_eq!(decide("execute", &format!("\"2-{pending}\"")).await.0, 412, "the digest of the pending result");
    assert_eq!(decide("execute", &format!("\"2-{}\"", digest().await)).await.0, 503, "no executor listens");
}

/// Stores a macro request of a token, and its pending result under a definition with `four_eyes`.
async fn requested(api: &Api, token: &str, number: usize) -> JobId {
    let body = json!({ "params": { "client_name": format!("A{number}"), "lei": "549300O897ZC5H7CY412" } });
    let path = "/v1/macros/client-discovery/executions";
    let (status, accepted) = read(api.post(path, token, &body).await).await;
    assert_eq!(status, 202, "{accepted}");
    let event: JobId = accepted["job"].as_str().unwrap().parse().unwrap();
    four_eyes_result(&api.store, &acme(), event).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_four_eyes_the_token_of_the_request_decides_nothing() {
    let (api, requester) = api().await;
    let other = api.token("acme", &ALL).await;
    let result = requested(&api, &requester, 1).await;
    let approve = async |token: &str| call(&api, token, result, Call::default()).await;
    let (status, problem) = approve(&requester).await;
    assert_eq!((status, &problem["type"]), (403, &json!("urn:auspex:problem:four-eyes")), "{problem}");
    let (status, approved) = approve(&other).await;
    assert_eq!(status, 200, "{approved}");
    let (_, shown) = read(api.get(&format!("/v1/reviews/{result}"), &other).await).await;
    let by = shown["review"]["by"].as_str().unwrap();
    assert!(by.starts_with("token ") && by.contains(" ("), "the name with the id of the token: {by}");
    // Both have seen it, so the first one may request the execution.
    let execute = Call { verb: "execute", version: Some(2), ..Call::default() };
    assert_eq!(call(&api, &requester, result, execute).await.0, 503, "no executor listens");
}
