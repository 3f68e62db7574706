//! Number of notes and research texts that contain a word.
//!
//! Rare words are counted exactly, by the index. Counting a common word visits a page for each of its rows, so its
//! share of a sample is used instead ([`super::shares`]), which is accurate enough for the weight of a word: it grows
//! with the logarithm of the number.

use std::collections::HashMap;

use retrieval::ranking::Frequencies;

use super::index::SearchIndex;
use crate::failure::Failed;

/// Minimum number of texts for a word in the sample of another minute: a new text may have it.
const MIN_HOLDERS: f64 = 1.0;

/// Of each kind 20,000 are counted at most, because every look-up counts them; above that the statistics are used, as
/// for words. The tenant's own research and that of others are two reads, so that each is a range of an index. The
/// second column is the number of the research texts among them.
macro_rules! total {
    ($note:literal, $research:literal) => {
        concat!(
            "
WITH counted AS MATERIALIZED (
    SELECT true AS is_note, count(*) AS texts FROM (SELECT FROM ",
            $note,
            " WHERE tenant = $1 AND ended_at IS NULL LIMIT 20000) AS n
    UNION ALL
    SELECT false, count(*) FROM (SELECT FROM ",
            $research,
            " r WHERE r.tenant = $1 AND ",
            newest!($research, "$1", "$2"),
            " LIMIT 20000) AS r
    UNION ALL
    SELECT false, count(*) FROM (SELECT FROM ",
            $research,
            " r WHERE $2 AND r.public AND r.tenant <> $1 AND ",
            newest!($research, "$1", "$2"),
            " LIMIT 20000) AS r
)
SELECT greatest(sum(texts), CASE WHEN max(texts) >= 20000 THEN (
    SELECT sum(greatest(reltuples, 0)) FROM pg_class WHERE oid IN (to_regclass('note'), to_regclass('research'))) END)::float8,
    coalesce(sum(texts) FILTER (WHERE NOT is_note), 0)::float8
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
    /// Number of research texts of the total.
    research: f64,
    /// Rows that contain a stem.
    holders: HashMap<String, f64>,
}

impl Counts {
    /// Counts the stems that have not been counted yet.
    pub(super) async fn add(&mut self, index: &SearchIndex<'_>, stems: &[String]) -> Result<(), Failed> {
        if !self.counted {
            let total =
                sqlx::query_as(index.pool.statement(TOTAL)).bind(index.tenant.as_str()).bind(index.shares_memory);
            (self.total, self.research) = total.fetch_one(index.pool).await?;
            self.frequencies = Frequencies::new(self.total);
            self.counted = true;
        }
        let new: Vec<&str> = stems.iter().map(String::as_str).filter(|stem| !self.frequencies.contains(stem)).collect();
        if new.is_empty() || self.is_empty() {
            return Ok(());
        }
        let texts = (self.total - self.research, self.research);
        for (stem, holders) in count_holders(index, &new, texts).await? {
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

/// Returns the number of rows that contain each stem: estimated if the stem is common, else counted. `texts` are the
/// numbers of notes and of research.
async fn count_holders(
    index: &SearchIndex<'_>,
    stems: &[&str],
    texts: (f64, f64),
) -> Result<HashMap<String, f64>, Failed> {
    let shares = index.shares.of_tenant(index.tenant, index.pool, index.shares_memory).await?;
    let estimate = |share: Option<f64>, texts: f64| share.map(|share| (share * texts).max(MIN_HOLDERS));
    let mut holders: HashMap<String, f64> = HashMap::new();
    let (mut rare_notes, mut rare_research) = (Vec::new(), Vec::new());
    for stem in stems {
        let (notes, research) = (estimate(shares.notes(stem), texts.0), estimate(shares.research(stem), texts.1));
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
