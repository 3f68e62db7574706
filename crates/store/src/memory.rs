//! Entities, their representations, research with its history, notes and research leases: the implementation of
//! [`domain::port::memory`].

/// SQL condition: the tenant may read the row of `research`. `$row` is the name of the row; `$tenant` and `$shared` are
/// the parameters with the tenant and with the setting `AUSPEX_SHARED_MEMORY`. Rows without a tenant were written by an
/// earlier version.
macro_rules! visible {
    ($row:literal, $tenant:literal, $shared:literal) => {
        concat!("(", $row, ".tenant = ", $tenant, " OR (", $row, ".public AND ", $shared, "))")
    };
}

/// SQL condition: the tenant may read the row `f` of `fact`: facts of the operator's lists, own findings, and public
/// findings of others while memory is shared. Findings without a tenant were stored by an earlier version.
macro_rules! visible_fact {
    ($tenant:literal, $shared:literal) => {
        concat!(
            "(f.tenant = ",
            $tenant,
            " OR (f.tenant IS NULL AND f.attribute NOT LIKE 'finding:%') OR (f.public AND ",
            $shared,
            "))"
        )
    };
}

/// SQL expression: the further names of the entity `e`, such as those in other scripts, joined by line breaks.
macro_rules! further_names {
    () => {
        "(SELECT string_agg(DISTINCT p.context->>'name', E'\\n') FROM representation p WHERE p.entity = e.id AND p.context ? 'name')"
    };
}

/// SQL expression: names and symbol of the entity `e`, for the index over research. An id contains no name that a
/// stranger has chosen.
macro_rules! indexed_names {
    () => {
        concat!("concat_ws(E'\\n', e.name, e.symbol, ", $crate::memory::further_names!(), ")")
    };
}
pub(crate) use {further_names, indexed_names};

/// SQL expression: the names of the entity `e` of the research `r`, joined by line breaks.
macro_rules! research_names {
    () => {
        concat!("concat_ws(E'\\n', coalesce(e.name, replace(r.entity, '-', ' ')), e.symbol, ", further_names!(), ")")
    };
}

mod catalogue;
pub(crate) mod entity;
mod facet;
pub(crate) mod fact_notes;
pub(crate) mod facts;
pub(crate) mod keys;
pub(crate) mod lease;
pub(crate) mod lexemes;
mod list;
pub(crate) mod notes;
pub(crate) mod reindex;
pub(crate) mod representation;
pub(crate) mod research;
mod resolve;
pub(crate) mod retrieve;
mod rows;
mod snapshot;
mod submitted;
pub(crate) mod timeline;
pub(crate) mod vectors;

use std::future::Future;
use std::time::Duration;

use domain::effect::Fence;
use domain::entity::fact::{Fact, Statement};
use domain::entity::resolve::{EntityQuery, Resolution};
use domain::note::StoredNote;
use domain::port::PortError;
use domain::{Entity, EntityId, Evidence, JobId, Representation, Tenant};

pub use catalogue::CataloguePage;
#[cfg(any(test, feature = "testing"))]
pub(crate) use domain::port::memory::folded;
pub use domain::port::memory::{
    Ended, Freshness, LeaseHolder, Memory, NewEntity, Recalled, Retrieved, Similar, Span, StoredResearch, TimelineItem,
};
pub use facet::PgMemory;
pub use fact_notes::ReplacedFact;
pub use list::{Imported, ListSource, Listed};
pub use notes::NoteRow;
/// The calibration of confidences by vectors, for callers that configure a store.
pub use retrieval::ranking::Calibration;
pub use snapshot::Snapshot;
pub use submitted::GivenVersion;
pub use vectors::{EmbedTextsError, EmbeddedText, PendingCursor, PendingLimits, PendingPage, PendingText};

/// The versions of an entity's research. Implemented by [`PgMemory`] and, for tests, by `testing::FakeMemory`.
pub trait History: Send + Sync + 'static {
    /// Returns the newest `limit` versions of an entity's research that the tenant may read, newest first, including
    /// versions that have ended.
    fn versions(
        &self,
        tenant: &Tenant,
        entity: &EntityId,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<StoredResearch>, PortError>> + Send;
}

impl History for PgMemory {
    async fn versions(&self, tenant: &Tenant, entity: &EntityId, limit: u32) -> Result<Vec<StoredResearch>, PortError> {
        research::versions(&self.database, tenant, (entity, limit)).await
    }
}

