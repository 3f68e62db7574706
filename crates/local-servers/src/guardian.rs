//! Kills our child processes and removes our temporary folders when this process dies, also after `kill -9`.
//!
//! One small shell per process reads "add PID SIGNAL", "del PID" and "dir PATH" from a pipe that only this process can
//! write to. When the process ends, the kernel closes the pipe, and the shell kills the remaining children and removes
//! the folders. Destructors do not suffice: a server in a `static` has none, and its data would stay for as long as the
//! machine runs. A parent-death signal is unsuitable: it fires when the *thread* that spawned the child ends (every
//! `#[tokio::test]` is such a thread), exists only on Linux, and needs unsafe code or another program.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, Result};

/// Script: sends each child its own signal (Postgres removes its shared memory on QUIT), then KILL after at most three
/// seconds.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
all=""
while IFS= read -r line; do
  what="${line#* }"
  case "$line" in
    "add "*) all="$all ${what% *}:${what#* }" ;;
    "del "*) rest=""; for one in $all; do [ "${one%%:*}" = "$what" ] || rest="$rest $one"; done; all="$rest" ;;
    "dir "*) set -- "$@" "$what" ;;
  esac
done
for one in $all; do kill -s "${one##*:}" "${one%%:*}"; kill -s CONT "${one%%:*}"; done
for tick in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
  alive=""
  for one in $all; do kill -s 0 "${one%%:*}" && alive=yes; done
  [ -z "$alive" ] && break
  [ "$tick" = 15 ] && for one in $all; do kill -s KILL "${one%%:*}"; done
  sleep 0.2
done
[ "$#" = 0 ] || rm -rf -- "$@"
"#;

static GUARDIAN: OnceLock<Mutex<ChildStdin>> = OnceLock::new();

/// Registers the child `pid`: when this process ends it receives `signal`, then KILL.
pub(crate) fn watch(pid: u32, signal: &str) -> Result<()> {
    send_command(&format!("add {pid} {signal}\n"))
}

/// Deregisters a child that was reaped: its process id may be reused.
pub(crate) fn forget(pid: u32) {
    if let Err(error) = send_command(&format!("del {pid}\n")) {
        tracing::warn!(pid, %error, "failed to deregister an ended child from the guardian");
    }
}

/// Registers a temporary folder, which is removed when this process ends and its children have ended. A folder that is
/// removed earlier is not an error. Folders of `tempfile` have names of random letters, so no later folder has the same
/// one.
pub(crate) fn remove_at_end(folder: &Path) -> Result<()> {
    let path =
        folder.to_str().filter(|path| !path.contains('\n')).context("a temporary folder has a name of one line")?;
    send_command(&format!("dir {path}\n"))
}

fn send_command(line: &str) -> Result<()> {
    let pipe = match GUARDIAN.get() {
        Some(pipe) => pipe,
        // Two threads may get here; the loser's shell reads the end of its pipe immediately and exits.
        None => {
            let pipe = Mutex::new(hire()?);
            GUARDIAN.get_or_init(|| pipe)
        }
    };
    let mut pipe = pipe.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    pipe.write_all(line.as_bytes()).context("the guardian shell is gone; was it killed?")
}

fn hire() -> Result<ChildStdin> {
    let mut shell = Command::new("/bin/sh")
        .args(["-c", SCRIPT, "auspex-guardian"])
        // A separate process group: a Ctrl-C or a kill of our group must not end the guardian first.
        .process_group(0)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting /bin/sh as guardian of our children")?;
    shell.stdin.take().context("the guardian has no pipe")
}
