//! Entities with a name like that: proposals, never answers.

use domain::Time;
use domain::port::PortError;

use super::rows::entity;
use super::{Similar, folded};
use crate::Store;
use crate::effect::text::clean;

/// `%` uses the trigram index (threshold 0.3).
const SIMILAR: &str = "
SELECT id, kind, name, symbol, verified, metadata::text, created_at,
       greatest(similarity(name_key, $1), coalesce(similarity(symbol_key, $1), 0))::float8 AS score
FROM entity WHERE name_key % $1 OR symbol_key % $1
ORDER BY score DESC, id LIMIT $2";

type Row = (String, String, String, Option<String>, bool, String, Time, f64);

pub(super) async fn similar(store: &Store, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
    let key = &clean(&folded(name));
    let ask = |pool: sqlx::PgPool| async move {
        let rows: Vec<Row> = sqlx::query_as(SIMILAR).bind(key).bind(i64::from(limit)).fetch_all(&pool).await?;
        let found = |(id, kind, name, symbol, verified, metadata, created_at, score): Row| {
            Ok(Similar { entity: entity((id, kind, name, symbol, verified, metadata, created_at))?, score })
        };
        rows.into_iter().map(found).collect()
    };
    store.run("entity", ask).await
}
