//! Thousands of attempts of tenants to reach the rows of another one, generated from the routes, the rows, the verbs,
//! headers and cursors.
//!
//! Each attempt is made twice: with the id of an existing row of the other tenant, and with an id that does not exist.
//! The two answers must be equal, and all rows must be unchanged afterwards.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::review::SessionId;
use domain::{JobId, RunId, Tenant};
use gateway::config::RequestLimits;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::isolation::{Operation, operations};
use crate::support::{ALL, Api, start};
use crate::world::{MARKER, World, write};

/// Attackers, each with its own tenant, which attacks other rows.
const ATTACKERS: usize = 4;
/// Attempts over HTTP, existing and missing rows together; those over MCP are in `mcp/attempts.rs`.
const ATTEMPTS: usize = 10_000;
/// Verbs that are tried on each path.
const VERBS: [Method; 6] = [Method::GET, Method::HEAD, Method::PUT, Method::POST, Method::PATCH, Method::DELETE];
/// Headers of an attempt; the victim has used the first idempotency key.
const HEADERS: [&[(&str, &str)]; 9] = [
    &[],
    &[("if-match", "\"1\"")],
    &[("if-match", "\"2\"")],
    &[("if-match", "*")],
    &[("if-none-match", "\"1\"")],
    &[("if-none-match", "*")],
    &[("idempotency-key", "key-of-the-victim"), ("if-match", "\"1\"")],
    &[("idempotency-key", "unused"), ("if-match", "\"1\"")],
    &[("x-tenant", "acme"), ("auspex-tenant", "acme"), ("if-match", "\"1\"")],
];
/// Parameters of an attempt.
const QUERIES: [&[(&str, &str)]; 2] = [&[], &[("tenant", "acme"), ("limit", "1")]];
/// One answer, without what differs between any two answers.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Answer {
    async fn read(response: Response) -> Self {
        let status = response.status().as_u16();
        let header = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
            (name.to_string(), without_ids(value.to_str().unwrap()))
        };
        let mut headers: Vec<_> = response.headers().iter().map(header).filter(|(name, _)| name != "date").collect();
        headers.sort();
        let text = response.text().await.unwrap();
        assert!(!text.contains(MARKER), "{text}");
        Self { status, headers, body: without_ids(&text) }
    }
}

/// Names of existing rows, each followed by that of a missing one of the same length.
const NAMES: [&str; 4] = ["daily", "other", "victim", "nobody"];

/// Replaces names, and ids and timestamps: words of at least 20 characters with at least 8 digits.
fn without_ids(text: &str) -> String {
    let text = NAMES.iter().fold(text.to_owned(), |text, name| text.replace(name, "<name>"));
    let is_inside = |c: char| c.is_ascii_alphanumeric() || "-:.+".contains(c);
    let mut result = String::new();
    for piece in text.split_inclusive(|c| !is_inside(c)) {
        let word = piece.trim_end_matches(|c| !is_inside(c));
        let is_id = word.len() >= 20 && word.bytes().filter(u8::is_ascii_digit).count() >= 8;
        result.push_str(if is_id { "<id>" } else { word });
        result.push_str(&piece[word.len()..]);
    }
    result
}

/// Returns ids that no row has, in the form of those of a world.
fn missing(number: usize) -> World {
    let id = |kind: &str| JobId::named(&["missing", kind, &number.to_string()]);
    let run = RunId::for_event(id("event"));
    World {
        run,
        event: id("event"),
        dead_letter: id("dead"),
        report: format!("runs/{run}/report.md"),
        entity: "wrapped-example".to_owned(),
        schedule: "other",
        result: id("result"),
        session: SessionId(id("session").0),
        episode: id("episode"),
        webhook: id("webhook").0,
        redrive: id("redrive").0,
    }
}

/// A tenant that attacks the rows of a world.
struct Attacker<'a> {
    api: &'a Api,
    token: String,
    existing: World,
    missing: World,
}

/// Texts that an attacker has seen.
#[derive(Default)]
struct Seen {
    attempts: usize,
    existing: Vec<Duration>,
    missing: Vec<Duration>,
}

impl Attacker<'_> {
    /// Makes one attempt on both rows, in alternating order, and compares the answers.
    async fn compare(&self, seen: &mut Seen, what: &str, request: impl Fn(&World) -> RequestBuilder) {
        let is_existing_first = seen.attempts.is_multiple_of(4);
        let mut answers = BTreeMap::new();
        for is_existing in [is_existing_first, !is_existing_first] {
            let world = if is_existing { &self.existing } else { &self.missing };
            let begun = Instant::now();
            let response = request(world).send().await.unwrap();
            let took = begun.elapsed();
            if is_existing {
                seen.existing.push(took);
            } else {
                seen.missing.push(took);
            }
            answers.insert(is_existing, Answer::read(response).await);
        }
        assert_eq!(answers[&true], answers[&false], "{what}");
        seen.attempts += 2;
    }

    /// Tries every verb, header and parameter on the paths that name a row.
    async fn attack_rows(&self, seen: &mut Seen, operations: &[&Operation]) {
        for operation in operations {
            for method in VERBS {
                for (headers, query) in HEADERS.iter().flat_map(|one| QUERIES.iter().map(move |two| (one, two))) {
                    let what = format!("{method} {} {headers:?} {query:?}", operation.path);
                    let with = |request: RequestBuilder, (name, value): &(&str, &str)| request.header(*name, *value);
                    let request = |world: &World| {
                        let request = operation.bare_request(self.api, world, (method.clone(), &self.token));
                        headers.iter().fold(request.query(query), with)
                    };
                    self.compare(seen, &what, request).await;
                }
            }
        }
    }

    /// Uses the ids that another tenant chose itself: of events and schedules, and idempotency keys.
    async fn attack_names(&self, seen: &mut Seen) {
        for round in 0..20 {
            let ask = |key: &str| {
                let question = self.api.request(Method::POST, "/v1/questions", &self.token);
                question.header("idempotency-key", format!("{key}-{round}")).json(&json!({ "text": "Own?" }))
            };
            let publish = |id: &str| {
                let event = json!({ "id": format!("{id}-{round}"), "question": { "text": "Own?" } });
                self.api.request(Method::POST, "/v1/events", &self.token).json(&event)
            };
            let is_existing = |world: &World| world.schedule == self.existing.schedule;
            self.compare(seen, "a key", |world| ask(if is_existing(world) { "victim" } else { "nobody" })).await;
            self.compare(seen, "an id", |world| publish(if is_existing(world) { "victim" } else { "nobody" })).await;
        }
    }
}

