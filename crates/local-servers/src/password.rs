//! The password of a Postgres's owner, and the rule that every connection needs a password.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::fetch::fingerprint;
use crate::{Start, account, private};

/// Sets the owner's password in a cluster that does not run, and refuses connections without a password from the next
/// start on. Nothing is done if an earlier call set the same password.
pub(crate) fn require(program: &Path, data: &Path, password: &str) -> Result<()> {
    ensure!(password.bytes().all(|byte| byte.is_ascii_alphanumeric()), "a password consists of letters and digits");
    let (path, rules) = (data.join("pg_hba.conf"), rules(password));
    if fs::read_to_string(&path).is_ok_and(|text| text == rules) {
        return Ok(());
    }
    alter(program, data, password)?;
    // Written last, so that an interrupted change is repeated.
    private::write(&path, &rules)?;
    account::give_file(&path, account::unprivileged())
}

/// Returns the text of `pg_hba.conf`. It names the password by a fingerprint, so that another password is noticed.
fn rules(password: &str) -> String {
    format!("# Written for the password {:016x}.\nhost all all 127.0.0.1/32 scram-sha-256\n", fingerprint(password))
}

/// Changes the password in single-user mode, which needs no connection.
fn alter(program: &Path, data: &Path, password: &str) -> Result<()> {
    let mut start = Start::new("postgres --single", program, "");
    start.account = account::unprivileged();
    start.args = ["--single", "-D", &data.display().to_string(), "postgres"].map(str::to_owned).to_vec();
    let mut command = start.command();
    command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("running postgres --single")?;
    let statement = format!("ALTER ROLE postgres PASSWORD '{password}'\n");
    child.stdin.take().context("the input of postgres --single")?.write_all(statement.as_bytes())?;
    let output = child.wait_with_output()?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    let failed = ["ERROR:", "FATAL:", "PANIC:"].iter().any(|level| complaints.contains(level));
    ensure!(output.status.success() && !failed, "setting the owner's password failed:\n{complaints}");
    Ok(())
}
