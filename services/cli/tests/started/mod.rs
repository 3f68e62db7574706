//! Real servers and the `auspex` binary.

use std::process::Stdio;

use runtime::client::{Client, Target};
use runtime::config::Credentials;
use serde_json::Value;
use store::Store;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

/// Temporary directory in which commands run, with or without servers.
pub(crate) struct Started {
    folder: tempfile::TempDir,
    world: Option<local_servers::World>,
}

struct Answer {
    out: String,
    err: String,
}

impl Started {
    pub(crate) async fn servers() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), world: Some(local_servers::World::start().await.unwrap()) }
    }

    /// Uses addresses at which nothing listens (port 1).
    pub(crate) fn nowhere() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), world: None }
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    pub(crate) async fn store(&self) -> Store {
        Store::connect(store::PostgresConfig::new(self.postgres(), "test")).await.unwrap()
    }

    pub(crate) fn postgres(&self) -> String {
        self.world.as_ref().map_or("postgres://127.0.0.1:1/none".to_owned(), |world| world.postgres.url())
    }

    fn nats(&self) -> String {
        self.world.as_ref().map_or("nats://127.0.0.1:1".to_owned(), |world| world.nats.url())
    }

    /// Runs a command and returns its standard output.
    pub(crate) async fn text(&self, line: &[&str], code: i32) -> String {
        self.run(line, "", code).await.out
    }

    /// Runs a command with `--json` and parses its standard output as one value.
    pub(crate) async fn json(&self, line: &[&str], code: i32) -> Value {
        let out = self.run(&[line, &["--json"]].concat(), "", code).await.out;
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{line:?}: {error}: {out}"))
    }

    /// Runs a command with `input` as standard input and returns its standard output.
    pub(crate) async fn piped(&self, line: &[&str], input: &str, code: i32) -> String {
        self.run(line, input, code).await.out
    }

    /// Runs a command and returns its standard error.
    pub(crate) async fn complaint(&self, line: &[&str], code: i32) -> String {
        self.run(line, "", code).await.err
    }

    async fn run(&self, line: &[&str], input: &str, code: i32) -> Answer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_auspex"))
            .args(line)
            .current_dir(self.folder.path())
            .env_clear()
            .env("AUSPEX_NATS_URL", self.nats())
            .env("AUSPEX_POSTGRES_URL", self.postgres())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // Fails if the command ends without reading its input, which is allowed.
        let writing = tokio::spawn(async move { stdin.write_all(input.as_bytes()).await });
        let output = child.wait_with_output().await.unwrap();
        let _ = writing.await.unwrap();
        let answer =
            Answer { out: String::from_utf8(output.stdout).unwrap(), err: String::from_utf8(output.stderr).unwrap() };
        assert_eq!(output.status.code(), Some(code), "{line:?}\n{}\n{}", answer.out, answer.err);
        answer
    }

    /// Number of messages in the event stream.
    pub(crate) async fn events_in_stream(&self) -> u64 {
        let target = Target {
            url: self.nats(),
            credentials: Credentials::None,
            tls: Default::default(),
            name: "test".to_owned(),
        };
        let client = Client::connect(&target).await.unwrap();
        let streams = client.streams().await;
        streams.into_iter().find(|(name, _)| *name == "AUSPEX_EVENTS").and_then(|(_, state)| state).unwrap().messages
    }
}
