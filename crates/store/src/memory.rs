//! What the fleet knows: entities, their forms, research with its history, notes, and who may research what now.

mod entity;
pub(crate) mod facts;
pub(crate) mod freshness;
mod history;
mod keys;
mod lease;
mod list;
mod representation;
mod research;
mod resolve;
pub(crate) mod retrieve;
mod rows;
mod similar;
mod snapshot;
pub(crate) mod timeline;

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

pub use history::History;
pub use list::{Imported, ListSource, Listed};
pub use snapshot::Snapshot;

use domain::entity::fact::{Fact, Statement};
use domain::entity::resolve::{Ask, Resolution};
use domain::port::{Job, PortError};
use domain::{Entity, EntityId, EntityKind, Representation, Research, Tenant, Time, effect::Fence};

/// A thing that shall be remembered, as a caller describes it; the store gives the id.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntity {
    /// What it is.
    pub kind: EntityKind,
    /// Its name, never empty.
    pub name: String,
    /// Its symbol, if it has one.
    pub symbol: Option<String>,
    /// The mint that names it beyond doubt. Two tokens of one name and symbol are the same only if their mint is.
    pub mint: Option<String>,
    /// Somebody trusted vouches for it.
    pub verified: bool,
    /// Anything else, by name.
    pub metadata: BTreeMap<String, String>,
    /// When it was first seen.
    pub created_at: Time,
}

impl NewEntity {
    /// What makes it the same thing when it is described again.
    pub(crate) fn identity(&self) -> String {
        match &self.mint {
            Some(mint) => format!("mint:{mint}"),
            None => {
                let symbol = self.symbol.as_deref().unwrap_or_default();
                format!("{}:{}:{}", self.kind.name(), folded(symbol), folded(&self.name))
            }
        }
    }

    /// The slug to try first, and the one for when another thing has it: derived, so that every replica finds the same.
    pub(crate) fn slugs(&self) -> [EntityId; 2] {
        let plain = EntityId::slug(&self.name);
        let hash = domain::JobId::named(&["entity", &self.identity()]).0.simple().to_string();
        let room = EntityId::MAX_LEN - 9;
        let stem = plain.as_str().get(..room).unwrap_or(plain.as_str()).trim_end_matches('-');
        let suffixed = EntityId::slug(&format!("{stem}-{}", &hash[..8]));
        [plain, suffixed]
    }
}

/// How names and symbols are compared: without case and without white space around them.
pub(crate) fn folded(text: &str) -> String {
    text.trim().to_lowercase()
}

/// An entity that is like what was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Similar {
    /// The entity.
    pub entity: Entity,
    /// 0 to 1, 1 is the same (trigram similarity of the folded names).
    pub score: f64,
}

/// The newest research about an entity.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResearch {
    /// The research. Fresh while `research.expires_at` lies ahead.
    pub research: Research,
    /// 1 is the first that was ever stored about the entity.
    pub version: i64,
    /// Set when something contradicts it: it is not fresh any more, however new.
    pub ended: Option<Ended>,
}

impl StoredResearch {
    /// It may be answered from: not expired, and nothing contradicts it.
    pub fn is_fresh(&self, now: Time) -> bool {
        self.ended.is_none() && self.research.expires_at > now
    }
}

/// When something stopped being true, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// When.
    pub at: Time,
    /// Why, in words.
    pub because: String,
}

/// Which part of a timeline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// Nothing before.
    pub from: Option<Time>,
    /// Nothing after.
    pub to: Option<Time>,
    /// Only these kinds.
    pub kinds: Option<Vec<String>>,
    /// Items at most, the newest.
    pub limit: u32,
}

impl Span {
    /// The newest items of all kinds.
    pub fn newest(limit: u32) -> Self {
        Self { limit, ..Self::default() }
    }

    /// An item lies in it.
    pub(crate) fn holds(&self, item: &TimelineItem) -> bool {
        self.from.is_none_or(|from| item.at >= from)
            && self.to.is_none_or(|to| item.at <= to)
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&item.kind))
    }
}

/// One thing in an entity's history.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineItem {
    /// When.
    pub at: Time,
    /// `research` (a version was stored), `event` (what a publisher sent, or an entry of the newest research's own timeline),
    /// `forecast` (one that used evidence about it), or `fact` (what became true of it).
    pub kind: String,
    /// What, in a sentence.
    pub text: String,
}

/// Whether an identifier needs research.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// Its entity's research has not expired.
    Fresh,
    /// Somebody holds its entity's lease.
    InProgress,
    /// Neither, or it is unknown, or it may mean several entities.
    None,
}

