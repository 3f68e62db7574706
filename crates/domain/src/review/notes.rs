//! Notes of an approved result: each record of its data becomes one note with the source that it names. Before the
//! approval there is none. Pure.

use serde_json::{Map, Value};

use super::{Approved, Edit, ResultState, ReviewedResult};
use crate::effect::Note;
use crate::note::NoteSource;
use crate::{JobId, LeiStatus};

/// Members whose values are addresses of sources.
const SOURCE_KEYS: [&str; 6] = ["source", "sources", "source_url", "url", "urls", "citations"];
/// Members that name what a record is about, in order of preference.
const LABEL_KEYS: [&str; 6] = ["name", "entity", "client_name", "company", "subject", "title"];
/// Members that say something about the research and nothing about the world.
const RESEARCH_KEYS: [&str; 5] = ["search_quality", "open_points", "confidence", "notes", "note"];
/// Parts of a path that say nothing: the root, and objects that only group others.
const GROUP_KEYS: [&str; 3] = ["", "directions", "fields"];
/// Member that holds the value of a field; the field's name is that of the record.
const VALUE_KEY: &str = "value";
/// Maximum number of notes of one result.
const MAX_NOTES: usize = 300;
/// Maximum characters of a note.
const MAX_NOTE_CHARS: usize = 2_000;
/// Maximum characters of a label and of a keyword.
const MAX_LABEL_CHARS: usize = 120;
/// Maximum number of keywords.
const MAX_KEYWORDS: usize = 12;

impl ReviewedResult {
    /// Returns the notes of the approved data; empty before an approval, after a rejection, and for a forecast. The id
    /// derives from the tenant and the statement, so the same fact of another result is the same note. A record
    /// without a source does not become a note, unless a reviewer wrote it.
    pub fn notes(&self) -> Vec<Note> {
        let is_approved = matches!(self.state, ResultState::Approved | ResultState::Executed);
        let (true, None, Some(approved)) = (is_approved, &self.forecast, self.approved()) else { return Vec::new() };
        let mut walk = Walk { reviewed: self, approved, notes: Vec::new() };
        let labels: Vec<String> = label(&self.result.parameters).into_iter().collect();
        let sources: Vec<String> = self.result.sources.iter().map(|source| source.url.clone()).collect();
        walk.record(&approved.data, &Place { path: String::new(), labels, sources });
        walk.notes.truncate(MAX_NOTES);
        walk.notes
    }
}

/// A place in the data.
struct Place {
    /// JSON Pointer to the value.
    path: String,
    /// What the records above are about.
    labels: Vec<String>,
    /// Sources of the nearest record above that names some.
    sources: Vec<String>,
}

struct Walk<'a> {
    reviewed: &'a ReviewedResult,
    approved: &'a Approved,
    notes: Vec<Note>,
}

