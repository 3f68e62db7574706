//! Marks of fresh research with a time to live. In Redis a mark is a key per topic; a name's key points to its
//! entity's.

use std::sync::LazyLock;
use std::time::Duration;

use domain::{EntityId, Tenant};
use redis::Script;

use crate::client::{Redis, millis};
use crate::{CallFuture, Unavailable};

/// Subject of freshness marks and leases: an entity, or an identifier that has not been resolved to one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A known entity.
    Entity(EntityId),
    /// A mint, symbol or name as written in an event, compared byte by byte. Callers fold the case of symbols and
    /// names, never of mints.
    Identifier(String),
}

impl Topic {
    /// Returns an identifier as one tenant knows it. The research of a tenant is fresh for that tenant only.
    pub fn of_tenant(tenant: &Tenant, identifier: &str) -> String {
        // No tenant contains a slash, so names of two tenants cannot collide.
        format!("{tenant}/{identifier}")
    }

    /// Returns the topic's part of a key. Keys of the two kinds cannot collide.
    pub(crate) fn key(&self) -> String {
        match self {
            Self::Entity(id) => format!("entity:{id}"),
            Self::Identifier(text) => format!("identifier:{text}"),
        }
    }
}

/// State of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicState {
    /// The topic's research is fresh.
    Fresh,
    /// A worker holds the topic's lease.
    InProgress,
    /// Neither of both.
    Nothing,
}

/// Marks of freshness.
pub trait Freshness: Send + Sync + 'static {
    /// Marks the entity as fresh for `ttl`, and each of its names as long as the entity's own mark exists.
    fn mark_fresh<'a>(&'a self, entity: &'a EntityId, names: &'a [String], ttl: Duration) -> CallFuture<'a, ()>;

    /// Removes the marks of these topics, e.g. because new evidence contradicts the research. Removing an entity's mark
    /// ends the freshness of all its names.
    fn mark_stale<'a>(&'a self, topics: &'a [Topic]) -> CallFuture<'a, ()>;

    /// Returns the state of each topic, in order, in one round trip.
    fn look_up<'a>(&'a self, topics: &'a [Topic]) -> CallFuture<'a, Vec<TopicState>>;
}

/// Marks that one round trip removes at most: a command has a timeout.
const DELETED_AT_ONCE: usize = 1_000;

static LOOK_UP: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: a freshness mark and a lease for each topic. ARGV[1]: the prefix of the keys of entities' own marks.
-- A mark '@id' is fresh as long as the mark of that entity exists.
local answers = {}
for i = 1, #KEYS, 2 do
    local mark = redis.call('GET', KEYS[i])
    if mark and string.sub(mark, 1, 1) == '@' then
        mark = redis.call('EXISTS', ARGV[1] .. string.sub(mark, 2)) == 1
    end
    answers[i] = mark and 1 or 0
    answers[i + 1] = redis.call('EXISTS', KEYS[i + 1])
end
return answers",
    )
});

impl Redis {
    fn fresh_key(&self, topic: &Topic) -> String {
        self.key("fresh", &topic.key())
    }

    /// Removes the marks of all topics and tenants and returns their number, for a person whose database has lost the
    /// research that the marks stand for. It scans all keys, so workers must not call it.
    ///
    /// # Errors
    /// [`Unavailable`], with the reason.
    pub async fn forget_freshness(&self) -> Result<usize, Unavailable> {
        let keys: Vec<String> = self.names("fresh").await?.iter().map(|name| self.key("fresh", name)).collect();
        for group in keys.chunks(DELETED_AT_ONCE) {
            self.delete(group).await?;
        }
        Ok(keys.len())
    }

    /// Removes marks in one round trip.
    async fn delete(&self, keys: &[String]) -> Result<(), Unavailable> {
        let mut pipe = redis::pipe();
        for key in keys {
            pipe.del(key).ignore();
        }
        self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await
    }
}

impl Freshness for Redis {
    fn mark_fresh<'a>(&'a self, entity: &'a EntityId, names: &'a [String], ttl: Duration) -> CallFuture<'a, ()> {
        Box::pin(async move {
            let mut pipe = redis::pipe();
            pipe.pset_ex(self.fresh_key(&Topic::Entity(entity.clone())), 1, millis(ttl)).ignore();
            for name in names {
                let key = self.fresh_key(&Topic::Identifier(name.clone()));
                pipe.pset_ex(key, format!("@{entity}"), millis(ttl)).ignore();
            }
            self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await
        })
    }

    fn mark_stale<'a>(&'a self, topics: &'a [Topic]) -> CallFuture<'a, ()> {
        Box::pin(async move {
            if topics.is_empty() {
                return Ok(());
            }
            let keys: Vec<String> = topics.iter().map(|topic| self.fresh_key(topic)).collect();
            self.delete(&keys).await
        })
    }

    fn look_up<'a>(&'a self, topics: &'a [Topic]) -> CallFuture<'a, Vec<TopicState>> {
        Box::pin(async move {
            if topics.is_empty() {
                return Ok(Vec::new());
            }
            let mut call = LOOK_UP.prepare_invoke();
            for topic in topics {
                call.key(self.fresh_key(topic)).key(self.lease_key(topic));
            }
            call.arg(self.key("fresh", "entity:"));
            let marks: Vec<bool> =
                self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await?;
            Ok(marks.chunks_exact(2).map(|pair| TopicState::new(pair[0], pair[1])).collect())
        })
    }
}

impl TopicState {
    fn new(is_fresh: bool, is_leased: bool) -> Self {
        match (is_fresh, is_leased) {
            (true, _) => Self::Fresh,
            (false, true) => Self::InProgress,
            (false, false) => Self::Nothing,
        }
    }
}
