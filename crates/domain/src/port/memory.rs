//! What the fleet knows: entities, their representations, research with its history, notes, and research leases. The
//! port, and the values that pass through it.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use super::{Job, PortError};
use crate::effect::Fence;
use crate::entity::fact::{Fact, Statement};
use crate::entity::limits::{
    CatalogueRefusal, MAX_ATTRIBUTES, MAX_METADATA_BYTES, MAX_NAME_BYTES, MAX_SYMBOL_BYTES, MAX_VALUE_BYTES, at_most,
};
use crate::entity::resolve::{EntityQuery, Resolution};
pub use crate::note::Ended;
use crate::note::StoredNote;
use crate::{Entity, EntityId, EntityKind, Evidence, JobId, Representation, Research, Tenant, Time};

/// A new entity as a caller describes it. The store assigns the id.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntity {
    /// Kind of the entity.
    pub kind: EntityKind,
    /// Name, never empty.
    pub name: String,
    /// Ticker symbol, if there is one.
    pub symbol: Option<String>,
    /// Mint address, the unambiguous key of a token: two with equal name and symbol are the same only if it is equal.
    pub mint: Option<String>,
    /// Confirmed by a person or a trusted list.
    pub verified: bool,
    /// Further attributes by name.
    pub metadata: BTreeMap<String, String>,
    /// Time of the first observation.
    pub created_at: Time,
    /// Tenant that writes the entity; `None` for the common catalogue, which only imports of an operator and answers of
    /// trusted services enter.
    pub owner: Option<Tenant>,
}

impl NewEntity {
    /// Returns the key under which the same entity is found when it is described again.
    pub fn identity(&self) -> String {
        match &self.mint {
            Some(mint) => mint_identity(mint),
            None => {
                let symbol = self.symbol.as_deref().unwrap_or_default();
                let symbol = folded(symbol);
                // The length separates the symbol from the name: either may contain a colon.
                format!("{}:{}:{symbol}:{}", self.kind.name(), symbol.len(), folded(&self.name))
            }
        }
    }

    /// Checks the sizes.
    ///
    /// # Errors
    /// The first limit that it exceeds.
    pub fn check(&self) -> Result<(), CatalogueRefusal> {
        if self.name.trim().is_empty() {
            return Err(CatalogueRefusal::Empty("the name"));
        }
        at_most("the name", self.name.len(), MAX_NAME_BYTES)?;
        at_most("the symbol", self.symbol.as_ref().map_or(0, String::len), MAX_SYMBOL_BYTES)?;
        at_most("the mint", self.mint.as_ref().map_or(0, String::len), MAX_VALUE_BYTES)?;
        if self.metadata.len() > MAX_ATTRIBUTES {
            let (size, limit) = (self.metadata.len(), MAX_ATTRIBUTES);
            return Err(CatalogueRefusal::TooLarge { what: "the metadata", size, unit: "attributes", limit });
        }
        let bytes = self.metadata.iter().map(|(key, value)| key.len() + value.len()).sum();
        at_most("the metadata", bytes, MAX_METADATA_BYTES)
    }

    /// Returns the preferred slug and the fallback for when another entity has it. Both are derived, so every replica
    /// chooses the same.
    ///
    /// The slug of a tenant's entity has two dashes and a hash, which no slug of the catalogue has: no tenant can take
    /// it, and it does not tell what the catalogue or another tenant contains.
    pub fn slugs(&self) -> [EntityId; 2] {
        if let Some(owner) = &self.owner {
            let hash = crate::JobId::named(&["entity", owner.as_str(), &self.identity()]).0.simple().to_string();
            let own = |digits: usize| EntityId::of_tenant(&self.stem(), &hash[..digits]);
            return [own(16), own(32)];
        }
        let plain = self.stem();
        let hash = crate::JobId::named(&["entity", &self.identity()]).0.simple().to_string();
        let room = EntityId::MAX_LEN - 9;
        let stem = plain.as_str().get(..room).unwrap_or(plain.as_str()).trim_end_matches('-');
        let suffixed = EntityId::slug(&format!("{stem}-{}", &hash[..8]));
        [plain, suffixed]
    }

    /// Returns the beginning of the slug. Ids are part of prompts, so they contain no name that a stranger has chosen.
    fn stem(&self) -> EntityId {
        match &self.mint {
            Some(mint) if !self.verified => EntityId::slug(&format!("token-{}", mint.get(..12).unwrap_or(mint))),
            None if !self.verified && self.owner.is_some() => EntityId::slug("entity"),
            _ => EntityId::slug(&self.name),
        }
    }
}

/// Returns the identity of the entity with that mint.
pub fn mint_identity(mint: &str) -> String {
    format!("mint:{mint}")
}

/// Normalises a name or symbol for comparison: lower case, no surrounding white space.
pub fn folded(text: &str) -> String {
    text.trim().to_lowercase()
}

