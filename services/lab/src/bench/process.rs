//! Start-up time and resident memory of worker processes.

use std::time::{Duration, Instant};

use tests::{Fleet, wait};

/// Returns the resident memory of a process in megabytes.
pub(crate) fn resident_mb(pid: u32) -> anyhow::Result<f64> {
    status_mb(pid, "VmRSS:")
}

/// Returns the peak resident memory of a process in megabytes.
pub(super) fn peak_mb(pid: u32) -> anyhow::Result<f64> {
    status_mb(pid, "VmHWM:")
}

fn status_mb(pid: u32, field: &str) -> anyhow::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kilobytes.map(|kilobytes| kilobytes / 1024.0).ok_or_else(|| anyhow::anyhow!("process {pid} has no {field}"))
}

/// Ticks per second of the CPU times in `/proc`.
const TICKS: f64 = 100.0;

/// Returns the seconds of CPU time that processes have used. The first one is the parent of the others: those that
/// ended count with it.
pub(super) fn cpu_seconds(pids: &[u32]) -> f64 {
    let own = pids.iter().filter_map(|pid| cpu_ticks(*pid)).map(|[own, _]| own).sum::<f64>();
    let ended = pids.first().and_then(|pid| cpu_ticks(*pid)).map_or(0.0, |[_, ended]| ended);
    (own + ended) / TICKS
}

/// Returns the ticks of a process, and those of its children that ended; `None` if it has ended.
fn cpu_ticks(pid: u32) -> Option<[f64; 2]> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain spaces. User and system time are the 14th and 15th field, those of children
    // follow.
    let fields: Vec<f64> =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4).filter_map(|n| n.parse().ok()).collect();
    let [user, system, children_user, children_system] = fields[..] else { return None };
    Some([user + system, children_user + children_system])
}

/// Returns the milliseconds from the start of a worker process until `/readyz` succeeds.
pub(super) async fn start_to_ready(fleet: &Fleet, worker: &str) -> anyhow::Result<f64> {
    let place = fleet.places(worker)[0];
    fleet.signal(place, "TERM")?;
    let gone = || async { Ok(fleet.ended(place)?.map(|_| ()).ok_or_else(|| "it still runs".to_owned())) };
    wait::until("the worker ends", Duration::from_secs(15), gone).await?;
    let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
    let url = format!("http://{}/readyz", fleet.address(place));
    let begin = Instant::now();
    fleet.respawn(place)?;
    let mut poll = tokio::time::interval(Duration::from_millis(2));
    while begin.elapsed() < Duration::from_secs(20) {
        poll.tick().await;
        if http.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) {
            return Ok(begin.elapsed().as_secs_f64() * 1000.0);
        }
    }
    anyhow::bail!("{worker} was not ready in 20 s\n{}", fleet.log(place))
}
