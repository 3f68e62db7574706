//! Contents of the in-memory memory, and its look-ups.

use std::collections::{BTreeMap, BTreeSet};
use tokio::time::Instant;

use domain::effect::{Fence, Note};
use domain::entity::EntityRecord;
use domain::entity::directory::Directory;
use domain::entity::fact::{self, FINDING, Fact, Statement};
use domain::entity::identifier::{self, Identifier};
use domain::entity::limits::{CatalogueRefusal, MAX_ENTITIES, MAX_MATCHES, MAX_REPRESENTATIONS, NAME_KEY};
use domain::entity::trigram::similarity;
use domain::note::StoredNote;
use domain::{Entity, EntityId, Evidence, JobId, Representation, Research, Tenant, Time};

use domain::port::memory::mint_identity;
use retrieval::ranking::{Collection, Hit, Passage};

use crate::memory::entity::described;
use crate::memory::lease::freshness;
use crate::memory::{
    Ended, Freshness, LeaseHolder, NewEntity, Recalled, Retrieved, Similar, StoredResearch, TimelineItem, folded,
};

/// A lease row.
#[derive(Debug, Clone)]
pub(super) struct Lease {
    pub(super) fence: Fence,
    pub(super) holder: Option<LeaseHolder>,
    pub(super) until: Instant,
}

impl Lease {
    pub(super) fn is_held(&self) -> bool {
        self.holder.is_some() && self.until > Instant::now()
    }
}

/// Reason of a version that was only followed by another.
const NEWER: &str = "newer research";

/// A row of research. Memory is not shared between tenants here.
#[derive(Debug, Clone)]
pub(super) struct Version {
    pub(super) number: i64,
    pub(super) tenant: Tenant,
    pub(super) research: Research,
    pub(super) ended: Option<Ended>,
    contradicted: bool,
}

impl Version {
    pub(super) fn stored(&self) -> StoredResearch {
        StoredResearch {
            research: self.research.clone(),
            version: self.number,
            number: self.number,
            ended: self.ended.clone(),
        }
    }
}

/// The tables of the fake.
#[derive(Debug, Default)]
pub(super) struct Knowledge {
    /// By slug, each with its identity.
    pub(super) entities: BTreeMap<EntityId, (String, Entity)>,
    pub(super) forms: Vec<Representation>,
    /// Versions of all tenants, oldest first.
    pub(super) research: BTreeMap<EntityId, Vec<Version>>,
    /// By entity, attribute and tenant; `None` is the operator.
    pub(super) facts: BTreeMap<(EntityId, String, Option<Tenant>), Vec<Fact>>,
    pub(super) notes: Vec<Note>,
    /// Notes of facts.
    pub(super) facts_seen: BTreeMap<JobId, StoredNote>,
    /// Key of the question that the evidence of the same outcome answers.
    pub(super) answered: Option<JobId>,
    /// Evidence that answers questions, oldest first.
    pub(super) evidence: Vec<(JobId, Evidence)>,
    /// Each tenant has its own.
    pub(super) leases: BTreeMap<(EntityId, Tenant), Lease>,
    /// The fence that was taken last.
    pub(super) fence: i64,
}

impl Knowledge {
    pub(super) fn all(&self, matches: impl Fn(&Entity) -> bool) -> Vec<Entity> {
        self.entities.values().map(|(_, entity)| entity).filter(|entity| matches(entity)).cloned().collect()
    }

    /// All entities, ready to be resolved.
    pub(super) fn directory(&self) -> Directory {
        let mut directory = Directory::default();
        for (identity, entity) in self.entities.values() {
            let own = identity.strip_prefix("mint:").map(|mint| ("mint".to_owned(), mint.to_owned()));
            let forms = self.forms.iter().filter(|form| form.entity == entity.id);
            let found = forms.flat_map(|form| form.context.clone()).chain(own);
            let contexts: BTreeSet<(String, String)> = found.collect();
            directory.put(EntityRecord { entity: entity.clone(), contexts: contexts.into_iter().collect() });
        }
        directory
    }

