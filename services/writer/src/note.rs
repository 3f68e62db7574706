//! Notes from just-in-time research: one per source, written by the model or taken from the findings.

use std::collections::HashSet;

use domain::effect::{Note, subject_label};
use domain::{Evidence, Finding, JobId, Source};
use research::support;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::page::prose;

/// Maximum characters of a note.
const MAX_NOTE_CHARS: usize = 2_000;

/// Tool input as filled in by the model.
#[derive(Debug, Deserialize)]
pub struct NotesReply {
    /// One note per source.
    #[serde(default)]
    pub notes: Vec<Written>,
}

/// A note written by the model.
#[derive(Debug, Clone, Deserialize)]
pub struct Written {
    /// Id of the source.
    pub source: String,
    /// Text of the note.
    pub text: String,
    /// Summary in one sentence.
    #[serde(default)]
    pub summary: String,
    /// Words to find the note by.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Topics of the note.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Kind of the note: `fact`, `event`, …
    #[serde(default)]
    pub kind: String,
}

/// Returns the JSON schema of the tool `write_notes`.
pub fn schema() -> Value {
    let words = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "type": "object",
        "required": ["notes"],
        "properties": { "notes": { "type": "array", "items": {
            "type": "object",
            "required": ["source", "text", "summary", "kind"],
            "properties": {
                "source": { "type": "string" },
                "text": { "type": "string", "minLength": 1 },
                "summary": { "type": "string" },
                "keywords": words,
                "tags": words,
                "kind": { "enum": ["fact", "event", "definition", "opinion", "figure"] },
            },
        }}},
    })
}

/// Returns the model's input.
pub fn input(evidence: &Evidence) -> Value {
    let research = &evidence.research;
    let findings = research
        .findings
        .iter()
        .map(|finding| json!({ "id": finding.id, "text": finding.text, "sources": finding.sources }));
    let sources = research
        .sources
        .iter()
        .map(|source| json!({ "id": source.id, "title": source.title, "publisher": source.publisher }));
    json!({
        "query": subject_label(&evidence.task),
        "findings": findings.collect::<Vec<_>>(),
        "sources": sources.collect::<Vec<_>>(),
    })
}

/// Returns true if a finding cites a source, so that there is something to write.
pub fn worthwhile(evidence: &Evidence) -> bool {
    evidence.research.findings.iter().any(|finding| !finding.sources.is_empty())
}

/// Builds a note for each source that a finding cites, from the model's reply or else from the findings. Notes about
/// other sources are dropped. Ids derive from the job and the source, so that a repeated job writes the same notes.
pub fn notes(job: JobId, evidence: &Evidence, reply: Option<NotesReply>) -> Vec<Note> {
    let written = reply.map(|reply| reply.notes).unwrap_or_default();
    let research = &evidence.research;
    let mut seen = HashSet::new();
    let mut notes = Vec::new();
    for source in research.sources.iter().filter(|source| seen.insert(source.id.clone())) {
        let citing: Vec<&Finding> =
            research.findings.iter().filter(|finding| finding.sources.contains(&source.id)).collect();
        if citing.is_empty() {
            continue;
        }
        let usable = |note: &&Written| {
            note.source == source.id && !note.text.trim().is_empty() && !is_contradicted(note, &citing)
        };
        let words = written.iter().find(usable);
        let words = words.cloned().unwrap_or_else(|| extracted(source, &citing));
        notes.push(note(job, evidence, source, &words));
    }
    notes
}

/// Returns true if a sentence of a note states otherwise than the findings of its source.
fn is_contradicted(note: &Written, citing: &[&Finding]) -> bool {
    let evidence =
        |finding: &&Finding| support::Evidence { text: finding.text.clone(), ..support::Evidence::default() };
    let evidence: Vec<support::Evidence> = citing.iter().map(evidence).collect();
    let sentences = [&note.text, &note.summary].into_iter().flat_map(|text| prose::split(text));
    sentences.into_iter().any(|sentence| support::assess(&sentence, &evidence).is_contradicted())
}

/// Builds a note from the findings of a source.
fn extracted(source: &Source, citing: &[&Finding]) -> Written {
    let text = citing.iter().map(|finding| finding.text.trim()).collect::<Vec<_>>().join(" ");
    Written {
        source: source.id.clone(),
        summary: citing[0].text.clone(),
        keywords: keywords(&text),
        tags: Vec::new(),
        kind: "fact".to_owned(),
        text,
    }
}

fn note(job: JobId, evidence: &Evidence, source: &Source, words: &Written) -> Note {
    Note {
        id: job.derive(&format!("note:{}", source.id), 0),
        tenant: evidence.task.tenant.clone(),
        text: tidy(&words.text, MAX_NOTE_CHARS),
        summary: tidy(&words.summary, 300),
        keywords: words.keywords.iter().take(12).map(|word| tidy(word, 60)).collect(),
        tags: words.tags.iter().take(8).map(|tag| tidy(tag, 40).to_lowercase()).collect(),
        kind: if words.kind.is_empty() { "fact".to_owned() } else { tidy(&words.kind, 40) },
        source_url: source.url.clone(),
        made_at: evidence.research.made_at,
        entity: evidence.research.entity.clone(),
        links: Vec::new(),
    }
}

/// Returns the longest words as keywords: a crude fallback.
fn keywords(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 4).collect();
    words.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    words.dedup();
    words.into_iter().take(6).map(str::to_owned).collect()
}

fn tidy(text: &str, most: usize) -> String {
    text.trim().chars().filter(|c| !c.is_control() || *c == '\n').take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::evidence;

    fn job() -> JobId {
        JobId::named(&["job"])
    }

    #[test]
    fn without_a_model_the_findings_become_the_notes() {
        let notes = notes(job(), &evidence(), None);
        assert_eq!(notes.len(), 1, "s2 is cited by nothing");
        assert_eq!(notes[0].text, "The bill passed the lower house. The vote is in June.");
        assert_eq!(notes[0].source_url, "https://example.org/bill");
    }

    #[test]
    fn the_models_notes_are_used_for_cited_sources() {
        let reply = serde_json::from_value(json!({ "notes": [
            { "source": "s1", "text": "Short.", "summary": "S.", "kind": "event", "tags": ["Politics"] },
            { "source": "s9", "text": "Invented.", "summary": "", "kind": "fact" },
        ]}));
        let made = notes(job(), &evidence(), Some(reply.unwrap()));
        assert_eq!(made.len(), 1);
        assert_eq!(
            (made[0].text.as_str(), made[0].kind.as_str(), made[0].tags[0].as_str()),
            ("Short.", "event", "politics")
        );
        assert_eq!(made[0].id, notes(job(), &evidence(), None)[0].id, "the id is independent of the model's reply");
    }

    #[test]
    fn a_note_that_its_findings_contradict_is_replaced_by_them() {
        let text = "The vote is in June. The bill did not pass the lower house.";
        let reply = json!({ "notes": [{ "source": "s1", "text": text, "summary": "S.", "kind": "event" }] });
        let made = notes(job(), &evidence(), Some(serde_json::from_value(reply).unwrap()));
        assert_eq!(made[0].text, "The bill passed the lower house. The vote is in June.");
    }
}
