//! Kills our children when we die, also by `kill -9`.
//!
//! One small shell per process reads "add PID SIGNAL" and "del PID" from a pipe that only we can write to. When we end, in
//! whatever way, the kernel closes the pipe, the shell reads the end of it and kills what is left. A parent-death signal
//! would not do: it fires when the *thread* that spawned the child ends (every `#[tokio::test]` is such a thread), is Linux
//! only, and needs unsafe code or a further program.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, Result};

/// First each child's own signal (Postgres removes its shared memory on QUIT), then, after at most three seconds, KILL.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
all=""
while read -r verb pid signal; do
  case "$verb" in
    add) all="$all $pid:$signal" ;;
    del) rest=""; for one in $all; do [ "${one%%:*}" = "$pid" ] || rest="$rest $one"; done; all="$rest" ;;
  esac
done
for one in $all; do kill -s "${one##*:}" "${one%%:*}"; kill -s CONT "${one%%:*}"; done
for tick in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  alive=""
  for one in $all; do kill -s 0 "${one%%:*}" && alive=yes; done
  [ -z "$alive" ] && exit 0
  sleep 0.2
done
for one in $all; do kill -s KILL "${one%%:*}"; done
"#;

static GUARDIAN: OnceLock<Mutex<ChildStdin>> = OnceLock::new();

/// From now on the child `pid` gets `signal`, and KILL if that does not end it, when this process ends.
pub(crate) fn watch(pid: u32, signal: &str) -> Result<()> {
    say(&format!("add {pid} {signal}\n"))
}

/// The child has ended and was waited for: its number may be somebody else's soon.
pub(crate) fn forget(pid: u32) {
    if let Err(error) = say(&format!("del {pid}\n")) {
        tracing::warn!(pid, %error, "the guardian could not be told that a child has ended");
    }
}

fn say(line: &str) -> Result<()> {
    let pipe = match GUARDIAN.get() {
        Some(pipe) => pipe,
        // Two threads may both get here; the loser's shell reads the end of its pipe at once and ends.
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
        // A Ctrl-C or a kill meant for our process group must not take the guardian first.
        .process_group(0)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting /bin/sh as guardian of our children")?;
    shell.stdin.take().context("the guardian has no pipe")
}
