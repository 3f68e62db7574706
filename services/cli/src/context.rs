//! Context of a command: server addresses, clock and output format.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use domain::{Clock, TlsFiles, TlsServer};
use runtime::SystemClock;
use runtime::client::{Client, Target};
use runtime::config::{ConfigError, Env, RuntimeConfig};
use secrecy::{ExposeSecret, SecretString};
use store::Store;
use worker::config::ObjectsConfig;

use crate::api_address::ApiAddress;
use crate::dry_run::Settings;
use crate::fleet_file::{FleetFile, UntrustedFleet};
use crate::server_address::{connect_error, host_ports};

/// Timeout of a connection attempt; a user waits for the result.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Server names in findings and errors.
const NATS: &str = "NATS";
const POSTGRES: &str = "Postgres";
const NO_FLEET: &str = "start a fleet with `auspex up`, or set AUSPEX_NATS_URL and AUSPEX_POSTGRES_URL";
const NO_GATEWAY: &str =
    "there is no gateway: start a fleet with `auspex up` in this folder, or set AUSPEX_URL and AUSPEX_TOKEN";
const LOCAL_FLEET: &str = "the address comes from the fleet.json of `auspex up`: check its output and the server's log in .auspex; a frozen or \
                           overloaded server accepts connections without answering. If `auspex up` has ended, start it again";

/// Servers whose addresses are set in the environment.
#[derive(Debug, Clone, Copy, Default)]
struct ExplicitAddresses {
    nats: bool,
    postgres: bool,
}

/// Context shared by all commands.
pub struct Context {
    /// Prints results as JSON.
    pub json: bool,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Settings of the runtime; `nats_url` comes from the environment, else from the local fleet.
    pub config: RuntimeConfig,
    /// Local fleet of the current or a parent directory.
    pub fleet: Option<FleetFile>,
    /// Reason why the local fleet is not used although it exists.
    pub(crate) untrusted: Option<String>,
    /// Settings that decide what events may cost, or the mistakes in them.
    pub(crate) spending: Result<Settings, ConfigError>,
    /// Addresses set in the environment take precedence over the local fleet.
    explicit: ExplicitAddresses,
    postgres_url: SecretString,
    /// Certificates of TLS to Postgres.
    pub(crate) postgres_tls: TlsFiles,
    /// Certificates of TLS to Redis.
    pub(crate) redis_tls: TlsFiles,
    postgres_pooler: store::Pooler,
    shares_memory: bool,
    nats_monitor_url: Option<String>,
    gateway_url: Option<String>,
    /// Gateway that the environment or the local fleet names.
    api: Option<ApiAddress>,
    /// Name of the command with those of its subcommands, for errors; empty in tests.
    pub(crate) command: String,
    /// Name of the operating system's user.
    pub(crate) user: String,
    /// Object storage, if the environment or the local fleet names it.
    objects: Option<Result<ObjectsConfig, ConfigError>>,
    mistakes: Result<(), ConfigError>,
}

