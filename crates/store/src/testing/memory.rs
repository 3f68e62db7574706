//! `Memory` without a database.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::effect::Fence;
use domain::entity::fact::{self, Fact, Statement};
use domain::entity::resolve::{Ask, Resolution, resolve};
use domain::port::PortError;
use domain::{Effect, Entity, EntityId, Representation, Tenant, Time};

use super::knowledge::{Knowledge, Lease};
use crate::Memory;
use crate::memory::timeline::{newest_first, told};
use crate::memory::{Ended, Freshness, NewEntity, Recalled, Similar, Span, StoredResearch, TimelineItem};

/// A memory that lives as long as its test.
#[derive(Debug, Default)]
pub struct FakeMemory {
    knowledge: Mutex<Knowledge>,
}

impl FakeMemory {
    /// Applies the effects that change memory, as the journal would; a stale fence is refused with `false`. Others are
    /// ignored.
    pub fn apply(&self, effect: &Effect) -> bool {
        let mut knowledge = self.lock();
        match effect {
            Effect::ResearchStored { entity, research, fence } => {
                let Some(lease) = knowledge.leases.get_mut(entity).filter(|lease| lease.fence == *fence) else {
                    return false;
                };
                lease.holder = None;
                knowledge.ended.remove(entity);
                knowledge.research.entry(entity.clone()).or_default().push(*research.clone());
            }
            Effect::NoteStored(note) if !knowledge.notes.iter().any(|known| known.id == note.id) => {
                knowledge.notes.push(*note.clone());
            }
            _ => {}
        }
        true
    }

    /// A panic in one test thread must not hide the other's assertion.
    fn lock(&self) -> MutexGuard<'_, Knowledge> {
        self.knowledge.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn at_most<T>(mut found: Vec<T>, limit: u32) -> Vec<T> {
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    found
}

#[allow(clippy::disallowed_methods, reason = "stands in for the database's clock, which decides in production")]
fn database_now() -> Time {
    chrono::Utc::now()
}

impl Memory for FakeMemory {
    async fn entity(&self, id: &EntityId) -> Result<Option<Entity>, PortError> {
        Ok(self.lock().entities.get(id).map(|(_, entity)| entity.clone()))
    }

    async fn by_context(&self, key: &str, value: &str) -> Result<Option<Entity>, PortError> {
        Ok(self.lock().by_context(key, value))
    }

    async fn by_symbol(&self, symbol: &str) -> Result<Vec<Entity>, PortError> {
        Ok(self.lock().by_symbol(symbol))
    }

    async fn by_name(&self, name: &str) -> Result<Vec<Entity>, PortError> {
        Ok(self.lock().by_name(name))
    }

    async fn resolve(&self, asks: &[Ask]) -> Result<Vec<Resolution>, PortError> {
        let directory = self.lock().directory();
        Ok(asks.iter().map(|ask| resolve(&directory, ask)).collect())
    }

    async fn similar(&self, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
        Ok(at_most(self.lock().similar(name), limit))
    }

    async fn create_entity(&self, new: &NewEntity) -> Result<Entity, PortError> {
        let refused = || PortError::Refused { what: "entity".to_owned(), source: "both slugs are taken".into() };
        self.lock().create(new).ok_or_else(refused)
    }

    async fn add_representation(&self, form: &Representation) -> Result<(), PortError> {
        let mut knowledge = self.lock();
        let same = |known: &&mut Representation| {
            let key = |form: &Representation| {
                (
                    form.entity.clone(),
                    form.kind.clone(),
                    form.protocol.clone(),
                    form.chain.clone(),
                    form.context.clone(),
                )
            };
            key(known) == key(form)
        };
        match knowledge.forms.iter_mut().find(same) {
            Some(known) => known.active = form.active,
            None => knowledge.forms.push(form.clone()),
        }
        Ok(())
    }

    async fn representations(&self, entity: &EntityId) -> Result<Vec<Representation>, PortError> {
        Ok(self.lock().forms.iter().filter(|form| form.entity == *entity).cloned().collect())
    }

