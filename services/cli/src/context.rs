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
use worker::config::ObjectsConfig;

use crate::fleet_file::FleetFile;

/// A person waits: rather an error soon than an answer late.
const PATIENCE: Duration = Duration::from_secs(5);
/// As findings and errors call them.
const NATS: &str = "NATS";
const POSTGRES: &str = "Postgres";
/// Where Postgres listens if nobody says otherwise.
const POSTGRES_PORT: u16 = 5432;
const NO_FLEET: &str = "start a fleet with `auspex up`, or say where one is (AUSPEX_NATS_URL, AUSPEX_POSTGRES_URL)";
const LOCAL_FLEET: &str = "`auspex up` said it is there: see what it says now, and the server's log in .auspex; a frozen or overloaded server takes \
                           connections and answers nothing. If `auspex up` has ended, start it again";

/// Which servers' addresses stand in the environment.
#[derive(Debug, Clone, Copy, Default)]
struct Named {
    nats: bool,
    postgres: bool,
}

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
    pub memory: worker::JustInTime,
    /// Which addresses the environment names: the local fleet is then no matter.
    named: Named,
    postgres_url: SecretString,
    nats_monitor_url: Option<String>,
    /// Where files lie, if the environment or the local fleet says so, and how to get there.
    objects: Option<Result<ObjectsConfig, ConfigError>>,
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
        let mut named = Named { nats: env.optional("AUSPEX_NATS_URL", "").is_some(), postgres: false };
        if !named.nats {
            config.nats_url = local.nats_url.unwrap_or(config.nats_url);
        }
        if config.otlp_endpoint.is_none() {
            config.otlp_endpoint = local.otlp_url.and_then(|url| url.parse().ok());
        }
        let postgres = local.postgres_url.unwrap_or_else(|| "postgres://127.0.0.1:5432/auspex".to_owned());
        named.postgres = env.optional("AUSPEX_POSTGRES_URL", "").is_some();
        let postgres_url = env.secret_text("AUSPEX_POSTGRES_URL", &postgres, "Postgres with user and database.");
        let memory = worker::JustInTime::read(&mut env);
        let monitor = env.optional("AUSPEX_NATS_MONITOR_URL", "nats-server's monitoring, for `auspex doctor`.");
        let nats_monitor_url = monitor.or(local.nats_monitor_url);
        let mistakes = env.finish();
        let objects = objects(env, local.objects_dir);
        let clock = Arc::new(SystemClock);
        Ok(Self { json, clock, config, fleet, memory, named, postgres_url, nats_monitor_url, objects, mistakes })
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
        let error = match Store::connect(config).await {
            Ok(store) => return Ok(store),
            Err(error) => anyhow::Error::from(error),
        };
        let place = places(self.postgres_url.expose_secret());
        // A pool only knows that it was too late; whoever knocks at the door is told why.
        let error = match is_shut(&place).await {
            Some(reason) => anyhow::Error::from(reason).context("nobody takes the connection"),
            None => error,
        };
        Err(error.context(format!("Postgres at {place} cannot be used; {}", self.advice(POSTGRES))))
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
        connected
            .with_context(|| format!("NATS at {} cannot be used; {}", places(&self.config.nats_url), self.advice(NATS)))
    }

    /// Where readable reports lie, if it is known: a folder, or `s3://bucket/prefix`.
    pub fn objects(&self) -> Option<&str> {
        self.objects_config()?.ok().map(|config| config.address.trim_end_matches('/'))
    }

    /// The same with all that it takes to get there, or what is wrong with that.
    pub fn objects_config(&self) -> Option<Result<&ObjectsConfig, &ConfigError>> {
        self.objects.as_ref().map(Result::as_ref)
    }

    /// nats-server's monitoring, if it is known.
    pub fn nats_monitor_url(&self) -> Option<&str> {
        self.nats_monitor_url.as_deref()
    }

    /// Where the local fleet keeps spans.
    pub fn spans_file(&self) -> Option<PathBuf> {
        self.fleet.as_ref().and_then(|fleet| fleet.spans_file.clone())
    }

    /// How to get a server that is not there; stands in the errors of [`Context::store`] and [`Context::client`].
    pub(crate) fn advice(&self, server: &str) -> String {
        let said_by = match server {
            NATS if self.named.nats => "AUSPEX_NATS_URL",
            POSTGRES if self.named.postgres => "AUSPEX_POSTGRES_URL",
            _ if self.fleet.is_some() => return LOCAL_FLEET.to_owned(),
            _ => return NO_FLEET.to_owned(),
        };
        let otherwise = if self.fleet.is_some() {
            "without it the fleet of `auspex up` is asked"
        } else {
            "or start a fleet with `auspex up` and leave it out"
        };
        format!(
            "{said_by} says it is there: see that it is up and that host, port, user, password and database are right; {otherwise}"
        )
    }

    fn checked(&self) -> anyhow::Result<()> {
        self.mistakes.clone().context("the environment is wrong; `auspex doctor` explains it")
    }
}

