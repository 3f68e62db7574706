//! Deletion of rows past their retention time (ADR 0008).

mod pruned;
mod rules;

pub use pruned::Pruned;

use std::time::Duration;

use domain::port::PortError;

use crate::failure::Failed;
use crate::maintenance::PgMaintenance;
use crate::pool::PgPool;
use rules::{Class, PUBLISHED, RULES, Rule};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Minimum retention of work: longer than a publisher repeats an event and than a dead letter is likely to be redriven.
/// Without its inbox row a late redelivery would run the job again.
const MIN_WORK: Duration = DAY.saturating_mul(30);
/// Age at which a published result about quiet events is deleted.
const PUBLISHED_AGE: Duration = Duration::from_secs(60);
/// Minimum retention of the sources of findings and of history. The bytes of pages are in the object store, shared by
/// content; `page_bytes` records which of them no page references any more.
const MIN_HISTORY: Duration = DAY.saturating_mul(365);

/// Retention times. Shorter ones than the minimum count as the minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Deduplication window: a job that ended is recognised for at least this time, and for twice as long at most. Also
    /// the retention of finished work: inbox, outbox, memoised steps, stops, idempotency keys, sessions, batches and
    /// deliveries. At least 30 days.
    pub work: Duration,
    /// Events that needed no work, with their results and audit entries. At least 30 days.
    pub quiet_events: Duration,
    /// Number of dead letters. At least 30 days.
    pub dead_letters: Duration,
    /// Pages, answers of services and decided reviews that no job references. At least 365 days.
    pub sources: Duration,
    /// Other events with their results, evidence and audit entries, ended runs with their questions, answers,
    /// valuations and forecasts, reports, model calls with their budgets, and research and notes that no longer hold.
    /// At least 365 days; `None` keeps them for ever.
    pub history: Option<Duration>,
}

impl Default for Retention {
    fn default() -> Self {
        Self { work: MIN_WORK, quiet_events: MIN_WORK, dead_letters: MIN_HISTORY, sources: MIN_HISTORY, history: None }
    }
}

impl Retention {
    /// Returns the shortest retention.
    pub fn shortest() -> Self {
        let (work, history) = (MIN_WORK, MIN_HISTORY);
        Self { work, quiet_events: work, dead_letters: work, sources: history, history: Some(history) }
    }

    /// Returns the deduplication window and retention of finished work that is in force.
    pub(crate) fn work(&self) -> Duration {
        self.work.max(MIN_WORK)
    }

    /// Returns the time for which the closed partition of verdicts and marks is kept. Their groups are deleted a day
    /// earlier, because events that are published again may form the same group.
    pub(crate) fn verdicts(&self) -> Duration {
        self.work().max(self.quiet_events) + DAY
    }

    fn of(&self, class: Class) -> Option<Duration> {
        match class {
            Class::Work => Some(self.work()),
            Class::QuietEvents => Some(self.quiet_events.max(MIN_WORK)),
            Class::DeadLetters => Some(self.dead_letters.max(MIN_WORK)),
            Class::Sources => Some(self.sources.max(MIN_HISTORY)),
            Class::History => self.history.map(|history| history.max(MIN_HISTORY)),
        }
    }
}

impl PgMaintenance {
    /// Deletes rows that are past their retention. Results of other events than quiet ones, runs with their forecasts,
    /// research and reports are kept unless a retention of history is given; entities, facts and outcomes are always
    /// kept. May run at any time and concurrently. A table that fails is logged, and the other tables are pruned.
    ///
    /// # Errors
    /// The error of the last table that failed.
    pub async fn prune(&self, retention: &Retention) -> Result<Pruned, PortError> {
        let (mut pruned, mut failure) = (Pruned::default(), None);
        for rule in RULES {
            let Some(age) = retention.of(rule.class) else { continue };
            match self.delete_all(rule, age.as_secs_f64(), &mut pruned).await {
                Ok(()) => {}
                Err(error) => {
                    tracing::warn!(table = rule.table, %error, "old rows could not be deleted; the next pass tries again");
                    failure = Some(error);
                }
            }
        }
        failure.map_or(Ok(pruned), Err)
    }

    /// Deletes published results about quiet events from the outbox: the verdicts are in their own table. At a high
    /// rate they are the largest rows, so they are deleted more often than others.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn prune_published(&self) -> Result<u64, PortError> {
        let mut pruned = Pruned::default();
        self.delete_all(&PUBLISHED, PUBLISHED_AGE.as_secs_f64(), &mut pruned).await?;
        Ok(pruned.outbox)
    }

    async fn delete_all(&self, rule: &'static Rule, seconds: f64, pruned: &mut Pruned) -> Result<(), PortError> {
        loop {
            let gone =
                self.database.run("prune", |pool| async move { delete_some(&pool, rule.sql, seconds).await }).await?;
            *(rule.count)(pruned) += gone;
            if gone == 0 {
                return Ok(());
            }
        }
    }
}

async fn delete_some(pool: &PgPool, sql: &'static str, seconds: f64) -> Result<u64, Failed> {
    Ok(sqlx::query(sql).bind(seconds).execute(pool).await?.rows_affected())
}

/// Returns table and statement of each rule, for tests of their plans.
#[cfg(feature = "testing")]
pub fn prune_statements() -> impl Iterator<Item = (&'static str, &'static str)> {
    RULES.iter().chain([&PUBLISHED]).map(|rule| (rule.table, rule.sql))
}
