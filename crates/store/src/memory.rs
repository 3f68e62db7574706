//! Entities, their representations, research with its history, notes and research leases: the implementation of
//! [`domain::port::memory`].

mod entity;
pub(crate) mod facts;
mod keys;
pub(crate) mod lease;
mod list;
mod representation;
mod research;
mod resolve;
pub(crate) mod retrieve;
mod rows;
mod snapshot;
pub(crate) mod timeline;

use std::future::Future;
use std::time::Duration;

use domain::effect::Fence;
use domain::entity::fact::{Fact, Statement};
use domain::entity::resolve::{EntityQuery, Resolution};
use domain::port::{Job, PortError};
use domain::{Entity, EntityId, Representation, Tenant};

#[cfg(any(test, feature = "testing"))]
pub(crate) use domain::port::memory::folded;
pub use domain::port::memory::{
    Ended, Freshness, Memory, NewEntity, Recalled, Retrieved, Similar, Span, StoredResearch, TimelineItem,
};
pub use list::{Imported, ListSource, Listed};
pub use snapshot::Snapshot;

use crate::Store;

/// The versions of an entity's research. Implemented by [`Store`] and, for tests, by `testing::FakeMemory`.
pub trait History: Send + Sync + 'static {
    /// Returns the newest `limit` versions of an entity's research, newest first, including versions that have ended.
    fn versions(
        &self,
        entity: &EntityId,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<StoredResearch>, PortError>> + Send;
}

impl History for Store {
    async fn versions(&self, entity: &EntityId, limit: u32) -> Result<Vec<StoredResearch>, PortError> {
        research::versions(&self.inner.database, None, entity, limit).await
    }
}

impl Memory for Store {
    async fn entity(&self, id: &EntityId) -> Result<Option<Entity>, PortError> {
        entity::by_id(&self.inner.database, id).await
    }

    async fn by_context(&self, key: &str, value: &str) -> Result<Option<Entity>, PortError> {
        entity::by_context(&self.inner.database, key, value).await
    }

    async fn by_symbol(&self, symbol: &str) -> Result<Vec<Entity>, PortError> {
        entity::by_symbol(&self.inner.database, symbol).await
    }

    async fn by_name(&self, name: &str) -> Result<Vec<Entity>, PortError> {
        entity::by_name(&self.inner.database, name).await
    }

    async fn resolve(&self, queries: &[EntityQuery]) -> Result<Vec<Resolution>, PortError> {
        resolve::resolve_all(&self.inner.database, queries).await
    }

    async fn similar(&self, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
        entity::similar(&self.inner.database, name, limit).await
    }

    async fn create_entity(&self, new: &NewEntity) -> Result<Entity, PortError> {
        entity::create(&self.inner.database, new).await
    }

    async fn add_representation(&self, form: &Representation) -> Result<(), PortError> {
        representation::add(&self.inner.database, form).await
    }

    async fn representations(&self, entity: &EntityId) -> Result<Vec<Representation>, PortError> {
        representation::list(&self.inner.database, entity).await
    }

    async fn research(&self, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
        Ok(research::versions(&self.inner.database, None, entity, 1).await?.pop())
    }

    async fn research_for(&self, tenant: &Tenant, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
        Ok(research::versions(&self.inner.database, Some(tenant), entity, 1).await?.pop())
    }

    async fn end_research(&self, entity: &EntityId, version: i64, ended: &Ended) -> Result<bool, PortError> {
        research::end_version(&self.inner.database, entity, version, ended).await
    }

    async fn learn(&self, entity: &EntityId, statements: &[Statement]) -> Result<(), PortError> {
        facts::learn_about(&self.inner.database, entity, statements).await
    }

    async fn facts(&self, entity: &EntityId) -> Result<Vec<Fact>, PortError> {
        facts::list(&self.inner.database, entity).await
    }

    async fn timeline(&self, entity: &EntityId, span: &Span) -> Result<Vec<TimelineItem>, PortError> {
        timeline::timeline(&self.inner.database, entity, span).await
    }

    async fn freshness_of(&self, identifiers: &[String]) -> Result<Vec<Freshness>, PortError> {
        lease::freshness_of(&self.inner.database, identifiers).await
    }

    async fn take_fence(&self, entity: &EntityId, holder: &Job, lease: Duration) -> Result<Option<Fence>, PortError> {
        lease::take(&self.inner.database, entity, holder, lease).await
    }

    async fn renew(&self, entity: &EntityId, fence: Fence, lease: Duration) -> Result<bool, PortError> {
        lease::renew(&self.inner.database, entity, fence, lease).await
    }

    async fn release(&self, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
        lease::release(&self.inner.database, entity, fence).await
    }

    async fn retrieve(&self, tenant: &Tenant, query: &str, limit: u32) -> Result<Recalled, PortError> {
        retrieve::retrieve(self, tenant, query, limit).await
    }
}

impl Store {
    /// Imports part of a token list, at most a few thousand tokens, in one transaction. Importing the same part again changes
    /// nothing. If a mint occurs more than once in the part, the last entry wins.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn import_tokens(&self, source: &ListSource, listed: &[Listed]) -> Result<Imported, PortError> {
        list::import_tokens(&self.inner.database, source, listed).await
    }

    /// Updates a copy of all entities to the state that is committed now. Returns the number of entities that were reloaded. Runs
    /// one statement if nothing changed.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the copy is then unchanged or partly updated.
    pub async fn refresh(&self, snapshot: &mut Snapshot) -> Result<usize, PortError> {
        snapshot::refresh(&self.inner.database, snapshot).await
    }

    /// Writes keys for entities whose keys are missing or of an older version.
    pub(crate) async fn key_entities(&self) -> Result<(), PortError> {
        keys::write_missing(&self.inner.database).await
    }
}
