//! Streaming replicas: a standby is a base backup of a running primary, and may be promoted.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::{LayOut, Postgres, PostgresOptions};
use crate::binary::Program;
use crate::{Start, account};

/// Interval at which a standby that lost its primary connects again; the default of 5 s would hold up synchronous
/// commits.
const RETRY: &str = "wal_retrieve_retry_interval=200ms";

impl Postgres {
    /// Starts a standby that streams from this server under the name `name`, which `synchronous_standby_names` of this
    /// server may contain. Its data is a base backup.
    ///
    /// # Errors
    /// Fails if the backup fails or the standby does not start.
    pub async fn standby(&self, name: &str, mut options: PostgresOptions) -> Result<Self> {
        options.settings.push(RETRY.to_owned());
        let (program, primary) = (
            self.program.clone(),
            format!("host=127.0.0.1 port={} user=postgres application_name={name}", self.port()),
        );
        let source = program.clone();
        let lay_out: LayOut = Box::new(move |data| base_backup(&source, &primary, data));
        Self::start_from(&options, program, lay_out).await.with_context(|| format!("starting the standby {name}"))
    }

    /// Promotes a standby and waits until it accepts writes.
    ///
    /// # Errors
    /// Fails if this server is not a standby or is not promoted within a minute.
    pub async fn promote(&self) -> Result<()> {
        let data = self.dir().join("data").display().to_string();
        let args = ["promote", "-w", "-D", data.as_str()].map(str::to_owned).to_vec();
        let program = self.program.clone();
        tokio::task::spawn_blocking(move || run(&program, "pg_ctl", args)).await?
    }
}

fn base_backup(program: &Program, primary: &str, data: &Path) -> Result<()> {
    if data.exists() {
        std::fs::remove_dir_all(data).with_context(|| format!("removing {}", data.display()))?;
    }
    std::fs::create_dir(data)?;
    account::give(data, account::unprivileged())?;
    let folder = data.display().to_string();
    // `-R` writes standby.signal and the address of the primary.
    let args = ["-R", "--checkpoint=fast", "--no-sync", "-X", "stream", "-D", folder.as_str(), "-d", primary];
    run(program, "pg_basebackup", args.map(str::to_owned).to_vec())
}

/// Runs a program of the same installation under the account of Postgres.
fn run(program: &Program, name: &str, args: Vec<String>) -> Result<()> {
    let mut start = Start::new(name, program.path.with_file_name(name), "");
    start.account = account::unprivileged();
    start.args = args;
    let output = start.command().current_dir("/").stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("running {name}"))?;
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    ensure!(output.status.success(), "{name} failed:\n{text}");
    Ok(())
}
