//! A macro from its request over HTTP to the executor's answer, while gateway, researcher and writer abort at every
//! step of it: one execution, one review, one answer.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use reqwest::RequestBuilder;
use runtime::crash::{CALL_POINTS, EXECUTION_POINTS, GATEWAY_POINTS, OUTCOME_POINTS, RECEIPT_POINTS};
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Api, Executor, Fleet, Setup, wait};

/// Model calls of a macro in which the researcher aborts; each macro makes more.
const CALLS: u64 = 4;
/// Points of the second decision. The gateway stores two: the approval and the executor's answer.
const SECOND_DECISION: [&str; 2] = ["before_decision:2", "after_decision:2"];
/// Nordic Legal Entity Identifier AB, whose group renders two verbs.
const LEI: &str = "549300O897ZC5H7CY412";

/// Published results of macros.
const ANNOUNCED: &str = "SELECT count(*) FROM result WHERE kind = 'macro'";

struct Story {
    fleet: Fleet,
    api: Api,
    /// The workers that abort, with their places.
    places: [(&'static str, usize); 3],
}

/// A process that will abort.
struct Armed {
    worker: &'static str,
    place: usize,
    pid: u32,
}

#[tokio::test]
async fn kills_at_every_step_of_a_macro_cause_one_execution_one_review_and_one_answer() {
    let story = Story::start().await;
    let executor = Executor::start(&story.fleet, 0).await.unwrap();
    story.run(0, [None; 3]).await;
    let calls = story.fleet.offline.totals().charged_calls;
    assert!(calls > CALLS, "{calls} model calls");
    let rounds = points(CALLS);
    for (round, points) in rounds.iter().enumerate() {
        let points = [0, 1, 2].map(|worker| points[worker].as_deref());
        story.run(round + 1, points).await;
        println!("{points:?}");
    }
    let macros = rounds.len() + 1;
    let texts = |sql: &'static str| story.fleet.database.texts(sql);
    let states = texts("SELECT state FROM macro_result").await.unwrap();
    assert_eq!(states, vec!["executed"; macros], "one result for each request");
    let decisions = texts("SELECT string_agg(state, ' ' ORDER BY at) FROM macro_review GROUP BY result").await.unwrap();
    assert_eq!(decisions, vec!["approved executed"; macros], "one decision and one answer for each result");
    let announced = story.fleet.database.count(ANNOUNCED).await.unwrap();
    assert_eq!(announced, 3 * i64::try_from(macros).unwrap(), "each state is published once");
    let runs = executor.runs().unwrap();
    let keys: BTreeSet<&String> = runs.iter().map(|(key, _)| key).collect();
    assert_eq!((runs.len(), keys.len()), (macros, macros), "the verbs of each result are run once");
    assert!(runs.iter().all(|(_, verbs)| verbs.as_array().is_some_and(|verbs| verbs.len() == 2)), "{runs:?}");
    // Only a reply that was not stored when the researcher aborted during a call is paid again.
    let totals = story.fleet.offline.totals();
    let repeated = totals.charged_calls - totals.distinct_calls;
    let is_call = |at: &str| CALL_POINTS.iter().any(|point| at.starts_with(point));
    let aborted = rounds.iter().filter(|points| points[1].as_deref().is_some_and(is_call)).count();
    assert!(repeated <= aborted as u64, "{repeated} calls were paid again");
    story.fleet.assert_accounts().await.unwrap();
}

/// Returns the points of gateway, researcher and writer by round. Of the points of a model call each is met in each
/// call.
fn points(calls: u64) -> Vec<[Option<String>; 3]> {
    let gateway =
        [GATEWAY_POINTS, EXECUTION_POINTS, &SECOND_DECISION].concat().into_iter().map(str::to_owned).collect();
    let of_calls = (1..=calls).flat_map(|call| CALL_POINTS.iter().map(move |point| format!("{point}:{call}")));
    let delivery = || RECEIPT_POINTS.iter().chain(OUTCOME_POINTS);
    let researcher: Vec<String> = delivery().map(ToString::to_string).chain(of_calls).collect();
    // The writer receives the classification of the request first, then the result.
    let writer = [1, 2].into_iter().flat_map(|n| delivery().map(move |point| format!("{point}:{n}"))).collect();
    let lists: [Vec<String>; 3] = [gateway, researcher, writer];
    let rounds = lists.iter().map(Vec::len).max().unwrap_or_default();
    (0..rounds).map(|round| [0, 1, 2].map(|worker| lists[worker].get(round).cloned())).collect()
}

impl Story {
    async fn start() -> Self {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/corpus");
        let setup = Setup { corpus: Some(corpus), ack_wait: Duration::from_secs(1), ..Setup::default() }
            .only(&["classifier", "researcher", "writer"])
            .with("AUSPEX_WORKER_LEASE", "1s")
            .with("AUSPEX_WORKER_BACKOFF_CAP", "500ms")
            // An abort loses at most one call in flight.
            .with("AUSPEX_MODEL_CONCURRENCY", 1)
            .with("AUSPEX_RELAY_AGE", "200ms")
            .with("AUSPEX_RELAY_INTERVAL", "200ms")
            .with("AUSPEX_RECONCILE_INTERVAL", "1s")
            .with("AUSPEX_RECONCILE_AGE", "3s");
        let fleet = Fleet::start(setup).await.unwrap();
        let api = Api::start(&fleet).await.unwrap();
        let place = |worker| (worker, fleet.places(worker)[0]);
        let places = [place("gateway"), place("researcher"), place("writer")];
        Self { fleet, api, places }
    }

    /// Executes a macro, approves its result, and has its verbs executed, while the workers abort at these points.
    async fn run(&self, round: usize, points: [Option<&str>; 3]) {
        let armed = self.arm(points).await;
        let params = json!({ "client_name": format!("Nordic Legal Entity Identifier AB {round}"), "lei": LEI });
        let executed = self
            .repeat("the macro has a result", |http| {
                let url = format!("{}/v1/macros/client-discovery/executions?wait=5s", self.api.url);
                http.post(url).json(&json!({ "params": params })).header("idempotency-key", format!("execute-{round}"))
            })
            .await;
        assert_eq!(
            (&executed["state"], &executed["schema_valid"]),
            (&json!("pending_review"), &json!(true)),
            "{executed}"
        );
        let approved = self
            .repeat("the result is approved", |http| {
                let url = format!("{}/v1/reviews/{}/approve", self.api.url, executed["result_id"].as_str().unwrap());
                let request = http.post(url).json(&json!({ "execute_verbs": true }));
                let tag = format!("\"1-{}\"", executed["digest"].as_str().unwrap());
                request.header("idempotency-key", format!("approve-{round}")).header("if-match", tag)
            })
            .await;
        assert_eq!(
            (&approved["approved"], &approved["execution"]["status"]),
            (&json!(true), &json!("executed")),
            "{approved}"
        );
        self.disarmed(&armed).await;
    }

    /// Restarts the workers that have a point, each with its point armed, and returns them.
    async fn arm(&self, points: [Option<&str>; 3]) -> Vec<Armed> {
        let mut armed = Vec::new();
        for ((worker, place), point) in self.places.into_iter().zip(points) {
            if point.is_some() {
                self.fleet.set_env(place, "AUSPEX_CRASH_AT", point);
                self.fleet.kill_worker(place).await.unwrap();
                self.fleet.set_env(place, "AUSPEX_CRASH_AT", None);
                armed.push(Armed { worker, place, pid: self.fleet.pid(place) });
            }
        }
        // A background task may reach a point before the worker is ready.
        self.fleet.restart_ended().await.unwrap();
        armed
    }

    /// Sends a request until it has its final answer. Starts workers that have aborted again.
    async fn repeat(&self, what: &str, request: impl Fn(&reqwest::Client) -> RequestBuilder) -> Value {
        wait::until(what, PATIENCE, || async {
            self.fleet.restart_ended().await?;
            let answer = request(&self.api.http).bearer_auth(&self.api.token).send().await?;
            let (status, body) = (answer.status().as_u16(), answer.json::<Value>().await?);
            let is_final =
                status == 200 && body["execution"]["status"].as_str().is_none_or(|status| status == "executed");
            Ok(if is_final { Ok(body) } else { Err(format!("{status}: {body}")) })
        })
        .await
        .unwrap_or_else(|error| panic!("{error:#}\n{}", self.fleet.logs()))
    }

    /// Waits until each armed worker has aborted, and no work is left that the next round could meet.
    async fn disarmed(&self, armed: &[Armed]) {
        for Armed { worker, place, pid } in armed {
            wait::until(&format!("{worker} aborts"), PATIENCE, || async {
                self.fleet.restart_ended().await?;
                Ok(if self.fleet.pid(*place) == *pid { Err("it still runs".to_owned()) } else { Ok(()) })
            })
            .await
            .unwrap_or_else(|error| panic!("{error:#}\n{}", self.fleet.logs()));
        }
        self.fleet.settled(&[], PATIENCE).await.unwrap();
    }
}
