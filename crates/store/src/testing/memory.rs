//! `Memory` without a database.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::effect::Fence;
use domain::entity::fact::{Fact, Statement};
use domain::entity::limits::{CatalogueRefusal, check_representation};
use domain::entity::resolve::{EntityQuery, Resolution, resolve};
use domain::note::StoredNote;
use domain::port::PortError;
use domain::{Effect, Entity, EntityId, Evidence, JobId, Representation, Tenant, Time};
use tokio::time::Instant;

use super::knowledge::{Knowledge, Lease, Version, timeline_item};
use crate::memory::timeline::{newest_first, research_items};
use crate::memory::{
    Ended, Freshness, History, LeaseHolder, Memory, NewEntity, Recalled, Similar, Span, StoredResearch, TimelineItem,
};

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
            Effect::ResearchStored { entity, research, fence, owner } => {
                let Some(lease) = knowledge.lease(entity, *fence) else {
                    return false;
                };
                lease.holder = None;
                knowledge.store(entity, &owner.tenant, research);
            }
            Effect::ResearchContradicted { entity, version, at, because } => {
                knowledge.contradict(entity, *version, &Ended { at: *at, because: because.clone() });
            }
            Effect::FactsLearned { entity, statements, owner } => {
                knowledge.learn(entity, Some(&owner.tenant), (statements, database_now()));
            }
            Effect::NoteStored(note) if note.fact.is_some() => knowledge.see_fact(note),
            Effect::QuestionAnswered { question, .. } => knowledge.answered = Some(*question),
            Effect::EvidenceStored(evidence) => knowledge.keep_evidence(evidence),
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

fn refused(what: &str, refusal: CatalogueRefusal) -> PortError {
    PortError::Refused { what: what.to_owned(), source: Box::new(refusal) }
}

fn at_most<T>(mut found: Vec<T>, limit: u32) -> Vec<T> {
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    found
}

#[allow(clippy::disallowed_methods, reason = "stands in for the database's clock, which decides in production")]
fn database_now() -> Time {
    chrono::Utc::now()
}

impl History for FakeMemory {
    async fn versions(&self, tenant: &Tenant, entity: &EntityId, limit: u32) -> Result<Vec<StoredResearch>, PortError> {
        Ok(at_most(self.lock().versions(tenant, entity).rev().map(Version::stored).collect(), limit))
    }
}

impl Memory for FakeMemory {
    async fn entity(&self, tenant: &Tenant, id: &EntityId) -> Result<Option<Entity>, PortError> {
        let knowledge = self.lock();
        let found = knowledge.entities.get(id).map(|(_, entity)| entity);
        Ok(found.filter(|entity| entity.is_visible_to(Some(tenant))).cloned())
    }

    async fn by_context(&self, tenant: &Tenant, key: &str, value: &str) -> Result<Option<Entity>, PortError> {
        Ok(self.lock().by_context(Some(tenant), key, value))
    }

    async fn by_symbol(&self, tenant: &Tenant, symbol: &str) -> Result<Vec<Entity>, PortError> {
        Ok(self.lock().by_symbol(tenant, symbol))
    }

    async fn by_name(&self, tenant: &Tenant, name: &str) -> Result<Vec<Entity>, PortError> {
        Ok(self.lock().by_name(tenant, name))
    }

    async fn resolve(&self, tenant: &Tenant, queries: &[EntityQuery]) -> Result<Vec<Resolution>, PortError> {
        let directory = self.lock().directory();
        Ok(queries.iter().map(|ask| resolve(directory.seen_by(Some(tenant)), ask)).collect())
    }

    async fn similar(&self, tenant: &Tenant, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
        Ok(at_most(self.lock().similar(tenant, name), limit))
    }

    async fn create_entity(&self, new: &NewEntity) -> Result<Entity, PortError> {
        new.check().map_err(|refusal| refused("entity", refusal))?;
        let taken = || PortError::Refused { what: "entity".to_owned(), source: "both slugs are taken".into() };
        self.lock().create(new).map_err(|refusal| refused("entity", refusal))?.ok_or_else(taken)
    }

