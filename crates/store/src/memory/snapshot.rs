//! A copy of every entity in this process, for those who resolve by the thousand; kept fresh by asking for what changed.

use domain::entity::directory::Directory;
use domain::port::PortError;

use super::rows::changed;
use crate::Store;

/// Rows fetched at once: a page of some megabytes.
const PAGE: i64 = 5_000;

/// Every transaction below this had ended when the question was asked, so what it wrote was seen; what others write carries their
/// number, which is at least this.
const HORIZON: &str = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text";

/// All entities as they were at the last [`Store::refresh`].
#[derive(Debug)]
pub struct Snapshot {
    /// What is found in it.
    pub directory: Directory,
    horizon: String,
}

impl Default for Snapshot {
    fn default() -> Self {
        Self { directory: Directory::default(), horizon: "0".to_owned() }
    }
}

impl Store {
    /// Brings a copy up to what is committed now; answers how many entities were looked at again. One look where nothing changed.
    ///
    /// # Errors
    /// `Down` if Postgres is; the copy is then as it was, or a part newer.
    pub async fn refresh(&self, snapshot: &mut Snapshot) -> Result<usize, PortError> {
        let ask = |pool: sqlx::PgPool| async move { Ok(sqlx::query_scalar(HORIZON).fetch_one(&pool).await?) };
        let horizon: String = self.run("entity", ask).await?;
        let (mut after, mut count) = (String::new(), 0);
        loop {
            let (since, last) = (snapshot.horizon.as_str(), after.as_str());
            let page = self.run("entity", |pool| async move { changed(&pool, since, (last, PAGE)).await }).await?;
            count += page.len();
            let Some(known) = page.last() else { break };
            after = known.entity.id.to_string();
            page.into_iter().for_each(|known| snapshot.directory.put(known));
        }
        snapshot.horizon = horizon;
        Ok(count)
    }
}
