//! Postgres' statistics of the words in notes and research.
//!
//! ANALYZE, which autovacuum runs at most once a minute, stores the most frequent lexemes of a `tsvector` column and
//! the share of rows that contain each. Planning a query over `pg_stats` costs more than the look-up that uses the
//! result, so the statistics are cached for a minute.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::failure::Failed;
use crate::pool::PgPool;

/// Equals the default of `autovacuum_naptime`, the interval at which autovacuum looks for tables to analyse.
const CACHE_FOR: Duration = Duration::from_secs(60);

/// Estimated number of rows that contain each of the most frequent lexemes. Postgres shows the statistics of a table to
/// no role to which a policy applies, so the function reads them as the owner.
const SHARES: &str = "SELECT is_note, stem, holders FROM word_shares()";

/// Estimated number of rows by stem, for the most frequent stems.
#[derive(Debug, Default)]
pub(super) struct Shares {
    notes: HashMap<String, f64>,
    research: HashMap<String, f64>,
}

impl Shares {
    /// Notes of all tenants that contain the stem; `None` if it is not one of the most frequent.
    pub(super) fn notes(&self, stem: &str) -> Option<f64> {
        self.notes.get(stem).copied()
    }

    /// Research that contains the stem; `None` if it is not one of the most frequent.
    pub(super) fn research(&self, stem: &str) -> Option<f64> {
        self.research.get(stem).copied()
    }
}

/// The statistics with the time of the last read.
#[derive(Debug, Default)]
pub(crate) struct CachedShares(Mutex<Option<(Instant, Arc<Shares>)>>);

impl CachedShares {
    /// Returns the cached statistics. The first caller after expiry reads them again; concurrent callers wait for it.
    pub(super) async fn current(&self, pool: &PgPool) -> Result<Arc<Shares>, Failed> {
        let mut cached = self.0.lock().await;
        if let Some((read, shares)) = &*cached
            && read.elapsed() < CACHE_FOR
        {
            return Ok(Arc::clone(shares));
        }
        let rows: Vec<(bool, String, f64)> = sqlx::query_as(SHARES).fetch_all(pool).await?;
        let mut shares = Shares::default();
        for (is_note, stem, holders) in rows {
            let table = if is_note { &mut shares.notes } else { &mut shares.research };
            table.insert(stem, holders);
        }
        let shares = Arc::new(shares);
        *cached = Some((Instant::now(), Arc::clone(&shares)));
        Ok(shares)
    }
}
