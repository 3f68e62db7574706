//! Answers a run's question from memory: with the evidence of earlier research of the same question, while each of its
//! facts still holds and is fresh. Only then is nothing bought.
//!
//! I/O: reads memory.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::note::StoredNote;
use domain::research::Recollection;
use domain::run::Question;
use domain::{ClaimStatus, Evidence, Finding, JobId, Research, Time, hindsight};
use research::support::fact::{self, FactPlace, max_age};
use runtime::Failure;
use store::Memory;

use crate::job::Job;

/// What decides whether the facts of earlier research answer a question now.
struct Freshness {
    /// Maximum age of any fact: that of the kind of the question, at most the configured one.
    limit: Duration,
    now: Time,
    /// The question means the day on which it is asked, so only answers of that day count.
    is_relative: bool,
    /// The day as of which the question is answered.
    as_of: Option<Time>,
}

/// Returns the answer of memory; `None` if the question has to be researched.
pub(crate) async fn answer<M: Memory>(job: &Job<'_, M>, question: &Question) -> Result<Option<Research>, Failure> {
    let (memory, tenant) = (&job.engine.memory, &job.task.tenant);
    let max_configured = job.engine.config.memory_max_age;
    // An earlier attempt that has begun is completed: its steps are paid.
    if max_configured.is_zero() || job.has_begun().await? {
        return Ok(None);
    }
    let Some(key) = fact::question_key(job.task) else { return Ok(None) };
    let Some(evidence) = memory.evidence_for(tenant, key).await? else { return Ok(None) };
    let places = places(&evidence);
    let ids: Vec<JobId> = places.iter().map(|(_, place)| place.note).collect();
    let notes = memory.notes_by_id(tenant, &ids).await?;
    let now = job.attempt.now();
    let limit = max_age(&question.text, now).min(max_configured);
    let is_relative = fact::is_relative(&question.text);
    let freshness = Freshness { limit, now, is_relative, as_of: job.task.as_of };
    Ok(freshness.recall(&evidence, &places, &notes))
}

/// A finding and its place in memory.
type Placed<'e> = (&'e Finding, FactPlace);

/// Returns the places of the supported findings in memory.
fn places(evidence: &Evidence) -> Vec<Placed<'_>> {
    let Evidence { task, research, .. } = evidence;
    let subject = fact::subject(task, research.entity.as_ref());
    let supported = research.findings.iter().filter(|finding| finding.status == ClaimStatus::Supported);
    supported.map(|finding| (finding, FactPlace::new(&task.tenant, &finding.text, &subject))).collect()
}

impl Freshness {
    /// Returns the research of the evidence if all of its supported findings hold and are fresh.
    fn recall(&self, evidence: &Evidence, places: &[Placed<'_>], notes: &[StoredNote]) -> Option<Research> {
        let by_id: BTreeMap<JobId, &StoredNote> = notes.iter().map(|stored| (stored.note.id, stored)).collect();
        let holds = |place: &FactPlace| by_id.get(&place.note).is_some_and(|stored| self.holds(stored));
        if places.is_empty() || !places.iter().all(|(_, place)| holds(place)) {
            return None;
        }
        let research = &evidence.research;
        let is_later = self.as_of.is_some_and(|as_of| !hindsight::split_by_date(research, as_of).1.is_empty());
        let saved = research.cost + evidence.cost;
        let facts = u32::try_from(places.len()).unwrap_or(u32::MAX);
        (!is_later).then(|| Research { recalled: Some(Recollection { saved, facts }), ..research.clone() })
    }

    /// For a day in the past, nothing that was learned of later days counts, and what was known of that day does not
    /// age.
    fn holds(&self, stored: &StoredNote) -> bool {
        let Some(fact) = &stored.note.fact else { return false };
        if let Some(as_of) = self.as_of {
            return stored.ended.as_ref().is_none_or(|end| end.ended.at >= as_of);
        }
        if self.is_relative && fact.seen_at.date_naive() != self.now.date_naive() {
            return false;
        }
        let age = (self.now - fact.seen_at).to_std().unwrap_or_default();
        stored.ended.is_none() && age <= self.limit.min(max_age(&stored.note.text, fact.seen_at))
    }
}

#[cfg(test)]
#[path = "tests/recall_test.rs"]
mod tests;
