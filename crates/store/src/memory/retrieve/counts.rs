//! Number of notes and research texts that contain a word.
//!
//! Rare words are counted exactly, by the index. Counting a common word visits a page for each of its rows, so the
//! server's statistics are used instead. These cover all tenants together, which is accurate enough for the weight of a
//! word: it grows with the logarithm of the number, and a word in 100 of 100,000 rows is in about 90 of those that
//! ANALYZE reads.

use std::collections::HashMap;

use retrieval::ranking::Frequencies;

use super::index::SearchIndex;
use crate::failure::Failed;

/// Number of rows above which the statistics are used. A look-up counts 60 words on average, those of its expansion
/// included; with 1,000 in place of 100 that takes 21 ms in 100,000 notes.
const COMMON: f64 = 100.0;

/// Condition: `r` is the newest research about its entity that the tenant may read.
macro_rules! newest {
    ($research:literal, $tenant:literal, $shares:literal) => {
        concat!(
            "r.ended_at IS NULL AND ",
            visible!("r", $tenant, $shares),
            " AND NOT EXISTS (SELECT 1 FROM ",
            $research,
            " n WHERE n.entity = r.entity AND n.version > r.version AND ",
            visible!("n", $tenant, $shares),
            ")"
        )
    };
}

/// Of each kind 20,000 are counted at most, because every look-up counts them; above that the statistics are used, as
/// for words. The tenant's own research and that of others are two reads, so that each is a range of an index.
macro_rules! total {
    ($note:literal, $research:literal) => {
        concat!(
            "
WITH counted AS MATERIALIZED (
    SELECT count(*) AS texts FROM (SELECT FROM ",
            $note,
            " WHERE tenant = $1 AND ended_at IS NULL LIMIT 20000) AS n
    UNION ALL
    SELECT count(*) FROM (SELECT FROM ",
            $research,
            " r WHERE r.tenant = $1 AND ",
            newest!($research, "$1", "$2"),
            " LIMIT 20000) AS r
    UNION ALL
    SELECT count(*) FROM (SELECT FROM ",
            $research,
            " r WHERE $2 AND r.public AND r.tenant <> $1 AND ",
            newest!($research, "$1", "$2"),
            " LIMIT 20000) AS r
)
SELECT greatest(sum(texts), CASE WHEN max(texts) >= 20000 THEN (
    SELECT sum(greatest(reltuples, 0)) FROM pg_class WHERE oid IN (to_regclass('note'), to_regclass('research'))) END)::float8
FROM counted"
        )
    };
}

const TOTAL: [&str; 2] = [total!("note", "research"), total!("scoped_note", "scoped_research")];

macro_rules! count_stems {
    ($note:literal, $research:literal) => {
        concat!(
            "
SELECT stem, (SELECT count(*) FROM ",
            $note,
            " n WHERE n.tenant = $1 AND n.search @@ quote_literal(stem)::tsquery
                AND n.ended_at IS NULL)::float8
FROM unnest($2::text[]) AS asked (stem)
UNION ALL
SELECT stem, (SELECT count(*) FROM ",
            $research,
            " r WHERE r.search @@ quote_literal(stem)::tsquery AND ",
            newest!($research, "$1", "$4"),
            ")::float8
FROM unnest($3::text[]) AS asked (stem)"
        )
    };
}

const COUNT: [&str; 2] = [count_stems!("note", "research"), count_stems!("scoped_note", "scoped_research")];

/// Counts collected so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    /// Input of the ranking.
    pub(super) frequencies: Frequencies,
    counted: bool,
    total: f64,
    /// Rows that contain a stem.
    holders: HashMap<String, f64>,
}

impl Counts {
    /// Counts the stems that have not been counted yet.
    pub(super) async fn add(&mut self, index: &SearchIndex<'_>, stems: &[String]) -> Result<(), Failed> {
        if !self.counted {
            let total =
                sqlx::query_scalar(index.pool.statement(TOTAL)).bind(index.tenant.as_str()).bind(index.shares_memory);
            self.total = total.fetch_one(index.pool).await?;
            self.frequencies = Frequencies::new(self.total);
            self.counted = true;
        }
        let new: Vec<&str> = stems.iter().map(String::as_str).filter(|stem| !self.frequencies.contains(stem)).collect();
        if new.is_empty() || self.is_empty() {
            return Ok(());
        }
        for (stem, holders) in count_holders(index, &new).await? {
            self.frequencies.set(&stem, holders);
            self.holders.insert(stem, holders);
        }
        Ok(())
    }

    /// Returns `true` if the tenant has no notes and may read no research.
    pub(super) fn is_empty(&self) -> bool {
        self.counted && self.total <= 0.0
    }

    /// Number of rows that contain the stem; 0 if it has not been counted.
    pub(super) fn holders(&self, stem: &str) -> f64 {
        self.holders.get(stem).copied().unwrap_or_default()
    }
}

/// Returns the number of rows that contain each stem: estimated if the stem is common, else counted.
async fn count_holders(index: &SearchIndex<'_>, stems: &[&str]) -> Result<HashMap<String, f64>, Failed> {
    let shares = index.shares.current(index.pool).await?;
    let common = |estimate: Option<f64>| estimate.filter(|holders| *holders > COMMON);
    let mut holders: HashMap<String, f64> = HashMap::new();
    let (mut rare_notes, mut rare_research) = (Vec::new(), Vec::new());
    for stem in stems {
        let (notes, research) = (common(shares.notes(stem)), common(shares.research(stem)));
        holders.insert((*stem).to_owned(), notes.unwrap_or_default() + research.unwrap_or_default());
        rare_notes.extend(notes.is_none().then_some(*stem));
        rare_research.extend(research.is_none().then_some(*stem));
    }
    let count =
        sqlx::query_as(index.pool.statement(COUNT)).bind(index.tenant.as_str()).bind(rare_notes).bind(rare_research);
    let rows: Vec<(String, f64)> = count.bind(index.shares_memory).fetch_all(index.pool).await?;
    for (stem, count) in rows {
        *holders.entry(stem).or_default() += count;
    }
    Ok(holders)
}
