//! Entities with a name like that: proposals, never answers.

use domain::port::PortError;
use sqlx::{FromRow, Row};

use super::rows::{EntityRow, columns, entity};
use super::{Similar, folded};
use crate::Store;
use crate::effect::text::clean;

/// `%` uses the trigram index (threshold 0.3).
const SIMILAR: &str = concat!(
    "SELECT ",
    columns!(),
    ", greatest(similarity(e.name_key, $1), coalesce(similarity(e.symbol_key, $1), 0))::float8 AS score
FROM entity e WHERE e.name_key % $1 OR e.symbol_key % $1
ORDER BY score DESC, e.id LIMIT $2"
);

pub(super) async fn similar(store: &Store, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
    let key = &clean(&folded(name));
    let ask = |pool: sqlx::PgPool| async move {
        let rows = sqlx::query(SIMILAR).bind(key).bind(i64::from(limit)).fetch_all(&pool).await?;
        let found = |row: &sqlx::postgres::PgRow| {
            Ok(Similar { entity: entity(EntityRow::from_row(row)?)?, score: row.try_get("score")? })
        };
        rows.iter().map(found).collect()
    };
    store.run("entity", ask).await
}
