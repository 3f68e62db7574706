//! Postgres with durable settings.

mod standby;

use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::binary::{Program, ServerKind, find};
use crate::fetch::Cache;
use crate::server::{Greeting, Home, Plan};
use crate::{Port, Server, Start, account, password, template};

/// Startup message of protocol 3.0 with user and database `postgres`, prefixed by its length. The answer is `R` when
/// Postgres accepts connections, and an error while it starts or recovers.
pub(crate) const HELLO: &[u8] = b"\x00\x00\x00\x29\x00\x03\x00\x00user\0postgres\0database\0postgres\0\0";

/// Settings of a Postgres.
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// Folder of data and log; temporary if `None`.
    pub dir: Option<PathBuf>,
    /// Listening port; a free one if `None`.
    pub port: Option<u16>,
    /// `true` if a commit waits for the disk; disable only in tests without durability.
    pub fsync: bool,
    /// Additional settings, `name=value`; the last value of a name counts.
    pub settings: Vec<String>,
    /// Program to run; the selected one if `None`.
    pub program: Option<Program>,
    /// Files that are copied into the data folder at each start, readable by the server only, such as the key of its
    /// certificate.
    pub files: Vec<PathBuf>,
    /// Password of the owner, letters and digits; then every connection needs a password. Without it local connections
    /// are trusted.
    pub owner_password: Option<String>,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            dir: None,
            port: None,
            fsync: true,
            settings: Vec::new(),
            program: None,
            files: Vec::new(),
            owner_password: None,
        }
    }
}

/// A running Postgres. See [`Server`] for faults.
#[derive(Debug)]
pub struct Postgres {
    server: Server,
    owner_password: Option<String>,
    program: Program,
}

/// Fills the data folder with a cluster.
type LayOut = Box<dyn Fn(&Path) -> Result<()> + Send + Sync>;

impl Postgres {
    /// Starts the server and waits until it accepts connections.
    ///
    /// # Errors
    /// Fails if no program qualifies or the server does not start.
    pub async fn start(options: PostgresOptions) -> Result<Self> {
        let program = match options.program.clone() {
            Some(program) => program,
            None => tokio::task::spawn_blocking(|| find(ServerKind::Postgres)).await??,
        };
        let (usual, kept) = (program.clone(), options.dir.is_some());
        let lay_out: LayOut = Box::new(move |data| template::lay_out(&Cache::usual()?, &usual, data, kept));
        Self::start_from(&options, program, lay_out).await
    }

    async fn start_from(options: &PostgresOptions, program: Program, lay_out: LayOut) -> Result<Self> {
        let home = Home::new("postgres", options.dir.as_deref())?;
        let port = options.port.map_or_else(Port::free, |port| Ok(Port::fixed(port)))?;
        let data = home.path().join("data");
        let mut start = Start::new("postgres", program.path.clone(), home.path().join("postgres.log"));
        start.account = account::unprivileged();
        start.end = "QUIT";
        start.args = arguments(options, &data, port.number());
        let prepared = data.clone();
        let (owner_password, path) = (options.owner_password.clone(), program.path.clone());
        let files = options.files.clone();
        let plan = Plan {
            start,
            stop: "INT",
            greeting: Greeting { send: HELLO, expect: &[b"R"] },
            data,
            prepare: Box::new(move || {
                if !prepared.join("PG_VERSION").is_file() {
                    lay_out(&prepared).context("making a Postgres cluster")?;
                }
                files.iter().try_for_each(|file| copy(file, &prepared))?;
                owner_password.as_ref().map_or(Ok(()), |word| password::require(&path, &prepared, word))
            }),
        };
        let owner_password = options.owner_password.clone();
        Ok(Self { server: Server::start(plan, port, home).await?, owner_password, program })
    }

    /// Returns the URL of the database `postgres`, as its owner.
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    /// Returns the URL of a certain database.
    pub fn url_of(&self, database: &str) -> String {
        let password = self.owner_password.as_ref().map(|word| format!(":{word}")).unwrap_or_default();
        format!("postgres://postgres{password}@{}/{database}", self.address())
    }
}

impl Deref for Postgres {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

/// Copies a file into the data folder, where only the server's account may read it.
fn copy(file: &Path, data: &Path) -> Result<()> {
    let target = data.join(file.file_name().context("a file has a name")?);
    std::fs::copy(file, &target).with_context(|| format!("copying {}", file.display()))?;
    std::fs::set_permissions(&target, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    account::give_file(&target, account::unprivileged())
}

fn arguments(options: &PostgresOptions, data: &Path, port: u16) -> Vec<String> {
    let mut arguments = vec!["-D".to_owned(), data.display().to_string(), "-p".to_owned(), port.to_string()];
    let durability: &[&str] = if options.fsync { &["fsync=on"] } else { WITHOUT_DURABILITY };
    let settings = SETTINGS.iter().chain(durability).copied().chain(options.settings.iter().map(String::as_str));
    for setting in settings {
        arguments.extend(["-c".to_owned(), setting.to_owned()]);
    }
    arguments
}

/// Settings for a machine with two cores and many small transactions.
const SETTINGS: &[&str] = &[
    "listen_addresses=127.0.0.1",
    // TCP only: a socket path would be shared between fleets.
    "unix_socket_directories=",
    // Five workers with a pool and a relay each, the command line, and a test or two.
    "max_connections=200",
    "shared_buffers=128MB",
    "synchronous_commit=on",
    "full_page_writes=on",
    // A checkpoint writes every changed page; a burst must not be interrupted by several of them.
    "max_wal_size=4GB",
    "min_wal_size=128MB",
    "checkpoint_timeout=15min",
    "wal_buffers=16MB",
    "wal_compression=on",
    // Statements are short; planning for long ones (JIT) only costs time.
    "jit=off",
    "max_parallel_workers_per_gather=0",
    // Shared memory in files of the data folder, so that a kill leaves nothing in /dev/shm.
    "dynamic_shared_memory_type=mmap",
    // A client that died within a transaction must not hold its rows.
    "idle_in_transaction_session_timeout=60s",
    "log_checkpoints=off",
    "timezone=UTC",
    "log_timezone=UTC",
];

/// Settings of a server in tests without durability. Its checkpoints cost little, so its log stays small: hundreds of
/// databases are created.
const WITHOUT_DURABILITY: &[&str] = &["fsync=off", "max_wal_size=256MB", "min_wal_size=32MB"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hello_has_its_own_length() {
        let length = u32::from_be_bytes(HELLO[..4].try_into().unwrap());
        assert_eq!(length as usize, HELLO.len());
    }

    #[test]
    fn a_setting_of_the_caller_comes_last() {
        let options = PostgresOptions { settings: vec!["max_connections=10".to_owned()], ..PostgresOptions::default() };
        let arguments = arguments(&options, Path::new("/data"), 5);
        assert_eq!(arguments.last().map(String::as_str), Some("max_connections=10"));
        assert!(arguments.contains(&"fsync=on".to_owned()));
    }
}