/// Mistakes of a bucket's settings are no matter of commands that do not touch it.
fn objects(mut env: Env, local: Option<String>) -> Option<Result<ObjectsConfig, ConfigError>> {
    let said = env.optional("AUSPEX_OBJECTS", "").or(local)?;
    let mistakes = |env: &Env| env.finish().err().map_or_else(Vec::new, |error| error.0);
    let others = mistakes(&env).len();
    let config = ObjectsConfig::at(&mut env, said);
    let own = mistakes(&env).split_off(others);
    Some(if own.is_empty() { Ok(config) } else { Err(ConfigError(own)) })
}

/// Why the server's door is shut, if it is: `None` where somebody listens, or where it is no door of the network.
async fn is_shut(place: &str) -> Option<std::io::Error> {
    let door = if place.contains(':') { place.to_owned() } else { format!("{place}:{POSTGRES_PORT}") };
    let knocking = tokio::time::timeout(PATIENCE / 5, tokio::net::TcpStream::connect(door));
    knocking.await.ok()?.err()
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
    fn a_bucket_without_its_key_is_no_matter_of_other_commands() {
        let of = |pairs: &[(&str, &str)]| objects(Env::from_pairs(pairs.iter().copied()), Some("/usual/".to_owned()));
        assert_eq!(of(&[]).unwrap().unwrap().address, "/usual/");
        let bucket = [("AUSPEX_OBJECTS", "s3://b"), ("AUSPEX_OBJECTS_KEY", "k")];
        assert!(of(&bucket).unwrap().unwrap_err().to_string().contains("AUSPEX_OBJECTS_SECRET"));
        let context = Context::new(Env::from_pairs(bucket), true).unwrap();
        assert!(context.checked().is_ok() && context.objects().is_none());
    }

    #[test]
    fn no_password_is_printed_with_an_address() {
        assert_eq!(places("nats://auspex:s3cr3t@127.0.0.1:4222, nats://b:2"), "127.0.0.1:4222, b:2");
        assert_eq!(places("postgres://user:p@ss@host:5432/db?password=x"), "host:5432");
        assert_eq!(places("nowhere"), "nowhere");
    }

    #[test]
    fn whoever_names_a_server_is_not_told_about_another() {
        let advice = |pairs: &[(&str, &str)], server| {
            Context {
                fleet: Some(FleetFile::default()),
                ..Context::new(Env::from_pairs(pairs.iter().copied()), true).unwrap()
            }
            .advice(server)
        };
        let named = [("AUSPEX_POSTGRES_URL", "postgres://u:secret@h/d")];
        let told = advice(&named, POSTGRES);
        assert!(told.starts_with("AUSPEX_POSTGRES_URL says") && !told.contains("secret"), "{told}");
        assert_eq!(advice(&named, NATS), LOCAL_FLEET);
    }

    #[tokio::test]
    async fn a_shut_door_says_so_and_an_open_one_nothing() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let place = listener.local_addr().unwrap().to_string();
        assert!(is_shut(&place).await.is_none());
        drop(listener);
        assert_eq!(is_shut(&place).await.unwrap().kind(), std::io::ErrorKind::ConnectionRefused);
    }
}
