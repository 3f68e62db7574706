//! The story of a macro with the official Python and TypeScript clients, which the test installs. A task in place of
//! the researcher answers each request for a macro, and `executor.py` executes the verbs.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use domain::Tenant;
use gateway::config::RequestLimits;
use tokio::process::{Child, Command};

use crate::support::{ALL, Api, start};
use crate::world::answer_in_session;

/// Maximum time of an installation and of a story.
const LIMIT: Duration = Duration::from_secs(240);

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

/// Runs a program. Returns `false` if it is missing, fails, or takes too long.
async fn succeeds(command: &mut Command) -> bool {
    let run = command.kill_on_drop(true).stdin(Stdio::null()).status();
    matches!(tokio::time::timeout(LIMIT, run).await, Ok(Ok(status)) if status.success())
}

/// Answers requests for macros until the test ends.
async fn research(api: &Api) {
    // A real researcher takes minutes, in which the client receives progress.
    let mut turns = tokio::time::interval(Duration::from_secs(2));
    turns.tick().await;
    loop {
        for event in api.queued.next(&tokio_util::sync::CancellationToken::new()).await {
            turns.tick().await;
            answer_in_session(&api.store, &event).await;
        }
    }
}

async fn executor(api: &Api) -> Child {
    let mut command = Command::new("python3");
    command.arg(script("executor.py")).arg(api.nats_url()).arg("acme").kill_on_drop(true);
    command.spawn().expect("python3 was found before")
}

async fn story(client: &mut Command) {
    let api = start(RequestLimits::default()).await;
    let token = api.token(Tenant::parse("acme").expect("a tenant").as_str(), &ALL).await;
    let _executor = executor(&api).await;
    client.arg(format!("{}/mcp", api.url)).arg(token);
    tokio::select! {
        is_done = succeeds(client) => assert!(is_done, "the story failed; its output is above"),
        () = research(&api) => {}
    }
}

#[tokio::test]
#[ignore = "installs a package from a registry; run it with `cargo test -p gateway --test mcp -- --ignored`"]
async fn the_python_client_runs_the_whole_story() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mcp-python");
    let python = folder.join("bin/python");
    let is_ready = succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder)).await
        && succeeds(Command::new(&python).args(["-m", "pip", "install", "--quiet", "mcp==2.3.0"])).await;
    if !is_ready {
        eprintln!("skipped: Python or its registry is not available");
        return;
    }
    story(Command::new(&python).arg(script("story.py"))).await;
}

#[tokio::test]
#[ignore = "installs a package from a registry; run it with `cargo test -p gateway --test mcp -- --ignored`"]
async fn the_typescript_client_runs_the_whole_story() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mcp-node");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(script("story.mjs"), folder.join("story.mjs")).expect("copied");
    let install = ["install", "--no-audit", "--no-fund", "@modelcontextprotocol/sdk@1.32.2"];
    let is_ready = succeeds(Command::new("npm").args(install).arg("--prefix").arg(&folder)).await
        && succeeds(Command::new("python3").arg("--version")).await;
    if !is_ready {
        eprintln!("skipped: Node, Python or the registry is not available");
        return;
    }
    story(Command::new("node").arg(folder.join("story.mjs"))).await;
}
