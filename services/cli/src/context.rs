//! What every command may use: where the fleet is, what time it is, how to answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use domain::Clock;
use runtime::SystemClock;
use runtime::client::{Client, Target};
use runtime::config::{Config, ConfigError, Env};
use secrecy::{ExposeSecret, SecretString};
use store::Store;

use crate::fleet_file::FleetFile;

/// A person waits: rather an error soon than an answer late.
const PATIENCE: Duration = Duration::from_secs(5);
const NO_FLEET: &str = "start a fleet with `auspex up`, or say where one is (AUSPEX_NATS_URL, AUSPEX_POSTGRES_URL)";

/// The command's surroundings.
pub struct Context {
    /// Answers are read by a program.
    pub json: bool,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The runtime's settings; `nats_url` is the environment's, else the local fleet's.
    pub config: Config,
    /// The local fleet of this folder, if there is one.
    pub fleet: Option<FleetFile>,
    /// When memory is sure enough.
    pub memory: fleet::JustInTime,
    postgres_url: SecretString,
    objects: Option<PathBuf>,
    mistakes: Result<(), ConfigError>,
}

impl Context {
    /// Reads the environment, and the fleet file where the environment says nothing. Mistakes in the environment are kept
    /// for whoever connects: `auspex doctor` must be able to explain them.
    ///
    /// # Errors
    /// When there is a fleet file and it is damaged.
    pub fn new(mut env: Env, json: bool) -> anyhow::Result<Self> {
        let fleet = FleetFile::find(&std::env::current_dir().context("there is no current folder")?)?;
        let local = fleet.clone().unwrap_or_default();
        let mut config = Config::read(&mut env);
        if env.optional("AUSPEX_NATS_URL", "").is_none() {
            config.nats_url = local.nats_url.unwrap_or(config.nats_url);
        }
        if config.otlp_endpoint.is_none() {
            config.otlp_endpoint = local.otlp_url.and_then(|url| url.parse().ok());
        }
        let postgres = local.postgres_url.unwrap_or_else(|| "postgres://127.0.0.1:5432/auspex".to_owned());
        let postgres_url = env.secret_text("AUSPEX_POSTGRES_URL", &postgres, "Postgres with user and database.");
        let objects =
            env.optional("AUSPEX_OBJECTS", "Folder of readable reports.").map(PathBuf::from).or(local.objects_dir);
        let memory = fleet::JustInTime::read(&mut env);
        let mistakes = env.finish();
        Ok(Self { json, clock: Arc::new(SystemClock), config, fleet, memory, postgres_url, objects, mistakes })
    }

    /// Postgres.
    ///
    /// # Errors
    /// When the environment is wrong or it cannot be reached.
    pub async fn store(&self) -> anyhow::Result<Store> {
        self.checked()?;
        let config = store::Config {
            max_connections: 4,
            retry_for: PATIENCE,
            patience: PATIENCE,
            ..store::Config::new(self.postgres_url.expose_secret(), "auspex")
        };
        let connected = Store::connect(config).await;
        connected.with_context(|| {
            format!("Postgres at {} cannot be used; {NO_FLEET}", places(self.postgres_url.expose_secret()))
        })
    }

    /// NATS.
    ///
    /// # Errors
    /// When the environment is wrong or it cannot be reached.
    pub async fn client(&self) -> anyhow::Result<Client> {
        self.checked()?;
        let target = Target {
            url: self.config.nats_url.clone(),
            credentials: self.config.credentials.clone(),
            name: "auspex".to_owned(),
        };
        let connected = match tokio::time::timeout(PATIENCE, Client::connect(&target)).await {
            Ok(connected) => connected.map_err(anyhow::Error::from),
            Err(_) => Err(anyhow::anyhow!("no answer within {} s", PATIENCE.as_secs())),
        };
        connected.with_context(|| format!("NATS at {} cannot be used; {NO_FLEET}", places(&self.config.nats_url)))
    }

    /// Where readable reports lie, if it is known.
    pub fn objects(&self) -> Option<&PathBuf> {
        self.objects.as_ref()
    }

    /// Where the local fleet keeps spans.
    pub fn spans_file(&self) -> Option<PathBuf> {
        self.fleet.as_ref().and_then(|fleet| fleet.spans_file.clone())
    }

    fn checked(&self) -> anyhow::Result<()> {
        self.mistakes.clone().context("the environment is wrong; `auspex doctor` explains it")
    }
}

/// Hosts and ports of a list of addresses: what may be printed of it. The rest may be a password.
fn places(urls: &str) -> String {
    let place = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let authority = &rest[..rest.find(['/', '?']).unwrap_or(rest.len())];
        authority.rsplit('@').next().unwrap_or_default().to_owned()
    };
    urls.split(',').map(|url| place(url.trim())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_printed_with_an_address() {
        assert_eq!(places("nats://auspex:s3cr3t@127.0.0.1:4222, nats://b:2"), "127.0.0.1:4222, b:2");
        assert_eq!(places("postgres://user:p@ss@host:5432/db?password=x"), "host:5432");
        assert_eq!(places("nowhere"), "nowhere");
    }
}
