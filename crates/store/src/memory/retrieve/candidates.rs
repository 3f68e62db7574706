//! The notes and research that may answer: those that hold the question's telling words, best first by how much of them.

use domain::{Tenant, Time};
use retrieval::ranking::Passage;
use retrieval::ranking::library::CANDIDATES;
use sqlx::PgPool;

use super::counts::Counts;
use crate::failure::Failed;
use crate::memory::Retrieved;

/// Rows that are looked at per question. The rarest words bring them; a common one is then only weighed, since what holds
/// nothing but common words answers nothing.
const LOOKED_AT: f64 = 5_000.0;

/// Of research only the newest version counts; research and notes only while they are valid. A note's links are told as they are.
const BEST: &str = "
WITH asked AS MATERIALIZED (
    SELECT quote_literal(stem)::tsquery AS stem, weight FROM unnest($2::text[], $3::float8[]) AS a (stem, weight)
), matched AS (
    SELECT n.id AS note, NULL::text AS entity, NULL::bigint AS version, n.search FROM note n
    WHERE n.tenant = $1 AND n.search @@ $4::tsquery AND n.ended_at IS NULL
    UNION ALL
    SELECT NULL, r.entity, r.version, r.search FROM research r
    WHERE r.search @@ $4::tsquery AND r.ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM research x WHERE x.entity = r.entity AND x.version > r.version)
), best AS (
    SELECT note, entity, version, (SELECT sum(weight) FROM asked WHERE m.search @@ asked.stem) AS held
    FROM matched m ORDER BY held DESC NULLS LAST, note, entity LIMIT $5
)
SELECT 'note' AS kind, n.id::text AS id, n.summary, n.text, n.keywords AS names, n.tags, n.source_url, n.made_at,
       ARRAY(SELECT other::text FROM note_link WHERE note = n.id
             UNION SELECT note::text FROM note_link WHERE other = n.id) AS related
FROM best b JOIN note n ON n.id = b.note
UNION ALL
SELECT 'research', r.entity, r.summary, r.summary, concat_ws(E'\\n', coalesce(e.name, replace(r.entity, '-', ' ')), e.symbol), '', '', r.made_at,
       ARRAY[]::text[]
FROM best b JOIN research r ON r.entity = b.entity AND r.version = b.version LEFT JOIN entity e ON e.id = r.entity
ORDER BY 8 DESC, 2";

type Row = (String, String, String, String, String, String, String, Time, Vec<String>);

/// One thing that may answer.
pub(super) struct Candidate {
    /// As the caller gets it; the score is not known yet.
    pub(super) retrieved: Retrieved,
    /// Joined by line breaks.
    names: String,
    tags: String,
}

/// The candidates, the newest first, so that of equals the newer one wins.
pub(super) async fn best(
    pool: &PgPool,
    tenant: &Tenant,
    counts: &Counts,
    stems: &[String],
) -> Result<Vec<Candidate>, Failed> {
    let weights: Vec<f64> = stems.iter().map(|stem| counts.frequencies.weight(stem)).collect();
    let rows = sqlx::query_as(BEST)
        .bind(tenant.as_str())
        .bind(stems)
        .bind(weights)
        .bind(telling(counts, stems))
        .bind(i64::try_from(CANDIDATES).unwrap_or(i64::MAX));
    let rows: Vec<Row> = rows.fetch_all(pool).await?;
    Ok(rows.into_iter().map(Candidate::of).collect())
}

/// The rarest words, as many as bring no more rows than may be looked at; one in any case.
fn telling(counts: &Counts, stems: &[String]) -> String {
    let mut rarest: Vec<&String> = stems.iter().filter(|stem| counts.holders(stem) > 0.0).collect();
    rarest.sort_by(|a, b| counts.holders(a).total_cmp(&counts.holders(b)));
    let mut rows = 0.0;
    let mut kept = Vec::new();
    for stem in rarest {
        rows += counts.holders(stem);
        if !kept.is_empty() && rows > LOOKED_AT {
            break;
        }
        // Stems are letters and digits only: nothing in them can end the quotes.
        kept.push(format!("'{stem}'"));
    }
    if kept.is_empty() { stems.first().map(|stem| format!("'{stem}'")).unwrap_or_default() } else { kept.join(" | ") }
}

impl Candidate {
    fn of((kind, id, summary, text, names, tags, source_url, at, related): Row) -> Self {
        let retrieved = Retrieved { kind, id, summary, text, source_url, at, score: 0.0, related };
        Self { retrieved, names, tags }
    }

    /// As the ranking sees it: a note by its summary, keywords and tags, research by its entity's name, both by their text.
    pub(super) fn passage(&self) -> Passage {
        let found = &self.retrieved;
        let names = self.names.lines();
        if found.kind == "note" {
            Passage::new(&format!("{}\n{}\n{}", found.summary, self.names, self.tags), &found.text, names)
        } else {
            Passage::new(&self.names, &found.text, names)
        }
    }
}