impl Context {
    /// Reads the environment, and the fleet file for what the environment does not set. Mistakes in the environment are
    /// reported when a command connects, so that `auspex doctor` can run and explain them.
    ///
    /// # Errors
    /// When a fleet file exists and cannot be parsed. One that another user controls is an error when a command
    /// connects.
    pub fn new(mut env: Env, json: bool) -> anyhow::Result<Self> {
        let here = std::env::current_dir().context("cannot determine the current directory")?;
        let (fleet, untrusted) = local_fleet(&here)?;
        let local = fleet.clone().unwrap_or_default();
        let mut config = RuntimeConfig::read(&mut env);
        let mut explicit = ExplicitAddresses { nats: env.optional("AUSPEX_NATS_URL", "").is_some(), postgres: false };
        if !explicit.nats {
            config.nats_url = local.nats_url.unwrap_or(config.nats_url);
        }
        if config.traces_url.is_none() {
            config.traces_url = local.otlp_url.and_then(|url| url.parse().ok()).as_ref().map(telemetry::traces_url);
        }
        let postgres = local.postgres_url.unwrap_or_else(|| "postgres://127.0.0.1:5432/auspex".to_owned());
        explicit.postgres = env.optional("AUSPEX_POSTGRES_URL", "").is_some();
        let postgres_url = env.secret_text("AUSPEX_POSTGRES_URL", &postgres, "Postgres with user and database.");
        let [postgres_tls, redis_tls] =
            [TlsServer::Postgres, TlsServer::Redis].map(|server| runtime::config::tls_files(&mut env, server));
        let postgres_pooler = worker::postgres_pooler(&mut env);
        let shares_memory = worker::shares_memory(&mut env);
        let monitor =
            env.optional("AUSPEX_NATS_MONITOR_URL", "Monitoring address of nats-server, for `auspex doctor`.");
        let nats_monitor_url = monitor.or(local.nats_monitor_url);
        // `auspex trace` reads it as the default of an argument.
        let _ = env.optional("AUSPEX_TEMPO_URL", "URL of Tempo's HTTP API, for `auspex trace`.");
        // The local fleet may be another one than that of an address in the environment.
        let is_explicit = explicit.nats || explicit.postgres;
        let api = ApiAddress::read(&mut env, fleet.as_ref().filter(|_| !is_explicit));
        let gateway = env.optional(
            "AUSPEX_GATEWAY_URL",
            "URL of the gateway's API without a path, for `auspex doctor` and `auspex mcp` [default: AUSPEX_URL].",
        );
        let gateway_url = gateway.or_else(|| api.as_ref().map(|api| api.url.clone())).or(local.gateway_url);
        let user = env.optional("USER", "Name under which changes are recorded that a person makes without a token.");
        let mistakes = env.finish();
        // Read after `mistakes`: mistakes in these must not fail commands that do not use them.
        let spending = Settings::read(&mut env);
        let objects = objects(env, local.objects_dir);
        let clock = Arc::new(SystemClock);
        Ok(Self {
            json,
            clock,
            config,
            fleet,
            untrusted,
            spending,
            explicit,
            postgres_url,
            postgres_tls,
            redis_tls,
            postgres_pooler,
            shares_memory,
            nats_monitor_url,
            gateway_url,
            api,
            command: String::new(),
            user: user.unwrap_or_default(),
            objects,
            mistakes,
        })
    }

    /// Connects to Postgres.
    ///
    /// # Errors
    /// When the environment is invalid or Postgres cannot be reached.
    pub async fn store(&self) -> anyhow::Result<Store> {
        self.connect(self.postgres_url.expose_secret()).await
    }

    /// Connects to Postgres to change tables or roles: in a local fleet as their owner, otherwise as
    /// [`Context::store`].
    ///
    /// # Errors
    /// When the environment is invalid or Postgres cannot be reached.
    pub async fn owner_store(&self) -> anyhow::Result<Store> {
        let local = self.fleet.as_ref().filter(|_| !self.explicit.postgres);
        let owner = local.and_then(|fleet| fleet.postgres_owner_url.as_deref());
        self.connect(owner.unwrap_or_else(|| self.postgres_url.expose_secret())).await
    }

    /// Connects to Postgres to write to tables that an older fleet may lack, and adds these first. Migrations only add
    /// to the schema, and only the owner of the tables may run them.
    ///
    /// # Errors
    /// When the environment is invalid, Postgres cannot be reached, or its tables cannot be migrated.
    pub async fn migrated_store(&self) -> anyhow::Result<Store> {
        let store = self.store().await?;
        let about = store.server().about().await?;
        if about.schema < about.schema_wanted {
            let migrated = self.owner_store().await?.migrate().await;
            migrated.context("the tables are those of an older version; `auspex topology apply` migrates them")?;
        }
        Ok(store)
    }

    async fn connect(&self, url: &str) -> anyhow::Result<Store> {
        self.check_direct(self.explicit.postgres)?;
        self.check_environment()?;
        let config = store::PostgresConfig {
            max_connections: 4,
            retry_for: CONNECT_TIMEOUT,
            transaction_timeout: CONNECT_TIMEOUT,
            pooler: self.postgres_pooler,
            tls: self.postgres_tls.clone(),
            shares_memory: self.shares_memory,
            ..store::PostgresConfig::new(url, "auspex")
        };
        let error = match Store::connect(config).await {
            Ok(store) => return Ok(store),
            Err(error) => anyhow::Error::from(error),
        };
        let address = host_ports(url);
        // The pool reports only a timeout; a direct TCP connection gives the reason.
        let error = match connect_error(&address, CONNECT_TIMEOUT / 5).await {
            Some(reason) => anyhow::Error::from(reason).context("the TCP connection failed"),
            None => error,
        };
        let advice = self.advice_about(POSTGRES, &error);
        Err(error.context(format!("cannot connect to Postgres at {address}; {advice}")))
    }

