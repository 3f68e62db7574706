//! An entity with everything that is stored about it.

use domain::port::PortError;
use domain::{Entity, EntityId, Representation, Tenant};

use domain::port::memory::{Span, StoredResearch, TimelineItem};

use super::facet::PgMemory;
use super::{entity, representation, research, timeline};

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

impl PgMemory {
    /// Returns an entity with its representations, and the research and timeline (50 items) of one tenant, or of all.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn overview(&self, tenant: Option<&Tenant>, id: &EntityId) -> Result<Option<EntityOverview>, PortError> {
        let Some(entity) = entity::by_id(&self.database, tenant, id).await? else { return Ok(None) };
        let representations = representation::list(&self.database, tenant, id).await?;
        let research = research::versions(&self.database, tenant, (id, 1)).await?.pop();
        let timeline = timeline::of_tenant(&self.database, tenant, id, &Span::newest(50)).await?;
        Ok(Some(EntityOverview { entity, representations, research, timeline }))
    }
}
