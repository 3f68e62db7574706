//! What the in-memory memory holds, and its look-ups.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use domain::effect::{Fence, Note};
use domain::entity::Known;
use domain::entity::directory::Directory;
use domain::entity::fact::{self, FINDING, Fact, Statement};
use domain::entity::trigram::similarity;
use domain::port::Job;
use domain::{Entity, EntityId, Representation, Research, Tenant, Time};

use retrieval::ranking::{Collection, Hit, Passage};

use crate::memory::lease::freshness;
use crate::memory::{Ended, Freshness, NewEntity, Recalled, Retrieved, Similar, TimelineItem, folded};

/// A lease row.
#[derive(Debug, Clone)]
pub(super) struct Lease {
    pub(super) fence: Fence,
    pub(super) holder: Option<Job>,
    pub(super) until: Instant,
}

impl Lease {
    pub(super) fn is_held(&self) -> bool {
        self.holder.is_some() && self.until > Instant::now()
    }
}

/// The tables.
#[derive(Debug, Default)]
pub(super) struct Knowledge {
    /// By slug, each with its identity.
    pub(super) entities: BTreeMap<EntityId, (String, Entity)>,
    pub(super) forms: Vec<Representation>,
    /// Versions, oldest first.
    pub(super) research: BTreeMap<EntityId, Vec<Research>>,
    /// Why the newest version is not valid any more.
    pub(super) ended: BTreeMap<EntityId, Ended>,
    /// Versions that evidence contradicts.
    pub(super) contradicted: BTreeMap<(EntityId, i64), Ended>,
    /// By entity and attribute.
    pub(super) facts: BTreeMap<(EntityId, String), Vec<Fact>>,
    pub(super) notes: Vec<Note>,
    pub(super) leases: BTreeMap<EntityId, Lease>,
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
            directory.put(Known { entity: entity.clone(), contexts: contexts.into_iter().collect() });
        }
        directory
    }

    pub(super) fn by_symbol(&self, symbol: &str) -> Vec<Entity> {
        let key = folded(symbol);
        self.all(|entity| entity.symbol.as_deref().map(folded).as_ref() == Some(&key))
    }

    pub(super) fn by_name(&self, name: &str) -> Vec<Entity> {
        let key = folded(name);
        self.all(|entity| folded(&entity.name) == key)
    }

    pub(super) fn by_context(&self, key: &str, value: &str) -> Option<Entity> {
        let form = self.forms.iter().find(|form| form.context.get(key).is_some_and(|found| found == value))?;
        self.entities.get(&form.entity).map(|(_, entity)| entity.clone())
    }

    pub(super) fn by_identity(&self, identity: &str) -> Option<Entity> {
        self.entities.values().find(|(found, _)| found == identity).map(|(_, entity)| entity.clone())
    }

    pub(super) fn similar(&self, name: &str) -> Vec<Similar> {
        let key = folded(name);
        let score = |entity: &Entity| {
            let symbol = entity.symbol.as_deref().map_or(0.0, |symbol| similarity(&folded(symbol), &key));
            similarity(&folded(&entity.name), &key).max(symbol)
        };
        let found = self.entities.values().map(|(_, entity)| Similar { entity: entity.clone(), score: score(entity) });
        let mut found: Vec<Similar> = found.filter(|similar| similar.score >= 0.3).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.entity.id.cmp(&b.entity.id)));
        found
    }

    pub(super) fn create(&mut self, new: &NewEntity) -> Option<Entity> {
        let known = new.mint.as_deref().and_then(|mint| self.by_context("mint", mint));
        if let Some(known) = known.or_else(|| self.by_identity(&new.identity())) {
            return Some(known);
        }
        let id = new.slugs().into_iter().find(|slug| !self.entities.contains_key(slug))?;
        let entity = Entity {
            id: id.clone(),
            kind: new.kind,
            name: new.name.clone(),
            symbol: new.symbol.clone(),
            verified: new.verified,
            banned: None,
            aliases: Vec::new(),
            metadata: new.metadata.clone(),
            created_at: new.created_at,
        };
        self.entities.insert(id, (new.identity(), entity.clone()));
        Some(entity)
    }

    pub(super) fn freshness(&self, identifier: &str, now: Time) -> Freshness {
        let exact = identifier.trim();
        let by_value = self.forms.iter().find(|form| form.context.values().any(|value| value == exact));
        let id = by_value
            .map(|form| form.entity.clone())
            .or_else(|| self.by_identity(&format!("mint:{exact}")).map(|entity| entity.id))
            .or_else(|| unique(self.by_symbol(exact)))
            .or_else(|| unique(self.by_name(exact)));
        let Some(id) = id else { return Freshness::None };
        let newest = self.research.get(&id).and_then(|versions| versions.last());
        let held = self.leases.get(&id).is_some_and(Lease::is_held);
        let valid = !self.ended.contains_key(&id);
        freshness(valid && newest.is_some_and(|research| research.expires_at > now), held)
    }

    pub(super) fn learn(&mut self, entity: &EntityId, said: &[Statement], now: Time) {
        for said in said {
            let facts = self.facts.entry((entity.clone(), said.attribute.clone())).or_default();
            let change = fact::learn(facts, said, now);
            fact::apply(facts, change, now);
        }
    }

    /// What it was made of is contradicted.
    fn is_contradicted(&self, note: &Note) -> bool {
        let of = |((entity, version), _): (&(EntityId, i64), &Ended)| {
            let version = usize::try_from(*version - 1).ok().and_then(|place| self.research.get(entity)?.get(place));
            note.entity.as_ref() == Some(entity) && version.is_some_and(|research| research.made_at == note.made_at)
        };
        self.contradicted.iter().any(of)
    }

    /// As [`crate::Store`] answers, with the collection in memory.
    pub(super) fn retrieve(&self, tenant: &Tenant, query: &str) -> Recalled {
        let mut library = Collection::default();
        let mut known = Vec::new();
        for note in self.notes.iter().filter(|note| note.tenant == *tenant && !self.is_contradicted(note)) {
            let title = format!("{}\n{}\n{}", note.summary, note.keywords.join("\n"), note.tags.join("\n"));
            library.add(Passage::new(&title, &note.text, note.keywords.iter().map(String::as_str)));
            known.push(of_note(note));
        }
        for (entity, versions) in &self.research {
            let Some(research) = versions.last().filter(|_| !self.ended.contains_key(entity)) else { continue };
            let name =
                self.entities.get(entity).map_or(entity.as_str().replace('-', " "), |(_, known)| known.name.clone());
            library.add(Passage::new(&name, &research.summary, [name.as_str()]));
            known.push(of_research(entity, research));
        }
        let found = library.search(query);
        let hit = |hit: &Hit| Retrieved { score: hit.confidence, ..known[hit.place].clone() };
        Recalled { confidence: found.confidence, hits: found.hits.iter().map(hit).collect() }
    }
}

/// A finding that does not hold is no item of its own: it is the end of another.
pub(super) fn fact_told(fact: &Fact) -> Option<TimelineItem> {
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

fn unique(found: Vec<Entity>) -> Option<EntityId> {
    let [entity] = <[Entity; 1]>::try_from(found).ok()?;
    Some(entity.id)
}