    /// In the order of Postgres: verified ones first, at most `MAX_MATCHES` of the catalogue and of the tenant each.
    fn matches(&self, tenant: &Tenant, matches: impl Fn(&Entity) -> bool) -> Vec<Entity> {
        let found = self.all(|entity| entity.is_visible_to(Some(tenant)) && matches(entity));
        let (mut common, mut own): (Vec<_>, Vec<_>) = found.into_iter().partition(|entity| entity.owner.is_none());
        let order = |entity: &Entity| (!entity.verified, entity.id.clone());
        for part in [&mut common, &mut own] {
            part.sort_by_key(order);
            part.truncate(MAX_MATCHES);
        }
        common.extend(own);
        common.sort_by_key(order);
        common
    }

    pub(super) fn by_symbol(&self, tenant: &Tenant, symbol: &str) -> Vec<Entity> {
        let key = folded(symbol);
        self.matches(tenant, |entity| entity.symbol.as_deref().map(folded).as_ref() == Some(&key))
    }

    pub(super) fn by_name(&self, tenant: &Tenant, name: &str) -> Vec<Entity> {
        let key = folded(name);
        self.matches(tenant, |entity| folded(&entity.name) == key)
    }

    /// Returns the entity with that key. The catalogue is preferred.
    pub(super) fn by_context(&self, tenant: Option<&Tenant>, key: &str, value: &str) -> Option<Entity> {
        let value = identifier::canonical(key, value);
        let value = value.as_ref();
        let has = |form: &&Representation| form.context.get(key).is_some_and(|found| found == value);
        let by_form = self.forms.iter().filter(has).filter_map(|form| self.entities.get(&form.entity));
        let by_mint = self.entities.values().filter(|(identity, _)| key == "mint" && *identity == mint_identity(value));
        let visible = by_form.chain(by_mint).map(|(_, entity)| entity).filter(|entity| entity.is_visible_to(tenant));
        visible.min_by_key(|entity| entity.owner.is_some()).cloned()
    }

    fn by_identity(&self, tenant: Option<&Tenant>, identity: &str) -> Option<Entity> {
        let of = self.entities.values().filter(|(found, _)| found == identity).map(|(_, entity)| entity);
        of.filter(|entity| entity.is_visible_to(tenant)).min_by_key(|entity| entity.owner.is_some()).cloned()
    }

