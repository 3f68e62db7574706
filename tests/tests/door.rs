//! The commands of a user outside of the cluster: the binary with AUSPEX_URL and AUSPEX_TOKEN, in an environment whose
//! addresses of NATS, Postgres and Redis lead nowhere.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "door/decided.rs"]
mod decided;
#[path = "door/input_table.rs"]
mod input_table;
#[path = "door/input_table_of_research.rs"]
mod input_table_of_research;
#[path = "door/inputs.rs"]
mod inputs;
#[path = "door/listed.rs"]
mod listed;
#[path = "door/redrives.rs"]
mod redrives;
#[path = "door/three.rs"]
mod three;

use std::time::Duration;

use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::{Clock, Effect, Event, JobId, MicroUsd, Run, RunId, Tenant};
use local_servers::Worker;
use serde_json::{Value, json};
use store::Store;
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};
use tokio::process::Command;

/// Servers that a user outside of the cluster cannot reach.
const CLOSED: [(&str, &str); 3] = [
    ("AUSPEX_NATS_URL", "nats://127.0.0.1:1"),
    ("AUSPEX_POSTGRES_URL", "postgres://127.0.0.1:1/none"),
    ("AUSPEX_REDIS_URL", "redis://127.0.0.1:1"),
];

/// A user with a token.
struct User {
    url: String,
    token: String,
    folder: tempfile::TempDir,
}

/// What a command has printed.
struct Printed {
    out: String,
    err: String,
}

impl Printed {
    /// Returns the last line as JSON.
    fn json(&self) -> Value {
        let line = self.out.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

impl User {
    fn of(api: &Api) -> Self {
        Self { url: api.url.clone(), token: api.token.clone(), folder: tempfile::tempdir().unwrap() }
    }

    /// Runs a command, which ends with this code.
    async fn run(&self, line: &[&str], code: i32) -> Printed {
        let done = self.output(line).await;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let printed = Printed { out: text(&done.stdout), err: text(&done.stderr) };
        assert_eq!(done.status.code(), Some(code), "{line:?}\n{}\n{}", printed.out, printed.err);
        printed
    }

    /// Runs a command and returns its exit code.
    async fn code(&self, line: &[&str]) -> i32 {
        self.output(line).await.status.code().unwrap()
    }

    async fn output(&self, line: &[&str]) -> std::process::Output {
        let variables = [("AUSPEX_URL", self.url.as_str()), ("AUSPEX_TOKEN", self.token.as_str())];
        let mut command = Command::new(Worker::locate("auspex").unwrap());
        command.args(line).env_clear().envs(CLOSED).envs(variables);
        command.current_dir(self.folder.path()).kill_on_drop(true);
        tokio::time::timeout(PATIENCE, command.output()).await.expect("in time").unwrap()
    }

    async fn json(&self, line: &[&str]) -> Value {
        self.run(&[line, &["--json"]].concat(), 0).await.json()
    }

    fn file(&self, name: &str, events: &[Event]) -> String {
        let line = |event: &Event| serde_json::to_string(&proto::v1::Event::from(event)).unwrap();
        let path = self.folder.path().join(name);
        std::fs::write(&path, events.iter().map(line).collect::<Vec<_>>().join("\n")).unwrap();
        path.display().to_string()
    }
}

/// A gateway without workers.
async fn gateway() -> (Fleet, Api, Store) {
    let fleet = Fleet::start(Setup::default().only(&[])).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let store = Store::connect(store::PostgresConfig::new(fleet.servers.postgres.url(), "tests")).await.unwrap();
    (fleet, api, store)
}

async fn commit(store: &Store, id: JobId, effects: Vec<Effect>, dead: Option<DeadLetter>) {
    let job = Job { consumer: "test", id };
    store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: dead.map(Into::into) }).await.unwrap();
}

/// Stores a run of the default tenant, as the forecaster does.
async fn run(store: &Store, number: usize) -> String {
    let event = events::question(number);
    let job = event.job();
    let domain::EventKind::Question(asked) = event.kind else { unreachable!() };
    let run = Run {
        id: RunId::for_event(job),
        tenant: Tenant::default(),
        event: event.id,
        event_job: job,
        asked,
        alert: None,
        budget: MicroUsd::dollars(1),
        asked_at: runtime::SystemClock.now(),
        reading: None,
    };
    let (id, deadline) = (run.id.to_string(), run.asked_at + Duration::from_secs(3_600));
    commit(
        store,
        job,
        vec![Effect::RunStarted { run: Box::new(run), questions: Vec::new(), deadline, stopped: None }],
        None,
    )
    .await;
    id
}

/// Stores a pending result in its own session, as the writer does.
async fn pending(store: &Store, number: u8) -> String {
    let reviewed = Box::new(domain::testing::pending_result(number, runtime::SystemClock.now()));
    let id = reviewed.result.id;
    commit(store, id.derive("job", 0), vec![Effect::MacroResulted { reviewed, version: 0 }], None).await;
    id.to_string()
}

