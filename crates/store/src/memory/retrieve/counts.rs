//! How many of the things that can be found hold a word.
//!
//! A rare word is counted exactly, by the index. A common one would make the server visit a large part of the table, so for
//! those its own statistics answer. They are of all tenants together; as a weight of a word that is near enough.

use std::collections::HashMap;

use domain::Tenant;
use retrieval::ranking::Frequencies;
use sqlx::PgPool;

use super::shares::Known;
use crate::failure::Failed;

/// Rows from which on the statistics answer.
const COMMON: f64 = 1000.0;

const TOTAL: &str = "
SELECT ((SELECT count(*) FROM note WHERE tenant = $1 AND ended_at IS NULL)
    + (SELECT count(*) FROM research r WHERE r.ended_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM research n WHERE n.entity = r.entity AND n.version > r.version)))::float8";

const COUNT: &str = "
SELECT stem, (SELECT count(*) FROM note n WHERE n.tenant = $1 AND n.search @@ quote_literal(stem)::tsquery
                AND n.ended_at IS NULL)::float8
FROM unnest($2::text[]) AS asked (stem)
UNION ALL
SELECT stem, (SELECT count(*) FROM research r WHERE r.search @@ quote_literal(stem)::tsquery AND r.ended_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM research x WHERE x.entity = r.entity AND x.version > r.version))::float8
FROM unnest($3::text[]) AS asked (stem)";

/// Counts so far.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// For the ranking.
    pub(super) frequencies: Frequencies,
    counted: bool,
    total: f64,
    /// By stem.
    holders: HashMap<String, f64>,
}

impl Counts {
    /// Counts the stems that were not counted yet.
    pub(super) async fn add(
        &mut self,
        (pool, known): (&PgPool, &Known),
        tenant: &Tenant,
        stems: &[String],
    ) -> Result<(), Failed> {
        if !self.counted {
            self.total = sqlx::query_scalar(TOTAL).bind(tenant.as_str()).fetch_one(pool).await?;
            self.frequencies = Frequencies::new(self.total);
            self.counted = true;
        }
        let new: Vec<&str> = stems.iter().map(String::as_str).filter(|stem| !self.frequencies.knows(stem)).collect();
        if new.is_empty() || self.is_empty() {
            return Ok(());
        }
        for (stem, holders) in counted(pool, known, tenant, &new).await? {
            self.frequencies.count(&stem, holders);
            self.holders.insert(stem, holders);
        }
        Ok(())
    }

    /// Nothing can be found: there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.counted && self.total <= 0.0
    }

    /// How many hold the stem, as far as it was counted.
    pub(super) fn holders(&self, stem: &str) -> f64 {
        self.holders.get(stem).copied().unwrap_or_default()
    }
}

/// How many hold each stem: guessed where it is common, else counted.
async fn counted(
    pool: &PgPool,
    known: &Known,
    tenant: &Tenant,
    stems: &[&str],
) -> Result<HashMap<String, f64>, Failed> {
    let shares = known.shares(pool).await?;
    let common = |guess: Option<f64>| guess.filter(|holders| *holders > COMMON);
    let mut holders: HashMap<String, f64> = HashMap::new();
    let (mut rare_notes, mut rare_research) = (Vec::new(), Vec::new());
    for stem in stems {
        let (notes, research) = (common(shares.notes(stem)), common(shares.research(stem)));
        holders.insert((*stem).to_owned(), notes.unwrap_or_default() + research.unwrap_or_default());
        rare_notes.extend(notes.is_none().then_some(*stem));
        rare_research.extend(research.is_none().then_some(*stem));
    }
    let count = sqlx::query_as(COUNT).bind(tenant.as_str()).bind(rare_notes).bind(rare_research);
    let rows: Vec<(String, f64)> = count.fetch_all(pool).await?;
    for (stem, count) in rows {
        *holders.entry(stem).or_default() += count;
    }
    Ok(holders)
}
