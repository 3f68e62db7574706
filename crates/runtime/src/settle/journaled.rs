//! Calls of the journal, patiently: while Postgres is away a delivery waits and keeps its slot, so that the worker stops
//! pulling by itself; nothing is counted against the job.

use std::future::Future;
use std::time::Duration;

use domain::port::{Begun, Committed, Job, Journal, Pause, PortError, Settled};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{Rules, Settlement};
use crate::policy::Backoff;

/// Quick at first (a restart of Postgres takes a second), never slower than five seconds.
const BACKOFF: Backoff = Backoff { base: Duration::from_millis(100), cap: Duration::from_secs(5) };

/// A handed back delivery comes again after about this long if the journal was away.
const AWAY: Duration = Duration::from_secs(5);

/// Why a call of the journal gave nothing.
#[derive(Debug)]
pub(super) enum Unjournaled {
    /// It was away for too long, or the worker stops.
    Away(PortError),
    /// It refused the call.
    Refused(PortError),
}

impl Unjournaled {
    /// Handing back is all that is left where nothing can be written.
    pub(super) fn hand_back(&self) -> Settlement {
        let (Self::Away(error) | Self::Refused(error)) = self;
        Settlement::Again { outcome: "retry", after: AWAY, reason: chain(error) }
    }
}

/// The reasons, outermost first.
pub(super) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let reasons = std::iter::successors(Some(error), |error| error.source());
    reasons.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// The journal with patience.
pub(super) struct Journaled<'a, J> {
    pub(super) journal: &'a J,
    pub(super) rules: &'a Rules,
    /// Ends the waiting.
    pub(super) interrupt: &'a CancellationToken,
}

impl<J: Journal> Journaled<'_, J> {
    pub(super) async fn begin(&self, job: &Job) -> Result<Begun, Unjournaled> {
        self.patiently("begin", || self.journal.begin(job)).await
    }

    pub(super) async fn pause(&self, job: &Job, why: &Pause) -> Result<u32, Unjournaled> {
        self.patiently("pause", || self.journal.pause(job, why)).await
    }

    pub(super) async fn commit(&self, settled: Settled) -> Result<Committed, Unjournaled> {
        self.patiently("commit", || self.journal.commit(settled.clone())).await
    }

    async fn patiently<T, F, Fut>(&self, operation: &'static str, call: F) -> Result<T, Unjournaled>
    where
        F: Fn() -> Fut,
        Fut: Future<Output = Result<T, PortError>>,
    {
        let until = Instant::now() + self.rules.journal_patience;
        for failures in 1.. {
            let error = match call().await {
                Ok(answer) => return Ok(answer),
                Err(error) if !error.is_transient() => return Err(Unjournaled::Refused(error)),
                Err(error) => error,
            };
            metrics::counter!(telemetry::metric::JOURNAL_RETRIES, "service" => telemetry::service(), "operation" => operation).increment(1);
            let delay = BACKOFF.delay(failures, &mut rand::rng());
            if Instant::now() + delay > until {
                return Err(Unjournaled::Away(error));
            }
            tracing::debug!(operation, error = chain(&error), "the journal is away, waiting");
            tokio::select! {
                () = tokio::time::sleep(delay) => {}
                () = self.interrupt.cancelled() => return Err(Unjournaled::Away(error)),
            }
        }
        unreachable!("the loop above ends only by returning")
    }
}
