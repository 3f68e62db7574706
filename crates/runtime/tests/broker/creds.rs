//! A server in operator mode: users log in with a JWT and the key that it names (`.creds`).

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use local_servers::{Nats, NatsOptions};
use nkeys::KeyPair;
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use runtime::testing::FakeJournal;
use serde_json::{Value, json};

use crate::permitted::start;
use crate::world::{LIMIT, options, request};

/// Operator, account and system account, with the JWTs that the operator signed.
struct Mode {
    operator: KeyPair,
    account: KeyPair,
    system: KeyPair,
}

impl Mode {
    fn new() -> Self {
        Self { operator: KeyPair::new_operator(), account: KeyPair::new_account(), system: KeyPair::new_account() }
    }

    fn config(&self) -> String {
        let system = self.system.public_key();
        let operator = token(&self.operator, &self.operator, json!({ "type": "operator", "system_account": system }));
        let limits = json!({
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
            "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1
        });
        let account = token(&self.operator, &self.account, json!({ "type": "account", "limits": limits }));
        let own = token(&self.operator, &self.system, json!({ "type": "account" }));
        format!(
            "operator: {operator}\nsystem_account: {system}\nresolver: MEMORY\nresolver_preload: {{ {}: {account}, {system}: {own} }}\n",
            self.account.public_key()
        )
    }

    /// Returns the content of a credentials file of a new user of the account, which expires at this time in seconds,
    /// or never.
    fn user(&self, expires: Option<u64>) -> String {
        let user = KeyPair::new_user();
        let mut claims = json!({ "type": "user", "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1 });
        if let Some(expires) = expires {
            claims["exp"] = expires.into();
        }
        format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{}\n------END USER \
             NKEY SEED------\n",
            token(&self.account, &user, claims),
            user.seed().unwrap()
        )
    }
}

/// Signs the claims about `subject`.
fn token(issuer: &KeyPair, subject: &KeyPair, mut claims: Value) -> String {
    claims["version"] = 2.into();
    let expires = claims.as_object_mut().unwrap().remove("exp").unwrap_or(0.into());
    let (iss, sub) = (issuer.public_key(), subject.public_key());
    let body = json!({ "jti": sub, "iat": 1_700_000_000, "exp": expires, "iss": iss, "name": "tests", "sub": sub, "nats": claims });
    let head = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let [head, body] = [head, body].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    let signed = format!("{head}.{body}");
    let signature = URL_SAFE_NO_PAD.encode(issuer.sign(signed.as_bytes()).unwrap());
    format!("{signed}.{signature}")
}

async fn connect(nats: &Nats, file: &std::path::Path) -> Result<Client, String> {
    let credentials = Credentials::File(file.to_owned());
    let url = format!("nats://{}", nats.address());
    let target = Target { url, credentials, tls: Default::default(), name: "operator".to_owned() };
    Client::connect(&target).await.map_err(|error| format!("{:#}", anyhow::Error::from(error)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_credentials_file_logs_in_and_is_read_again_for_each_connection() {
    let mode = Mode::new();
    let options_of_server = NatsOptions { extra_config: mode.config(), ..NatsOptions::default() };
    let nats = Nats::start(options_of_server).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("worker.creds");
    std::fs::write(&file, mode.user(Some(1_600_000_000))).unwrap();
    let refused = connect(&nats, &file).await.err().expect("the JWT has expired");
    assert!(refused.contains("the credentials are right"), "{refused}");

    std::fs::write(&file, mode.user(None)).unwrap();
    let operator = connect(&nats, &file).await.unwrap();
    operator.apply_topology(&options()).await.unwrap();
    let journal = Arc::new(FakeJournal::new());
    let path = file.display().to_string();
    let (life, ended) = start(&nats, &journal, &[("AUSPEX_NATS_CREDS_FILE", path.as_str())]);
    operator.publish(request("first")).await.unwrap();
    tokio::time::timeout(LIMIT, journal.until(|journal| journal.done() == 1)).await.unwrap();

    // The worker reconnects with the user of the replaced file; the server would accept the former one as well.
    std::fs::write(&file, mode.user(None)).unwrap();
    let new_user = std::fs::read_to_string(&file).unwrap();
    nats.restart().await.unwrap();
    connect(&nats, &file).await.unwrap().publish(request("second")).await.unwrap();
    tokio::time::timeout(LIMIT, journal.until(|journal| journal.done() == 2)).await.unwrap();
    let seed = new_user.lines().find(|line| line.starts_with("SU")).unwrap();
    let expected = KeyPair::from_seed(seed).unwrap().public_key();
    assert!(users(&nats).await.contains(&("researcher".to_owned(), expected)));
    life.soft.cancel();
    ended.await.unwrap();
}

/// Names of the connections and the users that they logged in as.
async fn users(nats: &Nats) -> Vec<(String, String)> {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let url = format!("{}/connz?auth=true", nats.monitor_url());
    let found: Value = http.get(url).send().await.unwrap().json().await.unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    found["connections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (text(&one["name"]), text(&one["authorized_user"])))
        .collect()
}
