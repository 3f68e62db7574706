//! `auspex up` as a process: two concurrent fleets, restart of killed processes, clean stop, and no process left after
//! the parent was killed. Needs the worker binaries (`make test` builds them).

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::PathBuf;
use std::time::Duration;

use runtime::client::{Client, Target};
use runtime::config::Credentials;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

const AUSPEX: &str = env!("CARGO_BIN_EXE_auspex");

/// `auspex up` in a temporary directory.
struct Fleet {
    folder: tempfile::TempDir,
    process: Child,
}

impl Fleet {
    fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = std::fs::File::create(folder.path().join("up.log")).unwrap();
        let process = Command::new(AUSPEX)
            .args(["up", "--offline"])
            .args(arguments)
            .current_dir(folder.path())
            .stdin(std::process::Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self { folder, process }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(".auspex/fleet.json")
    }

    fn output(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("up.log")).unwrap()
    }

    /// Waits until the fleet is ready and returns its fleet.json.
    async fn up(&mut self) -> Value {
        let file = self.file();
        eventually("the fleet is up", || {
            assert!(self.process.try_wait().unwrap().is_none(), "{}", self.output());
            std::fs::read_to_string(&file).ok().map(|text| serde_json::from_str(&text).unwrap())
        })
        .await
    }

    async fn auspex(&self, arguments: &[&str]) -> std::process::Output {
        Command::new(AUSPEX).args(arguments).current_dir(self.folder.path()).output().await.unwrap()
    }
}

fn pids(fleet: &Value) -> Vec<u32> {
    let pids = fleet["pids"].as_array().unwrap();
    pids.iter().map(|one| u32::try_from(one["pid"].as_u64().unwrap()).unwrap()).collect()
}