    async fn research(&self, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
        let knowledge = self.lock();
        let versions = knowledge.research.get(entity).map(Vec::as_slice).unwrap_or_default();
        let version = i64::try_from(versions.len()).unwrap_or(i64::MAX);
        let ended = knowledge.ended.get(entity).cloned();
        Ok(versions.last().map(|research| StoredResearch { research: research.clone(), version, ended }))
    }

    async fn end_research(&self, entity: &EntityId, ended: &Ended) -> Result<bool, PortError> {
        let mut knowledge = self.lock();
        let known = knowledge.research.contains_key(entity);
        Ok(known && knowledge.ended.insert(entity.clone(), ended.clone()).is_none())
    }

    async fn learn(&self, entity: &EntityId, said: &[Statement]) -> Result<(), PortError> {
        let (mut knowledge, now) = (self.lock(), database_now());
        for said in said {
            let facts = knowledge.facts.entry((entity.clone(), said.attribute.clone())).or_default();
            let change = fact::learn(facts, said, now);
            fact::apply(facts, change, now);
        }
        Ok(())
    }

    async fn facts(&self, entity: &EntityId) -> Result<Vec<Fact>, PortError> {
        let knowledge = self.lock();
        let facts = knowledge.facts.iter().filter(|((owner, _), _)| owner == entity).flat_map(|(_, facts)| facts);
        let mut facts: Vec<Fact> = facts.cloned().collect();
        facts.sort_by(|a, b| (a.valid_from, &a.attribute).cmp(&(b.valid_from, &b.attribute)));
        Ok(facts)
    }

    async fn timeline(&self, entity: &EntityId, span: &Span) -> Result<Vec<TimelineItem>, PortError> {
        let knowledge = self.lock();
        let versions = knowledge.research.get(entity).map(Vec::as_slice).unwrap_or_default();
        let stored = versions.iter().zip(1..).map(|(research, version)| TimelineItem {
            at: research.made_at,
            kind: "research".to_owned(),
            text: format!("version {version}: {}", research.summary),
        });
        let events = versions.last().map(told).unwrap_or_default();
        let facts = knowledge.facts.iter().filter(|((owner, _), _)| owner == entity).flat_map(|(_, facts)| facts);
        let facts = facts.filter(|fact| fact.is_believed()).map(|fact| TimelineItem {
            at: fact.valid_from,
            kind: "fact".to_owned(),
            text: format!("{}: {} ({})", fact.attribute, fact.value, fact.source),
        });
        let items = stored.chain(events).chain(facts).filter(|item| span.holds(item)).collect();
        Ok(newest_first(items, span.limit))
    }

    async fn freshness_of(&self, identifiers: &[String]) -> Result<Vec<Freshness>, PortError> {
        let (knowledge, now) = (self.lock(), database_now());
        Ok(identifiers.iter().map(|identifier| knowledge.freshness(identifier, now)).collect())
    }

    async fn take_fence(&self, entity: &EntityId, holder: &str, lease: Duration) -> Result<Option<Fence>, PortError> {
        let mut knowledge = self.lock();
        let known = knowledge.leases.get(entity);
        if known.is_some_and(|lease| lease.is_held() && lease.holder.as_deref() != Some(holder)) {
            return Ok(None);
        }
        let fence = Fence(known.map_or(0, |lease| lease.fence.0) + 1);
        let taken = Lease { fence, holder: Some(holder.to_owned()), until: Instant::now() + lease };
        knowledge.leases.insert(entity.clone(), taken);
        Ok(Some(fence))
    }

    async fn renew(&self, entity: &EntityId, fence: Fence, lease: Duration) -> Result<bool, PortError> {
        let mut knowledge = self.lock();
        let ours = knowledge.leases.get_mut(entity).filter(|held| held.fence == fence && held.holder.is_some());
        Ok(ours.map(|held| held.until = Instant::now() + lease).is_some())
    }

    async fn release(&self, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
        if let Some(held) = self.lock().leases.get_mut(entity).filter(|held| held.fence == fence) {
            held.holder = None;
        }
        Ok(())
    }

    async fn retrieve(&self, tenant: &Tenant, query: &str, limit: u32) -> Result<Recalled, PortError> {
        let mut recalled = self.lock().retrieve(tenant, query);
        recalled.hits = at_most(recalled.hits, limit);
        Ok(recalled)
    }
}