impl Walk<'_> {
    fn record(&mut self, value: &Value, place: &Place) {
        match value {
            Value::Array(entries) => {
                for (index, entry) in entries.iter().enumerate() {
                    self.record(entry, &place.below(&index.to_string()));
                }
            }
            Value::Object(members) => self.members(members, place),
            _ => {}
        }
    }

    fn members(&mut self, members: &Map<String, Value>, place: &Place) {
        let named = sources(members);
        let sources = if named.is_empty() { place.sources.clone() } else { named };
        let own = label(members).filter(|own| !place.labels.contains(own));
        let labels: Vec<String> = place.labels.iter().cloned().chain(own).collect();
        let here = Place { path: place.path.clone(), labels, sources };
        if let Some(note) = self.note(members, &here) {
            self.notes.push(note);
        }
        for (key, member) in members.iter().filter(|(key, _)| !RESEARCH_KEYS.contains(&key.as_str())) {
            self.record(member, &here.below(key));
        }
    }

    /// Returns the note of a record; `None` if it states nothing beside its name, or if nothing supports it.
    fn note(&self, members: &Map<String, Value>, place: &Place) -> Option<Note> {
        let is_fact =
            |key: &str| !SOURCE_KEYS.contains(&key) && !LABEL_KEYS.contains(&key) && !RESEARCH_KEYS.contains(&key);
        let stated = |(key, value): (&String, &Value)| {
            let text = self.scalar(value)?;
            Some(if key == VALUE_KEY { text } else { format!("{}: {text}", words(key)) })
        };
        let facts: Vec<String> = members.iter().filter(|(key, _)| is_fact(key)).filter_map(stated).collect();
        if facts.is_empty() {
            return None;
        }
        let (review, is_given) = (self.reviewed.review.as_ref()?, self.is_given(&place.path));
        if place.sources.is_empty() && !is_given {
            return None;
        }
        let source_url = if is_given { sources(members).into_iter().next() } else { place.sources.first().cloned() };
        let is_word = |part: &&str| !GROUP_KEYS.contains(part) && part.parse::<usize>().is_err();
        let place_words = place.path.split('/').filter(is_word);
        let mut heading: Vec<String> = place.labels.iter().cloned().chain(place_words.map(words)).collect();
        if heading.is_empty() {
            heading.push(self.reviewed.result.name.clone());
        }
        let mut text = format!("{}: {}.", heading.join(", "), facts.join("; "));
        if is_given {
            text.push_str(&format!(" Stated by the reviewer {} on {}.", review.by, review.at.format("%Y-%m-%d")));
        }
        let text: String = text.chars().filter(|c| !c.is_control()).take(MAX_NOTE_CHARS).collect();
        let tenant = self.reviewed.session.tenant.clone();
        Some(Note {
            id: JobId::named(&["approved", tenant.as_str(), &text]),
            tenant,
            summary: text.chars().take(300).collect(),
            keywords: keywords(place, &facts),
            tags: vec![self.reviewed.result.name.clone()],
            kind: "fact".to_owned(),
            source_url: source_url.unwrap_or_default(),
            made_at: review.at,
            entity: None,
            links: Vec::new(),
            sources: Vec::<NoteSource>::new(),
            fact: None,
            text,
        })
    }

    /// Returns a value as text; `None` for null, an empty text, a nested record, and an LEI that GLEIF does not know.
    fn scalar(&self, value: &Value) -> Option<String> {
        match value {
            Value::String(text) if text.trim().is_empty() || self.is_wrong_lei(text) => None,
            Value::String(text) => Some(text.trim().to_owned()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(is) => Some(is.to_string()),
            Value::Array(entries) if entries.iter().all(|entry| !entry.is_object() && !entry.is_array()) => {
                let texts: Vec<String> = entries.iter().filter_map(|entry| self.scalar(entry)).collect();
                (!texts.is_empty()).then(|| texts.join(", "))
            }
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    fn is_wrong_lei(&self, text: &str) -> bool {
        let is_wrong = |status: LeiStatus| matches!(status, LeiStatus::NotFound | LeiStatus::BadChecksum);
        self.approved.lei_checks.iter().any(|check| check.lei == text.trim() && is_wrong(check.status))
    }

    /// Returns true if the reviewer wrote the record or a value of it.
    fn is_given(&self, path: &str) -> bool {
        let is_within = |edited: &str, above: &str| {
            edited.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_value = |edited: &str| edited.strip_prefix(path).is_some_and(|rest| rest.matches('/').count() == 1);
        let is_touched = |edit: &Edit| is_within(path, edit.path()) || is_value(edit.path());
        self.approved.edits.iter().any(|edit| is_touched(edit) || self.is_appended(edit, path))
    }

    /// Returns true if the edit has added this record at the end of a list, which its path does not number.
    fn is_appended(&self, edit: &Edit, path: &str) -> bool {
        let Edit::Add { path: end, value } = edit else { return false };
        let entry = end.strip_suffix("/-").and_then(|list| path.strip_prefix(list));
        entry.is_some_and(|rest| rest.matches('/').count() == 1) && self.approved.data.pointer(path) == Some(value)
    }
}

impl Place {
    fn below(&self, key: &str) -> Self {
        let path = format!("{}/{}", self.path, crate::json_pointer::escape(key));
        Self { path, labels: self.labels.clone(), sources: self.sources.clone() }
    }
}

/// Returns what a record is about.
fn label(members: &Map<String, Value>) -> Option<String> {
    let text = LABEL_KEYS.iter().find_map(|key| members.get(*key).and_then(Value::as_str))?;
    let text: String = text.trim().chars().filter(|c| !c.is_control()).take(MAX_LABEL_CHARS).collect();
    (!text.is_empty()).then_some(text)
}

/// Returns the addresses that a record names as its sources.
fn sources(members: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |value: &Value| {
        let text = value.as_str().or_else(|| value.get("url").and_then(Value::as_str)).unwrap_or_default().trim();
        let is_address = text.starts_with("https://") || text.starts_with("http://");
        if is_address && !text.chars().any(char::is_control) {
            found.push(text.to_owned());
        }
    };
    for value in SOURCE_KEYS.iter().filter_map(|key| members.get(*key)) {
        match value {
            Value::Array(entries) => entries.iter().for_each(&mut add),
            one => add(one),
        }
    }
    found
}

/// Writes a key or a part of a path as words.
fn words(key: &str) -> String {
    key.replace('_', " ")
}

/// Returns the labels and the longer words of the facts, each once.
fn keywords(place: &Place, facts: &[String]) -> Vec<String> {
    let facts = facts.join(" ");
    let long = facts.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 4);
    let mut keywords: Vec<String> = Vec::new();
    for word in place.labels.iter().map(String::as_str).chain(long).map(str::to_lowercase) {
        if keywords.len() < MAX_KEYWORDS && !keywords.contains(&word) {
            keywords.push(word);
        }
    }
    keywords
}

#[cfg(test)]
#[path = "notes_test.rs"]
mod tests;
