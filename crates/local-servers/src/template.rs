//! A Postgres cluster is initialised once and then copied: initialising takes a second, copying a tenth.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::binary::Program;
use crate::fetch::{Cache, fingerprint};
use crate::{Start, account};

/// Fills `data` with a new, empty cluster; with `keep` it is synced to disk.
pub(crate) fn lay_out(cache: &Cache, program: &Program, data: &Path, keep: bool) -> Result<()> {
    let template = template(cache, program)?;
    if data.exists() {
        // Leftover of a process that died while copying.
        fs::remove_dir_all(data).with_context(|| format!("removing {}", data.display()))?;
    }
    let half = data.with_extension("new");
    let _ = fs::remove_dir_all(&half);
    copy(&template, &half).with_context(|| format!("copying {} to {}", template.display(), half.display()))?;
    account::give(&half, account::unprivileged())?;
    if keep {
        sync(&half);
    }
    fs::rename(&half, data)?;
    Ok(())
}

fn template(cache: &Cache, program: &Program) -> Result<PathBuf> {
    let name = format!(
        "postgres-{}.{}-{:x}",
        program.version.0,
        program.version.1,
        fingerprint(&program.path.to_string_lossy())
    );
    let template = cache.root().join(&name);
    if template.is_dir() {
        return Ok(template);
    }
    let _alone = cache.lock("postgres")?;
    if template.is_dir() {
        return Ok(template);
    }
    let half = tempfile::Builder::new().prefix("postgres-new-").tempdir_in(cache.root())?;
    account::let_pass(half.path())?;
    let data = half.path().join("data");
    fs::create_dir(&data)?;
    account::give(&data, account::unprivileged())?;
    initdb(program, &data)?;
    fs::rename(&data, &template)?;
    Ok(template)
}

fn initdb(program: &Program, data: &Path) -> Result<()> {
    let mut start = Start::new("initdb", program.path.with_file_name("initdb"), "");
    start.account = account::unprivileged();
    start.args = ["-D", &data.display().to_string(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        .iter()
        .map(ToString::to_string)
        .chain(locale(program.version.0).iter().map(ToString::to_string))
        .collect();
    let output = start.command().current_dir("/").output().context("running initdb")?;
    ensure!(
        output.status.success(),
        "initdb failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// Returns locale settings that are identical on every machine. Before version 17 only the operating system had Unicode
/// rules, so C is used.
fn locale(major: u32) -> &'static [&'static str] {
    if major >= 17 { &["--locale-provider=builtin", "--locale=C.UTF-8"] } else { &["--locale=C"] }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Syncs the file system as a best effort; without this `sync` program the kernel writes its caches some seconds later.
fn sync(folder: &Path) {
    let _ = Command::new("sync").arg("-f").arg(folder).stdin(Stdio::null()).stderr(Stdio::null()).status();
}
