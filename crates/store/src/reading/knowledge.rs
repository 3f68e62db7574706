//! An entity with all that is known of it, and who is researching now.

use domain::port::PortError;
use domain::{Entity, EntityId, Representation, Time};

use crate::memory::{Span, StoredResearch, TimelineItem};
use crate::{Memory, Store};

/// All that is known of an entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The entity.
    pub entity: Entity,
    /// Its forms.
    pub representations: Vec<Representation>,
    /// The newest research.
    pub research: Option<StoredResearch>,
    /// What happened to it, newest first.
    pub timeline: Vec<TimelineItem>,
}

/// A lease that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The entity.
    pub entity: String,
    /// Who holds it.
    pub holder: String,
    /// Until when, by the database's clock.
    pub until: Time,
}

impl Store {
    /// An entity with forms, research and history.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn known(&self, id: &EntityId) -> Result<Option<Known>, PortError> {
        let Some(entity) = self.entity(id).await? else { return Ok(None) };
        let representations = self.representations(id).await?;
        let research = self.research(id).await?;
        let timeline = self.timeline(id, &Span::newest(50)).await?;
        Ok(Some(Known { entity, representations, research, timeline }))
    }

    /// Leases that are held now.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn leases_held(&self) -> Result<Vec<Lease>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(
                "SELECT entity, holder, lease_until FROM entity_lease WHERE holder IS NOT NULL AND lease_until > now() ORDER BY entity",
            );
            let rows: Vec<(String, String, Time)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(entity, holder, until)| Lease { entity, holder, until }).collect())
        };
        self.run("lease", ask).await
    }
}
