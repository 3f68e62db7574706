//! Facts of the in-memory memory, merged and settled as in Postgres.

use std::collections::BTreeMap;

use domain::effect::Note;
use domain::note::{FactEnd, Rival, StoredNote, settle};
use domain::{Evidence, JobId};

use super::knowledge::Knowledge;

impl Knowledge {
    /// Merges a sighting with the note of its fact, and decides which of the facts about its topic holds.
    pub(super) fn see_fact(&mut self, sighting: &Note) {
        let known = self.facts_seen.remove(&sighting.id).map(|stored| stored.note);
        let note = known.unwrap_or_else(|| sighting.clone()).strengthen(sighting.clone());
        let topic = note.fact.as_ref().map(|fact| fact.topic);
        self.facts_seen.insert(note.id, StoredNote { note, ended: None });
        let of_topic =
            self.facts_seen.values().filter(|stored| stored.note.fact.as_ref().map(|fact| fact.topic) == topic);
        let rivals: Vec<Rival> = of_topic.filter_map(rival).collect();
        let settled: BTreeMap<JobId, Option<FactEnd>> = settle(&rivals);
        for (id, end) in settled {
            if let Some(stored) = self.facts_seen.get_mut(&id) {
                stored.ended = end;
            }
        }
    }

    /// Keeps evidence under the key of the question that it answers. The effect with the key precedes it.
    pub(super) fn keep_evidence(&mut self, evidence: &Evidence) {
        if let Some(question) = self.answered.take() {
            self.evidence.push((question, evidence.clone()));
        }
    }
}

fn rival(stored: &StoredNote) -> Option<Rival> {
    let StoredNote { note, .. } = stored;
    let dated = note.fact.as_ref()?.dated;
    Some(Rival { id: note.id, text: note.text.clone(), dated, tier: note.tier(), contradicted: None })
}