    pub(super) fn similar(&self, tenant: &Tenant, name: &str) -> Vec<Similar> {
        let key = folded(name);
        let score = |entity: &Entity| {
            let symbol = entity.symbol.as_deref().map_or(0.0, |symbol| similarity(&folded(symbol), &key));
            similarity(&folded(&entity.name), &key).max(symbol)
        };
        let visible = self.entities.values().map(|(_, entity)| entity).filter(|it| it.is_visible_to(Some(tenant)));
        let found = visible.map(|entity| Similar { entity: entity.clone(), score: score(entity) });
        let mut found: Vec<Similar> = found.filter(|similar| similar.score >= 0.3).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.entity.id.cmp(&b.entity.id)));
        found
    }

    /// Returns `None` if both slugs are taken.
    pub(super) fn create(&mut self, new: &NewEntity) -> Result<Option<Entity>, CatalogueRefusal> {
        let owner = new.owner.as_ref();
        let known = new.mint.as_deref().and_then(|mint| self.by_context(owner, "mint", mint));
        if let Some(known) = known.or_else(|| self.by_identity(owner, &new.identity())) {
            return Ok(Some(known));
        }
        if let Some(owner) = owner
            && self.all(|entity| entity.owner.as_ref() == Some(owner)).len() >= MAX_ENTITIES
        {
            return Err(CatalogueRefusal::TooManyEntities(owner.clone()));
        }
        let Some(id) = new.slugs().into_iter().find(|slug| !self.entities.contains_key(slug)) else { return Ok(None) };
        let entity = described(new, &id);
        self.entities.insert(id, (new.identity(), entity.clone()));
        Ok(Some(entity))
    }

    /// Applies the rules of Postgres to a representation.
    pub(super) fn check_form(&self, owner: Option<&Tenant>, form: &Representation) -> Result<(), CatalogueRefusal> {
        let host = self.entities.get(&form.entity).filter(|(_, entity)| entity.owner.as_ref() == owner);
        if host.is_none() {
            return Err(CatalogueRefusal::NotOwned(form.entity.clone()));
        }
        for (key, value) in form.context.iter().filter(|(key, _)| *key != NAME_KEY) {
            if self.by_context(owner, key, value).is_some_and(|other| other.id != form.entity) {
                return Err(CatalogueRefusal::KeyTaken { key: key.clone(), value: value.clone() });
            }
        }
        let own: Vec<_> = self.forms.iter().filter(|known| known.entity == form.entity).collect();
        let is_new = !own.iter().any(|known| Representation { active: form.active, ..(**known).clone() } == *form);
        if is_new && own.len() >= MAX_REPRESENTATIONS {
            return Err(CatalogueRefusal::TooManyRepresentations(form.entity.clone()));
        }
        Ok(())
    }

    /// The versions that a tenant may read, oldest first.
    pub(super) fn versions<'a>(
        &'a self,
        tenant: &'a Tenant,
        entity: &EntityId,
    ) -> impl DoubleEndedIterator<Item = &'a Version> {
        self.research.get(entity).into_iter().flatten().filter(move |version| version.tenant == *tenant)
    }

    pub(super) fn store(&mut self, entity: &EntityId, tenant: &Tenant, research: &Research) {
        let versions = self.research.entry(entity.clone()).or_default();
        for old in versions.iter_mut().filter(|old| old.tenant == *tenant && old.ended.is_none()) {
            old.ended = Some(Ended { at: research.made_at, because: NEWER.to_owned() });
        }
        let number = i64::try_from(versions.len()).unwrap_or(i64::MAX - 1) + 1;
        let (tenant, research) = (tenant.clone(), research.clone());
        versions.push(Version { number, tenant, research, ended: None, contradicted: false });
    }

    pub(super) fn contradict(&mut self, entity: &EntityId, number: i64, ended: &Ended) {
        let versions = self.research.get_mut(entity).into_iter().flatten();
        for version in versions.filter(|version| version.number == number) {
            let known = version.ended.take();
            version.contradicted = true;
            version.ended = match known {
                Some(known) if known.because != NEWER => Some(known),
                Some(known) => Some(Ended { at: known.at, because: ended.because.clone() }),
                None => Some(ended.clone()),
            };
        }
    }

    /// The facts that a tenant may read.
    pub(super) fn facts(&self, tenant: &Tenant, entity: &EntityId) -> impl Iterator<Item = &Fact> {
        let read = move |(of, attribute, owner): &(EntityId, String, Option<Tenant>)| {
            of == entity && owner.as_ref().map_or(!attribute.starts_with(FINDING), |owner| owner == tenant)
        };
        self.facts.iter().filter(move |(key, _)| read(key)).flat_map(|(_, facts)| facts)
    }

    pub(super) fn freshness(&self, tenant: &Tenant, identifier: &str, now: Time) -> Freshness {
        let id = match identifier::read(identifier) {
            Identifier::Key(key, value) => self.by_context(Some(tenant), key, &value).map(|entity| entity.id),
            Identifier::Words(words) => {
                unique(self.by_symbol(tenant, words)).or_else(|| unique(self.by_name(tenant, words)))
            }
            Identifier::Broken(..) => None,
        };
        let Some(id) = id else { return Freshness::None };
        let newest = self.versions(tenant, &id).next_back().map(Version::stored);
        let held = self.leases.get(&(id, tenant.clone())).is_some_and(Lease::is_held);
        freshness(newest.is_some_and(|newest| newest.is_fresh(now)), held)
    }

    /// Returns the lease of this entity that was taken with this fence, unless a newer one was taken since.
    pub(super) fn lease(&mut self, entity: &EntityId, fence: Fence) -> Option<&mut Lease> {
        self.leases.iter_mut().find(|((of, _), lease)| of == entity && lease.fence == fence).map(|(_, lease)| lease)
    }

    pub(super) fn learn(&mut self, entity: &EntityId, owner: Option<&Tenant>, (statements, now): (&[Statement], Time)) {
        for statement in statements {
            let key = (entity.clone(), statement.attribute.clone(), owner.cloned());
            let facts = self.facts.entry(key).or_default();
            let change = fact::learn(facts, statement, now);
            fact::apply(facts, change, now);
        }
    }

    /// Its evidence is contradicted.
    fn is_contradicted(&self, note: &Note) -> bool {
        let versions = note.entity.as_ref().and_then(|entity| self.research.get(entity)).into_iter().flatten();
        let mut of = versions.filter(|version| version.research.made_at == note.made_at);
        of.any(|version| version.contradicted)
    }

    /// As [`crate::Store`] answers, with the collection in memory.
    pub(super) fn retrieve(&self, tenant: &Tenant, query: &str) -> Recalled {
        let mut library = Collection::default();
        let mut known = Vec::new();
        let facts = self.facts_seen.values().filter(|stored| stored.ended.is_none()).map(|stored| &stored.note);
        for note in self.notes.iter().chain(facts).filter(|note| note.tenant == *tenant && !self.is_contradicted(note))
        {
            let title = format!("{}\n{}\n{}", note.summary, note.keywords.join("\n"), note.tags.join("\n"));
            library.add(Passage::new(&title, &note.text, note.keywords.iter().map(String::as_str)));
            known.push(of_note(note));
        }
        for entity in self.research.keys() {
            let newest = self.versions(tenant, entity).next_back();
            let Some(Version { research, .. }) = newest.filter(|newest| newest.ended.is_none()) else { continue };
            let name =
                self.entities.get(entity).map_or(entity.as_str().replace('-', " "), |(_, known)| known.name.clone());
            let forms = self.forms.iter().filter(|form| form.entity == *entity);
            let names: Vec<&str> = std::iter::once(name.as_str())
                .chain(forms.filter_map(|form| form.context.get(NAME_KEY)).map(String::as_str))
                .collect();
            library.add(Passage::new(&names.join("\n"), &research.summary, names.iter().copied()));
            known.push(of_research(entity, research));
        }
        let found = library.search(query);
        let hit = |hit: &Hit| Retrieved { score: hit.confidence, ..known[hit.place].clone() };
        Recalled { confidence: found.confidence, hits: found.shown().map(hit).collect(), lexical_only: false }
    }
}

