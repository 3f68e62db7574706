//! Notes of research: one per supported finding, with its sources. For look-ups the model adds keywords, tags and kind.

use chrono::SubsecRound;
use domain::effect::{Note, subject_label};
use domain::note::{NoteFact, NoteSource};
use domain::research::Ending;
use domain::{ClaimStatus, Evidence, Finding, JobId, Research, Source, Time};
use research::support;
use research::support::fact::{self, FactPlace};
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
    pub notes: Vec<DraftNote>,
}

/// A note written by the model.
#[derive(Debug, Clone, Deserialize)]
pub struct DraftNote {
    /// Id of the source.
    pub source: String,
    /// Text of the note. The stored text is that of the finding.
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

/// Builds the note of each supported finding, with its sources. The model's reply adds keywords, tags and kind. Ids
/// derive from the tenant and the fact, so that the same fact of other research strengthens the note. Evidence that
/// comes from memory states nothing new.
pub fn notes(job: JobId, evidence: &Evidence, reply: Option<NotesReply>) -> Vec<Note> {
    let research = &evidence.research;
    if research.from_cache || matches!(research.ending, Ending::Failed(_)) {
        return Vec::new();
    }
    let drafts = reply.map(|reply| reply.notes).unwrap_or_default();
    let supported = research.findings.iter().filter(|finding| finding.status == ClaimStatus::Supported);
    supported.filter_map(|finding| note(job, evidence, finding, &drafts)).collect()
}

/// Returns true if a sentence of a note states otherwise than the finding.
fn is_contradicted(note: &DraftNote, finding: &Finding) -> bool {
    let evidence = [support::Evidence { text: finding.text.clone(), ..support::Evidence::default() }];
    prose::split(&note.summary).into_iter().any(|sentence| support::assess(&sentence, &evidence).is_contradicted())
}

/// Builds the note of a finding; `None` if no source supports it.
fn note(job: JobId, evidence: &Evidence, finding: &Finding, drafts: &[DraftNote]) -> Option<Note> {
    let Evidence { task, research, .. } = evidence;
    let sources = supporting(research, finding);
    let best = sources.first()?;
    let draft = drafts.iter().find(|note| note.source == best.id && !is_contradicted(note, finding));
    let place = FactPlace::new(&task.tenant, &finding.text, &fact::subject(task, research.entity.as_ref()));
    let fetched_at = sources.iter().map(|source| source.fetched_at).max().unwrap_or(research.made_at);
    let dated = sources.iter().filter_map(|source| source.published_at).filter(|at| *at <= research.made_at).max();
    // Research as of a day confirms what was known that day.
    let seen_at = task.as_of.unwrap_or(fetched_at).trunc_subsecs(6);
    let fact = NoteFact {
        topic: place.topic,
        research: job,
        question: tidy(&fact::question(task), MAX_NOTE_CHARS),
        context: tidy(fact::context(task), MAX_NOTE_CHARS),
        dated: dated.map_or(seen_at, |at| at.trunc_subsecs(6)),
        seen_at,
    };
    let list = |words: &[String], most: usize, chars: usize| {
        words.iter().take(most).map(|word| tidy(word, chars)).collect::<Vec<_>>()
    };
    Some(Note {
        id: place.note,
        tenant: task.tenant.clone(),
        text: tidy(&finding.text, MAX_NOTE_CHARS),
        summary: tidy(&finding.text, 300),
        keywords: draft.map_or_else(|| keywords(&finding.text), |draft| list(&draft.keywords, 12, 60)),
        tags: draft
            .map(|draft| list(&draft.tags.iter().map(|tag| tag.to_lowercase()).collect::<Vec<_>>(), 8, 40))
            .unwrap_or_default(),
        kind: draft.filter(|draft| !draft.kind.is_empty()).map_or("fact".to_owned(), |draft| tidy(&draft.kind, 40)),
        source_url: best.url.clone(),
        made_at: research.made_at.trunc_subsecs(6),
        entity: research.entity.clone(),
        links: Vec::new(),
        sources: sources.iter().enumerate().map(|(n, source)| note_source(source, n == 0, finding)).collect(),
        fact: Some(fact),
    })
}

/// Returns the sources that a finding cites for itself, best tier first.
fn supporting<'a>(research: &'a Research, finding: &Finding) -> Vec<&'a Source> {
    let supports =
        |source: &&Source| finding.sources.contains(&source.id) && !finding.contradictions.contains(&source.id);
    let mut sources: Vec<&Source> = research.sources.iter().filter(supports).collect();
    sources.sort_by(|a, b| (b.tier, &a.url).cmp(&(a.tier, &b.url)));
    sources
}

/// The quote of a finding is attributed to its best source.
fn note_source(source: &Source, is_best: bool, finding: &Finding) -> NoteSource {
    let micros = |at: Time| at.trunc_subsecs(6);
    let (fetched_at, published_at) = (micros(source.fetched_at), source.published_at.map(micros));
    let source = Source { id: String::new(), fetched_at, published_at, ..source.clone() };
    NoteSource { source, quote: if is_best { finding.quote.clone() } else { String::new() } }
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
    fn each_supported_finding_becomes_a_note_with_its_sources() {
        let mut found = evidence();
        found.research.findings[1].status = ClaimStatus::Unclear;
        let made = notes(job(), &found, None);
        assert_eq!(
            made.iter().map(|note| note.text.as_str()).collect::<Vec<_>>(),
            ["The bill passed the lower house."]
        );
        assert_eq!((made[0].source_url.as_str(), made[0].sources.len()), ("https://example.org/bill", 1));
        let fact = made[0].fact.as_ref().unwrap();
        assert_eq!((fact.question.as_str(), fact.research), ("What of the bill?", job()));
        let other = notes(JobId::named(&["other"]), &found, None);
        assert_eq!(other[0].id, made[0].id, "the same fact of other research is the same note");
        found.task.tenant = domain::Tenant::parse("acme").unwrap();
        assert_ne!(notes(job(), &found, None)[0].id, made[0].id, "but not of another tenant");
        found.research.from_cache = true;
        assert_eq!(notes(job(), &found, None), [], "memory does not confirm itself");
    }

    #[test]
    fn the_models_keywords_and_kind_are_used_unless_its_summary_contradicts() {
        let reply = |summary: &str| {
            let note =
                json!({ "source": "s1", "text": "x", "summary": summary, "kind": "event", "tags": ["Politics"] });
            serde_json::from_value::<NotesReply>(json!({ "notes": [note] })).unwrap()
        };
        let made = notes(job(), &evidence(), Some(reply("The bill passed the lower house.")));
        assert_eq!((made[0].kind.as_str(), made[0].tags[0].as_str()), ("event", "politics"));
        let made = notes(job(), &evidence(), Some(reply("The bill did not pass the lower house.")));
        assert_eq!((made[0].kind.as_str(), made[0].tags.len()), ("fact", 0));
    }
}
