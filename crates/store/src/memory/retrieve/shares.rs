//! Postgres' own statistics of the words in notes and research.
//!
//! ANALYZE, which autovacuum runs once a minute at most, keeps the most frequent lexemes of a `tsvector` column and the share of
//! rows that hold each. Reading them means planning a query over `pg_stats`, which costs more than the look-up they are for; so
//! they are read once and serve for a minute.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::failure::Failed;

/// No more often than autovacuum looks for tables to analyse (`autovacuum_naptime`).
const SERVE_FOR: Duration = Duration::from_secs(60);

/// Rows that hold a lexeme, at a guess, for the most frequent ones.
const SHARES: &str = "
SELECT s.tablename = 'note', e.stem,
       f.share::float8 * greatest((SELECT reltuples FROM pg_class WHERE oid = to_regclass(s.tablename::text)), 0)::float8
FROM pg_stats s,
     unnest(s.most_common_elems::text::text[]) WITH ORDINALITY AS e (stem, n),
     unnest(s.most_common_elem_freqs) WITH ORDINALITY AS f (share, m)
WHERE s.schemaname = current_schema() AND s.tablename IN ('note', 'research') AND s.attname = 'search' AND e.n = f.m";

/// About how many rows hold the most frequent words.
#[derive(Debug, Default)]
pub(super) struct Shares {
    notes: HashMap<String, f64>,
    research: HashMap<String, f64>,
}

impl Shares {
    /// Notes that hold the stem, of all tenants; `None` if it is none of the most frequent.
    pub(super) fn notes(&self, stem: &str) -> Option<f64> {
        self.notes.get(stem).copied()
    }

    /// Research that holds the stem.
    pub(super) fn research(&self, stem: &str) -> Option<f64> {
        self.research.get(stem).copied()
    }
}

/// The statistics as they were read last.
#[derive(Debug, Default)]
pub(crate) struct Known(Mutex<Option<(Instant, Arc<Shares>)>>);

impl Known {
    /// What serves now. Whoever finds it too old reads it anew; the others wait for that one.
    pub(super) async fn shares(&self, pool: &PgPool) -> Result<Arc<Shares>, Failed> {
        let mut known = self.0.lock().await;
        if let Some((read, shares)) = &*known
            && read.elapsed() < SERVE_FOR
        {
            return Ok(Arc::clone(shares));
        }
        let rows: Vec<(bool, String, f64)> = sqlx::query_as(SHARES).fetch_all(pool).await?;
        let mut shares = Shares::default();
        for (is_note, stem, holders) in rows {
            let of = if is_note { &mut shares.notes } else { &mut shares.research };
            of.insert(stem, holders);
        }
        let shares = Arc::new(shares);
        *known = Some((Instant::now(), Arc::clone(&shares)));
        Ok(shares)
    }
}