/// A finding that does not hold is not a separate item: it is the end of another one.
pub(super) fn timeline_item(fact: &Fact) -> Option<TimelineItem> {
    let text = match fact.attribute.starts_with(FINDING) {
        true if fact.value.is_empty() => return None,
        true => format!("{} ({})", fact.value, fact.source),
        false => format!("{}: {} ({})", fact.attribute, fact.value, fact.source),
    };
    Some(TimelineItem { at: fact.valid_from, kind: "fact".to_owned(), text })
}

fn of_note(note: &Note) -> Retrieved {
    Retrieved {
        kind: "note".to_owned(),
        id: note.id.to_string(),
        summary: note.summary.clone(),
        text: note.text.clone(),
        source_url: note.source_url.clone(),
        at: note.made_at,
        score: 0.0,
        related: note.links.iter().map(|link| link.note.to_string()).collect(),
    }
}

fn of_research(entity: &EntityId, research: &Research) -> Retrieved {
    Retrieved {
        kind: "research".to_owned(),
        id: entity.to_string(),
        summary: research.summary.clone(),
        text: research.summary.clone(),
        source_url: String::new(),
        at: research.made_at,
        score: 0.0,
        related: Vec::new(),
    }
}

/// Returns the only one, or the only verified one.
fn unique(mut found: Vec<Entity>) -> Option<EntityId> {
    if found.iter().any(|entity| entity.verified) {
        found.retain(|entity| entity.verified);
    }
    let [entity] = <[Entity; 1]>::try_from(found).ok()?;
    Some(entity.id)
}
