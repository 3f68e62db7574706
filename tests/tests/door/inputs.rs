//! HTTP, MCP and the command line accept and refuse the same inputs of the operations, and name the same field.
//! Each value of each field is tried alone, and random combinations of all fields. `three.rs` does the same for
//! questions.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::{Map, Value, json};
use tests::{Api, Fleet, Setup};

use super::input_table::OPERATIONS;
use super::input_table_of_research::OPERATIONS_OF_RESEARCH;
use super::three::Doors;
use super::{User, run};

/// Seed of the combinations.
const SEED: u64 = 31;
/// Random combinations of the fields of one operation.
const COMBINATIONS: usize = 3;
/// What the tools answer whose work is accepted and not done within the wait.
const CONTINUES: &str = "it continues";

/// A field of an input: its name, the option of the command line (empty: an argument in its place, `None`: there is
/// none), and values as JSON with the text that the option takes. `@N` stands for N letters.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) option: Option<&'static str>,
    pub(super) values: &'static [(&'static str, &'static str)],
}

/// An operation: the route, the tool, and the beginning and the end of the command. A query is part of the URL, a body
/// is JSON. `{id}` names the run or webhook that exists.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) tool: &'static str,
    /// Argument of the tool that names what the path names.
    pub(super) named: Option<&'static str>,
    pub(super) line: &'static [&'static str],
    pub(super) tail: &'static [&'static str],
    /// Exit codes of an accepted command.
    pub(super) accepted: &'static [i32],
    /// Fields without which the input is refused; they have their first value.
    pub(super) required: &'static [Field],
    pub(super) fields: &'static [Field],
}

pub(super) const NONE: Operation = Operation {
    method: "GET",
    path: "",
    tool: "",
    named: None,
    line: &[],
    tail: &[],
    accepted: &[0],
    required: &[],
    fields: &[],
};

/// A chosen value of a field.
struct Given {
    field: &'static Field,
    value: Value,
    text: String,
}

impl Given {
    /// Returns `true` if a command can be given the value: there is an option, no NUL, and a text for a text.
    fn is_expressible(&self) -> bool {
        let is_text = self.field.values[0].0.starts_with('"');
        self.field.option.is_some() && !self.text.contains('\0') && (!is_text || self.value.is_string())
    }
}

/// Writes `@N` as N letters.
fn expanded(text: &str) -> String {
    let Some((before, rest)) = text.split_once('@') else { return text.to_owned() };
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let length = digits.parse().unwrap_or(0);
    format!("{before}{}{}", "x".repeat(length), &rest[digits.len()..])
}

fn given(field: &'static Field, (value, text): &(&str, &str)) -> Given {
    Given { field, value: serde_json::from_str(&expanded(value)).unwrap(), text: expanded(text) }
}

/// Returns the inputs of an operation: each value of each field alone, and random combinations.
fn inputs(operation: &'static Operation, rng: &mut StdRng) -> Vec<Vec<Given>> {
    let first = |field: &'static Field| given(field, &field.values[0]);
    let mut all = vec![operation.required.iter().map(first).collect::<Vec<_>>()];
    for field in operation.required.iter().chain(operation.fields) {
        for value in field.values {
            let others = operation.required.iter().filter(|other| other.name != field.name).map(first);
            all.push(others.chain([given(field, value)]).collect());
        }
    }
    for _ in 0..COMBINATIONS {
        let fields = operation.required.iter().chain(operation.fields.iter().filter(|_| rng.random_bool(0.5)));
        let chosen: Vec<&'static Field> = fields.collect();
        all.push(chosen.into_iter().map(|field| given(field, field.values.choose(rng).unwrap())).collect());
    }
    all
}

/// Whether an input is accepted, and what says why not.
struct Verdict {
    is_accepted: bool,
    text: String,
    /// The invalid field, if it is named.
    field: Option<String>,
}

async fn http(api: &Api, operation: &Operation, (id, inputs): (&str, &[Given])) -> Verdict {
    let method = operation.method.parse().unwrap();
    let mut request = api.http.request(method, format!("{}{}", api.url, operation.path.replace("{id}", id)));
    if operation.method == "GET" {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        request = request.query(&inputs.iter().map(|one| (one.field.name, text(&one.value))).collect::<Vec<_>>());
    } else {
        let mut body: Map<String, Value> =
            inputs.iter().map(|one| (one.field.name.to_owned(), one.value.clone())).collect();
        if operation.tool == "put_schedule" {
            body.insert("question".to_owned(), json!({ "question": operation.tail[0] }));
        }
        request = request.json(&body);
    }
    let answer = request.bearer_auth(&api.token).send().await.unwrap();
    let status = answer.status().as_u16();
    let problem: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or_default();
    assert!((200..500).contains(&status), "{}: {status} {problem}", operation.path);
    let field = problem["errors"][0]["field"].as_str().map(str::to_owned);
    Verdict { is_accepted: status < 300, text: format!("{status} {problem}"), field }
}

async fn mcp(api: &Api, operation: &Operation, (id, inputs): (&str, &[Given])) -> Verdict {
    let mut arguments: Map<String, Value> =
        inputs.iter().map(|one| (one.field.name.to_owned(), one.value.clone())).collect();
    if let Some(name) = operation.named {
        arguments.insert(name.to_owned(), json!(id));
    }
    match operation.tool {
        "write_report" => drop(arguments.insert("wait".to_owned(), json!(false))),
        "research_execute" => drop(arguments.insert("macro_name".to_owned(), json!("client-discovery"))),
        "put_schedule" => {
            arguments.insert("name".to_owned(), json!("prop"));
            arguments.insert("question".to_owned(), json!({ "question": operation.tail[0] }));
        }
        _ => {}
    }
    match api.call_tool(operation.tool, &Value::Object(arguments)).await {
        Ok(_) => Verdict { is_accepted: true, text: String::new(), field: None },
        Err(fault) => {
            let text = fault.to_string();
            Verdict { is_accepted: text.contains(CONTINUES), text, field: None }
        }
    }
}