/// One hit of a look-up in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Retrieved {
    /// `note` or `research`.
    pub kind: String,
    /// The note's id or the entity's.
    pub id: String,
    /// One sentence, or the research's summary.
    pub summary: String,
    /// The text.
    pub text: String,
    /// Where it was read; empty for research, which has many sources.
    pub source_url: String,
    /// When it was learned.
    pub at: Time,
    /// 0 to 1: that this alone holds the answer (`retrieval::ranking::confidence`).
    pub score: f64,
    /// Ids of notes that are linked to it.
    pub related: Vec<String>,
}

/// What a look-up in memory came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recalled {
    /// 0 to 1: that the hits together hold the answer (`retrieval::ranking::confidence`); 0 where nothing was found.
    pub confidence: f64,
    /// Best first.
    pub hits: Vec<Retrieved>,
}

/// Reading and growing the memory. Implemented by [`crate::Store`] and, for tests, by `testing::FakeMemory`; one
/// conformance suite runs over both. All calls are idempotent.
pub trait Memory: Send + Sync + 'static {
    /// The entity with that id.
    fn entity(&self, id: &EntityId) -> impl Future<Output = Result<Option<Entity>, PortError>> + Send;

    /// The entity with a form whose context has exactly that value, e.g. `("mint", "So111…")`.
    fn by_context(&self, key: &str, value: &str) -> impl Future<Output = Result<Option<Entity>, PortError>> + Send;

    /// Every entity with that symbol, without regard to case, by id.
    fn by_symbol(&self, symbol: &str) -> impl Future<Output = Result<Vec<Entity>, PortError>> + Send;

    /// Every entity with exactly that name, without regard to case, by id.
    fn by_name(&self, name: &str) -> impl Future<Output = Result<Vec<Entity>, PortError>> + Send;

    /// What each of these identifiers means, in order: exact key, exact symbol, exact name; what is only similar is proposed. A
    /// fixed number of queries for all of them. [`crate::Store::refresh`] is for those who ask by the thousand.
    fn resolve(&self, asks: &[Ask]) -> impl Future<Output = Result<Vec<Resolution>, PortError>> + Send;

    /// Entities with a name or symbol like that, best first; proposals, never answers.
    fn similar(&self, name: &str, limit: u32) -> impl Future<Output = Result<Vec<Similar>, PortError>> + Send;

    /// Remembers a thing. The same description, or the same mint, returns the same entity, also when many replicas ask
    /// at once; another thing with the same slug gets a suffix derived from its identity.
    fn create_entity(&self, new: &NewEntity) -> impl Future<Output = Result<Entity, PortError>> + Send;

    /// Links a concrete form; keyed by (entity, kind, protocol, chain, context).
    fn add_representation(&self, form: &Representation) -> impl Future<Output = Result<(), PortError>> + Send;

    /// All forms of an entity.
    fn representations(&self, entity: &EntityId)
    -> impl Future<Output = Result<Vec<Representation>, PortError>> + Send;

    /// The newest research about an entity.
    fn research(&self, entity: &EntityId) -> impl Future<Output = Result<Option<StoredResearch>, PortError>> + Send;

    /// Ends the validity of one version of an entity's research, because something contradicts it; the version stays. `false` if
    /// it is not valid any more: a newer one may be.
    fn end_research(
        &self,
        entity: &EntityId,
        version: i64,
        ended: &Ended,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Learns facts about an entity, in order; what contradicts an older one ends that one's validity.
    fn learn(&self, entity: &EntityId, said: &[Statement]) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Everything that was ever believed of an entity, with the times for which it was true and was believed.
    fn facts(&self, entity: &EntityId) -> impl Future<Output = Result<Vec<Fact>, PortError>> + Send;

    /// What happened to an entity, newest first.
    fn timeline(
        &self,
        entity: &EntityId,
        span: &Span,
    ) -> impl Future<Output = Result<Vec<TimelineItem>, PortError>> + Send;

    /// Which of these identifiers (mints, symbols, names) need research: one answer each, in order, in one query.
    fn freshness_of(&self, identifiers: &[String]) -> impl Future<Output = Result<Vec<Freshness>, PortError>> + Send;

    /// Takes an entity's lease with a fence that only grows. `None` while another live holder has it: until the lease has lapsed,
    /// and after that while the holder's job is in the hands of a live instance. The same job gets a new fence: its older
    /// writes are then stale, too.
    fn take_fence(
        &self,
        entity: &EntityId,
        holder: &Job,
        lease: Duration,
    ) -> impl Future<Output = Result<Option<Fence>, PortError>> + Send;

    /// Prolongs a lease; `false` if somebody has taken a newer fence.
    fn renew(
        &self,
        entity: &EntityId,
        fence: Fence,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Gives a lease back. Nothing happens if it is not ours any more. The fence stays valid for a commit that is on its way.
    fn release(&self, entity: &EntityId, fence: Fence) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Notes of the tenant and research, best first, and how sure it is that they answer. No model is asked.
    fn retrieve(
        &self,
        tenant: &Tenant,
        query: &str,
        limit: u32,
    ) -> impl Future<Output = Result<Recalled, PortError>> + Send;
}
