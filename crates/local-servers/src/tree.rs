//! Signals, and the children of a child.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Sends `signal` (`STOP`, `TERM`, …) to all of `pids`. Processes that have ended are ignored.
pub(crate) fn signal(signal: &str, pids: &[u32]) -> Result<()> {
    if pids.is_empty() {
        return Ok(());
    }
    // The shell's builtin: a minimal system has no `kill` program, and the system call would need unsafe code.
    let script = r#"signal="$1"; shift; for pid in "$@"; do kill -s "$signal" "$pid" 2>/dev/null; done; exit 0"#;
    let status = Command::new("/bin/sh")
        .args(["-c", script, "signal", signal])
        .args(pids.iter().map(u32::to_string))
        .stdin(Stdio::null())
        .status()
        .context("running /bin/sh to send a signal")?;
    ensure!(status.success(), "sending {signal} to {pids:?} failed: {status}");
    Ok(())
}

/// Returns the children of `pid`, in which a Postgres server does its work.
pub(crate) fn children(pid: u32) -> Vec<u32> {
    pairs().into_iter().filter(|(_, parent)| *parent == pid).map(|(child, _)| child).collect()
}

/// Returns (process, parent) of all visible processes.
fn pairs() -> Vec<(u32, u32)> {
    match std::fs::read_dir("/proc/self") {
        Ok(_) => from_proc(),
        Err(_) => from_ps(),
    }
}

fn from_proc() -> Vec<(u32, u32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter_map(|pid| Some((pid, parent_in(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?)))
        .collect()
}

/// Parses `123 (a name, maybe with ) and spaces) S 1 …`: the parent follows the state, which follows the last
/// parenthesis.
fn parent_in(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn from_ps() -> Vec<(u32, u32)> {
    let Ok(output) = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).stderr(Stdio::null()).output() else {
        return Vec::new();
    };
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| {
            let mut numbers = line.split_whitespace().map(str::parse);
            Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
        })
        .collect()
}

/// Returns `true` if every thread of the process has stopped, the process has ended, or the system does not tell.
pub(crate) fn is_stopped(pid: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return true };
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        // The state follows the name in parentheses, which may contain any character.
        stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['T', 't', 'Z', 'X']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_read_behind_a_wicked_name() {
        assert_eq!(parent_in("77 (a) b (c)) S 42 77 77 0"), Some(42));
        assert_eq!(parent_in("77 (cut"), None);
    }

    #[test]
    fn our_own_child_is_found() {
        let mut child = Command::new("/bin/cat").stdin(Stdio::piped()).spawn().unwrap();
        assert!(children(std::process::id()).contains(&child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
