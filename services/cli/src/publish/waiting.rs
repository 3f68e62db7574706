//! Waits until every published event is settled or dead-lettered.

use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

use domain::JobId;
use operations::settlement::{self, EventJobs, EventState, MAX_EVENTS};
use serde::Serialize;
use store::Store;

use crate::door::Door;

/// Polling interval of commands that wait for a result.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Result of a wait.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct WaitResult {
    /// Number of events answered, with all work they caused.
    pub settled: u64,
    /// Number of events dead-lettered; see `auspex dead list`.
    pub dead: u64,
    /// Number of events unsettled at the timeout.
    pub open: u64,
}

impl fmt::Display for WaitResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered, {} dead-lettered, {} open", self.settled, self.dead, self.open)
    }
}

/// Where the states of events are read.
pub enum Source<'a> {
    /// At a gateway.
    Door(&'a Door),
    /// In Postgres, for an operator.
    Store(&'a Store),
}

impl Source<'_> {
    async fn states(&self, jobs: Vec<JobId>) -> anyhow::Result<Vec<(JobId, EventState)>> {
        match self {
            Self::Store(store) => Ok(settlement::states(store, None, jobs).await?),
            Self::Door(door) => {
                let jobs = EventJobs { jobs: jobs.into_iter().map(|job| job.0).collect() };
                Ok(door.settlement(&jobs).await?.into_iter().map(|one| (JobId(one.job), one.state)).collect())
            }
        }
    }
}

/// Published events and their progress.
pub struct Waiting<'a> {
    source: Source<'a>,
    open: VecDeque<JobId>,
    result: WaitResult,
}

impl<'a> Waiting<'a> {
    /// Waits for the events of these jobs.
    pub fn new(source: Source<'a>, mut jobs: Vec<JobId>) -> Self {
        jobs.sort_unstable();
        jobs.dedup();
        Self { source, open: jobs.into(), result: WaitResult::default() }
    }

    /// Polls until all events are settled or `limit` has passed, and reports the number of settled events after every
    /// poll. A failure is repeated within the limit.
    ///
    /// # Errors
    /// When the states cannot be read at the end of the limit.
    pub async fn until(mut self, limit: Duration, mut report: impl FnMut(u64)) -> anyhow::Result<WaitResult> {
        let end = Instant::now() + limit;
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        loop {
            ticks.tick().await;
            match self.poll().await {
                Err(_) if Instant::now() < end => continue,
                polled => polled?,
            }
            report(self.result.settled + self.result.dead);
            if self.open.is_empty() || Instant::now() >= end {
                return Ok(WaitResult { open: self.open.len() as u64, ..self.result });
            }
        }
    }

    /// Polls the open events once, until [`MAX_EVENTS`] unsettled ones were found: later ones have rarely progressed
    /// further.
    async fn poll(&mut self) -> anyhow::Result<()> {
        let mut unsettled = 0;
        for _ in 0..self.open.len().div_ceil(MAX_EVENTS) {
            let batch: Vec<JobId> = (0..MAX_EVENTS).map_while(|_| self.open.pop_front()).collect();
            let states = match self.source.states(batch.clone()).await {
                Ok(states) => states,
                Err(error) => {
                    // The state of these events is unchanged.
                    self.open.extend(batch);
                    return Err(error);
                }
            };
            for (job, state) in states {
                match state {
                    EventState::Settled => self.result.settled += 1,
                    EventState::Dead => self.result.dead += 1,
                    EventState::Open => {
                        unsettled += 1;
                        self.open.push_back(job);
                    }
                }
            }
            if unsettled >= MAX_EVENTS {
                break;
            }
        }
        Ok(())
    }
}
