//! Shares of a tenant's notes and research that contain a common word.
//!
//! ANALYZE, which autovacuum runs at most once a minute, stores the most frequent lexemes of a `tsvector` column, of
//! all tenants together. They tell which words are common. The share of a word is counted in a sample of the tenant's
//! own texts: what others store must show neither in the order nor in the confidence of a look-up.
//!
//! Planning a query over `pg_stats` costs more than the look-up that uses the result, so the shares of a tenant are
//! cached for a minute.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::Tenant;
use tokio::time::Instant;

use crate::failure::Failed;
use crate::pool::PgPool;

/// Equals the default of `autovacuum_naptime`, the interval at which autovacuum looks for tables to analyse.
const CACHE_FOR: Duration = Duration::from_secs(60);
/// Maximum number of tenants with cached shares, of up to 2,000 words each.
const MAX_TENANTS: usize = 200;

/// Number of rows, of all tenants, above which a word is common. A look-up counts 60 words on average, those of its
/// expansion included; with 1,000 in place of 100 that takes 21 ms in 100,000 notes.
const COMMON: f64 = 100.0;

/// The common words with their share of at most 1,000 texts of each kind. The ids of notes are hashes, so those first
/// in order are a random sample. Postgres shows the statistics of a table to no role to which a policy applies, so a
/// function reads them as the owner.
macro_rules! sampled {
    ($note:literal, $research:literal) => {
        concat!(
            "
WITH sampled AS MATERIALIZED (
    SELECT true AS is_note, own.search FROM (SELECT n.search FROM ",
            $note,
            " n WHERE n.tenant = $1 AND n.ended_at IS NULL ORDER BY n.id LIMIT 1000) AS own
    UNION ALL
    SELECT false, own.search FROM (SELECT r.search FROM ",
            $research,
            " r WHERE r.tenant = $1 AND ",
            newest!($research, "$1", "$2"),
            " LIMIT 1000) AS own
    UNION ALL
    SELECT false, others.search FROM (SELECT r.search FROM ",
            $research,
            " r WHERE $2 AND r.public AND r.tenant <> $1 AND ",
            newest!($research, "$1", "$2"),
            " LIMIT 1000) AS others
), sizes AS (
    SELECT is_note, count(*)::float8 AS texts FROM sampled GROUP BY is_note
), held AS (
    SELECT s.is_note, w.stem, count(*)::float8 AS texts
    FROM sampled s CROSS JOIN LATERAL unnest(tsvector_to_array(s.search)) AS w (stem) GROUP BY s.is_note, w.stem
)
SELECT c.is_note, c.stem, coalesce(h.texts / s.texts, 0)
FROM word_shares() c LEFT JOIN held h ON h.is_note = c.is_note AND h.stem = c.stem
LEFT JOIN sizes s ON s.is_note = c.is_note
WHERE c.holders > $3"
        )
    };
}

const SHARES: [&str; 2] = [sampled!("note", "research"), sampled!("scoped_note", "scoped_research")];

/// Shares by stem, 0 to 1, of the common words.
#[derive(Debug, Default)]
pub(super) struct Shares {
    notes: HashMap<String, f64>,
    research: HashMap<String, f64>,
}

impl Shares {
    /// Share of the tenant's notes that contain the stem; `None` if it is not common.
    pub(super) fn notes(&self, stem: &str) -> Option<f64> {
        self.notes.get(stem).copied()
    }

    /// Share of the research that the tenant may read; `None` if the stem is not common.
    pub(super) fn research(&self, stem: &str) -> Option<f64> {
        self.research.get(stem).copied()
    }
}

/// The shares of each tenant with the time of the last read.
#[derive(Debug, Default)]
pub(crate) struct CachedShares(Mutex<HashMap<Tenant, (Instant, Arc<Shares>)>>);

impl CachedShares {
    /// Returns the shares of the tenant, cached or read.
    pub(super) async fn of_tenant(
        &self,
        tenant: &Tenant,
        pool: &PgPool,
        shares_memory: bool,
    ) -> Result<Arc<Shares>, Failed> {
        if let Some(shares) = self.cached(tenant) {
            return Ok(shares);
        }
        let read = sqlx::query_as(pool.statement(SHARES)).bind(tenant.as_str()).bind(shares_memory).bind(COMMON);
        let rows: Vec<(bool, String, f64)> = read.fetch_all(pool).await?;
        let mut shares = Shares::default();
        for (is_note, stem, share) in rows {
            let table = if is_note { &mut shares.notes } else { &mut shares.research };
            table.insert(stem, share);
        }
        let shares = Arc::new(shares);
        self.keep(tenant, &shares);
        Ok(shares)
    }

    fn cached(&self, tenant: &Tenant) -> Option<Arc<Shares>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, shares) = known.get(tenant)?;
        (read.elapsed() < CACHE_FOR).then(|| Arc::clone(shares))
    }

    fn keep(&self, tenant: &Tenant, shares: &Arc<Shares>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (read, _)| read.elapsed() < CACHE_FOR);
        if known.len() >= MAX_TENANTS {
            known.clear();
        }
        known.insert(tenant.clone(), (Instant::now(), Arc::clone(shares)));
    }
}
