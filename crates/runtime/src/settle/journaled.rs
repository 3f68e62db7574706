//! Calls of the journal with patience: while Postgres is unavailable a delivery waits and keeps its slot; nothing is
//! counted against the job. When the journal counts as away, deliveries that have not begun are handed back at once,
//! because another replica may reach it.

use std::future::Future;
use std::time::Duration;

use domain::port::{
    Begun, Committed, HandBackReason, Job, Journal, Parking, PortError, QuietBatch, QuietSettled, Settled,
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::config::Rules;
use crate::journal_watch::JournalWatch;
use crate::policy::Backoff;

/// Fast at first (a restart of Postgres takes a second), at most five seconds.
const BACKOFF: Backoff = Backoff { base: Duration::from_millis(100), cap: Duration::from_secs(5) };

/// Redelivery delay if the journal is unavailable.
pub(crate) const AWAY_DELAY: Duration = Duration::from_secs(5);

/// Error of a journal call.
#[derive(Debug)]
pub(super) enum Unjournaled {
    /// The journal was unavailable for too long, or the worker stops.
    Away(PortError),
    /// The journal refused the call.
    Refused(PortError),
}

impl Unjournaled {
    /// Returns true if the job may be the cause, for example if its statement takes longer than the server permits.
    pub(super) fn counts(&self) -> bool {
        let (Self::Away(error) | Self::Refused(error)) = self;
        !error.is_down()
    }

    /// Returns the error and its causes.
    pub(super) fn reason(&self) -> String {
        let (Self::Away(error) | Self::Refused(error)) = self;
        error_chain(error)
    }
}

/// Joins the error and its causes, outermost first.
pub(crate) fn error_chain(error: &(dyn std::error::Error + 'static)) -> String {
    let reasons = std::iter::successors(Some(error), |error| error.source());
    reasons.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// A journal whose calls wait while it is unavailable.
pub(super) struct Journaled<'a, J> {
    pub(super) journal: &'a J,
    pub(super) rules: &'a Rules,
    pub(super) watch: &'a JournalWatch,
    /// Ends the waiting.
    pub(super) interrupt: &'a CancellationToken,
}

/// When a call ends although the journal has not answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GivesUp {
    /// As soon as the journal counts as away.
    Away,
    /// Only if the work is interrupted as well: an outcome is worth the wait.
    Interrupted,
}

impl<J: Journal> Journaled<'_, J> {
    pub(super) async fn begin(&self, job: &Job) -> Result<Begun, Unjournaled> {
        self.with_patience("begin", GivesUp::Away, || self.journal.begin(job)).await
    }

    pub(super) async fn hand_back(&self, job: &Job, why: &HandBackReason) -> Result<u32, Unjournaled> {
        self.with_patience("hand_back", GivesUp::Away, || self.journal.hand_back(job, why)).await
    }

    pub(super) async fn park(&self, job: &Job, parking: &Parking) -> Result<bool, Unjournaled> {
        self.with_patience("park", GivesUp::Away, || self.journal.park(job, parking)).await
    }

    pub(super) async fn commit(&self, settled: Settled) -> Result<Committed, Unjournaled> {
        self.with_patience("commit", GivesUp::Interrupted, || self.journal.commit(settled.clone())).await
    }

    pub(super) async fn commit_quiet(&self, batch: QuietBatch) -> Result<QuietSettled, Unjournaled> {
        self.with_patience("commit_quiet", GivesUp::Away, || self.journal.commit_quiet(batch.clone())).await
    }

    async fn with_patience<T, F, Fut>(
        &self,
        operation: &'static str,
        gives_up: GivesUp,
        call: F,
    ) -> Result<T, Unjournaled>
    where
        F: Fn() -> Fut,
        Fut: Future<Output = Result<T, PortError>>,
    {
        let until = Instant::now() + self.rules.journal_patience;
        for failures in 1.. {
            self.watch.ask();
            let answer = tokio::select! {
                biased;
                () = self.given_up(gives_up) => return Err(Unjournaled::Away(away(operation))),
                answer = call() => answer,
            };
            self.watch.note(&answer);
            let error = match answer {
                Ok(answer) => return Ok(answer),
                Err(error) if !error.is_transient() => return Err(Unjournaled::Refused(error)),
                // Waiting does not help: another replica can do the work now.
                Err(error @ PortError::Newer { .. }) => return Err(Unjournaled::Away(error)),
                Err(error) => error,
            };
            metrics::counter!(telemetry::metric::JOURNAL_RETRIES, "service" => telemetry::service(), "operation" => operation).increment(1);
            let delay = BACKOFF.delay(failures, &mut rand::rng());
            if Instant::now() + delay > until {
                return Err(Unjournaled::Away(error));
            }
            tracing::debug!(operation, error = error_chain(&error), "the journal is unavailable; trying again");
            tokio::select! {
                () = tokio::time::sleep(delay) => {}
                () = self.given_up(gives_up) => return Err(Unjournaled::Away(error)),
                () = self.interrupt.cancelled() => return Err(Unjournaled::Away(error)),
            }
        }
        unreachable!("the loop above ends only by returning")
    }

    async fn given_up(&self, gives_up: GivesUp) {
        if gives_up == GivesUp::Interrupted {
            self.interrupt.cancelled().await;
        }
        self.watch.away().await;
    }
}

fn away(operation: &'static str) -> PortError {
    PortError::Down { what: operation, source: "the journal does not answer this process".into() }
}
