//! One place for one process: it is started, waited for, and filled again when its process has ended.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use local_servers::{Ended, Port, Start, Worker};
use telemetry::http::{ClientConfig, client};

use super::listing::{Listing, Part};

/// A worker waits for stores and consumers itself; on a machine that compiles at the same time this takes seconds.
const READY_BY: Duration = Duration::from_secs(60);
/// A worker's grace is 10 s by default (`AUSPEX_WORKER_GRACE`); one that needs longer than this is stuck.
const STOP_BY: Duration = Duration::from_secs(15);
/// The first pause before a process that has ended is started again; doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// One that has run for so long begins anew with the first pause.
const GOOD_RUN: Duration = Duration::from_secs(60);
/// How often a starting process is asked.
const GLANCE: Duration = Duration::from_millis(20);
/// Lines of the log that a failure shows.
const LOG_LINES: usize = 8;

/// The place.
pub(super) struct Post {
    name: String,
    start: Start,
    port: Port,
    /// Where it says that it is ready.
    health: &'static str,
    worker: Worker,
    since: Instant,
    failures: u32,
    again_at: Option<Instant>,
}

impl Post {
    /// Starts `start`, which listens on `port` and says at `health` that it is ready.
    pub(super) fn fill(start: Start, port: Port, health: &'static str) -> anyhow::Result<Self> {
        let worker = Worker::start(&start)?;
        let name = start.name.clone();
        Ok(Self { name, start, port, health, worker, since: Instant::now(), failures: 0, again_at: None })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn pid(&self) -> u32 {
        self.worker.pid()
    }

    /// `http://127.0.0.1:port`.
    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// Where it says that it is ready.
    pub(super) fn health_url(&self) -> String {
        format!("{}{}", self.url(), self.health)
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port.number())
    }

    /// Waits until it is ready, and lists it.
    pub(super) async fn ready(&self, listing: &Listing) -> anyhow::Result<()> {
        self.wait_ready().await.with_context(|| format!("{} does not come up", self.name))?;
        listing.ready(&Part {
            name: &self.name,
            address: &self.address(),
            pid: Some(self.pid()),
            took: self.since.elapsed(),
        });
        Ok(())
    }

    async fn wait_ready(&self) -> anyhow::Result<()> {
        let http = client(ClientConfig { timeout: Duration::from_secs(2), ..ClientConfig::default() })?;
        let url = self.health_url();
        let deadline = Instant::now() + READY_BY;
        let mut glance = tokio::time::interval(GLANCE);
        glance.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut answered = String::new();
        while Instant::now() < deadline {
            glance.tick().await;
            if let Some(ended) = self.worker.ended()? {
                bail!("it ended with {ended:?}; the end of {}:\n{}", self.worker.log().display(), self.log_end());
            }
            let Ok(answer) = http.get(&url).send().await else { continue };
            if answer.status().is_success() {
                return Ok(());
            }
            answered = answer.text().await.unwrap_or_default();
        }
        bail!(
            "not ready after {READY_BY:?} ({}); the end of {}:\n{}",
            answered.trim(),
            self.worker.log().display(),
            self.log_end()
        )
    }

    /// If its process has ended: says so, and starts it again when its pause is over. One that cannot be started (no room for its log, no
    /// process to be had) is tried again: that is no reason to end a fleet.
    pub(super) fn revive(&mut self, listing: &Listing) {
        let Ok(Some(ended)) = self.worker.ended() else { return };
        let again_at = *self.again_at.get_or_insert_with(|| {
            self.failures = if self.since.elapsed() > GOOD_RUN { 0 } else { self.failures };
            let pause = pause(self.failures);
            self.failures += 1;
            listing.note(&ended_line(&self.name, ended, pause, &self.worker));
            Instant::now() + pause
        });
        if Instant::now() < again_at {
            return;
        }
        match Worker::start(&self.start) {
            Ok(worker) => {
                self.worker = worker;
                self.since = Instant::now();
                self.again_at = None;
                listing.note(&format!("{} runs again as process {}", self.name, self.worker.pid()));
            }
            Err(error) => {
                let pause = pause(self.failures);
                self.failures += 1;
                self.again_at = Some(Instant::now() + pause);
                listing.note(&format!(
                    "{} cannot be started, tried again in {:.1} s: {error:#}",
                    self.name,
                    pause.as_secs_f64()
                ));
            }
        }
    }

    /// Asks it to end; kills it if it does not.
    pub(super) async fn stop(&self, listing: &Listing) {
        if let Err(error) = self.worker.stop(STOP_BY).await {
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

/// The pause after this many failures in a row.
pub(super) fn pause(failures: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(1 << failures.min(16)).min(LONGEST_PAUSE)
}

fn ended_line(name: &str, ended: Ended, pause: Duration, worker: &Worker) -> String {
    let how = match ended {
        Ended::Code(code) => format!("code {code}"),
        Ended::Signal(signal) => format!("signal {signal}"),
    };
    format!(
        "{name} ended with {how}, starting it again in {:.1} s; its log: {}",
        pause.as_secs_f64(),
        worker.log().display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_stay_bounded() {
        assert_eq!(pause(0), FIRST_PAUSE);
        assert_eq!(pause(1), FIRST_PAUSE * 2);
        assert_eq!(pause(7), LONGEST_PAUSE);
        assert_eq!(pause(u32::MAX), LONGEST_PAUSE);
    }
}
