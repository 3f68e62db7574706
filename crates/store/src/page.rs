//! Lists of one tenant, newest first, paged by the time and id of the last row.

use domain::port::PortError;
use domain::{Tenant, Time};
use uuid::Uuid;

use crate::database::Database;
use crate::pool::PgPool;

/// Position in a list: the rows after this one are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before<I = Uuid> {
    /// Time of the last row of the previous page.
    pub at: Time,
    /// Id of that row.
    pub id: I,
}

/// A page of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageRequest<'a> {
    pub(crate) tenant: &'a Tenant,
    /// Position of the previous page's last row; `None` for the first page.
    pub(crate) after: Option<Before>,
    pub(crate) limit: u32,
}

/// Reads one page of a list whose statement takes tenant, time, id and limit.
pub(crate) async fn read<R>(
    database: &Database,
    sql: &'static str,
    PageRequest { tenant, after, limit }: PageRequest<'_>,
) -> Result<Vec<R>, PortError>
where
    R: for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow> + Send + Unpin,
{
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(sql)
            .bind(tenant.as_str())
            .bind(after.map(|after| after.at))
            .bind(after.map(|after| after.id))
            .bind(i64::from(limit));
        Ok(query.fetch_all(&pool).await?)
    };
    database.list("list", select).await
}