fn pid_of(fleet: &Value, name: &str) -> u32 {
    let found = fleet["pids"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    u32::try_from(found["pid"].as_u64().unwrap()).unwrap()
}

fn is_alive(pid: u32) -> bool {
    // A zombie that was not waited for has no command line.
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

async fn signal(name: &str, pid: u32) {
    let sent = Command::new("/bin/sh").args(["-c", &format!("kill -s {name} {pid}")]).status().await.unwrap();
    assert!(sent.success());
}

/// What a test waits for at most: no verdict depends on the speed of the machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Polls every 10 ms until `look` returns something.
async fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let mut glance = tokio::time::interval(Duration::from_millis(10));
    let started = std::time::Instant::now();
    while started.elapsed() < PATIENCE {
        glance.tick().await;
        if let Some(found) = look() {
            return found;
        }
    }
    panic!("not within {} s: {what}", PATIENCE.as_secs());
}

/// Runs `auspex doctor` until it finds nothing broken. On a busy machine a worker can miss one look, which waits three
/// seconds for its answer.
async fn doctor_finds_nothing_broken(fleet: &Fleet) {
    let started = std::time::Instant::now();
    loop {
        let doctor = fleet.auspex(&["doctor", "--json"]).await;
        let answer: Value = serde_json::from_slice(&doctor.stdout).unwrap();
        if answer["healthy"] == true {
            return;
        }
        let findings = answer["findings"].as_array().unwrap();
        let broken: Vec<&Value> = findings.iter().filter(|finding| finding["state"] == "broken").collect();
        assert!(started.elapsed() < PATIENCE, "{broken:#?}");
    }
}

/// Publishes as examples/README.md describes: with the address in fleet.json and a client in another language.
async fn another_program_publishes(fleet: &Value) {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let published = Command::new("python3")
        .arg(format!("{examples}/publishers/publish.py"))
        .args(["--url", fleet["nats_url"].as_str().unwrap()])
        .arg(format!("{examples}/events/misses.ndjson"))
        .output()
        .await
        .unwrap();
    let output = String::from_utf8_lossy(&published.stdout);
    assert!(output.contains("3 published, 0 refused"), "{output}{}", String::from_utf8_lossy(&published.stderr));
}

/// Receives a result as examples/README.md describes: over HTTP, in another language.
async fn another_program_receives(fleet: &Value) {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let token = std::fs::read_to_string(fleet["token_file"].as_str().unwrap()).unwrap();
    let received = Command::new("python3")
        .arg(format!("{examples}/subscribers/results.py"))
        .args(["--from-start", "--most", "1"])
        .env("AUSPEX_URL", fleet["gateway_url"].as_str().unwrap())
        .env("AUSPEX_TOKEN", token.trim())
        .kill_on_drop(true)
        .output();
    let received = tokio::time::timeout(PATIENCE, received).await.expect("a result in time").unwrap();
    let line: Value = serde_json::from_slice(&received.stdout).expect("one line of JSON");
    assert!(line["kind"].is_string() && line["result"].is_object(), "{line}");
}

/// Connects to each server without a password.
async fn servers_require_passwords(fleet: &Value) {
    let host = |name: &str| fleet[name].as_str().unwrap().rsplit('@').next().unwrap().to_owned();
    let url = format!("postgres://postgres@{}", host("postgres_url"));
    let config = store::PostgresConfig { retry_for: Duration::ZERO, ..store::PostgresConfig::new(url, "test") };
    assert!(store::Store::connect(config).await.is_err(), "Postgres trusts local connections");
    let nats = Target {
        url: format!("nats://{}", host("nats_url")),
        credentials: Credentials::None,
        tls: Default::default(),
        name: "test".to_owned(),
    };
    assert!(Client::connect(&nats).await.is_err(), "nats-server trusts local connections");
    let mut valkey = tokio::net::TcpStream::connect(host("redis_url")).await.unwrap();
    for (command, answer) in [("PING", "+PONG"), ("GET auspex:cool:x", "-NOPERM"), ("FLUSHALL", "-NOPERM")] {
        valkey.write_all(format!("{command}\r\n").as_bytes()).await.unwrap();
        let mut line = vec![0; 1024];
        let length = valkey.read(&mut line).await.unwrap();
        let line = String::from_utf8_lossy(&line[..length]);
        assert!(line.starts_with(answer), "{command}: {line}");
    }
    assert!(fleet["postgres_url"].as_str().unwrap().contains("auspex_operator:"));
}

/// The token of the local commands is in its own file that other users cannot read.
fn the_token_is_private(fleet: &Value) {
    use std::os::unix::fs::PermissionsExt;
    let file = fleet["token_file"].as_str().unwrap();
    let mode = std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    let token = std::fs::read_to_string(file).unwrap();
    assert!(mode == 0o600 && token.starts_with("auspex_") && !fleet.to_string().contains(&token), "{mode:o}");
}

/// Runs the commands that write, as the user of the command line, who does not own the tables.
async fn the_operator_writes(fleet: &Fleet) {
    let tokens = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/corpus/tokens.ndjson");
    let outcome = r#"{"qid":"v:1","set":"2026-01-01","source":"treaties","type":"market","outcome":1,"question":"Will party 1 sign by January 31, 2026?",
        "freeze_datetime":"2026-01-01T00:00:00+00:00","close":"2026-01-31T00:00:00+00:00","resolution_date":"2026-01-30"}"#;
    std::fs::write(fleet.folder.path().join("outcomes.ndjson"), outcome.replace('\n', "")).unwrap();
    let commands: [&[&str]; 5] = [
        &["token", "create", "tests", "--scopes", "publish,read"],
        &["import", "tokens", tokens],
        &["import", "outcomes", "outcomes.ndjson"],
        &["schedule", "add", "daily", "30 6 * * *", "Will it rain in Oslo tomorrow?"],
        &["topology", "apply"],
    ];
    for command in commands {
        let done = fleet.auspex(command).await;
        let text = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{command:?}: {text}");
    }
    let refused = fleet.auspex(&["webhook", "create", "https://hooks.example.com/in"]).await;
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.contains("AUSPEX_GATEWAY_WEBHOOK_HOSTS"), "the gateway has no hosts: {text}");
    let unknown = fleet.auspex(&["resolve", "nothing", "yes"]).await;
    let text = String::from_utf8_lossy(&unknown.stderr);
    assert!(text.contains("no question about"), "{text}");
}

#[tokio::test]
async fn two_fleets_run_side_by_side_and_a_stop_leaves_no_process() {
    let (mut one, mut other) = (Fleet::start(&[]), Fleet::start(&["--replicas", "classifier=2,writer=0"]));
    let (first, second) = (one.up().await, other.up().await);
    assert_eq!(pids(&first).len(), 10, "{first}");
    assert_eq!(pids(&second).len(), 10, "{second}");
    for url in ["nats_url", "postgres_url", "redis_url", "offline_url"] {
        assert_ne!(first[url], second[url]);
    }
    the_token_is_private(&first);
    doctor_finds_nothing_broken(&one).await;
    let again = one.auspex(&["up"]).await;
    assert!(String::from_utf8_lossy(&again.stderr).contains("already runs in"), "two fleets in one directory");
    another_program_publishes(&first).await;
    another_program_receives(&first).await;
    the_operator_writes(&one).await;
    servers_require_passwords(&first).await;

    signal("TERM", one.process.id().unwrap()).await;
    let ended = tokio::time::timeout(Duration::from_secs(40), one.process.wait()).await.unwrap().unwrap();
    assert!(ended.success(), "{}", one.output());
    assert!(pids(&first).into_iter().all(|pid| !is_alive(pid)), "{}", one.output());
    assert!(!one.file().exists());
    assert!(pids(&second).into_iter().all(is_alive), "the other fleet was hit");
}

