//! The notes of a tenant, and the research that it may read, whose vectors are nearest to that of a query.
//!
//! Vectors of a tenant with few of them are compared one by one, which finds the nearest for certain. The others are
//! found by the index (HNSW), which holds the vectors of all tenants: it is scanned on until enough rows of the tenant
//! are found (`hnsw.iterative_scan`), within a limit of visited rows.

use domain::Time;
use domain::port::memory::Retrieved;

use super::candidates::Candidate;
use super::index::SearchIndex;
use crate::failure::Failed;
use crate::memory::vectors::embedding::{QueryVector, to_text};
use crate::pool::PgPool;
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

/// The same of research: the tenant's own and that of others are two reads, so that each is a range of an index.
const COUNT_RESEARCH: &str = "
SELECT count(*) FROM (
    (SELECT 1 FROM research_embedding WHERE tenant = $1 AND model = $2 AND dimensions = $3 LIMIT $4)
    UNION ALL
    (SELECT 1 FROM research_embedding WHERE $5 AND public AND tenant <> $1 AND model = $2 AND dimensions = $3 LIMIT $4)
) AS v";

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

/// The rows of the nearest research. Of an entity the newest version that the tenant may read counts, so a vector of an
/// older one is no neighbour.
macro_rules! research_neighbors {
    ($from:expr, $dimensions:literal) => {
        concat!(
            "
WITH nearest AS MATERIALIZED (
    SELECT v.entity, v.version, v.embedding::halfvec(",
            $dimensions,
            ") <=> (SELECT $2::text::halfvec(",
            $dimensions,
            ")) AS distance
    FROM ",
            $from,
            "
    ORDER BY distance LIMIT $4
)
SELECT r.entity AS id, r.summary, ",
            research_names!(),
            " AS names, r.made_at, 1 - distance AS cosine
FROM nearest JOIN research r ON r.entity = nearest.entity AND r.version = nearest.version LEFT JOIN entity e ON e.id = r.entity
WHERE r.ended_at IS NULL AND ",
            visible!("r", "$1", "$5"),
            " AND NOT EXISTS (SELECT FROM research x WHERE x.entity = r.entity AND x.version > r.version AND ",
            visible!("x", "$1", "$5"),
            ")"
        )
    };
}

/// Compares all vectors of research that the tenant may read.
macro_rules! exact_research {
    ($dimensions:literal) => {
        research_neighbors!(
            concat!(
                "((SELECT entity, version, embedding FROM research_embedding
      WHERE tenant = $1 AND model = $3 AND dimensions = ",
                $dimensions,
                " LIMIT 5000) UNION ALL (SELECT entity, version, embedding FROM research_embedding
      WHERE $5 AND public AND tenant <> $1 AND model = $3 AND dimensions = ",
                $dimensions,
                " LIMIT 5000)) AS v"
            ),
            $dimensions
        )
    };
}

/// Scans the index of research.
macro_rules! scanned_research {
    ($dimensions:literal) => {
        research_neighbors!(
            concat!(
                "research_embedding v WHERE (v.tenant = $1 OR v.public AND $5) AND v.model = $3 AND v.dimensions = ",
                $dimensions
            ),
            $dimensions
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

row! {
    struct NearResearchRow {
        id: String,
        summary: String,
        names: String,
        made_at: Time,
        cosine: f64,
    }
}

/// A candidate with its cosine.
pub(super) struct NearText {
    pub(super) candidate: Candidate,
    pub(super) cosine: f64,
}

/// Returns the nearest valid notes of the tenant and the nearest research that it may read, together at most
/// [`MAX_NEIGHBORS`], the nearest first.
pub(super) async fn nearest(index: &SearchIndex<'_>, query: &QueryVector) -> Result<Vec<NearText>, Failed> {
    let mut near = nearest_notes(index, query).await?;
    near.extend(nearest_research(index, query).await?);
    near.sort_by(|a, b| b.cosine.total_cmp(&a.cosine));
    near.truncate(usize::try_from(MAX_NEIGHBORS).unwrap_or(usize::MAX));
    Ok(near)
}

async fn nearest_research(index: &SearchIndex<'_>, query: &QueryVector) -> Result<Vec<NearText>, Failed> {
    let size = query.model.dimensions;
    let count = sqlx::query_scalar(COUNT_RESEARCH).bind(index.tenant.as_str()).bind(&query.model.name);
    let count = count.bind(dimensions(query)).bind(MAX_COMPARED + 1).bind(index.shares_memory);
    let vectors: i64 = count.fetch_one(index.pool).await?;
    let search = chosen(index, vectors, compare_research_statement(size), scan_research_statement(size));
    let Some((statement, pool)) = search else { return Ok(Vec::new()) };
    let rows = sqlx::query_as(statement)
        .bind(index.tenant.as_str())
        .bind(to_text(&query.vector))
        .bind(&query.model.name)
        .bind(MAX_NEIGHBORS)
        .bind(index.shares_memory);
    let rows: Vec<NearResearchRow> = rows.fetch_all(&pool).await?;
    Ok(rows.into_iter().map(NearText::from_research).collect())
}

async fn nearest_notes(index: &SearchIndex<'_>, query: &QueryVector) -> Result<Vec<NearText>, Failed> {
    let size = query.model.dimensions;
    let count = sqlx::query_scalar(COUNT).bind(index.tenant.as_str()).bind(&query.model.name).bind(dimensions(query));
    let vectors: i64 = count.bind(MAX_COMPARED + 1).fetch_one(index.pool).await?;
    let search = chosen(index, vectors, compare_statement(size), scan_statement(size));
    let Some((statement, pool)) = search else { return Ok(Vec::new()) };
    let rows = sqlx::query_as(statement)
        .bind(index.tenant.as_str())
        .bind(to_text(&query.vector))
        .bind(&query.model.name)
        .bind(MAX_NEIGHBORS);
    let rows: Vec<Row> = rows.fetch_all(&pool).await?;
    Ok(rows.into_iter().map(NearText::from_note).collect())
}

fn dimensions(query: &QueryVector) -> i32 {
    i32::try_from(query.model.dimensions).unwrap_or(i32::MAX)
}

/// Returns the statement for this number of vectors with its pool: all are compared, or the index is scanned. `None`
/// without vectors, and for a length that no statement has.
fn chosen(
    index: &SearchIndex<'_>,
    vectors: i64,
    compare: Option<&'static str>,
    scan: Option<&'static str>,
) -> Option<(&'static str, PgPool)> {
    match vectors {
        0 => None,
        1..=MAX_COMPARED => Some((compare?, index.pool.clone())),
        _ => Some((scan?, index.pool.with(SCAN_SETTINGS))),
    }
}

/// Returns the statement that compares all vectors of a tenant. Each statement is named in full, because the test of
/// plans reads them here.
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

/// Returns the statement that scans the index.
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

/// Returns the statement that compares all vectors of research.
fn compare_research_statement(dimensions: usize) -> Option<&'static str> {
    Some(match dimensions {
        256 => exact_research!(256),
        384 => exact_research!(384),
        512 => exact_research!(512),
        768 => exact_research!(768),
        1024 => exact_research!(1024),
        1536 => exact_research!(1536),
        2048 => exact_research!(2048),
        3072 => exact_research!(3072),
        _ => return None,
    })
}

/// Returns the statement that scans the index of research.
fn scan_research_statement(dimensions: usize) -> Option<&'static str> {
    Some(match dimensions {
        256 => scanned_research!(256),
        384 => scanned_research!(384),
        512 => scanned_research!(512),
        768 => scanned_research!(768),
        1024 => scanned_research!(1024),
        1536 => scanned_research!(1536),
        2048 => scanned_research!(2048),
        3072 => scanned_research!(3072),
        _ => return None,
    })
}

/// Returns the statement that scans the index of vectors with 384 components, and the settings of its transaction, for
/// the test of its plan.
#[cfg(any(test, feature = "testing"))]
pub(crate) fn planned() -> (&'static str, &'static str) {
    (scan_statement(384).unwrap_or_default(), SCAN_SETTINGS)
}

impl NearText {
    fn from_research(row: NearResearchRow) -> Self {
        let NearResearchRow { id, summary, names, made_at, cosine } = row;
        let (kind, text, source_url) = ("research".to_owned(), summary.clone(), String::new());
        let retrieved = Retrieved { kind, id, summary, text, source_url, at: made_at, score: 0.0, related: Vec::new() };
        Self { candidate: Candidate { retrieved, names, tags: String::new() }, cosine }
    }

    fn from_note(row: Row) -> Self {
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
            assert!(scan_research_statement(dimensions).is_some_and(|sql| sql.contains(&of_length)), "{dimensions}");
            let compare = compare_research_statement(dimensions).unwrap_or_default();
            assert_eq!(compare.matches(&limit).count(), 2, "{dimensions}: own and public research");
        }
        let none = [compare_statement, scan_statement, compare_research_statement, scan_research_statement];
        assert!(none.iter().all(|statement| statement(100).is_none()));
        assert_eq!(to_text(&[0.5, -1.0, 1e-7]), "[0.5,-1,0.0000001]");
    }
}
