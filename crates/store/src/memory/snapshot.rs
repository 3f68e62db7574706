//! An in-process copy of all entities, for callers that resolve thousands of identifiers; refreshed by fetching what
//! changed.

use domain::entity::directory::Directory;
use domain::port::PortError;

use super::rows::{Page, changed};
use crate::database::Database;
use crate::pool::PgPool;

/// Rows per page; a page takes a few megabytes.
const PAGE: i64 = 5_000;

/// Returns the oldest running transaction. Writes of transactions below it are visible; all later writes carry a
/// transaction id of at least this value.
const HORIZON: &str = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text";

/// All entities as of the last [`super::PgMemory::refresh`].
#[derive(Debug)]
pub struct Snapshot {
    /// The entities and their look-up keys.
    pub directory: Directory,
    horizon: String,
}

impl Default for Snapshot {
    fn default() -> Self {
        Self { directory: Directory::default(), horizon: "0".to_owned() }
    }
}

pub(super) async fn refresh(database: &Database, snapshot: &mut Snapshot) -> Result<usize, PortError> {
    let select = |pool: PgPool| async move { Ok(sqlx::query_scalar(HORIZON).fetch_one(&pool).await?) };
    let horizon: String = database.run("entity", select).await?;
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = Page { since: &snapshot.horizon, after: &after, limit: PAGE };
        let entities = database.run("entity", |pool| async move { changed(&pool, page).await }).await?;
        count += entities.len();
        let Some(known) = entities.last() else { break };
        after = known.entity.id.to_string();
        entities.into_iter().for_each(|known| snapshot.directory.put(known));
    }
    snapshot.horizon = horizon;
    Ok(count)
}
