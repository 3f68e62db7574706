//! Entities in memory, found by any of their keys and by similar words. A copy: the truth is the store that fills it.

use std::collections::HashMap;
use std::sync::Arc;

use super::Known;
use super::fold::folded;
use super::key::{Key, KeyKind, keys_of, names, symbols};
use super::trigram::{THRESHOLD, Trigram, share, trigrams};
use crate::EntityId;

/// Texts that are looked at more closely, the most similar first. One name has rarely more than a dozen neighbours.
const CLOSER_LOOK: usize = 48;

/// Entities and the ways to them. Some kilobytes for each.
#[derive(Debug, Default)]
pub struct Directory {
    entities: Vec<Arc<Known>>,
    places: HashMap<EntityId, u32>,
    keys: [HashMap<String, Vec<u32>>; KeyKind::ALL.len()],
    /// Symbols and names, each with its entity.
    texts: Vec<Text>,
    /// The places of an entity's texts.
    texts_of: Vec<Vec<u32>>,
    /// Which texts have a trigram.
    postings: HashMap<Trigram, Vec<u32>>,
}

#[derive(Debug)]
struct Text {
    entity: u32,
    /// How many trigrams it has; 0 once it is no text of its entity any more.
    trigrams: u32,
    characters: Box<[char]>,
}

/// A text like the one that was asked for.
#[derive(Debug, Clone)]
pub struct Like<'a> {
    /// Whose symbol or name it is.
    pub known: &'a Arc<Known>,
    /// The text, folded.
    pub text: &'a [char],
    /// 0 to 1: trigram similarity.
    pub score: f64,
}

impl Directory {
    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Takes an entity in, or what has become of it.
    pub fn put(&mut self, known: Known) {
        let place = match self.places.get(&known.entity.id) {
            Some(place) if *self.entities[*place as usize] == known => return,
            Some(place) => {
                let place = *place;
                self.forget(place);
                place
            }
            None => u32::try_from(self.entities.len()).unwrap_or(u32::MAX),
        };
        for (kind, key) in keys_of(&known) {
            self.keys[index(kind)].entry(key).or_default().push(place);
        }
        if self.texts_of.len() <= place as usize {
            self.texts_of.push(Vec::new());
        }
        for text in symbols(&known.entity).chain(names(&known.entity)) {
            self.take_text(place, text);
        }
        self.places.insert(known.entity.id.clone(), place);
        let known = Arc::new(known);
        match self.entities.get_mut(place as usize) {
            Some(old) => *old = known,
            None => self.entities.push(known),
        }
    }

    fn take_text(&mut self, entity: u32, text: &str) {
        let found = trigrams(text);
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let characters = folded(text).chars().collect();
        self.texts.push(Text { entity, trigrams: u32::try_from(found.len()).unwrap_or(u32::MAX), characters });
        self.texts_of[entity as usize].push(number);
        for trigram in found {
            self.postings.entry(trigram).or_default().push(number);
        }
    }

    /// The keys of what an entity was go; its texts stay as empty places, because changes are rare.
    fn forget(&mut self, place: u32) {
        for (kind, key) in keys_of(&self.entities[place as usize]) {
            if let Some(places) = self.keys[index(kind)].get_mut(&key) {
                places.retain(|found| *found != place);
            }
        }
        for text in std::mem::take(&mut self.texts_of[place as usize]) {
            self.texts[text as usize].trigrams = 0;
        }
    }

    /// The entity with that id.
    pub fn entity(&self, id: &EntityId) -> Option<&Arc<Known>> {
        self.places.get(id).map(|place| &self.entities[*place as usize])
    }

    /// An entity's symbols and names, folded.
    pub fn texts_of<'a>(&'a self, known: &Known) -> impl Iterator<Item = &'a [char]> + use<'a> {
        let place = self.places.get(&known.entity.id).and_then(|place| self.texts_of.get(*place as usize));
        place.into_iter().flatten().map(|text| &*self.texts[*text as usize].characters)
    }

    /// Every entity, in no order that means anything.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Known>> {
        self.entities.iter()
    }

    /// Every entity with that key.
    pub fn with<'a>(&'a self, kind: KeyKind, key: &str) -> impl Iterator<Item = &'a Arc<Known>> + use<'a> {
        let places = self.keys[index(kind)].get(key).map(Vec::as_slice).unwrap_or_default();
        places.iter().map(|place| &self.entities[*place as usize])
    }

    /// As [`Directory::with`], for a key as it is made.
    pub fn with_key<'a>(&'a self, (kind, key): &Key) -> impl Iterator<Item = &'a Arc<Known>> + use<'a> {
        self.with(*kind, key)
    }

    /// Symbols and names like these words, the most similar first; proposals, never answers.
    pub fn similar(&self, words: &str) -> Vec<Like<'_>> {
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
        let mut found: Vec<(f64, u32)> = touched
            .into_iter()
            .map(|number| {
                let text = &self.texts[number as usize];
                (share(usize::from(shared[number as usize]), asked.len(), text.trigrams as usize), number)
            })
            .filter(|(score, number)| *score >= THRESHOLD && self.texts[*number as usize].trigrams > 0)
            .collect();
        let best_first = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if found.len() > CLOSER_LOOK {
            found.select_nth_unstable_by(CLOSER_LOOK, best_first);
            found.truncate(CLOSER_LOOK);
        }
        found.sort_unstable_by(best_first);
        found.into_iter().map(|(score, number)| self.like(score, number)).collect()
    }

    fn like(&self, score: f64, number: u32) -> Like<'_> {
        let text = &self.texts[number as usize];
        Like { known: &self.entities[text.entity as usize], text: &text.characters, score }
    }
}

fn index(kind: KeyKind) -> usize {
    usize::try_from(kind.number()).unwrap_or_default()
}