#[tokio::test]
async fn killed_processes_are_restarted_and_a_killed_parent_ends_all_of_them() {
    let mut fleet = Fleet::start(&["--replicas", "researcher=0,filter=0,forecaster=0"]);
    let before = fleet.up().await;
    for name in ["nats-server", "writer"] {
        signal("KILL", pid_of(&before, name)).await;
    }
    eventually("both were started again", || {
        let output = fleet.output();
        (output.contains("nats-server exited") && output.contains("writer restarted")).then_some(())
    })
    .await;
    let writer = before["services"].as_array().unwrap().iter().find(|one| one["name"] == "writer").unwrap();
    let ready = writer["url"].as_str().unwrap();
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let is_ready = async {
        let mut glance = tokio::time::interval(Duration::from_millis(50));
        while !http.get(ready).send().await.is_ok_and(|answer| answer.status().is_success()) {
            glance.tick().await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, is_ready).await;
    assert!(waited.is_ok(), "the writer is not ready again:\n{}", fleet.output());

    fleet.process.kill().await.unwrap();
    let others: Vec<u32> = pids(&before).into_iter().filter(|pid| is_alive(*pid)).collect();
    eventually("everything is gone", || others.iter().all(|pid| !is_alive(*pid)).then_some(())).await;
}

#[tokio::test]
async fn a_server_that_cannot_start_delays_no_other_and_a_frozen_one_is_reported() {
    let mut fleet = Fleet::start(&["--replicas", "researcher=0,filter=0,forecaster=0,writer=0"]);
    let before = fleet.up().await;
    let config = fleet.folder.path().join(".auspex/nats/nats.conf");
    let good = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, "listen: nowhere at all {").unwrap();
    for name in ["nats-server", "postgres"] {
        signal("KILL", pid_of(&before, name)).await;
    }
    eventually("postgres restarted", || fleet.output().contains("postgres restarted").then_some(())).await;
    assert!(fleet.output().contains("nats-server failed to restart"), "{}", fleet.output());
    assert!(!fleet.output().contains("nats-server restarted"), "{}", fleet.output());
    std::fs::write(&config, good).unwrap();
    eventually("nats-server restarted", || fleet.output().contains("nats-server restarted").then_some(())).await;

    // Postgres has a new process id by now; Valkey represents all three servers.
    let valkey = pid_of(&before, "valkey");
    signal("STOP", valkey).await;
    eventually("valkey is reported", || fleet.output().contains("valkey has not responded for").then_some(())).await;
    signal("CONT", valkey).await;
    eventually("valkey responds", || fleet.output().contains("valkey responds again").then_some(())).await;
    assert!(is_alive(valkey), "a frozen server is not killed");
}

/// Makes every write of nats-server beyond `size` bytes of a file fail, as on a full disk; changing the soft limit
/// needs no privilege.
#[cfg(target_os = "linux")]
async fn limit_files(pid: u32, size: &str) {
    let limit = Command::new("prlimit").args(["--pid", &pid.to_string(), &format!("--fsize={size}:")]).status();
    assert!(limit.await.unwrap().success());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_nats_server_whose_disk_was_full_is_reported_and_restarted() {
    let mut fleet = Fleet::start(&["--replicas", "researcher=0,filter=0,forecaster=0,writer=0"]);
    let nats = pid_of(&fleet.up().await, "nats-server");
    // Larger than the limit from the start: a stream that never reached it would not notice.
    let events: String =
        (0..100).map(|n| format!("{{\"id\":\"e-{n}\",\"question\":{{\"text\":\"Will it?\"}}}}\n")).collect();
    std::fs::write(fleet.folder.path().join("first.ndjson"), &events).unwrap();
    std::fs::write(fleet.folder.path().join("second.ndjson"), events.replace("e-", "f-")).unwrap();
    assert!(fleet.auspex(&["publish", "first.ndjson"]).await.status.success());
    limit_files(nats, "4096").await;
    // The first write detects it; the disk has space, only this process may not use it.
    let _ = fleet.auspex(&["publish", "second.ndjson", "--limit", "1"]).await;
    eventually("nats-server restarted", || fleet.output().contains("there is disk space; restarting it").then_some(()))
        .await;
    assert!(fleet.auspex(&["publish", "second.ndjson"]).await.status.success(), "the gateway needs no NATS to accept");
    // The gateway accepts events before NATS is back.
    let started = std::time::Instant::now();
    loop {
        let doctor = fleet.auspex(&["doctor", "--json"]).await;
        let answer: Value = serde_json::from_slice(&doctor.stdout).unwrap();
        let findings = answer["findings"].as_array().unwrap();
        let is_fine = |what: &str| findings.iter().any(|one| one["what"] == what && one["state"] == "fine");
        if is_fine("NATS health") && is_fine("objects") {
            break;
        }
        assert!(started.elapsed() < PATIENCE, "{answer:#}");
    }
}