    /// Connects to NATS.
    ///
    /// # Errors
    /// When the environment is invalid or NATS cannot be reached.
    pub async fn client(&self) -> anyhow::Result<Client> {
        self.check_direct(self.explicit.nats)?;
        self.check_environment()?;
        let target = Target::new(&self.config, "auspex");
        let connected = match tokio::time::timeout(CONNECT_TIMEOUT, Client::connect(&target)).await {
            Ok(connected) => connected.map_err(anyhow::Error::from),
            Err(_) => Err(anyhow::anyhow!("no answer within {} s", CONNECT_TIMEOUT.as_secs())),
        };
        connected.map_err(|error| {
            let advice = self.advice_about(NATS, &error);
            error.context(format!("cannot connect to NATS at {}; {advice}", host_ports(&self.config.nats_url)))
        })
    }

    /// Address of the object storage that holds reports, if known: a directory or `s3://bucket/prefix`.
    pub fn objects(&self) -> Option<&str> {
        self.objects_config()?.ok().map(|config| config.address.trim_end_matches('/'))
    }

    /// Configuration of the object storage, or the mistakes in it.
    pub fn objects_config(&self) -> Option<Result<&ObjectsConfig, &ConfigError>> {
        self.objects.as_ref().map(Result::as_ref)
    }

    /// Monitoring address of nats-server, if known.
    pub fn nats_monitor_url(&self) -> Option<&str> {
        self.nats_monitor_url.as_deref()
    }

    /// Returns the gateway whose HTTP API the commands of a user call.
    ///
    /// # Errors
    /// Neither the environment nor a local fleet names one.
    pub(crate) fn api(&self) -> anyhow::Result<&ApiAddress> {
        match (&self.api, &self.untrusted) {
            (Some(api), _) => Ok(api),
            (None, Some(reason)) => bail!("{reason}"),
            (None, None) => bail!("{NO_GATEWAY}"),
        }
    }

    /// Returns `true` if the environment names no gateway, and the servers are those of the environment or of the local
    /// fleet: the command is that of an operator, who reads the rows of all tenants.
    pub(crate) fn is_operator(&self) -> bool {
        let names_gateway = self.api.as_ref().is_some_and(|api| !api.is_local);
        !names_gateway && (self.explicit.postgres || self.fleet.is_some())
    }

    /// Returns `true` if a local fleet runs in this folder or a parent, or the environment names the servers of one.
    pub(crate) fn has_fleet(&self) -> bool {
        self.fleet.is_some() || self.explicit.nats || self.explicit.postgres
    }

    /// URL of the gateway's API, if known.
    pub fn gateway_url(&self) -> Option<&str> {
        self.gateway_url.as_deref()
    }

    /// File in which the local fleet stores spans.
    pub fn spans_file(&self) -> Option<PathBuf> {
        self.fleet.as_ref().and_then(|fleet| fleet.spans_file.clone())
    }

    /// Advice for a failed connection: how to mend TLS, if that is what failed, else [`Context::advice`].
    pub(crate) fn advice_about(&self, server: &str, error: &anyhow::Error) -> String {
        let reasons = crate::output::error_chain(error);
        let tls = if server == NATS { TlsServer::Nats } else { TlsServer::Postgres };
        tls.mend(&reasons).unwrap_or_else(|| self.advice(server))
    }

    /// Advice for a server that cannot be reached; part of the errors of [`Context::store`] and [`Context::client`].
    pub(crate) fn advice(&self, server: &str) -> String {
        let variable = match server {
            NATS if self.explicit.nats => "AUSPEX_NATS_URL",
            POSTGRES if self.explicit.postgres => "AUSPEX_POSTGRES_URL",
            _ if self.fleet.is_some() => return LOCAL_FLEET.to_owned(),
            _ => return NO_FLEET.to_owned(),
        };
        let alternative = if self.fleet.is_some() {
            "or unset it to use the fleet of `auspex up`"
        } else {
            "or unset it and start a fleet with `auspex up`"
        };
        format!(
            "the address comes from {variable}: check that the server runs and that host, port, user, password and database are correct, {alternative}"
        )
    }

