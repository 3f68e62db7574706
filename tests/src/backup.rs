//! Continuous backup of a Postgres with its own programs, as docs/recipes/backup-and-restore.md describes it: a base
//! backup and every commit since, received by `pg_receivewal` as a synchronous standby.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use local_servers::{Postgres, ServerKind, Start, Worker, find};
use tempfile::TempDir;

use crate::wait::PATIENCE;
use crate::{Database, wait};

/// Name under which the receiver streams; also its replication slot.
const RECEIVER: &str = "archive";
/// Where a restore ends.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    /// At the last received commit.
    End,
    /// At a point that `pg_create_restore_point` named.
    Point(&'static str),
}

/// A folder with a base backup and the log since.
pub struct Backup {
    folder: TempDir,
    receiver: Worker,
}

impl Backup {
    /// Takes a base backup after every commit is received before it is acknowledged.
    ///
    /// # Errors
    /// A program of Postgres is missing or fails.
    pub async fn begin(postgres: &Postgres, database: &Database) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("auspex-backup-").tempdir()?;
        // Postgres, which may run under another account, reads the log from here.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        fs::create_dir(folder.path().join("wal"))?;
        let address = address(postgres);
        run("pg_receivewal", &["--create-slot", "--slot", RECEIVER, "-d", &address])?;
        let mut start = Start::new("pg_receivewal", program("pg_receivewal")?, folder.path().join("receiver.log"));
        let wal = folder.path().join("wal").display().to_string();
        start.args = ["--synchronous", "--slot", RECEIVER, "-D", &wal, "-d", &address].map(str::to_owned).into();
        let receiver = Worker::start(&start)?;
        database.change(&format!("ALTER SYSTEM SET synchronous_standby_names = '{RECEIVER}'")).await?;
        database.count("SELECT pg_reload_conf()::int::bigint").await?;
        wait::until("commits wait for the receiver", PATIENCE, || async {
            let streaming = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
            let found = database.count(streaming).await?;
            Ok(if found == 1 { Ok(()) } else { Err(format!("{found} synchronous standbys")) })
        })
        .await?;
        let base = folder.path().join("base").display().to_string();
        run("pg_basebackup", &["--checkpoint=fast", "-X", "none", "--no-sync", "-D", &base, "-d", &address])?;
        Ok(Self { folder, receiver })
    }

    /// Replaces the data of a Postgres, which may have lost them, and starts it.
    ///
    /// # Errors
    /// The server does not start or does not reach the end of the recovery.
    pub async fn restore(&self, postgres: &Postgres, until: Until) -> Result<()> {
        postgres.kill9().await?;
        self.receiver.stop(PATIENCE).await?;
        self.complete_log()?;
        let data = postgres.dir().join("data");
        let owner = fs::metadata(&data)?;
        fs::remove_dir_all(&data)?;
        copy(&self.folder.path().join("base"), &data)?;
        fs::write(data.join("recovery.signal"), "")?;
        let settings = data.join("postgresql.auto.conf");
        let text = fs::read_to_string(&settings)? + &recovery(&self.folder.path().join("wal"), until);
        fs::write(&settings, text)?;
        command("chown", &["-R", &format!("{}:{}", owner.uid(), owner.gid()), &data.display().to_string()])?;
        postgres.restart().await?;
        let database = Database::connect_lazy(&postgres.url())?;
        wait::until("the recovery has ended", PATIENCE, || async {
            let recovering = database.count("SELECT pg_is_in_recovery()::int::bigint").await?;
            Ok(if recovering == 0 { Ok(()) } else { Err("in recovery".to_owned()) })
        })
        .await
    }

    /// Gives the last segment, which the receiver had not completed, its final name, and lets Postgres read all
    /// segments.
    fn complete_log(&self) -> Result<()> {
        for entry in fs::read_dir(self.folder.path().join("wal"))? {
            let path = entry?.path();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
            if path.extension().is_some_and(|end| end == "partial") {
                fs::rename(&path, path.with_extension(""))?;
            }
        }
        Ok(())
    }
}

/// Settings of the recovery. The receiver is gone, so commits must not wait for it.
fn recovery(wal: &Path, until: Until) -> String {
    let target = match until {
        Until::End => String::new(),
        Until::Point(name) => format!("recovery_target_name = '{name}'\nrecovery_target_action = 'promote'\n"),
    };
    format!("synchronous_standby_names = ''\nrestore_command = 'cp {}/%f %p'\n{target}", wal.display())
}

fn address(postgres: &Postgres) -> String {
    format!("host=127.0.0.1 port={} user=postgres application_name={RECEIVER}", postgres.port())
}

/// Returns a program of the Postgres that the tests run.
fn program(name: &str) -> Result<PathBuf> {
    Ok(find(ServerKind::Postgres)?.path.with_file_name(name))
}

fn run(name: &str, arguments: &[&str]) -> Result<()> {
    command(&program(name)?.display().to_string(), arguments)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    command("cp", &["-a", &from.display().to_string(), &to.display().to_string()])
}

fn command(program: &str, arguments: &[&str]) -> Result<()> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("running {program}"))?;
    ensure!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
