//! Looking into memory with a question: notes and research, each with a score.

use domain::port::PortError;
use domain::{Tenant, Time};

use super::Retrieved;
use crate::Store;
use crate::effect::text::clean;

/// The score is the share of the query's words (stemmed, without stop words) that a text holds, or how closely the
/// query's wording stands in the summary, whichever is more. Candidates come from the two indexes; of research only the newest
/// version counts.
const RETRIEVE: &str = "
WITH query AS MATERIALIZED (
    SELECT words, (SELECT string_agg(quote_literal(word), ' | ') FROM unnest(words) AS word)::tsquery AS any_word
    FROM (SELECT tsvector_to_array(to_tsvector('english', $2)) AS words) AS parsed
), found AS (
    SELECT 'note' AS kind, n.id::text AS id, n.summary, n.text, n.source_url, n.made_at AS at, n.search
    FROM note n, query q
    WHERE n.tenant = $1 AND (n.search @@ q.any_word OR n.summary % $2)
    UNION ALL
    SELECT 'research', r.entity, r.summary, r.summary, '', r.made_at, r.search
    FROM research r, query q
    WHERE r.search @@ q.any_word AND r.version = (SELECT max(version) FROM research newest WHERE newest.entity = r.entity)
)
SELECT f.kind, f.id, f.summary, f.text, f.source_url, f.at,
       greatest(
           (SELECT count(*) FROM unnest(q.words) AS word WHERE word = ANY(tsvector_to_array(f.search)))::float8
               / greatest(cardinality(q.words), 1),
           similarity(f.summary, $2)::float8) AS score
FROM found f, query q
ORDER BY score DESC, f.at DESC, f.id LIMIT $3";

type Row = (String, String, String, String, String, Time, f64);

pub(super) async fn retrieve(
    store: &Store,
    tenant: &Tenant,
    query: &str,
    limit: u32,
) -> Result<Vec<Retrieved>, PortError> {
    let query = &clean(query);
    let ask = |pool: sqlx::PgPool| async move {
        let asked = sqlx::query_as(RETRIEVE).bind(tenant.as_str()).bind(query).bind(i64::from(limit));
        let rows: Vec<Row> = asked.fetch_all(&pool).await?;
        let hit = |(kind, id, summary, text, source_url, at, score): Row| Retrieved {
            kind,
            id,
            summary,
            text,
            source_url,
            at,
            score,
        };
        Ok(rows.into_iter().map(hit).collect())
    };
    store.run("note", ask).await
}
