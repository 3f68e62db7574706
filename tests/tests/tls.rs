//! TLS between the fleet and its servers: every server requires a client certificate of a private authority.
//!
//! The pinned Valkey and Postgres have no TLS, so these tests need installed ones (Debian:
//! `apt install redis-server postgresql`), and skip themselves without them.

#![allow(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use domain::TlsServer;
use domain::tls::TlsSettings;
use local_servers::{NatsOptions, Port, PostgresOptions, RedisOptions, ServerKind, Worker, World, find_with_tls};
use serde_json::Value;
use tests::fleet::Urls;
use tests::pki::{Authority, Pair};
use tests::wait::PATIENCE;
use tests::{Database, Fleet, Setup, events, users};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const SERVERS: [TlsServer; 3] = [TlsServer::Nats, TlsServer::Postgres, TlsServer::Redis];

/// Servers that require client certificates, and the authority that signed theirs.
struct Secured {
    world: World,
    urls: Urls,
    files: Authority,
    folder: tempfile::TempDir,
}

impl Secured {
    /// Starts the servers; `None` if a program with TLS is missing.
    async fn start() -> Option<Self> {
        let [redis, postgres] = [ServerKind::Redis, ServerKind::Postgres].map(find_with_tls);
        let (Some(redis), Some(postgres)) = (redis, postgres) else {
            println!("skipped: no Redis and Postgres with TLS; apt install redis-server postgresql");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let files = Authority::new(&folder.path().join("current")).unwrap();
        let server = files.server().unwrap();
        let port = Port::free().unwrap();
        let redis = RedisOptions {
            program: Some(redis),
            arguments: redis_arguments(&files, &server, port.number()),
            acl: redis_users(),
            ..RedisOptions::default()
        };
        let postgres = PostgresOptions { program: Some(postgres), ..postgres_options(&files, &server) };
        let number = port.number();
        drop(port);
        let world = World::start_with(users::nats(nats(&files, &server)), redis, postgres).await.unwrap();
        let urls = Urls {
            nats: format!("tls://127.0.0.1:{}", world.nats.port()),
            postgres: format!("postgres://postgres@127.0.0.1:{}/postgres", world.postgres.port()),
            redis: format!("rediss://127.0.0.1:{number}"),
        };
        Some(Self { world, urls, files, folder })
    }
}

/// Requires a client certificate of every user but the owner, as whom the tests and the readiness probe connect.
fn postgres_options(files: &Authority, server: &Pair) -> PostgresOptions {
    let rules = files.ca().with_file_name("pg_hba.conf");
    let text = "host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n";
    std::fs::write(&rules, text).unwrap();
    let settings = ["ssl=on", "ssl_cert_file=server.pem", "ssl_key_file=server.key", "ssl_ca_file=ca.pem"];
    let copied = vec![server.cert.clone(), server.key.clone(), files.ca(), rules];
    PostgresOptions { settings: settings.map(str::to_owned).into(), files: copied, ..PostgresOptions::default() }
}

/// Requires a client certificate of every connection with TLS. The tests themselves connect without TLS.
fn nats(files: &Authority, server: &Pair) -> NatsOptions {
    let [cert, key, ca] = [&server.cert, &server.key, &files.ca()].map(|file| file.display().to_string());
    let tls = format!(
        "tls {{ cert_file: {cert:?}, key_file: {key:?}, ca_file: {ca:?}, verify: true }}\nallow_non_tls: true\n"
    );
    NatsOptions { extra_config: tls, ..NatsOptions::default() }
}

/// The users of the fleet with all permissions: an installed Redis may be older than 7.2, which the permissions of
/// production need.
fn redis_users() -> Vec<String> {
    let workers = tests::fleet::WORKERS.map(|worker| format!("user auspex-{worker} on >secret ~* &* +@all"));
    ["user default on nopass ~* &* +@all".to_owned()].into_iter().chain(workers).collect()
}

fn redis_arguments(files: &Authority, server: &Pair, port: u16) -> Vec<String> {
    let file = |path: &PathBuf| path.display().to_string();
    let pairs = [
        ("--tls-port", port.to_string()),
        ("--tls-cert-file", file(&server.cert)),
        ("--tls-key-file", file(&server.key)),
        ("--tls-ca-cert-file", file(&files.ca())),
        ("--tls-auth-clients", "yes".to_owned()),
    ];
    pairs.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect()
}

/// The settings of a client.
fn settings(ca: &Path, client: Option<&Pair>) -> BTreeMap<String, String> {
    let mut env = BTreeMap::new();
    for names in SERVERS.map(TlsServer::settings) {
        env.insert(names.ca.to_owned(), ca.display().to_string());
        if let Some(client) = client {
            env.insert(names.cert.to_owned(), client.cert.display().to_string());
            env.insert(names.key.to_owned(), client.key.display().to_string());
        }
    }
    env
}

/// Runs `auspex doctor` and returns what it found, by what it checked.
fn doctor(urls: &Urls, tls: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let here = tempfile::tempdir().unwrap();
    let mut command = Command::new(Worker::locate("auspex").unwrap());
    command.args(["doctor", "--json"]).current_dir(here.path()).env_clear();
    command.envs(users::operator(urls)).env("AUSPEX_REDIS_URL", &urls.redis).envs(tls);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut found = BTreeMap::<String, String>::new();
    for finding in report["findings"].as_array().unwrap() {
        let text = format!("{} → {}\n", finding["detail"].as_str().unwrap(), finding["mend"].as_str().unwrap());
        found.entry(finding["what"].as_str().unwrap().to_owned()).or_default().push_str(&text);
    }
    found
}

/// Every connection of a worker to NATS and Postgres uses TLS with a client certificate.
async fn all_encrypted(fleet: &Fleet) {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let url = format!("{}/connz", fleet.servers.nats.monitor_url());
    let connections: Value = http.get(url).send().await.unwrap().json().await.unwrap();
    let listed = connections["connections"].as_array().unwrap();
    let is_encrypted = |worker: &str| listed.iter().any(|one| one["name"] == worker && one["tls_version"].is_string());
    assert!(tests::fleet::WORKERS.iter().all(|worker| is_encrypted(worker)), "{connections}");
    let with = |condition: &str| {
        format!(
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename LIKE 'auspex_%' AND {condition}"
        )
    };
    assert_eq!(fleet.database.count(&with("client_dn IS NULL")).await.unwrap(), 0);
    assert!(fleet.database.count(&with("ssl AND client_dn LIKE '%worker%'")).await.unwrap() > 0);
}

/// Sends a command to Redis without TLS and returns the first bytes of its answer.
async fn redis(fleet: &Fleet, command: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(fleet.servers.redis.address()).await.unwrap();
    stream.write_all(format!("{command}\r\n").as_bytes()).await.unwrap();
    let mut answer = [0; 2];
    stream.read_exact(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "part of `make rehearse`, which needs more programs and a minute"]
async fn a_fleet_works_over_mutual_tls_and_uses_renewed_certificates_without_a_restart() {
    let Some(Secured { world, urls, files, folder }) = Secured::start().await else { return };
    let client = files.client("worker").unwrap();
    let setup = Setup { env: settings(&files.ca(), Some(&client)), ..Setup::default() };
    let fleet = Fleet::start_through(setup, world, urls).await.unwrap();
    let first = fleet.run(&[events::transaction(1), events::question(1)], PATIENCE).await.unwrap();
    all_encrypted(&fleet).await;
    assert_ne!(redis(&fleet, "DBSIZE").await, ":0", "no worker has written to Redis");

    // Another authority signs everything anew, into the same files. The servers restart, the workers do not.
    let renewed = Authority::new(&folder.path().join("current")).unwrap();
    renewed.server().unwrap();
    renewed.client("worker").unwrap();
    fleet.servers.nats.restart().await.unwrap();
    fleet.servers.postgres.restart().await.unwrap();
    fleet.servers.redis.restart().await.unwrap();
    assert_eq!(redis(&fleet, "FLUSHALL").await, "+O");
    let second = fleet.run(&[events::transaction(2), events::question(2)], PATIENCE).await.unwrap();
    all_encrypted(&fleet).await;
    assert_ne!(redis(&fleet, "DBSIZE").await, ":0", "no worker has written to Redis since");
    fleet.assert_invariants(&[first, second].concat()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_handshake_names_the_setting_and_the_remedy() {
    let Some(Secured { world, urls, files, folder }) = Secured::start().await else { return };
    let database = Database::connect_lazy(&world.postgres.url()).unwrap();
    database.change("CREATE ROLE auspex_operator LOGIN").await.unwrap();
    let stranger = Authority::new(&folder.path().join("stranger")).unwrap();
    let [good, expired] = [files.client("good").unwrap(), files.expired_client("expired").unwrap()];
    let foreign = stranger.client("foreign").unwrap();
    type Expected = fn(&TlsSettings) -> String;
    let cases: [(&str, BTreeMap<String, String>, Expected); 4] = [
        ("another authority", settings(&stranger.ca(), Some(&good)), |names| format!("{} must name", names.ca)),
        ("no client certificate", settings(&files.ca(), None), |names| format!("set {} and {}", names.cert, names.key)),
        ("an expired one", settings(&files.ca(), Some(&expired)), |names| format!("{} has expired", names.cert)),
        ("a foreign one", settings(&files.ca(), Some(&foreign)), |names| {
            format!("does not accept the client certificate in {}", names.cert)
        }),
    ];
    for (case, env, expected) in cases {
        let found = doctor(&urls, &env);
        for (server, what) in SERVERS.into_iter().zip(["NATS", "Postgres", "Redis"]) {
            let remedy = expected(&server.settings());
            let text = found.get(what).cloned().unwrap_or_default();
            assert!(text.split(" → ").nth(1).is_some_and(|mend| mend.contains(&remedy)), "{case}, {what}: {found:#?}");
        }
    }
    let found = doctor(&urls, &settings(&files.ca(), Some(&good)));
    assert!(found["NATS"].contains("nats-server") && found["Postgres"].contains("version"), "{found:#?}");
    assert!(found["Redis"].contains("responds") && found["certificates"].contains("expires in"), "{found:#?}");
}
