//! An entity with everything that is stored about it, and the research leases that are held.

use domain::port::PortError;
use domain::{Entity, EntityId, Representation, Tenant, Time};

use crate::memory::{Span, StoredResearch, TimelineItem};
use crate::pool::PgPool;
use crate::{Memory, Store};

/// An entity with everything that is stored about it.
#[derive(Debug, Clone, PartialEq)]
pub struct EntityOverview {
    /// The entity with its names.
    pub entity: Entity,
    /// Representations of the entity.
    pub representations: Vec<Representation>,
    /// The newest research.
    pub research: Option<StoredResearch>,
    /// Timeline of the entity, newest first.
    pub timeline: Vec<TimelineItem>,
}

/// A research lease that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldLease {
    /// Id of the entity.
    pub entity: String,
    /// Job that holds the lease.
    pub holder: String,
    /// Expiry by the database's clock.
    pub until: Time,
}

impl Store {
    /// Returns an entity with its representations, and the research and timeline (50 items) of one tenant, or of all.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn known(&self, tenant: Option<&Tenant>, id: &EntityId) -> Result<Option<EntityOverview>, PortError> {
        let Some(entity) = self.entity(id).await? else { return Ok(None) };
        let representations = self.representations(id).await?;
        let research = crate::memory::research::versions(&self.database, tenant, (id, 1)).await?.pop();
        let timeline = crate::memory::timeline::of_tenant(&self.database, tenant, id, &Span::newest(50)).await?;
        Ok(Some(EntityOverview { entity, representations, research, timeline }))
    }

    /// Returns the leases that are held now.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn leases_held(&self) -> Result<Vec<HeldLease>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(
                "SELECT entity, holder, lease_until FROM entity_lease WHERE holder IS NOT NULL AND lease_until > now() ORDER BY entity",
            );
            let rows: Vec<(String, String, Time)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(entity, holder, until)| HeldLease { entity, holder, until }).collect())
        };
        self.run("lease", select).await
    }
}
