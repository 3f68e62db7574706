//! The notes of a tenant whose vectors are nearest to that of a query.
//!
//! Vectors of a tenant with few notes are compared one by one, which finds the nearest for certain. The others are
//! found by the index (HNSW), which holds the vectors of all tenants: it is scanned on until enough rows of the tenant
//! are found (`hnsw.iterative_scan`), within a limit of visited rows.

use domain::Time;
use domain::port::memory::Retrieved;

use super::candidates::Candidate;
use super::index::SearchIndex;
use crate::failure::Failed;
use crate::memory::vectors::embedding::{QueryVector, to_text};
use crate::rows::row;

/// Maximum number of neighbours.
pub(super) const MAX_NEIGHBORS: i64 = 100;
/// Number of vectors up to which all of them are compared: 5,000 of 384 components take about 5 ms.
const MAX_COMPARED: i64 = 5_000;

/// Settings of a scan of the index. Without the index the planner would sort the vectors of the whole tenant, which it
/// underestimates. The rows that a scan visits are limited by the default of `hnsw.max_scan_tuples`, 20,000.
const SCAN_SETTINGS: &str =
    "SET LOCAL hnsw.iterative_scan = 'relaxed_order'; SET LOCAL hnsw.ef_search = 100; SET LOCAL enable_sort = off";

/// Counts vectors of the tenant, at most one more than are compared.
const COUNT: &str = "
SELECT count(*) FROM (SELECT FROM note_embedding WHERE tenant = $1 AND model = $2 AND dimensions = $3 LIMIT $4) AS v";

/// The rows of the nearest notes. `$before`, the number of components and `$after` are the rows that are compared; the
/// note decides whether it is valid. The subquery reads the text of the query's vector once, and not per row.
macro_rules! neighbors {
    ($before:literal, $dimensions:literal, $after:literal) => {
        concat!(
            "
WITH nearest AS MATERIALIZED (
    SELECT v.note, v.embedding::halfvec(",
            $dimensions,
            ") <=> (SELECT $2::text::halfvec(",
            $dimensions,
            ")) AS distance
    FROM ",
            $before,
            $dimensions,
            $after,
            " AND n.tenant = $1 AND n.ended_at IS NULL
    ORDER BY distance LIMIT $4
)
SELECT n.id::text AS id, n.summary, n.text, n.keywords, n.tags, n.source_url, n.made_at,
       ARRAY(SELECT other::text FROM note_link WHERE note = n.id
             UNION SELECT note::text FROM note_link WHERE other = n.id) AS related,
       1 - distance AS cosine
FROM nearest JOIN note n ON n.id = nearest.note"
        )
    };
}

/// Compares all vectors of the tenant.
macro_rules! exact {
    ($dimensions:literal) => {
        neighbors!(
            "(SELECT note, embedding FROM note_embedding WHERE tenant = $1 AND model = $3 AND dimensions = ",
            $dimensions,
            " LIMIT 5000) AS v JOIN note n ON n.id = v.note"
        )
    };
}

/// Scans the index.
macro_rules! scanned {
    ($dimensions:literal) => {
        neighbors!(
            "note_embedding v JOIN note n ON n.id = v.note AND v.tenant = $1 AND v.model = $3 AND v.dimensions = ",
            $dimensions,
            ""
        )
    };
}

row! {
    struct Row {
        id: String,
        summary: String,
        text: String,
        keywords: String,
        tags: String,
        source_url: String,
        made_at: Time,
        related: Vec<String>,
        cosine: f64,
    }
}

/// A candidate with its cosine.
pub(super) struct NearNote {
    pub(super) candidate: Candidate,
    pub(super) cosine: f64,
}

/// Returns the nearest valid notes of the tenant in no certain order.
pub(super) async fn nearest(index: &SearchIndex<'_>, query: &QueryVector) -> Result<Vec<NearNote>, Failed> {
    let dimensions = i32::try_from(query.model.dimensions).unwrap_or(i32::MAX);
    let count = sqlx::query_scalar(COUNT).bind(index.tenant.as_str()).bind(&query.model.name).bind(dimensions);
    let vectors: i64 = count.bind(MAX_COMPARED + 1).fetch_one(index.pool).await?;
    if vectors == 0 {
        return Ok(Vec::new());
    }
    let (statement, pool) = match vectors <= MAX_COMPARED {
        true => (compare_statement(query.model.dimensions), index.pool.clone()),
        false => (scan_statement(query.model.dimensions), index.pool.with(SCAN_SETTINGS)),
    };
    let Some(statement) = statement else { return Ok(Vec::new()) };
    let rows = sqlx::query_as(statement)
        .bind(index.tenant.as_str())
        .bind(to_text(&query.vector))
        .bind(&query.model.name)
        .bind(MAX_NEIGHBORS);
    let rows: Vec<Row> = rows.fetch_all(&pool).await?;
    Ok(rows.into_iter().map(NearNote::from_row).collect())
}

/// Returns the statement that compares all vectors of a tenant, for vectors of a length.
fn compare_statement(dimensions: usize) -> Option<&'static str> {
    Some(match dimensions {
        256 => exact!(256),
        384 => exact!(384),
        512 => exact!(512),
        768 => exact!(768),
        1024 => exact!(1024),
        1536 => exact!(1536),
        2048 => exact!(2048),
        3072 => exact!(3072),
        _ => return None,
    })
}

/// Returns the statement that scans the index, for vectors of a length.
fn scan_statement(dimensions: usize) -> Option<&'static str> {
    Some(match dimensions {
        256 => scanned!(256),
        384 => scanned!(384),
        512 => scanned!(512),
        768 => scanned!(768),
        1024 => scanned!(1024),
        1536 => scanned!(1536),
        2048 => scanned!(2048),
        3072 => scanned!(3072),
        _ => return None,
    })
}

/// Returns the statement that scans the index of vectors with 384 components, and the settings of its transaction, for
/// the test of its plan.
#[cfg(any(test, feature = "testing"))]
pub(crate) fn planned() -> (&'static str, &'static str) {
    (scan_statement(384).unwrap_or_default(), SCAN_SETTINGS)
}

impl NearNote {
    fn from_row(row: Row) -> Self {
        let Row { id, summary, text, keywords, tags, source_url, made_at, related, cosine } = row;
        let kind = "note".to_owned();
        let retrieved = Retrieved { kind, id, summary, text, source_url, at: made_at, score: 0.0, related };
        Self { candidate: Candidate { retrieved, names: keywords, tags }, cosine }
    }
}

#[cfg(test)]
mod tests {
    use domain::port::embedding::DIMENSIONS;

    use super::*;

    #[test]
    fn every_supported_length_has_its_statements() {
        for dimensions in DIMENSIONS {
            let of_length = format!("halfvec({dimensions})");
            assert!(scan_statement(dimensions).is_some_and(|sql| sql.contains(&of_length)), "{dimensions}");
            let limit = format!("dimensions = {dimensions} LIMIT {MAX_COMPARED}");
            assert!(compare_statement(dimensions).is_some_and(|sql| sql.contains(&limit)), "{dimensions}");
        }
        assert!(compare_statement(100).is_none() && scan_statement(100).is_none());
        assert_eq!(to_text(&[0.5, -1.0, 1e-7]), "[0.5,-1,0.0000001]");
    }
}
