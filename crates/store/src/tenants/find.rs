//! Ids of one tenant by their first digits, and the newest ones.

use domain::Tenant;
use domain::port::PortError;
use uuid::Uuid;

use super::facet::PgTenants;
use crate::pool::PgPool;

/// An id, and what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdRow {
    /// `run`, `event`, `review`, `dead_letter` or `webhook`.
    pub kind: String,
    /// The id of the row.
    pub id: Uuid,
}

const WITHIN: &str = "
(SELECT 'run' AS kind, id FROM run WHERE tenant = $1 AND id BETWEEN $2 AND $3 LIMIT 5)
UNION ALL (SELECT 'event', job FROM event WHERE tenant = $1 AND job BETWEEN $2 AND $3 LIMIT 5)
UNION ALL (SELECT 'review', id FROM macro_result WHERE tenant = $1 AND id BETWEEN $2 AND $3 LIMIT 5)
UNION ALL (SELECT 'dead_letter', id FROM dead_letter WHERE tenant = $1 AND id BETWEEN $2 AND $3 LIMIT 5)
UNION ALL (SELECT 'webhook', id FROM webhook_endpoint
           WHERE tenant = $1 AND id BETWEEN $2 AND $3 AND deleted_at IS NULL LIMIT 5)";

const NEWEST: &str = "
(SELECT 'run' AS kind, id FROM run WHERE tenant = $1 ORDER BY started_at DESC LIMIT 1)
UNION ALL (SELECT 'event', job FROM event WHERE tenant = $1 ORDER BY received_at DESC LIMIT 1)
UNION ALL (SELECT 'review', id FROM macro_result WHERE tenant = $1 ORDER BY made_at DESC LIMIT 1)
UNION ALL (SELECT 'dead_letter', id FROM dead_letter WHERE tenant = $1 ORDER BY at DESC LIMIT 1)
UNION ALL (SELECT 'webhook', id FROM webhook_endpoint
           WHERE tenant = $1 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 1)";

impl PgTenants {
    /// Returns the ids of a tenant from `low` to `high`, at most five of each kind.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn ids_within(&self, tenant: &Tenant, low: Uuid, high: Uuid) -> Result<Vec<IdRow>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(WITHIN).bind(tenant.as_str()).bind(low).bind(high);
            Ok(query.fetch_all(&pool).await?.into_iter().map(row).collect())
        };
        self.database.run("ids", select).await
    }

    /// Returns the newest id of a tenant of each kind.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn newest_ids(&self, tenant: &Tenant) -> Result<Vec<IdRow>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(NEWEST).bind(tenant.as_str());
            Ok(query.fetch_all(&pool).await?.into_iter().map(row).collect())
        };
        self.database.run("ids", select).await
    }
}

fn row((kind, id): (String, Uuid)) -> IdRow {
    IdRow { kind, id }
}
