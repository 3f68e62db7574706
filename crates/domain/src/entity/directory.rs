//! In-memory index of entities by key and by similar words. A copy of the store, which is the source of truth.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::EntityRecord;
use super::fold::folded;
use super::key::{Key, KeyKind, keys_of, texts_of};
use super::limits::MAX_MATCHES;
use super::trigram::{THRESHOLD, Trigram, share, trigrams};
use crate::{EntityId, Tenant};

/// Maximum number of similar texts that are ranked exactly. A name rarely has more than a dozen neighbours.
const MAX_RANKED_TEXTS: usize = 48;

/// An index of entities. Uses a few kilobytes per entity.
#[derive(Debug, Default)]
pub struct Directory {
    entities: Vec<Arc<EntityRecord>>,
    places: HashMap<EntityId, u32>,
    keys: [HashMap<String, Vec<u32>>; KeyKind::ALL.len()],
    /// Symbols and names, each with its entity.
    texts: Vec<Text>,
    /// Indexes into `texts`, per entity.
    texts_of: Vec<Vec<u32>>,
    /// Indexes into `texts`, per trigram.
    postings: HashMap<Trigram, Vec<u32>>,
}

#[derive(Debug)]
struct Text {
    entity: u32,
    /// Number of distinct trigrams; 0 if the entity no longer has this text.
    trigrams: u32,
    characters: Box<[char]>,
}

/// A text that is similar to the query.
#[derive(Debug, Clone)]
pub struct Like<'a> {
    /// The entity with this symbol or name.
    pub record: &'a Arc<EntityRecord>,
    /// The folded text.
    pub text: &'a [char],
    /// Trigram similarity, 0 to 1.
    pub score: f64,
}

impl Directory {
    /// Returns the number of entities.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Returns `true` if the directory has no entity.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Inserts or replaces an entity.
    pub fn put(&mut self, record: EntityRecord) {
        let place = match self.places.get(&record.entity.id) {
            Some(place) if *self.entities[*place as usize] == record => return,
            Some(place) => {
                let place = *place;
                self.forget(place);
                place
            }
            None => u32::try_from(self.entities.len()).unwrap_or(u32::MAX),
        };
        for (kind, key) in keys_of(&record) {
            self.keys[index(kind)].entry(key).or_default().push(place);
        }
        if self.texts_of.len() <= place as usize {
            self.texts_of.push(Vec::new());
        }
        for text in texts_of(&record) {
            self.take_text(place, text);
        }
        self.places.insert(record.entity.id.clone(), place);
        let record = Arc::new(record);
        match self.entities.get_mut(place as usize) {
            Some(old) => *old = record,
            None => self.entities.push(record),
        }
    }

    fn take_text(&mut self, entity: u32, text: &str) {
        let trigrams = trigrams(text);
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let characters = folded(text).chars().collect();
        self.texts.push(Text { entity, trigrams: u32::try_from(trigrams.len()).unwrap_or(u32::MAX), characters });
        self.texts_of[entity as usize].push(number);
        for trigram in trigrams {
            self.postings.entry(trigram).or_default().push(number);
        }
    }

    /// Removes the entity's keys. Its texts stay as empty slots, because replacements are rare.
    fn forget(&mut self, place: u32) {
        for (kind, key) in keys_of(&self.entities[place as usize]) {
            if let Some(places) = self.keys[index(kind)].get_mut(&key) {
                places.retain(|other| *other != place);
            }
        }
        for text in std::mem::take(&mut self.texts_of[place as usize]) {
            self.texts[text as usize].trigrams = 0;
        }
    }

    /// Returns the entity with that id.
    pub fn entity(&self, id: &EntityId) -> Option<&Arc<EntityRecord>> {
        self.places.get(id).map(|place| &self.entities[*place as usize])
    }

