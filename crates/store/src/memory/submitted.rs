//! Research that a tenant gives itself. It follows the rules of the researcher's writes: a row lock of the lease, a
//! version, and the end of the version before. A job of another tenant that holds the lease neither prevents the write
//! nor is disturbed by it.

use domain::effect::Owner;
use domain::port::PortError;
use domain::{EntityId, Research, Tenant, Time};

use super::facet::PgMemory;
use super::lease;
use crate::audit::changes::{self, RecordedChange};
use crate::effect::research::{Row, insert};
use crate::failure::Failed;
use crate::pool::PgPool;

/// The version that an earlier attempt of the same request has stored.
const STORED: &str = "
SELECT number FROM research WHERE entity = $1 AND tenant = $2 AND made_at = $3 AND summary = $4
ORDER BY version DESC LIMIT 1";

const NEWEST: &str = "
SELECT number FROM research WHERE entity = $1 AND tenant = $2 ORDER BY version DESC LIMIT 1";

/// Research of one tenant, with its line of the audit trail.
#[derive(Debug, Clone)]
pub struct GivenVersion {
    /// The entity, which exists.
    pub entity: EntityId,
    /// The tenant that gives the research, and alone reads it.
    pub tenant: Tenant,
    /// The research that is stored.
    pub research: Research,
    /// Line of the audit trail.
    pub change: RecordedChange,
}

impl PgMemory {
    /// Stores a version of an entity's research for one tenant, and returns its number, counted from 1 per tenant.
    /// Returns `None` while a job of this tenant researches the entity.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn submit_research(&self, given: &GivenVersion) -> Result<Option<i64>, PortError> {
        self.database.run("research", |pool: PgPool| async move { store(&pool, given).await }).await
    }
}

/// The row lock of the lease orders this version and those of jobs.
async fn store(pool: &PgPool, given: &GivenVersion) -> Result<Option<i64>, Failed> {
    let mut transaction = pool.begin().await?;
    let Some(fence) = lease::lock_unless_held(&mut transaction, &given.entity, &given.tenant).await? else {
        return Ok(None);
    };
    if let Some(version) = stored(&mut transaction, given).await? {
        return Ok(Some(version));
    }
    // Others do not read it even while memory is shared: only the tenant vouches for it.
    let owner = Owner { tenant: given.tenant.clone(), is_public: false };
    let row = Row::new(&given.entity, &given.research, (fence, owner))?;
    let rows = [&row];
    insert(&mut transaction, &rows).await?;
    changes::insert(&mut transaction, &[&given.change]).await?;
    let version = sqlx::query_scalar(NEWEST).bind(given.entity.as_str()).bind(given.tenant.as_str());
    let version = version.fetch_one(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(Some(version))
}

async fn stored(conn: &mut sqlx::PgConnection, given: &GivenVersion) -> Result<Option<i64>, Failed> {
    let made_at: Time = given.research.made_at;
    let stored = sqlx::query_scalar(STORED).bind(given.entity.as_str()).bind(given.tenant.as_str()).bind(made_at);
    Ok(stored.bind(&given.research.summary).fetch_optional(conn).await?)
}