    /// Refuses a direct connection if the environment names a gateway and not this server: the local fleet, or the
    /// default address, may be another fleet than the gateway's.
    fn check_direct(&self, is_explicit: bool) -> anyhow::Result<()> {
        ensure!(
            is_explicit || self.api.as_ref().is_none_or(|api| api.is_local),
            "`auspex {}` needs a direct connection: set AUSPEX_POSTGRES_URL and AUSPEX_NATS_URL, or unset AUSPEX_URL to use the fleet of \
             `auspex up`",
            self.command
        );
        Ok(())
    }

    fn check_environment(&self) -> anyhow::Result<()> {
        self.mistakes.clone().context("the environment is invalid; `auspex doctor` lists the mistakes")?;
        match &self.untrusted {
            // With addresses from the environment nothing of the fleet's folder is used.
            Some(reason) if !(self.explicit.nats && self.explicit.postgres) => bail!("{reason}"),
            _ => Ok(()),
        }
    }
}

/// Finds the local fleet, or the reason why it is not used. `auspex doctor` reports that reason, so it is not an error
/// here.
fn local_fleet(from: &Path) -> anyhow::Result<(Option<FleetFile>, Option<String>)> {
    match FleetFile::find(from) {
        Ok(fleet) => Ok((fleet, None)),
        Err(error) if error.is::<UntrustedFleet>() => Ok((None, Some(error.to_string()))),
        Err(error) => Err(error),
    }
}

/// Reads the object storage settings separately: mistakes in them must not fail commands that do not use it.
fn objects(mut env: Env, local: Option<String>) -> Option<Result<ObjectsConfig, ConfigError>> {
    let address = env.optional("AUSPEX_OBJECTS", "").or(local)?;
    let mistakes = |env: &Env| env.finish().err().map_or_else(Vec::new, |error| error.0);
    let others = mistakes(&env).len();
    let config = ObjectsConfig::at(&mut env, address);
    let own = mistakes(&env).split_off(others);
    Some(if own.is_empty() { Ok(config) } else { Err(ConfigError(own)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_without_a_key_does_not_fail_commands_that_do_not_use_it() {
        let read = |pairs: &[(&str, &str)]| objects(Env::from_pairs(pairs.iter().copied()), Some("/usual/".to_owned()));
        assert_eq!(read(&[]).unwrap().unwrap().address, "/usual/");
        let bucket = [("AUSPEX_OBJECTS", "s3://b"), ("AUSPEX_OBJECTS_KEY", "k")];
        assert!(read(&bucket).unwrap().unwrap_err().to_string().contains("AUSPEX_OBJECTS_SECRET"));
        let context = Context::new(Env::from_pairs(bucket), true).unwrap();
        assert!(context.check_environment().is_ok() && context.objects().is_none());
    }

    #[test]
    fn a_folder_of_another_user_stops_a_command_unless_the_environment_names_the_servers() {
        let read = |pairs: &[(&str, &str)]| Context {
            untrusted: Some("not used".to_owned()),
            ..Context::new(Env::from_pairs(pairs.iter().copied()), true).unwrap()
        };
        let addresses = [("AUSPEX_NATS_URL", "nats://n"), ("AUSPEX_POSTGRES_URL", "postgres://p")];
        assert!(read(&addresses).check_environment().is_ok());
        for missing in [&addresses[..1], &addresses[1..], &[]] {
            assert_eq!(read(missing).check_environment().unwrap_err().to_string(), "not used");
        }
    }

    #[test]
    fn advice_for_a_configured_address_names_its_variable() {
        let advice = |pairs: &[(&str, &str)], server| {
            Context {
                fleet: Some(FleetFile::default()),
                ..Context::new(Env::from_pairs(pairs.iter().copied()), true).unwrap()
            }
            .advice(server)
        };
        let explicit = [("AUSPEX_POSTGRES_URL", "postgres://u:secret@h/d")];
        let text = advice(&explicit, POSTGRES);
        assert!(text.starts_with("the address comes from AUSPEX_POSTGRES_URL") && !text.contains("secret"), "{text}");
        assert_eq!(advice(&explicit, NATS), LOCAL_FLEET);
    }
}