    /// Returns the entity's symbols and names, folded.
    pub fn texts_of<'a>(&'a self, record: &EntityRecord) -> impl Iterator<Item = &'a [char]> + use<'a> {
        let place = self.places.get(&record.entity.id).and_then(|place| self.texts_of.get(*place as usize));
        place.into_iter().flatten().map(|text| &*self.texts[*text as usize].characters)
    }

    /// Returns all entities in unspecified order.
    pub fn all(&self) -> impl Iterator<Item = &Arc<EntityRecord>> {
        self.entities.iter()
    }

    /// Returns the entities that a tenant sees: its own and those of the common catalogue; without a tenant only the
    /// latter.
    pub fn seen_by<'a>(&'a self, tenant: Option<&'a Tenant>) -> View<'a> {
        View { directory: self, tenant }
    }

    fn similar(&self, words: &str, tenant: Option<&Tenant>) -> Vec<Like<'_>> {
        let asked = trigrams(words);
        let mut shared: Vec<u16> = vec![0; self.texts.len()];
        let mut touched: Vec<u32> = Vec::new();
        for posting in asked.iter().filter_map(|trigram| self.postings.get(trigram)) {
            for text in posting {
                let count = &mut shared[*text as usize];
                if *count == 0 {
                    touched.push(*text);
                }
                *count += 1;
            }
        }
        let mut matches: Vec<(f64, u32)> = touched
            .into_iter()
            .map(|number| {
                let text = &self.texts[number as usize];
                (share(usize::from(shared[number as usize]), asked.len(), text.trigrams as usize), number)
            })
            .filter(|(score, number)| *score >= THRESHOLD && self.is_visible(*number, tenant))
            .collect();
        let best_first = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if matches.len() > MAX_RANKED_TEXTS {
            matches.select_nth_unstable_by(MAX_RANKED_TEXTS, best_first);
            matches.truncate(MAX_RANKED_TEXTS);
        }
        matches.sort_unstable_by(best_first);
        matches.into_iter().map(|(score, number)| self.like(score, number)).collect()
    }

    fn is_visible(&self, number: u32, tenant: Option<&Tenant>) -> bool {
        let text = &self.texts[number as usize];
        text.trigrams > 0 && self.entities[text.entity as usize].entity.is_visible_to(tenant)
    }

    fn like(&self, score: f64, number: u32) -> Like<'_> {
        let text = &self.texts[number as usize];
        Like { record: &self.entities[text.entity as usize], text: &text.characters, score }
    }
}

/// The entities of a directory that one tenant sees.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    directory: &'a Directory,
    tenant: Option<&'a Tenant>,
}

impl<'a> View<'a> {
    /// Returns the entities with that key: at most [`MAX_MATCHES`] of the catalogue, verified ones first, and as many
    /// of the tenant.
    pub fn with(self, kind: KeyKind, key: &str) -> Vec<&'a Arc<EntityRecord>> {
        let places = self.directory.keys[index(kind)].get(key).map(Vec::as_slice).unwrap_or_default();
        let matches = places.iter().map(|place| &self.directory.entities[*place as usize]);
        let mut matches: Vec<&Arc<EntityRecord>> =
            matches.filter(|record| record.entity.is_visible_to(self.tenant)).collect();
        let order = |record: &&Arc<EntityRecord>| {
            (record.entity.owner.is_some(), Reverse(record.entity.verified), record.entity.id.clone())
        };
        matches.sort_by_cached_key(order);
        let own = matches.split_off(matches.partition_point(|record| record.entity.owner.is_none()));
        matches.into_iter().take(MAX_MATCHES).chain(own.into_iter().take(MAX_MATCHES)).collect()
    }

    /// Returns the entities with that [`Key`].
    pub fn with_key(self, (kind, key): &Key) -> Vec<&'a Arc<EntityRecord>> {
        self.with(*kind, key)
    }

    /// Returns the entity's symbols and names, folded.
    pub fn texts_of(self, record: &EntityRecord) -> impl Iterator<Item = &'a [char]> + use<'a> {
        self.directory.texts_of(record)
    }

    /// Returns symbols and names similar to the words, the most similar first. They are proposals, not answers.
    pub fn similar(self, words: &str) -> Vec<Like<'a>> {
        self.directory.similar(words, self.tenant)
    }
}

fn index(kind: KeyKind) -> usize {
    usize::try_from(kind.number()).unwrap_or_default()
}