/// An entity with a similar name or symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Similar {
    /// Id of the entity.
    pub entity: Entity,
    /// Trigram similarity of the normalised names, 0 to 1 (1: equal).
    pub score: f64,
}

/// The newest research about an entity.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResearch {
    /// The research, fresh until `research.expires_at`.
    pub research: Research,
    /// Key of the version within the entity. It counts the versions of all tenants, so it is not shown to any.
    pub version: i64,
    /// Number of the version, counted from 1 per entity and tenant.
    pub number: i64,
    /// Set when later evidence contradicts the research, which is then never fresh.
    pub ended: Option<Ended>,
}

impl StoredResearch {
    /// Returns true if the research is neither expired nor contradicted.
    pub fn is_fresh(&self, now: Time) -> bool {
        self.ended.is_none() && self.research.expires_at > now
    }
}

/// Selects a part of a timeline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// Earliest time, inclusive.
    pub from: Option<Time>,
    /// Latest time, inclusive.
    pub to: Option<Time>,
    /// Kinds of items to return; all if `None`.
    pub kinds: Option<Vec<String>>,
    /// Maximum number of items; the newest are returned.
    pub limit: u32,
}

impl Span {
    /// Selects the newest items of all kinds.
    pub fn newest(limit: u32) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Returns true if the item lies within the span.
    pub fn holds(&self, item: &TimelineItem) -> bool {
        self.from.is_none_or(|from| item.at >= from)
            && self.to.is_none_or(|to| item.at <= to)
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&item.kind))
    }
}

/// One item of an entity's history.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineItem {
    /// Time of the item.
    pub at: Time,
    /// `research` (a version was stored), `event` (what a publisher sent, or an entry of the newest research's own
    /// timeline), `forecast` (one that used evidence about it), or `fact` (what became true of it).
    pub kind: String,
    /// Description, one sentence.
    pub text: String,
}

/// The job that asks for an entity's lease, and the tenant that it works for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseHolder {
    /// Tenant of the job.
    pub tenant: Tenant,
    /// The job that takes it.
    pub job: Job,
}

/// State of the research about an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The research of its entity has not expired.
    Fresh,
    /// A job holds the lease of its entity.
    InProgress,
    /// Neither of the two, or the identifier is unknown or ambiguous.
    None,
}

/// One hit of a memory look-up.
#[derive(Debug, Clone, PartialEq)]
pub struct Retrieved {
    /// `note` or `research`.
    pub kind: String,
    /// Id of the note or of the entity.
    pub id: String,
    /// One sentence, or the summary of the research.
    pub summary: String,
    /// Complete text of it.
    pub text: String,
    /// Address of the source; empty for research, which has several.
    pub source_url: String,
    /// Time at which the fleet learned it.
    pub at: Time,
    /// Probability that this hit alone answers the query, 0 to 1 (`retrieval::ranking::confidence`).
    pub score: f64,
    /// Ids of linked notes.
    pub related: Vec<String>,
}

/// Result of a memory look-up. A text occurs once, and texts that are not expected to answer are left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recalled {
    /// Probability that the hits together answer the query, 0 to 1 (`retrieval::ranking::confidence`); 0 without hits.
    pub confidence: f64,
    /// Hits, best first.
    pub hits: Vec<Retrieved>,
    /// Vectors are configured, and the search had to do without them: the embedder did not answer, or the server has no
    /// pgvector. Texts in other words or languages than the query may be missing.
    pub lexical_only: bool,
}