    async fn add_representation(&self, owner: Option<&Tenant>, form: &Representation) -> Result<(), PortError> {
        check_representation(form).map_err(|refusal| refused("representation", refusal))?;
        let mut knowledge = self.lock();
        let form = &form.canonical();
        knowledge.check_form(owner, form).map_err(|refusal| refused("representation", refusal))?;
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

    async fn representations(&self, tenant: &Tenant, entity: &EntityId) -> Result<Vec<Representation>, PortError> {
        let knowledge = self.lock();
        let is_visible = knowledge.entities.get(entity).is_some_and(|(_, entity)| entity.is_visible_to(Some(tenant)));
        Ok(knowledge.forms.iter().filter(|form| is_visible && form.entity == *entity).cloned().collect())
    }

    async fn research(&self, tenant: &Tenant, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
        Ok(self.lock().versions(tenant, entity).next_back().map(Version::stored))
    }

    async fn end_research(&self, entity: &EntityId, version: i64, ended: &Ended) -> Result<bool, PortError> {
        let mut knowledge = self.lock();
        let mut versions = knowledge.research.get_mut(entity).into_iter().flatten();
        let valid = versions.find(|known| known.number == version && known.ended.is_none());
        Ok(valid.map(|known| known.ended = Some(ended.clone())).is_some())
    }

    async fn learn(&self, entity: &EntityId, statements: &[Statement]) -> Result<(), PortError> {
        self.lock().learn(entity, None, (statements, database_now()));
        Ok(())
    }

    async fn facts(&self, tenant: &Tenant, entity: &EntityId) -> Result<Vec<Fact>, PortError> {
        let mut facts: Vec<Fact> = self.lock().facts(tenant, entity).cloned().collect();
        facts.sort_by(|a, b| (a.valid_from, &a.attribute).cmp(&(b.valid_from, &b.attribute)));
        Ok(facts)
    }

    async fn timeline(&self, tenant: &Tenant, entity: &EntityId, span: &Span) -> Result<Vec<TimelineItem>, PortError> {
        let knowledge = self.lock();
        let versions: Vec<&Version> = knowledge.versions(tenant, entity).collect();
        let stored = versions.iter().map(|Version { number, research, .. }| TimelineItem {
            at: research.made_at,
            kind: "research".to_owned(),
            text: format!("version {number}: {}", research.summary),
        });
        let events = versions.last().map(|newest| research_items(&newest.research)).unwrap_or_default();
        let facts = knowledge.facts(tenant, entity).filter(|fact| fact.is_believed()).filter_map(timeline_item);
        let items = stored.chain(events).chain(facts).filter(|item| span.holds(item)).collect();
        Ok(newest_first(items, span.limit))
    }

    async fn freshness_of(&self, tenant: &Tenant, identifiers: &[String]) -> Result<Vec<Freshness>, PortError> {
        let (knowledge, now) = (self.lock(), database_now());
        Ok(identifiers.iter().map(|identifier| knowledge.freshness(tenant, identifier, now)).collect())
    }

    async fn take_fence(
        &self,
        entity: &EntityId,
        holder: &LeaseHolder,
        lease: Duration,
    ) -> Result<Option<Fence>, PortError> {
        let mut knowledge = self.lock();
        let key = (entity.clone(), holder.tenant.clone());
        let known = knowledge.leases.get(&key);
        if known.is_some_and(|lease| lease.is_held() && lease.holder.as_ref() != Some(holder)) {
            return Ok(None);
        }
        knowledge.fence += 1;
        let fence = Fence(knowledge.fence);
        let taken = Lease { fence, holder: Some(holder.clone()), until: Instant::now() + lease };
        knowledge.leases.insert(key, taken);
        Ok(Some(fence))
    }

    async fn renew(&self, entity: &EntityId, fence: Fence, lease: Duration) -> Result<bool, PortError> {
        let mut knowledge = self.lock();
        let ours = knowledge.lease(entity, fence).filter(|held| held.holder.is_some());
        Ok(ours.map(|held| held.until = Instant::now() + lease).is_some())
    }

    async fn release(&self, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
        if let Some(held) = self.lock().lease(entity, fence) {
            held.holder = None;
        }
        Ok(())
    }

    async fn retrieve(&self, tenant: &Tenant, query: &str, limit: u32) -> Result<Recalled, PortError> {
        let mut recalled = self.lock().retrieve(tenant, query);
        recalled.hits = at_most(recalled.hits, limit);
        Ok(recalled)
    }

    async fn notes_by_id(&self, tenant: &Tenant, ids: &[JobId]) -> Result<Vec<StoredNote>, PortError> {
        let knowledge = self.lock();
        let is_wanted = |stored: &&StoredNote| stored.note.tenant == *tenant && ids.contains(&stored.note.id);
        Ok(knowledge.facts_seen.values().filter(is_wanted).cloned().collect())
    }

    async fn evidence_for(&self, tenant: &Tenant, question: JobId) -> Result<Option<Evidence>, PortError> {
        let knowledge = self.lock();
        let of_question = knowledge.evidence.iter().rev().filter(|(key, _)| *key == question);
        Ok(of_question.map(|(_, evidence)| evidence).find(|evidence| evidence.task.tenant == *tenant).cloned())
    }
}
