//! How many of the things that can be found hold a word.
//!
//! A rare word is counted exactly, by the index. A common one would make the server visit a large part of the table, so for
//! those its own statistics answer: ANALYZE, which autovacuum runs, keeps the most frequent lexemes of a `tsvector` column and
//! the share of rows that hold each. They are of all tenants together; as a weight of a word that is near enough.

use domain::Tenant;
use recall::Frequencies;
use sqlx::PgPool;

use crate::failure::Failed;

/// Rows from which on the statistics answer.
const COMMON: f64 = 1000.0;

const TOTAL: &str = "
SELECT ((SELECT count(*) FROM note WHERE tenant = $1)
    + (SELECT count(*) FROM research r WHERE r.ended_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM research n WHERE n.entity = r.entity AND n.version > r.version)))::float8";

const COUNT: &str = "
WITH shares AS MATERIALIZED (
    SELECT s.tablename, e.stem, f.share::float8 AS share
    FROM pg_stats s,
         unnest(s.most_common_elems::text::text[]) WITH ORDINALITY AS e (stem, n),
         unnest(s.most_common_elem_freqs) WITH ORDINALITY AS f (share, m)
    WHERE s.schemaname = current_schema() AND s.tablename IN ('note', 'research') AND s.attname = 'search' AND e.n = f.m
), guessed AS (
    SELECT tablename, stem, share * greatest((SELECT reltuples FROM pg_class WHERE oid = to_regclass(tablename)), 0) AS holders
    FROM shares WHERE stem = ANY($2)
)
SELECT asked.stem,
       coalesce((SELECT holders FROM guessed g WHERE g.tablename = 'note' AND g.stem = asked.stem AND holders > $3),
                (SELECT count(*) FROM note n WHERE n.tenant = $1 AND n.search @@ quote_literal(asked.stem)::tsquery))::float8
     + coalesce((SELECT holders FROM guessed g WHERE g.tablename = 'research' AND g.stem = asked.stem AND holders > $3),
                (SELECT count(*) FROM research r WHERE r.search @@ quote_literal(asked.stem)::tsquery AND r.ended_at IS NULL
                   AND NOT EXISTS (SELECT 1 FROM research x WHERE x.entity = r.entity AND x.version > r.version)))::float8
FROM unnest($2::text[]) AS asked (stem)";

/// Counts so far.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// For the ranking.
    pub(super) frequencies: Frequencies,
    counted: bool,
    /// By stem.
    holders: std::collections::HashMap<String, f64>,
}

impl Counts {
    /// Counts the stems that were not counted yet.
    pub(super) async fn add(&mut self, pool: &PgPool, tenant: &Tenant, stems: &[String]) -> Result<(), Failed> {
        if !self.counted {
            let total: f64 = sqlx::query_scalar(TOTAL).bind(tenant.as_str()).fetch_one(pool).await?;
            self.frequencies = Frequencies::new(total);
            self.counted = true;
        }
        let new: Vec<&str> = stems.iter().map(String::as_str).filter(|stem| !self.frequencies.knows(stem)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let counted = sqlx::query_as(COUNT).bind(tenant.as_str()).bind(&new).bind(COMMON);
        let counted: Vec<(String, f64)> = counted.fetch_all(pool).await?;
        for (stem, holders) in counted {
            self.frequencies.count(&stem, holders);
            self.holders.insert(stem, holders);
        }
        Ok(())
    }

    /// How many hold the stem, as far as it was counted.
    pub(super) fn holders(&self, stem: &str) -> f64 {
        self.holders.get(stem).copied().unwrap_or_default()
    }
}
