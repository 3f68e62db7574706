//! Candidates of a retrieval: notes and research that contain the rarest words of the query, ordered by the weight of
//! the contained words.

use domain::Time;
use domain::port::memory::Retrieved;
use retrieval::ranking::Passage;
use retrieval::ranking::collection::MAX_CANDIDATES;

use super::counts::Counts;
use super::index::SearchIndex;
use crate::failure::Failed;
use crate::rows::row;

/// Maximum number of rows that a query matches. The rarest words select the rows; common words only add weight, because
/// a text that contains nothing but common words does not answer the query.
const MAX_MATCHES: f64 = 5_000.0;

/// Only the newest version of research counts, and only valid research and notes. Links of a note are returned
/// unfiltered.
macro_rules! best {
    ($note:literal, $research:literal) => {
        concat!(
            "
WITH asked AS MATERIALIZED (
    SELECT quote_literal(stem)::tsquery AS stem, weight FROM unnest($2::text[], $3::float8[]) AS a (stem, weight)
), matched AS (
    SELECT n.id AS note, NULL::text AS entity, NULL::bigint AS version, n.search FROM ",
            $note,
            " n
    WHERE n.tenant = $1 AND n.search @@ $4::tsquery AND n.ended_at IS NULL
    UNION ALL
    SELECT NULL, r.entity, r.version, r.search FROM ",
            $research,
            " r
    WHERE r.search @@ $4::tsquery AND r.ended_at IS NULL AND ",
            visible!("r", "$1", "$6"),
            "
      AND NOT EXISTS (SELECT 1 FROM ",
            $research,
            " x WHERE x.entity = r.entity AND x.version > r.version AND ",
            visible!("x", "$1", "$6"),
            ")
), best AS (
    SELECT note, entity, version, (SELECT sum(weight) FROM asked WHERE m.search @@ asked.stem) AS held
    FROM matched m ORDER BY held DESC NULLS LAST, note, entity LIMIT $5
)
SELECT 'note' AS kind, n.id::text AS id, n.summary, n.text, n.keywords AS names, n.tags, n.source_url, n.made_at,
       ARRAY(SELECT other::text FROM note_link WHERE note = n.id
             UNION SELECT note::text FROM note_link WHERE other = n.id) AS related
FROM best b JOIN note n ON n.id = b.note
UNION ALL
SELECT 'research', r.entity, r.summary, r.summary, ",
            research_names!(),
            ", '', '', r.made_at, ARRAY[]::text[]
FROM best b JOIN research r ON r.entity = b.entity AND r.version = b.version LEFT JOIN entity e ON e.id = r.entity
ORDER BY 8 DESC, 2"
        )
    };
}

/// The statement over the tables, and that over the views for roles to which policies apply.
const BEST: [&str; 2] = [best!("note", "research"), best!("scoped_note", "scoped_research")];

row! {
    struct Row {
        kind: String,
        id: String,
        summary: String,
        text: String,
        names: String,
        tags: String,
        source_url: String,
        at: Time,
        related: Vec<String>,
    }
}

pub(super) struct Candidate {
    /// The hit as returned to the caller, with the score still 0.
    pub(super) retrieved: Retrieved,
    /// Joined by line breaks.
    pub(super) names: String,
    pub(super) tags: String,
}

/// Returns the candidates, newest first, so that the newer of two equal candidates wins.
pub(super) async fn best(index: &SearchIndex<'_>, counts: &Counts, stems: &[String]) -> Result<Vec<Candidate>, Failed> {
    let weights: Vec<f64> = stems.iter().map(|stem| counts.frequencies.weight(stem)).collect();
    let rows = sqlx::query_as(index.pool.statement(BEST))
        .bind(index.tenant.as_str())
        .bind(stems)
        .bind(weights)
        .bind(rarest_stems(counts, stems))
        .bind(i64::try_from(MAX_CANDIDATES).unwrap_or(i64::MAX))
        .bind(index.shares_memory);
    let rows: Vec<Row> = rows.fetch_all(index.pool).await?;
    Ok(rows.into_iter().map(Candidate::from_row).collect())
}

/// Returns a `tsquery` of the rarest words whose rows together stay below [`MAX_MATCHES`], at least one word.
fn rarest_stems(counts: &Counts, stems: &[String]) -> String {
    let mut rarest: Vec<&String> = stems.iter().filter(|stem| counts.holders(stem) > 0.0).collect();
    rarest.sort_by(|a, b| counts.holders(a).total_cmp(&counts.holders(b)));
    let mut rows = 0.0;
    let mut kept = Vec::new();
    for stem in rarest {
        rows += counts.holders(stem);
        if !kept.is_empty() && rows > MAX_MATCHES {
            break;
        }
        // Stems consist of letters and digits, so quoting needs no escapes.
        kept.push(format!("'{stem}'"));
    }
    if kept.is_empty() { stems.first().map(|stem| format!("'{stem}'")).unwrap_or_default() } else { kept.join(" | ") }
}

impl Candidate {
    fn from_row(row: Row) -> Self {
        let Row { kind, id, summary, text, names, tags, source_url, at, related } = row;
        let retrieved = Retrieved { kind, id, summary, text, source_url, at, score: 0.0, related };
        Self { retrieved, names, tags }
    }

    /// Returns the ranked passage: the heading is a note's summary, keywords and tags, or the name of the research's
    /// entity.
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