impl Memory for PgMemory {
    async fn entity(&self, tenant: &Tenant, id: &EntityId) -> Result<Option<Entity>, PortError> {
        entity::by_id(&self.database, tenant, id).await
    }

    async fn by_context(&self, tenant: &Tenant, key: &str, value: &str) -> Result<Option<Entity>, PortError> {
        entity::by_context(&self.database, tenant, (key, value)).await
    }

    async fn by_symbol(&self, tenant: &Tenant, symbol: &str) -> Result<Vec<Entity>, PortError> {
        entity::by_symbol(&self.database, tenant, symbol).await
    }

    async fn by_name(&self, tenant: &Tenant, name: &str) -> Result<Vec<Entity>, PortError> {
        entity::by_name(&self.database, tenant, name).await
    }

    async fn resolve(&self, tenant: &Tenant, queries: &[EntityQuery]) -> Result<Vec<Resolution>, PortError> {
        resolve::resolve_all(&self.database, tenant, queries).await
    }

    async fn similar(&self, tenant: &Tenant, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
        entity::similar(&self.database, tenant, (name, limit)).await
    }

    async fn create_entity(&self, new: &NewEntity) -> Result<Entity, PortError> {
        entity::create(&self.database, new).await
    }

    async fn add_representation(&self, owner: Option<&Tenant>, form: &Representation) -> Result<(), PortError> {
        representation::add(&self.database, owner, form).await
    }

    async fn representations(&self, tenant: &Tenant, entity: &EntityId) -> Result<Vec<Representation>, PortError> {
        representation::list(&self.database, tenant, entity).await
    }

    async fn research(&self, tenant: &Tenant, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
        Ok(research::versions(&self.database, tenant, (entity, 1)).await?.pop())
    }

    async fn end_research(&self, entity: &EntityId, version: i64, ended: &Ended) -> Result<bool, PortError> {
        research::end_version(&self.database, entity, version, ended).await
    }

    async fn learn(&self, entity: &EntityId, statements: &[Statement]) -> Result<(), PortError> {
        facts::learn_about(&self.database, entity, statements).await
    }

    async fn facts(&self, tenant: &Tenant, entity: &EntityId) -> Result<Vec<Fact>, PortError> {
        facts::list(&self.database, tenant, entity).await
    }

    async fn timeline(&self, tenant: &Tenant, entity: &EntityId, span: &Span) -> Result<Vec<TimelineItem>, PortError> {
        timeline::of_tenant(&self.database, tenant, entity, span).await
    }

    async fn freshness_of(&self, tenant: &Tenant, identifiers: &[String]) -> Result<Vec<Freshness>, PortError> {
        lease::freshness_of(&self.database, tenant, identifiers).await
    }

    async fn take_fence(
        &self,
        entity: &EntityId,
        holder: &LeaseHolder,
        lease: Duration,
    ) -> Result<Option<Fence>, PortError> {
        lease::take(&self.database, entity, holder, lease).await
    }

    async fn renew(&self, entity: &EntityId, fence: Fence, lease: Duration) -> Result<bool, PortError> {
        lease::renew(&self.database, entity, fence, lease).await
    }

    async fn release(&self, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
        lease::release(&self.database, entity, fence).await
    }

    async fn retrieve(&self, tenant: &Tenant, query: &str, limit: u32) -> Result<Recalled, PortError> {
        retrieve::retrieve(self, tenant, query, limit).await
    }

    async fn notes_by_id(&self, tenant: &Tenant, ids: &[JobId]) -> Result<Vec<StoredNote>, PortError> {
        fact_notes::by_id(&self.database, tenant, ids).await
    }

    async fn evidence_for(&self, tenant: &Tenant, question: JobId) -> Result<Option<Evidence>, PortError> {
        fact_notes::evidence_for(&self.database, tenant, question).await
    }
}

impl PgMemory {
    /// Imports part of a token list, at most a few thousand tokens, in one transaction. Importing the same part again
    /// changes nothing. If a mint occurs more than once in the part, the last entry wins.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn import_tokens(&self, source: &ListSource, listed: &[Listed]) -> Result<Imported, PortError> {
        list::import_tokens(&self.database, source, listed).await
    }

    /// Updates a copy of all entities to the state that is committed now. Returns the number of entities that were
    /// reloaded. Runs one statement if nothing changed.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the copy is then unchanged or partly updated.
    pub async fn refresh(&self, snapshot: &mut Snapshot) -> Result<usize, PortError> {
        snapshot::refresh(&self.database, snapshot).await
    }
}