/// Publishes events and asks questions as the victim, with ids and keys that others can guess.
async fn publish_as_victim(api: &Api, token: &str) {
    for round in 0..20 {
        let event =
            json!({ "id": format!("victim-{round}"), "question": { "text": format!("Does the {MARKER} rise?") } });
        assert!(api.post("/v1/events", token, &event).await.status().is_success());
        let question = json!({ "text": format!("Will the {MARKER} fall?") });
        let asked = api.request(Method::POST, "/v1/questions", token).json(&question);
        let asked = asked.header("idempotency-key", format!("victim-{round}")).send().await.unwrap();
        assert!(asked.status().is_success());
    }
}

/// A list and its cursors, read as the victim, show an attacker the same as no cursor.
async fn cursors_lead_nowhere(api: &Api, victim: &str, attacker: &str) {
    let mut used = 0;
    for list in ["/v1/runs", "/v1/reviews", "/v1/reports", "/v1/dead-letters", "/v1/redrives", "/v1/webhook-endpoints"]
    {
        let page: Value = api.get(&format!("{list}?limit=1"), victim).await.json().await.unwrap();
        let Some(cursor) = page["next"].as_str() else { continue };
        let first = Answer::read(api.get(list, attacker).await).await;
        assert_eq!(Answer::read(api.get(&format!("{list}?cursor={cursor}"), attacker).await).await, first, "{list}");
        used += 1;
    }
    assert!(used >= 3, "{used} lists have a second page");
}

/// Returns all that a tenant can read of these rows, and its lists.
async fn visible(api: &Api, token: &str, worlds: &[&World]) -> BTreeMap<String, (u16, String)> {
    let mut all = BTreeMap::new();
    // The state of the fleet has the time of the request, and no rows of a tenant.
    for operation in operations(&api.document).iter().filter(|one| one.reads() && one.path != "/v1/fleet") {
        for (number, world) in worlds.iter().enumerate() {
            let answer = operation.bare_request(api, world, (Method::GET, token)).send().await.unwrap();
            let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
            all.insert(format!("{} of world {number}", operation.path), (status, text));
        }
    }
    assert!(all.values().any(|(_, text)| text.contains(MARKER)));
    all
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_attempts_over_http_reach_nothing_and_reveal_nothing() {
    let api = start(RequestLimits { rate: 0, ..RequestLimits::default() }).await;
    let (acme, operations) = (Tenant::parse("acme").unwrap(), operations(&api.document));
    let victim = api.token("acme", &ALL).await;
    publish_as_victim(&api, &victim).await;
    let mut attackers = Vec::new();
    for number in 0..ATTACKERS {
        let existing = write(&api.store, &acme, number).await;
        let token = api.token(&format!("other-{number}"), &ALL).await;
        attackers.push(Attacker { api: &api, token, existing, missing: missing(number) });
    }
    cursors_lead_nowhere(&api, &victim, &attackers[0].token).await;
    let worlds: Vec<&World> = attackers.iter().map(|attacker| &attacker.existing).collect();
    let before = visible(&api, &victim, &worlds).await;

    let targets: Vec<&Operation> = operations.iter().filter(|operation| operation.is_about_a_row()).collect();
    let attacks = attackers.iter().map(|attacker| async {
        let mut seen = Seen::default();
        attacker.attack_names(&mut seen).await;
        attacker.attack_rows(&mut seen, &targets).await;
        seen
    });
    let mut seen = futures::future::join_all(attacks).await.into_iter().reduce(|mut all, one| {
        all.attempts += one.attempts;
        all.existing.extend(one.existing);
        all.missing.extend(one.missing);
        all
    });
    let seen = seen.as_mut().unwrap();
    println!("{} attempts on {} paths", seen.attempts, targets.len());
    assert!(seen.attempts >= ATTEMPTS, "{} attempts", seen.attempts);

    let after = visible(&api, &victim, &worlds).await;
    let changed: Vec<_> = before.iter().filter(|(what, answer)| after.get(*what) != Some(*answer)).collect();
    assert!(changed.is_empty(), "rows were changed or deleted: {changed:#?}");
    // Another statement, such as a second query for an existing row, takes more than a fifth of the time of a request.
    let (existing, missing) = (median(&mut seen.existing), median(&mut seen.missing));
    println!("median time: {existing} s for an existing row, {missing} s for a missing one");
    assert!((existing / missing - 1.0).abs() < 0.2, "{existing} s and {missing} s reveal whether a row exists");
}