/// Reads and extends the memory. `store::Store` implements it, and `store::testing::FakeMemory` for tests; one
/// conformance suite runs against both. All calls are idempotent.
pub trait Memory: Send + Sync + 'static {
    /// Returns the entity with the id. Every look-up of entities sees the catalogue and the tenant's own entities only.
    fn entity(&self, tenant: &Tenant, id: &EntityId) -> impl Future<Output = Result<Option<Entity>, PortError>> + Send;

    /// Returns the entity with a representation whose context has exactly this value, e.g. `("mint", "So111…")`. The
    /// catalogue is preferred to the tenant's own entity.
    fn by_context(
        &self,
        tenant: &Tenant,
        key: &str,
        value: &str,
    ) -> impl Future<Output = Result<Option<Entity>, PortError>> + Send;

    /// Returns the entities with the symbol (case-insensitive), verified ones first, then ordered by id; at most
    /// [`MAX_MATCHES`](crate::entity::limits::MAX_MATCHES) of the catalogue and of the tenant each.
    fn by_symbol(&self, tenant: &Tenant, symbol: &str) -> impl Future<Output = Result<Vec<Entity>, PortError>> + Send;

    /// Returns the entities with exactly this name (case-insensitive), as [`Memory::by_symbol`] does.
    fn by_name(&self, tenant: &Tenant, name: &str) -> impl Future<Output = Result<Vec<Entity>, PortError>> + Send;

    /// Resolves identifiers, one resolution each, in order: exact key, exact symbol, exact name; similar entities are
    /// only proposed. Uses a fixed number of queries. For thousands of identifiers use `store::PgMemory::refresh`.
    fn resolve(
        &self,
        tenant: &Tenant,
        queries: &[EntityQuery],
    ) -> impl Future<Output = Result<Vec<Resolution>, PortError>> + Send;

    /// Returns entities with a similar name or symbol, best first. They are proposals, never answers.
    fn similar(
        &self,
        tenant: &Tenant,
        name: &str,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Similar>, PortError>> + Send;

    /// Creates an entity. An equal description or an equal mint returns the same entity, also under concurrent calls of
    /// several replicas; another entity with the same slug gets a suffix derived from its identity. A tenant gets the
    /// entity of the catalogue if that has the description or the mint.
    ///
    /// Fails with `Refused`, whose source is a [`CatalogueRefusal`], above a limit.
    fn create_entity(&self, new: &NewEntity) -> impl Future<Output = Result<Entity, PortError>> + Send;

    /// Adds a representation, keyed by (entity, kind, protocol, chain, context), to an entity of the owner: a tenant's
    /// own, or for `None` one of the catalogue. Of concurrent calls that give a key to two entities one succeeds.
    ///
    /// Fails with `Refused`, whose source is a [`CatalogueRefusal`], if the entity is another's, a
    /// key belongs to another entity, or a limit is exceeded.
    fn add_representation(
        &self,
        owner: Option<&Tenant>,
        form: &Representation,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Returns the representations of an entity, the oldest first, at most 100.
    fn representations(
        &self,
        tenant: &Tenant,
        entity: &EntityId,
    ) -> impl Future<Output = Result<Vec<Representation>, PortError>> + Send;

    /// Returns the newest research that the tenant may read: its own, and that of others while memory is shared.
    fn research(
        &self,
        tenant: &Tenant,
        entity: &EntityId,
    ) -> impl Future<Output = Result<Option<StoredResearch>, PortError>> + Send;

    /// Ends the validity of one version of an entity's research after a contradiction. The version itself is kept.
    /// Returns false if the version has stopped being valid.
    fn end_research(
        &self,
        entity: &EntityId,
        version: i64,
        ended: &Ended,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Stores facts of the operator about an entity, in order; every tenant reads them. A fact that contradicts an
    /// older one ends the older one's validity.
    fn learn(&self, entity: &EntityId, statements: &[Statement]) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Returns all facts ever stored about an entity that the tenant may read, with their valid time and their
    /// knowledge time.
    fn facts(&self, tenant: &Tenant, entity: &EntityId) -> impl Future<Output = Result<Vec<Fact>, PortError>> + Send;

    /// Returns the history of an entity that the tenant may read, newest first. Events and forecasts are the tenant's
    /// own.
    fn timeline(
        &self,
        tenant: &Tenant,
        entity: &EntityId,
        span: &Span,
    ) -> impl Future<Output = Result<Vec<TimelineItem>, PortError>> + Send;

    /// Returns the state of the tenant's research about each identifier (mint, symbol or name), in order, in one query.
    fn freshness_of(
        &self,
        tenant: &Tenant,
        identifiers: &[String],
    ) -> impl Future<Output = Result<Vec<Freshness>, PortError>> + Send;

    /// Acquires the lease of an entity for the holder's tenant, or for all tenants while memory is shared, with a fence
    /// that increases monotonically and is unique. Returns `None` while another live holder has the lease: until it has
    /// expired, and afterwards while a live instance works on the holder's job. The same job gets a new fence, which
    /// makes its own older writes stale.
    fn take_fence(
        &self,
        entity: &EntityId,
        holder: &LeaseHolder,
        lease: Duration,
    ) -> impl Future<Output = Result<Option<Fence>, PortError>> + Send;

    /// Extends a lease. Returns false if a newer fence was taken.
    fn renew(
        &self,
        entity: &EntityId,
        fence: Fence,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Releases a lease; no effect if the caller no longer holds it. The fence stays valid for a commit in progress.
    fn release(&self, entity: &EntityId, fence: Fence) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Returns the tenant's notes, and the research that it may read, that match the query, best first, with a
    /// confidence. Does not call a model.
    fn retrieve(
        &self,
        tenant: &Tenant,
        query: &str,
        limit: u32,
    ) -> impl Future<Output = Result<Recalled, PortError>> + Send;

    /// Returns the notes with these ids that belong to the tenant, those that have ended included. Unknown ids are
    /// skipped.
    fn notes_by_id(
        &self,
        tenant: &Tenant,
        ids: &[JobId],
    ) -> impl Future<Output = Result<Vec<StoredNote>, PortError>> + Send;

    /// Returns the newest evidence of the tenant that answers the question with this key.
    fn evidence_for(
        &self,
        tenant: &Tenant,
        question: JobId,
    ) -> impl Future<Output = Result<Option<Evidence>, PortError>> + Send;
}

#[cfg(test)]
#[path = "memory_test.rs"]
mod tests;
