//! Supervisor of one process: starts it, waits until it is ready, and restarts it when it has exited.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use local_servers::{Ended, Port, Start, Worker};
use telemetry::http::{ClientConfig, client};

use super::listing::{Listing, Part};

/// Start-up timeout. A worker waits for stores and consumers, which takes seconds on a machine that compiles at the
/// same time.
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Shutdown timeout. A worker's grace period is 10 s by default (`AUSPEX_WORKER_GRACE`).
const STOP_TIMEOUT: Duration = Duration::from_secs(15);
/// Delay before the first restart; doubles after each failure up to [`MAX_RESTART_DELAY`].
const FIRST_RESTART_DELAY: Duration = Duration::from_millis(250);
const MAX_RESTART_DELAY: Duration = Duration::from_secs(30);
/// Uptime after which the restart delay is reset.
const STABLE_AFTER: Duration = Duration::from_secs(60);
/// Interval of the readiness check during start-up.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Log lines included in a start-up error.
const LOG_LINES: usize = 8;

/// A supervised process.
pub(super) struct Supervisor {
    name: String,
    start: Start,
    port: Port,
    /// Path of the readiness endpoint.
    health: &'static str,
    worker: Worker,
    started_at: Instant,
    failures: u32,
    restart_at: Option<Instant>,
}

impl Supervisor {
    /// Starts the process, which listens on `port` and serves its readiness at the path `health`.
    pub(super) fn start(start: Start, port: Port, health: &'static str) -> anyhow::Result<Self> {
        let worker = Worker::start(&start)?;
        let name = start.name.clone();
        Ok(Self { name, start, port, health, worker, started_at: Instant::now(), failures: 0, restart_at: None })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn pid(&self) -> u32 {
        self.worker.pid()
    }

    /// Base URL of the process, `http://127.0.0.1:port`.
    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// URL of the readiness endpoint.
    pub(super) fn health_url(&self) -> String {
        format!("{}{}", self.url(), self.health)
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port.number())
    }

    /// Waits until the process is ready, and lists it.
    pub(super) async fn ready(&self, listing: &Listing) -> anyhow::Result<()> {
        self.wait_ready().await.with_context(|| format!("{} did not start", self.name))?;
        listing.ready(&Part {
            name: &self.name,
            address: &self.address(),
            pid: Some(self.pid()),
            took: self.started_at.elapsed(),
        });
        Ok(())
    }

    async fn wait_ready(&self) -> anyhow::Result<()> {
        let http = client(ClientConfig { timeout: Duration::from_secs(2), ..ClientConfig::default() })?;
        let url = self.health_url();
        let deadline = Instant::now() + READY_TIMEOUT;
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut answered = String::new();
        while Instant::now() < deadline {
            poll.tick().await;
            if let Some(ended) = self.worker.ended()? {
                bail!("it exited with {ended:?}; end of {}:\n{}", self.worker.log().display(), self.log_end());
            }
            let Ok(answer) = http.get(&url).send().await else { continue };
            if answer.status().is_success() {
                return Ok(());
            }
            answered = answer.text().await.unwrap_or_default();
        }
        bail!(
            "not ready after {READY_TIMEOUT:?} ({}); end of {}:\n{}",
            answered.trim(),
            self.worker.log().display(),
            self.log_end()
        )
    }

    /// If the process has exited: reports it, and restarts it after a delay. A failed start (no disk space for the log,
    /// no process available) is retried and does not end the fleet.
    pub(super) fn revive(&mut self, listing: &Listing) {
        let Ok(Some(ended)) = self.worker.ended() else { return };
        let restart_at = *self.restart_at.get_or_insert_with(|| {
            self.failures = if self.started_at.elapsed() > STABLE_AFTER { 0 } else { self.failures };
            let restart_delay = restart_delay(self.failures);
            self.failures += 1;
            listing.note(&ended_line(&self.name, ended, restart_delay, &self.worker));
            Instant::now() + restart_delay
        });
        if Instant::now() < restart_at {
            return;
        }
        match Worker::start(&self.start) {
            Ok(worker) => {
                self.worker = worker;
                self.started_at = Instant::now();
                self.restart_at = None;
                listing.note(&format!("{} restarted as process {}", self.name, self.worker.pid()));
            }
            Err(error) => {
                let restart_delay = restart_delay(self.failures);
                self.failures += 1;
                self.restart_at = Some(Instant::now() + restart_delay);
                listing.note(&format!(
                    "{} failed to start, retrying in {:.1} s: {error:#}",
                    self.name,
                    restart_delay.as_secs_f64()
                ));
            }
        }
    }

    /// Requests the process to end; kills it after a timeout.
    pub(super) async fn stop(&self, listing: &Listing) {
        if let Err(error) = self.worker.stop(STOP_TIMEOUT).await {
            listing.note(&format!("{} did not stop: {error:#}", self.name));
        }
    }

    fn log_end(&self) -> String {
        let text = std::fs::read(self.worker.log()).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(LOG_LINES)..].join("\n")
    }
}

/// Returns the delay after this many consecutive failures.
pub(super) fn restart_delay(failures: u32) -> Duration {
    FIRST_RESTART_DELAY.saturating_mul(1 << failures.min(16)).min(MAX_RESTART_DELAY)
}

fn ended_line(name: &str, ended: Ended, restart_delay: Duration, worker: &Worker) -> String {
    let how = match ended {
        Ended::Code(code) => format!("code {code}"),
        Ended::Signal(signal) => format!("signal {signal}"),
    };
    format!(
        "{name} exited with {how}, restarting it in {:.1} s; log: {}",
        restart_delay.as_secs_f64(),
        worker.log().display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_maximum() {
        assert_eq!(restart_delay(0), FIRST_RESTART_DELAY);
        assert_eq!(restart_delay(1), FIRST_RESTART_DELAY * 2);
        assert_eq!(restart_delay(7), MAX_RESTART_DELAY);
        assert_eq!(restart_delay(u32::MAX), MAX_RESTART_DELAY);
    }
}
