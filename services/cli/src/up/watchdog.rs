//! Watchdog of one server: restarts it when it has exited, and reports that it does not respond or that its disk is
//! full. Each server has its own watchdog, so a server that cannot start delays no other.

use std::time::{Duration, Instant};

use local_servers::Server;

use super::listing::Listing;
use super::supervisor::restart_delay;
use super::throttle::Throttle;
use crate::disk::{self, DISK_FULL_ADVICE};

/// Interval of the process check.
const PROCESS_CHECK_INTERVAL: Duration = Duration::from_millis(200);
/// Interval of the connection and disk space checks; each costs the server a connection, or this process a child
/// process.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);
/// Maximum delay between restart attempts, so that freeing disk space takes effect soon.
const MAX_RESTART_DELAY: Duration = Duration::from_secs(10);
/// Time without a response after which a server is reported as frozen, overloaded or waiting for its disk. It is not
/// killed: all three states pass, and a server killed meanwhile starts with its recovery.
const UNRESPONSIVE_AFTER: Duration = Duration::from_secs(10);

/// Watches `server` for ever.
pub(super) async fn watch(server: &Server, listing: &Listing) {
    let mut watchdog = Watchdog { server, listing, silence: Throttle::default(), space: Throttle::default() };
    let mut look = tokio::time::interval(PROCESS_CHECK_INTERVAL);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut asked, mut answered) = (Instant::now(), Instant::now());
    loop {
        look.tick().await;
        if !server.is_running() {
            watchdog.revive().await;
            answered = Instant::now();
        } else if asked.elapsed() >= PROBE_INTERVAL {
            watchdog.probe(&mut answered).await;
            asked = Instant::now();
        }
    }
}

struct Watchdog<'a> {
    server: &'a Server,
    listing: &'a Listing,
    silence: Throttle,
    space: Throttle,
}

impl Watchdog<'_> {
    /// Restarts the server until it runs.
    async fn revive(&mut self) {
        let (name, log) = (self.server.name(), self.server.log().display());
        let since = Instant::now();
        self.listing.note(&format!("{name} exited (log: {log}); restarting it"));
        let mut failure = Throttle::default();
        for failures in 0.. {
            let Err(error) = self.server.restart().await else { break };
            match disk::full(self.server.dir()).await {
                Some(full) => {
                    failure.report(self.listing, "full", &format!("{name} cannot start: {full}; {DISK_FULL_ADVICE}"));
                }
                None => {
                    failure.report(self.listing, "failed", &format!("{name} failed to restart, retrying: {error:#}"));
                }
            }
            tokio::time::sleep(restart_delay(failures).min(MAX_RESTART_DELAY)).await;
        }
        self.listing.note(&format!("{name} restarted after {:.1} s", since.elapsed().as_secs_f64()));
    }

    /// Checks that the server responds and has disk space.
    async fn probe(&mut self, answered: &mut Instant) {
        let name = self.server.name();
        if self.server.answers().await {
            if self.silence.reset() {
                self.listing.note(&format!("{name} responds again after {} s", answered.elapsed().as_secs()));
            }
            *answered = Instant::now();
        } else if answered.elapsed() >= UNRESPONSIVE_AFTER {
            let seconds = answered.elapsed().as_secs();
            let text = format!(
                "{name} has not responded for {seconds} s: it is frozen, overloaded or waiting for its disk (log: {}). Work waits and continues when it responds",
                self.server.log().display()
            );
            self.silence.report(self.listing, "silent", &text);
        }
        match disk::full(self.server.dir()).await {
            Some(full) => {
                self.space.report(
                    self.listing,
                    "full",
                    &format!("{name} may stop writing: {full}; {DISK_FULL_ADVICE}"),
                );
            }
            None if self.space.reset() => self.listing.note(&format!("{name} has disk space again")),
            None => {}
        }
    }
}
