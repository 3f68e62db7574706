//! Waits at the start: for Postgres, and for the consumers that the topology job creates. A worker that exited instead
//! would be restarted by its supervisor with growing delays, up to minutes after the servers are there.

use std::sync::Arc;
use std::time::Duration;

use domain::port::{Journal, PortError};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::background::stopped_within;
use crate::health::Health;
use crate::link::Link;
use crate::settle::error_chain;
use crate::topology::ConsumerSpec;

/// Interval of the attempts.
const INTERVAL: Duration = Duration::from_secs(1);
/// Interval of the log lines of one wait.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Limits the log lines of a wait: one when it begins, then one per minute.
#[derive(Debug, Default)]
pub(super) struct WaitLog {
    since: Option<Instant>,
    last: Option<Instant>,
}

impl WaitLog {
    /// Returns the time waited so far if a line is due.
    pub(super) fn due(&mut self) -> Option<Duration> {
        let now = Instant::now();
        let since = *self.since.get_or_insert(now);
        let is_due = self.last.is_none_or(|last| now - last >= LOG_INTERVAL);
        is_due.then(|| {
            self.last = Some(now);
            now - since
        })
    }
}

/// Repeats `connect` while the server is down, for any length of time, and logs that once a minute. `server` names it
/// with its setting.
///
/// # Errors
/// An error other than `Down`, such as a refused user, which waiting does not mend.
pub async fn wait_for_server<T, F, Fut>(server: &str, connect: F) -> Result<T, PortError>
where
    F: Fn() -> Fut,
    Fut: Future<Output = Result<T, PortError>>,
{
    let mut report = WaitLog::default();
    loop {
        let error = match connect().await {
            Err(error @ PortError::Down { .. }) => error,
            result => return result,
        };
        if let Some(waited) = report.due() {
            tracing::warn!(server, ?waited, error = error_chain(&error), "waiting for a server; it is tried again");
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Looks once a minute for what the process lacks at the journal's server, such as a privilege that an update of the
/// roles would have added, and names it in the log and in `/readyz`. Jobs that need it are deferred meanwhile.
pub(super) async fn watch_for_lacks<J: Journal>(journal: Arc<J>, health: Arc<Health>, stop: CancellationToken) {
    while !stopped_within(LOG_INTERVAL, &stop).await {
        match journal.lacks().await {
            Ok(lacking) => {
                if let Some(lacking) = &lacking {
                    tracing::error!("{lacking}");
                }
                health.lacks(lacking);
            }
            Err(error) => tracing::debug!(error = error_chain(&error), "the privileges could not be read"),
        }
    }
}

/// Returns when every consumer exists. `/readyz` names the one that is missing.
pub(super) async fn wait_for_consumers(specs: &[&'static ConsumerSpec], link: &Link, health: &Health) {
    let mut report = WaitLog::default();
    for spec in specs {
        while let Err(reason) = find(spec, link).await {
            let missing = format!("waiting for consumer {} of stream {}: {reason}", spec.name, spec.stream);
            if let Some(waited) = report.due() {
                match unreachable(link).await {
                    Some(error) => tracing::warn!(?waited, error, "{missing}"),
                    None => tracing::warn!(?waited, "{missing}; `auspex topology apply` creates a missing one"),
                }
            }
            health.starting(missing);
            tokio::time::sleep(INTERVAL).await;
        }
    }
}

/// Returns why NATS cannot be reached; `None` if it can.
async fn unreachable(link: &Link) -> Option<String> {
    if link.state.borrow().connected {
        return None;
    }
    link.diagnose().await.map(|error| error_chain(&error))
}

async fn find(spec: &ConsumerSpec, link: &Link) -> Result<(), String> {
    if !link.state.borrow().connected {
        return Err("not connected to NATS".to_owned());
    }
    let found: Result<async_nats::jetstream::consumer::PullConsumer, _> =
        link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
    found.map(drop).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn down() -> PortError {
        PortError::Down { what: "connect", source: "refused".into() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_is_down_is_waited_for_and_one_that_refuses_is_not() {
        let tries = AtomicU32::new(0);
        let connected = wait_for_server("Postgres", || async {
            if tries.fetch_add(1, Ordering::Relaxed) < 600 { Err(down()) } else { Ok("connected") }
        });
        assert_eq!(connected.await.unwrap(), "connected");
        let refused = wait_for_server("Postgres", || async {
            Err::<(), _>(PortError::Refused { what: "the user".to_owned(), source: "no such user".into() })
        });
        assert!(matches!(refused.await, Err(PortError::Refused { .. })));
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_logs_one_line_a_minute() {
        let mut report = WaitLog::default();
        let mut lines = 0;
        for _ in 0..600 {
            lines += u32::from(report.due().is_some());
            tokio::time::advance(INTERVAL).await;
        }
        assert_eq!(lines, 10);
    }
}
