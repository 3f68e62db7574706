//! Real servers and the `auspex` binary.

use std::process::Stdio;
use std::sync::Mutex;

use domain::access::{AccessScope, AccessToken};
use domain::{Tenant, Time};
use local_servers::{Port, Worker};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use serde_json::Value;
use store::Store;
use store::tokens::{StoredToken, TokenRow};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

/// Temporary directory in which commands run, with or without servers.
pub(crate) struct Started {
    folder: tempfile::TempDir,
    gateway: Option<Gateway>,
    world: Option<local_servers::World>,
}

/// A gateway, and the token of the next commands.
struct Gateway {
    _worker: Worker,
    port: Port,
    token: Mutex<String>,
}

struct Answer {
    out: String,
    err: String,
}

impl Started {
    pub(crate) async fn servers() -> Self {
        let world = Some(local_servers::World::start().await.unwrap());
        Self { folder: tempfile::tempdir().unwrap(), gateway: None, world }
    }

    /// Starts the servers, the tables, the streams and a gateway. Commands have a token of `ann`.
    pub(crate) async fn with_gateway() -> Self {
        let mut started = Self::servers().await;
        started.text(&["topology", "apply"], 0).await;
        let port = Port::free().unwrap();
        let health = Port::free().unwrap();
        let env = [
            ("AUSPEX_NATS_URL", started.nats()),
            ("AUSPEX_POSTGRES_URL", started.postgres()),
            ("AUSPEX_OBJECTS", started.folder.path().join("objects").display().to_string()),
            ("AUSPEX_HTTP_LISTEN", format!("127.0.0.1:{}", health.number())),
            ("AUSPEX_GATEWAY_ADDR", format!("127.0.0.1:{}", port.number())),
        ];
        let worker = Worker::spawn("gateway", started.folder.path(), env).unwrap();
        let mut ticks = tokio::time::interval(std::time::Duration::from_millis(20));
        while tokio::net::TcpStream::connect(("127.0.0.1", port.number())).await.is_err() {
            ticks.tick().await;
            assert!(worker.ended().unwrap().is_none(), "{}", std::fs::read_to_string(worker.log()).unwrap());
        }
        started.gateway = Some(Gateway { _worker: worker, port, token: Mutex::new(String::new()) });
        started.act_as("ann", "default").await;
        started
    }

    /// Gives the next commands a token with this name and tenant.
    pub(crate) async fn act_as(&self, name: &str, tenant: &str) {
        let (mut id, mut secret) = ([0; 16], [1; 32]);
        id.iter_mut().zip(name.bytes().chain(tenant.bytes())).for_each(|(place, byte)| *place = byte);
        secret[0] = id[0];
        let token = AccessToken::from_random(id, secret);
        let row = TokenRow {
            id: token.id(),
            name: name.to_owned(),
            tenant: Tenant::parse(tenant).unwrap(),
            scopes: AccessScope::ALL.to_vec(),
            created_at: Time::UNIX_EPOCH,
            expires_at: None,
            revoked_at: None,
            used_at: None,
        };
        let store = self.store().await;
        // The same token again is refused.
        let _ = store.tokens().create(&StoredToken { row, secret_hash: token.hash().to_vec() }).await;
        store.close_pool().await;
        *self.gateway.as_ref().unwrap().token.lock().unwrap() = token.reveal();
    }

    /// Uses addresses at which nothing listens (port 1).
    pub(crate) fn nowhere() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), gateway: None, world: None }
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
            .envs(self.api())
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

    fn api(&self) -> Vec<(&'static str, String)> {
        let Some(gateway) = &self.gateway else { return Vec::new() };
        let url = format!("http://127.0.0.1:{}", gateway.port.number());
        vec![("AUSPEX_URL", url), ("AUSPEX_TOKEN", gateway.token.lock().unwrap().clone())]
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