/// Returns `None` if the command has no option for a field, or cannot be given a value.
async fn cli(user: &User, operation: &Operation, (id, inputs): (&str, &[Given])) -> Option<Verdict> {
    if operation.line.is_empty() || !inputs.iter().all(Given::is_expressible) {
        return None;
    }
    let mut line: Vec<String> = operation.line.iter().map(|word| word.replace("{id}", id)).collect();
    if operation.tool == "list_notes" && inputs.is_empty() {
        line.push("--list".to_owned());
    }
    line.extend(inputs.iter().map(|one| match one.field.option.unwrap_or_default() {
        "" => one.text.clone(),
        option => format!("{option}={}", one.text),
    }));
    line.extend(operation.tail.iter().map(|word| (*word).to_owned()));
    let words: Vec<&str> = line.iter().map(String::as_str).collect();
    let done = tokio::time::timeout(Duration::from_secs(60), user.output(&words)).await.expect("in time");
    let text = String::from_utf8_lossy(&done.stderr).into_owned();
    let code = done.status.code().unwrap();
    assert!(code <= 4, "{line:?}: {code} {text}");
    Some(Verdict {
        is_accepted: operation.accepted.contains(&code),
        text: format!("{line:?}: {code} {text}"),
        field: None,
    })
}

/// Names are compared without their style.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_three_doors_accept_and_refuse_the_same_inputs() {
    let setup = Setup::default().only(&[]).with("AUSPEX_GATEWAY_WEBHOOK_HOSTS", "receiver.example.net");
    // No worker answers, so every wait for a result lasts as long as it may.
    let setup = setup.with("AUSPEX_GATEWAY_MCP_WAIT", "500ms").with("AUSPEX_GATEWAY_REQUEST_TIMEOUT", "3s");
    let fleet = Fleet::start(setup.with("AUSPEX_GATEWAY_EXECUTOR_TIMEOUT", "500ms")).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let store = store::Store::connect(store::PostgresConfig::new(fleet.servers.postgres.url(), "tests")).await.unwrap();
    let (doors, user) = (Doors::of(&api), User::of(&api));
    let run = run(&store, 1).await;
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut differences: Vec<String> = Vec::new();
    for operation in OPERATIONS.iter().chain(OPERATIONS_OF_RESEARCH) {
        let webhook = json!({ "url": "https://receiver.example.net/in" });
        let (_, made) = doors.post("/v1/webhook-endpoints", &webhook).await;
        let webhook = made["endpoint"]["id"].as_str().unwrap().to_owned();
        let id = if operation.path.starts_with("/v1/runs") { &run } else { &webhook };
        let (mut accepted, mut refused) = (0, 0);
        for inputs in inputs(operation, &mut rng) {
            let input = (id.as_str(), &*inputs);
            let http = http(&api, operation, input).await;
            let mcp = mcp(&api, operation, input).await;
            let cli = cli(&user, operation, input).await;
            if http.is_accepted {
                accepted += 1;
            } else {
                refused += 1;
            }
            let option = |field: &str| {
                let known = inputs.iter().find(|one| plain(one.field.name) == plain(field));
                known.and_then(|one| one.field.option).unwrap_or_default().to_owned()
            };
            let others = [Some(("MCP", mcp)), cli.map(|verdict| ("the command line", verdict))];
            for (door, other) in others.into_iter().flatten() {
                let shown: Vec<String> = inputs.iter().map(|one| format!("{}={}", one.field.name, one.value)).collect();
                let shown: String = shown.join(" ").chars().take(200).collect();
                let place = format!("{} {} [{shown}]", operation.method, operation.path);
                if http.is_accepted != other.is_accepted {
                    differences.push(format!("{place}: HTTP {}\n    {door}: {}", http.text, other.text));
                } else if let Some(field) = http.field.as_deref().filter(|_| !http.is_accepted) {
                    // A path ends with the name. The argument of `auspex resolve` is an answer of any kind, which the
                    // gateway reads after the reason.
                    let last = field.rsplit('.').next().unwrap_or_default();
                    let aliases = if operation.tool == "resolve_question" { ["answer", "because"] } else { [""; 2] };
                    let names = [plain(last), plain(&option(field)), aliases[0].to_owned(), aliases[1].to_owned()];
                    let text = plain(&other.text);
                    if !names.iter().any(|name| !name.is_empty() && text.contains(name.as_str())) {
                        differences.push(format!("{place}: HTTP names {field}\n    {door} does not: {}", other.text));
                    }
                }
            }
            if operation.tool == "create_webhook" {
                delete_webhooks(&api, &doors).await;
            }
        }
        assert!(accepted > 0 && (refused > 0 || operation.tool == "research_list"), "{}", operation.path);
        delete_webhooks(&api, &doors).await;
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

/// A tenant has at most 20 webhooks.
async fn delete_webhooks(api: &Api, doors: &Doors<'_>) {
    for webhook in doors.get("/v1/webhook-endpoints").await.as_array().unwrap() {
        let path = format!("{}/v1/webhook-endpoints/{}", api.url, webhook["id"].as_str().unwrap());
        api.http.delete(path).bearer_auth(&api.token).send().await.unwrap();
    }
}
