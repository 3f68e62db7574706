//! HTTP, MCP and the command line return the same for one operation, and accept and refuse the same questions.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use reqwest::Method;
use serde_json::{Map, Value, json};
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup};

use super::{User, gateway, pending, run};

/// Number of generated questions.
const QUESTIONS: usize = 60;
/// Seed of the generated questions.
const SEED: u64 = 31;

/// Leaves out null members, which MCP never sends.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name, without_nulls(member)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

/// Leaves out members that differ between any two answers.
pub(super) fn without(mut value: Value, names: &[&str]) -> Value {
    if let Some(members) = value.as_object_mut() {
        members.retain(|name, _| !names.contains(&name.as_str()));
    }
    value
}

/// Leaves out the job and the time of answers about entities.
fn timeless(mut answers: Value) -> Value {
    for entity in answers["entities"].as_array_mut().into_iter().flatten() {
        *entity = without(entity.take(), &["madeAt"]);
    }
    without(answers, &["job"])
}

/// One token behind three doors.
pub(super) struct Doors<'a> {
    api: &'a Api,
    pub(super) user: User,
}

impl Doors<'_> {
    pub(super) fn of(api: &Api) -> Doors<'_> {
        Doors { api, user: User::of(api) }
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> (u16, Value) {
        let answer = request.bearer_auth(&self.api.token).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, without_nulls(serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or_default()))
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let (status, body) = self.send(self.api.http.get(format!("{}{path}", self.api.url))).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(self.api.http.post(format!("{}{path}", self.api.url)).json(body)).await
    }

    pub(super) async fn patch(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(self.api.http.patch(format!("{}{path}", self.api.url)).json(body)).await
    }

    /// Sends a request; without a body if it is null.
    pub(super) async fn send_to(&self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        self.send(self.request(method, path, body)).await
    }

    /// Sends the decision about a result that was read with this tag.
    pub(super) async fn decide(&self, path: &str, tag: &str, body: &Value) -> Value {
        let (status, answer) = self.send(self.request(Method::POST, path, body).header("if-match", tag)).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Returns the answer to a request that is refused.
    pub(super) async fn refused(&self, method: Method, path: &str, tag: &str, body: &Value) -> String {
        let request = self.request(method, path, body);
        let request = if tag.is_empty() { request } else { request.header("if-match", tag) };
        let (status, problem) = self.send(request).await;
        assert!((400..500).contains(&status), "{path}: {status} {problem}");
        problem["detail"].as_str().unwrap_or_default().to_owned()
    }

    fn request(&self, method: Method, path: &str, body: &Value) -> reqwest::RequestBuilder {
        let request = self.api.http.request(method, format!("{}{path}", self.api.url));
        if body.is_null() { request } else { request.json(body) }
    }

    pub(super) async fn tool(&self, name: &str, arguments: Value) -> Value {
        without_nulls(self.api.call_tool(name, &arguments).await.unwrap_or_else(|fault| panic!("{name}: {fault}")))
    }

    /// Returns what a command prints as JSON, one value per line.
    pub(super) async fn lines(&self, line: &[&str], code: i32) -> Vec<Value> {
        let printed = self.user.run(&[line, &["--json"]].concat(), code).await.out;
        printed.lines().map(|line| without_nulls(serde_json::from_str(line).unwrap())).collect()
    }

    pub(super) async fn line(&self, line: &[&str], code: i32) -> Value {
        let mut lines = self.lines(line, code).await;
        assert_eq!(lines.len(), 1, "{line:?}: {lines:?}");
        lines.remove(0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_read_is_the_same_through_three_doors() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let run = run(&store, 1).await;
    let result = pending(&store, 1).await;
    let entity = json!({ "name": "Zebra Rail", "type": "business" });
    doors.tool("create_entity", entity).await;
    for days in ["1", "31"] {
        let [http, mcp, cli] = [
            doors.get(&format!("/v1/summary?days={days}")).await,
            doors.tool("get_summary", json!({ "days": days.parse::<u32>().unwrap() })).await,
            doors.line(&["summary", "--days", days], 0).await,
        ];
        assert_eq!((&http, &http), (&mcp, &cli));
        assert!(http["since"].is_string() && http["dead"] == 0, "{http}");
    }
    let estimate = doors.line(&["ask", "Will it rain?", "--dry-run"], 0).await;
    assert!(estimate.get("history_problem").is_none(), "{estimate}");
    assert_eq!(doors.get("/v1/cost-history").await["costs"], json!([]));
    let listed = [
        ("/v1/runs", "items", ("list_runs", json!({})), vec!["show"]),
        ("/v1/own-entities?limit=9", "items", ("list_own_entities", json!({ "limit": 9 })), vec!["entity", "list"]),
    ];
    for (path, member, (tool, input), line) in listed {
        let (http, mcp) = (doors.get(path).await, doors.tool(tool, input).await);
        assert_eq!(http, mcp, "{tool}");
        assert_eq!(http[member], Value::Array(doors.lines(&line, 0).await), "{line:?}");
        assert_eq!(http[member].as_array().unwrap().len(), 1, "{http}");
    }
    let own = doors.get("/v1/own-entities").await["items"][0]["id"].as_str().unwrap().to_owned();
    let [http, mcp, cli] = [
        doors.get(&format!("/v1/entities/{own}/history?limit=10")).await,
        doors.tool("get_entity_history", json!({ "entityId": own })).await,
        doors.line(&["entity", "history", own.as_str()], 0).await,
    ];
    assert_eq!((&http, &http), (&mcp, &cli));
    assert_eq!(http, json!({ "versions": [], "facts": [] }));
    let refused = doors.user.run(&["show", "Zebra Rail", "--calls"], 1).await.err;
    assert!(refused.contains("--calls does not apply to an entity"), "{refused}");
    let (http, mcp) =
        (doors.get("/v1/macros?search=client").await, doors.tool("research_list", json!({ "search": "client" })).await);
    assert_eq!(
        (&http, &http),
        (&mcp["macros"], &Value::Array(doors.lines(&["macro", "list", "--search", "client"], 0).await))
    );
    let known = doors.get("/v1/retrieve?query=zebra&maxResults=5").await;
    let mcp = doors.tool("retrieve", json!({ "query": "zebra", "max_results": 5 })).await;
    assert_eq!(known, without(mcp, &["research"]));
    assert_eq!(known, doors.line(&["retrieve", "zebra"], 0).await);
    assert_eq!(doors.get(&format!("/v1/runs/{run}")).await, doors.line(&["show", &run], 0).await);
    assert_eq!(doors.get(&format!("/v1/reviews/{result}")).await, doors.line(&["review", "show", &result], 0).await);
    assert_eq!(doors.get("/v1/reviews?state=pending").await["items"][0]["result_id"], json!(result));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_is_reported_the_same_through_three_doors() {
    let (_fleet, api, store) = gateway().await;
    let doors = Doors::of(&api);
    let [one, two, three] = [run(&store, 1).await, run(&store, 2).await, run(&store, 3).await];
    let outcome = json!({ "outcome": 1, "because": "It rained." });
    let (_, http) = doors.post(&format!("/v1/runs/{one}/outcome"), &outcome).await;
    let mcp = doors.tool("resolve_question", json!({ "run_id": two, "outcome": 1, "because": "It rained." })).await;
    let cli = doors.line(&["resolve", &three, "yes", "--because", "It rained."], 0).await;
    assert_eq!((&http, &http["recorded"]), (&mcp, &cli["recorded"]));
    let mistake = json!({ "because": "A mistake." });
    let (_, http) = doors.post(&format!("/v1/runs/{one}/outcome/withdraw"), &mistake).await;
    let mcp = doors.tool("withdraw_outcome", json!({ "run_id": two, "because": "A mistake." })).await;
    let cli = doors.line(&["resolve", &three, "--withdraw", "--because", "A mistake."], 0).await;
    for (answer, run) in [(&http, &one), (&mcp, &two), (&cli, &three)] {
        assert_eq!(*answer, json!({ "run": run, "withdrawn": true }));
        let history = doors.get(&format!("/v1/outcomes?run={run}")).await;
        assert_eq!(history[0]["outcomes"][0]["withdrawn"], "A mistake.", "{history}");
    }
    assert_eq!(doors.line(&["resolve", &three, "--withdraw"], 3).await["withdrawn"], false);
    let (_, http) = doors.post(&format!("/v1/runs/{one}/cancel"), &json!({ "reason": "too dear" })).await;
    let mcp = doors.tool("cancel_run", json!({ "runId": two, "reason": "too dear" })).await;
    let cli = doors.line(&["cancel", &three, "--reason", "too dear"], 0).await;
    let own = ["run", "runId", "question"];
    assert_eq!(without(http.clone(), &own), without(mcp, &own));
    assert_eq!(without(http, &own), without(cli, &own));
    let (folder, text) = (tempfile::tempdir().unwrap(), "High water in the harbour of Kelm is at noon.");
    let file = folder.path().join("tides.txt");
    std::fs::write(&file, text).unwrap();
    let document = json!({ "title": "Tides", "text": text });
    let (_, http) = doors.post("/v1/notes", &document).await;
    let mcp = doors.tool("remember", document).await;
    let cli = doors.line(&["remember", file.to_str().unwrap(), "--title", "Tides"], 0).await;
    assert_eq!((&http["notes"], &http["notes"]), (&mcp["notes"], &cli[0]["notes"]));
    assert_eq!(http["notes"].as_array().map(Vec::len), Some(1), "{http}");
    let cron = json!({ "cron": "0 6 * * *", "entities": { "identifiers": ["WIF"], "maxAgeMs": 0 } });
    let (status, put) = doors.send(api.http.put(format!("{}/v1/schedules/http", api.url)).json(&cron)).await;
    assert_eq!(status, 200, "{put}");
    let cli = doors.line(&["schedule", "add", "cli", "0 6 * * *", "--entity", "WIF", "--max-age", "0"], 0).await;
    assert_eq!(without(put, &["name"]), without(cli, &["name"]));
    let listed = doors.lines(&["schedule", "list"], 0).await;
    assert_eq!(doors.get("/v1/schedules").await["items"], Value::Array(listed));
}

#[tokio::test(flavor = "multi_thread")]
async fn research_of_entities_is_answered_the_same_through_three_doors() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let doors = Doors::of(&api);
    let wanted = json!({ "identifiers": ["Zzyzx Holdings of Norrland"] });
    let (status, begun) = doors.post("/v1/research", &wanted).await;
    assert_eq!(status, 202, "{begun}");
    let job = begun["job"].as_str().unwrap().to_owned();
    let patience = tokio::time::timeout(PATIENCE, async {
        loop {
            let answers = doors.get(&format!("/v1/research/{job}?wait=20s")).await;
            if answers["status"] == "done" {
                return answers;
            }
        }
    });
    let http = timeless(patience.await.expect("in time"));
    let mcp = timeless(doors.tool("research_entity", wanted).await);
    let cli = timeless(doors.line(&["research", "Zzyzx Holdings of Norrland"], 3).await);
    assert_eq!((&http, &http), (&mcp, &cli));
    assert_eq!((http["costMicroUsd"].as_u64(), http["entities"].as_array().unwrap().len()), (Some(0), 1), "{http}");
    assert!(!fleet.logs().contains("panicked"), "{}", fleet.logs());
}

/// A member of a question: its name, the command line's option, and values as JSON with the text that the option takes.
/// The first value is valid and is used most often.
struct Field {
    name: &'static str,
    option: &'static str,
    values: &'static [(&'static str, &'static str)],
}

/// Every option of a question. The text of a flag is empty: it is given or not.
const FIELDS: &[Field] = &[
    Field { name: "background", option: "--background", values: &[(r#""It rained.""#, "It rained.")] },
    Field { name: "resolution_criteria", option: "--criteria", values: &[(r#""By noon.""#, "By noon.")] },
    Field {
        name: "closes",
        option: "--closes",
        values: &[
            (r#""2037-01-01T00:00:00Z""#, "2037-01-01T00:00:00Z"),
            (r#""2037-01-01""#, "2037-01-01"),
            (r#""2037-01-01 08:30:00+01:00""#, "2037-01-01 08:30:00+01:00"),
            (r#""soon""#, "soon"),
            (r#""2037-13-01""#, "2037-13-01"),
            (r#""2020-01-01""#, "2020-01-01"),
            (r#""""#, ""),
        ],
    },
    Field { name: "topic", option: "--topic", values: &[(r#""weather""#, "weather")] },
    Field {
        name: "market_price",
        option: "--market-price",
        values: &[("0.3", "0.3"), ("0", "0"), ("1", "1"), ("1.5", "1.5"), ("-0.1", "-0.1"), (r#""NaN""#, "NaN")],
    },
    Field {
        name: "budget_micro_usd",
        option: "--budget",
        values: &[
            ("500000", "0.50"),
            ("0", "0"),
            ("500000.5", "0.5000005"),
            ("-1", "-0.000001"),
            (r#""much""#, "much"),
        ],
    },
    Field {
        name: "max_iterations",
        option: "--iterations",
        values: &[("2", "2"), ("20", "20"), ("0", "0"), ("21", "21"), ("4294967296", "4294967296"), ("1.5", "1.5")],
    },
    Field {
        name: "profile",
        option: "--profile",
        values: &[(r#""strict""#, "strict"), (r#""loose""#, "loose"), (r#""tight""#, "tight"), (r#""""#, "")],
    },
    Field {
        name: "min_confidence",
        option: "--min-confidence",
        values: &[
            ("0.5", "0.5"),
            (r#""high""#, "high"),
            (r#""low""#, "low"),
            ("2", "2"),
            ("-1", "-1"),
            (r#""sure""#, "sure"),
        ],
    },
    Field { name: "human_review", option: "--review", values: &[("true", "")] },
    Field {
        name: "review_if",
        option: "--review-if",
        values: &[
            (r#"{"below_confidence":0.4,"contradiction":true}"#, "below_confidence=0.4,contradiction"),
            (r#"{"price_gap":0.2,"over_budget":true}"#, "price_gap=0.2,over_budget"),
            (r#"{"price_gap":2}"#, "price_gap=2"),
            (r#"{"always":true}"#, "always"),
        ],
    },
    Field { name: "independent", option: "--independent", values: &[("true", "")] },
    Field { name: "research_request", option: "--propose", values: &[("true", "")] },
    Field {
        name: "sources",
        option: "--allow",
        values: &[
            (r#"{"allow":["sec.gov"]}"#, "sec.gov"),
            (r#"{"allow":["a b"]}"#, "a b"),
            (r#"{"allow":["https://a.org"]}"#, "https://a.org"),
            (r#"{"allow":[""]}"#, ""),
            (r#"[["a b"]]"#, "a b"),
        ],
    },
    Field {
        name: "id",
        option: "--id",
        values: &[(r#""own""#, "own"), (r#""own two""#, "own two"), (r#""""#, ""), (r#""a\u0000b""#, "")],
    },
];
/// Texts of a question; the first is used most often.
const TEXTS: &[&str] =
    &["Will it rain in Oslo tomorrow?", "Will it snow?", " ", "", "Wie wird das Wetter?", "How much rain falls?"];

/// Returns one of the values, mostly the first.
fn chosen<'a, T>(rng: &mut StdRng, values: &'a [T]) -> &'a T {
    if rng.random_bool(0.7) { &values[0] } else { values.choose(rng).unwrap() }
}

/// Returns a question as JSON and as the arguments of `auspex ask`.
fn question(rng: &mut StdRng) -> (Value, Vec<String>) {
    let text = *chosen(rng, TEXTS);
    let mut body = Map::from_iter([("question".to_owned(), json!(text))]);
    let mut line = vec!["ask".to_owned(), text.to_owned(), "--timeout".to_owned(), "1ms".to_owned()];
    for Field { name, option, values } in FIELDS {
        if !rng.random_bool(0.3) {
            continue;
        }
        let (value, argument) = chosen(rng, values);
        let value: Value = serde_json::from_str(value).unwrap();
        // An argument of a command holds no NUL.
        if value.as_str().is_some_and(|text| text.contains('\0')) {
            continue;
        }
        line.push(if value == json!(true) { (*option).to_owned() } else { format!("{option}={argument}") });
        body.insert((*name).to_owned(), value);
    }
    (Value::Object(body), line)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_doors_accept_and_refuse_the_same_questions() {
    let (_fleet, api, _store) = gateway().await;
    let doors = Doors::of(&api);
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut accepted = 0;
    for number in 0..QUESTIONS {
        let (body, line) = question(&mut rng);
        let (status, problem) = doors.post("/v1/questions", &body).await;
        let mut arguments = body.clone();
        arguments["wait"] = json!(false);
        let mcp = api.call_tool("ask", &arguments).await;
        let is_accepted = (200..300).contains(&status);
        assert_eq!(is_accepted, mcp.is_ok(), "MCP: {body}: {status} {problem} {mcp:?}");
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        // Nothing answers, so an accepted question times out.
        let code = tokio::time::timeout(Duration::from_secs(30), doors.user.code(&words)).await.expect("in time");
        assert_eq!(is_accepted, code == 4, "{number}: {line:?} ends with {code}; HTTP: {status} {problem}");
        assert!(matches!(code, 1 | 2 | 4), "{line:?}: {code}");
        accepted += usize::from(is_accepted);
    }
    assert!((QUESTIONS / 5..QUESTIONS * 4 / 5).contains(&accepted), "{accepted} of {QUESTIONS} are accepted");
}