/// Stores a dead letter about an event.
async fn dead_letter(store: &Store) -> String {
    redrives::dead_letters(store, 1).await.remove(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn schedules_webhooks_and_dead_letters_need_a_token_only() {
    let (_fleet, api, store) = gateway().await;
    let user = User::of(&api);
    let run = run(&store, 1).await;

    let question = "Will it rain in Oslo tomorrow?";
    let made = user.json(&["schedule", "add", "daily", "30 6 * * *", question]).await;
    assert_eq!((&made["name"], &made["question"]), (&json!("daily"), &json!(question)));
    user.json(&["schedule", "add", "again", "0 8 * * *", "--run", &run]).await;
    assert_eq!(user.run(&["schedule", "list"], 0).await.out.lines().count(), 2);
    user.run(&["schedule", "remove", "daily"], 0).await;
    user.run(&["schedule", "remove", "daily"], 3).await;
    user.run(&["schedule", "list", "--tenant", "acme"], 2).await;

    let refused = user.run(&["webhook", "create", "https://hooks.example.com/in"], 1).await.err;
    assert!(refused.contains("AUSPEX_GATEWAY_WEBHOOK_HOSTS"), "the gateway knows the hosts: {refused}");
    let nothing = "00000000-0000-0000-0000-000000000009";
    for verb in ["delete", "enable", "rotate", "deliveries"] {
        user.run(&["webhook", verb, nothing], 3).await;
    }
    user.run(&["webhook", "replay", nothing, "--event", "e"], 3).await;
    assert_eq!(user.run(&["webhook", "list"], 0).await.out, "");

    let letter = dead_letter(&store).await;
    assert_eq!(user.run(&["dead", "list", "--class", "exhausted"], 0).await.out.lines().count(), 1);
    let shown = user.run(&["dead", "show", &letter], 0).await.out;
    assert!(shown.contains("no answer") && !shown.contains("inside of the fleet"), "{shown}");
    assert_eq!(user.json(&["dead", "redrive", &letter]).await["published"], true);
    assert_eq!(user.run(&["dead", "list"], 0).await.out, "");
    assert!(user.run(&["dead", "redrive", "--all"], 0).await.err.contains("no dead letters to redrive"));
    assert!(user.run(&["dead", "drop", &letter], 1).await.err.contains("was redriven"));
    assert!(user.run(&["dead", "pause", nothing], 1).await.err.contains("auspex dead redrives"));
    assert!(user.run(&["dead", "show", nothing], 1).await.err.contains("auspex dead list --all"));
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_memory_and_macros_need_a_token_only() {
    let (_fleet, api, store) = gateway().await;
    let user = User::of(&api);
    let (run, nothing) = (run(&store, 1).await, "00000000-0000-0000-0000-000000000009");

    assert_eq!(user.json(&["show"]).await["run"], json!(run));
    assert!(user.run(&["show", &run], 0).await.out.contains("phase        round"));
    assert!(user.run(&["show", "no-such-thing"], 1).await.err.contains("the token's tenant"));
    assert_eq!(user.json(&["resolve", &run, "yes"]).await["recorded"], "new");
    assert_eq!(user.json(&["resolve", &run, "yes"]).await["recorded"], "same");
    let corrected = user.run(&["resolve", &run, "no", "--because", "annulled"], 0).await.out;
    assert!(corrected.contains("1 corrected") && corrected.contains("was YES"), "{corrected}");
    assert!(user.run(&["resolve", nothing, "yes"], 1).await.err.contains("has no question about"));
    assert!(user.run(&["resolve", "q-1", "yes"], 1).await.err.contains("has no question about q-1"));
    assert!(user.run(&["resolve", "last"], 0).await.out.contains("by hand (annulled)"));
    assert_eq!(user.json(&["show", &run[..6]]).await["run"]["run"]["id"], json!(run));
    let cancelled = user.run(&["cancel", &run, "--reason", "too dear"], 0).await.out;
    assert!(
        cancelled.contains("cancelled without a forecast") && cancelled.contains("spent of $1.000000"),
        "{cancelled}"
    );
    assert!(user.run(&["cancel", &run], 3).await.err.contains("auspex show"));
    assert!(user.run(&["watch", "--run", &run], 3).await.out.contains("too dear"));

    assert_eq!(user.json(&["retrieve", "who runs it?"]).await["research"], Value::Null);
    let requested = user.json(&["retrieve", "who runs it?", "--research", "--max-sources", "2"]).await;
    let job = requested["research"].as_str().unwrap().to_owned();
    assert_eq!(user.json(&["show", &job]).await["state"], "pending");
    for part in [&["--calls"][..], &["--pdf", "report.pdf"], &["--report"]] {
        let refused = user.run(&[&["show", job.as_str()], part].concat(), 1).await.err;
        assert!(refused.contains("only a run has this part") && refused.contains(part[0]), "{refused}");
    }
    assert!(user.run(&["macro", "list"], 0).await.out.contains("client-discovery"));
    assert!(user.run(&["macro", "show", "client-discovery"], 0).await.out.contains("auspex macro run"));
    assert!(user.run(&["macro", "show", "none"], 1).await.err.contains("no macro"));
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_need_a_token_only() {
    let (_fleet, api, store) = gateway().await;
    let user = User::of(&api);
    let (first, second) = (pending(&store, 1).await, pending(&store, 2).await);

    assert_eq!(user.run(&["review", "list"], 0).await.out.lines().count(), 2);
    let shown = user.json(&["review", "show", &first]).await;
    let digest = shown["digest"].as_str().unwrap();
    assert!(user.run(&["review", "approve", &first], 3).await.err.contains("--digest"));
    assert!(user.run(&["review", "approve", &first, "--digest", "0af"], 3).await.err.contains("has changed"));
    let invalid = ["review", "edit", &first, "--digest", digest, "--set", "/city=7"];
    assert!(user.run(&invalid, 3).await.err.contains("violates the schema"));
    user.run(&["review", "approve", &first, "--digest", digest, "--by", "ann"], 2).await;
    let approved = user.json(&["review", "edit", &first, "--digest", digest, "--set", "/city=Bergen"]).await;
    assert_eq!(approved["generated_verbs"], json!(["(office.record :city \"Bergen\")"]));
    assert!(user.run(&["review", "reject", &first], 3).await.err.contains("approved by tests"));
    let outdated = ["review", "reject", &second, "--session-version", "0"];
    assert!(user.run(&outdated, 3).await.err.contains("version 0 was read"));
    assert!(user.run(&["review", "reject", &second], 0).await.out.contains("idle"));
    let shown = user.json(&["review", "show", &first]).await;
    let digest = shown["digest"].as_str().unwrap();
    assert!(user.run(&["review", "execute", &first], 3).await.err.contains("--digest"));
    let nobody = user.run(&["review", "execute", &first, "--digest", digest], 3).await.err;
    assert!(nobody.contains("no executor listens"), "{nobody}");
    assert!(user.run(&["review", "batch", &first, "--yes"], 1).await.err.contains("no section `batch`"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_with_the_variable_that_mends_it() {
    let (_fleet, api, _store) = gateway().await;
    let mut user = User::of(&api);
    assert!(user.run(&["score"], 0).await.out.contains("No forecast has an outcome yet"));
    assert!(user.run(&["summary"], 0).await.out.contains("events in                 0"));
    assert!(user.run(&["summary", "--days", "2", "--reports"], 0).await.out.contains("reports              none yet"));
    assert!(user.run(&["entity", "list", "--tenant", "acme"], 1).await.err.contains("that of the token"));
    assert_eq!(user.run(&["entity", "list"], 0).await.out, "");
    let direct = user.run(&["budget", "list"], 1).await.err;
    assert!(direct.contains("cannot connect to Postgres at 127.0.0.1:1"), "{direct}");
    user.token = "auspex_unknown".to_owned();
    let refused = user.run(&["show"], 1).await.err;
    assert!(refused.contains("AUSPEX_TOKEN") && refused.contains("auspex token create"), "{refused}");
    user.url = "http://127.0.0.1:1".to_owned();
    let away = user.run(&["show"], 1).await.err;
    assert!(away.contains("AUSPEX_URL") && away.contains("refused"), "{away}");
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_and_events_are_published_and_followed_with_a_token_only() {
    // Longer than the interval at which `ask` looks: a run begins only after its question has been decomposed.
    let fleet = Fleet::start(Setup { latency: Duration::from_millis(1_500), ..Setup::default() }).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let user = User::of(&api);
    let asked = user
        .run(&["ask", "Will the Ministry of Zebras publish its report by the end of 2026?", "--iterations", "1"], 0);
    let asked = asked.await;
    assert!(asked.out.contains("probability"), "{}\n{}\n{}", asked.out, asked.err, fleet.logs());
    let run = user.json(&["show"]).await["run"].as_str().unwrap().to_owned();
    assert!(user.run(&["watch", "--run", &run], 0).await.out.contains("probability"));
    assert!(!user.run(&["show", &run, "--report"], 0).await.out.is_empty());
    decided::cited_page_is_the_same(&three::Doors::of(&api), &run).await;

    let file = user.file("events.ndjson", &[events::transaction(1), events::dust(2)]);
    let report = user.json(&["publish", &file]).await;
    assert_eq!((&report["published"], &report["duplicates"]), (&json!(2), &json!(0)), "{report}");
    assert_eq!(user.json(&["publish", &file]).await["duplicates"], 2);
    wait::until("a transaction is researched", PATIENCE, || async {
        let found = fleet.database.count("SELECT count(*) FROM result WHERE kind = 'research'").await?;
        Ok(if found > 0 { Ok(()) } else { Err("none".to_owned()) })
    })
    .await
    .unwrap();
    let watched = user.run(&["watch", "--from-start", "--kind", "forecast", "--count", "1"], 0).await.out;
    assert!(watched.contains("  forecast "), "{watched}");
}
