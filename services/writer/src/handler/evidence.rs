//! *Hears* `EvidenceFiltered`.
//! *Says* `ResultPublished` for research that no run waits for; what a run waits for is answered by its forecast.
//! *Twice is harmless because* every row is keyed by the message's job, and a file is replaced by the same file.

use std::sync::Arc;

use domain::effect::Note;
use domain::{Effect, Evidence, MicroUsd, RunId, Subject};
use llm::{Request, Schema};
use proto::events::EvidenceFiltered;
use proto::result::Said;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::{History, Memory};
use worker::paid::structured;
use worker::{Asks, Call, Limits, Payer, Prompts};

use super::against::Against;
use crate::contradiction::Contradiction;
use crate::result::published;
use crate::shelf::{Filing, Folder, Shelf};
use crate::{audit, links, note, research_report};

/// Transient failures after which notes are made of the findings themselves.
pub(super) const RETRIES: u32 = 3;

/// Writes evidence down.
pub struct EvidenceWriter<M> {
    asks: Arc<dyn Asks>,
    memory: Arc<M>,
    schema: Schema,
    prompts: Prompts,
    limits: Limits,
    shelf: Shelf,
    against: Against<M>,
}

impl<M: Memory + History> Handler for EvidenceWriter<M> {
    const NAME: &'static str = "writer-evidence";
    const SAYS: &'static [&'static str] = &["auspex.result."];
    type In = EvidenceFiltered;

    async fn handle(&self, event: EvidenceFiltered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let evidence = event.0;
        let at = attempt.now();
        let against = self.against.of(&evidence, attempt).await?;
        let stored = stored(attempt, &evidence, &against);
        if waiting(&evidence).is_some() {
            return Ok(stored.labelled("of_a_run"));
        }
        let notes = self.notes(&evidence, attempt).await?;
        let folder = Folder::of_evidence(attempt.job, &evidence);
        let page = research_report::page(&evidence, &against);
        let cited = research_report::cited(&evidence.research);
        let trail = audit::of_task(attempt.job, &evidence, &against, at);
        let filing = Filing { folder: &folder, page: &page, cited: &cited, trail: &trail };
        let report = self.shelf.put(filing, evidence.task.tenant.clone(), at).await?;
        let outcome = notes.into_iter().fold(stored, |outcome, note| outcome.write(Effect::NoteStored(Box::new(note))));
        let outcome = outcome.write(Effect::ReportStored(Box::new(report))).labelled("research");
        Ok(published(outcome, Said::Research(&evidence), attempt.job, &folder.report(), at))
    }
}

impl<M: Memory + History> EvidenceWriter<M> {
    /// Puts it together.
    ///
    /// # Errors
    /// A prompt that does not parse; it is compiled in, so a test sees it first.
    pub fn new(asks: Arc<dyn Asks>, memory: Arc<M>, limits: Limits, shelf: Shelf) -> anyhow::Result<Self> {
        let prompts = Prompts::new(&[
            ("notes.md", include_str!("../../prompts/notes.md")),
            ("input.md", include_str!("../../prompts/input.md")),
        ])?;
        let schema = Schema::new("write_notes", "Write one note for each source.", note::schema());
        let against = Against::new(Arc::clone(&asks), Arc::clone(&memory), limits.clone())?;
        Ok(Self { asks, memory, schema, prompts, limits, shelf, against })
    }

    /// Only just-in-time research makes notes: they are what the next look-up finds.
    async fn notes(&self, evidence: &Evidence, attempt: &Attempt) -> Result<Vec<Note>, Failure> {
        if !matches!(evidence.task.subject, Subject::Miss { .. }) || !note::worthwhile(evidence) {
            return Ok(Vec::new());
        }
        let call = self.call(evidence, attempt).map_err(Failure::reject)?;
        let reply = match structured::<note::Reply>(&*self.asks, call, &self.schema).await {
            Ok(answered) => Some(answered.value),
            Err(error) => {
                let error = error.unless_later(attempt.failures, RETRIES)?;
                tracing::warn!(error = %error, "the findings themselves become the notes");
                None
            }
        };
        self.linked(note::notes(attempt.job, evidence, reply)).await
    }

    /// With links to what was known and to one another.
    async fn linked(&self, mut notes: Vec<Note>) -> Result<Vec<Note>, Failure> {
        let own: Vec<_> = notes.iter().map(|note| note.id).collect();
        for place in 0..notes.len() {
            let (before, rest) = notes.split_at_mut(place);
            let note = &mut rest[0];
            let known = self.memory.retrieve(&note.tenant, &links::question(note), links::ASKED).await?;
            let mut found = links::to_siblings(note, before);
            found.extend(links::to_known(&known, &own));
            note.links = links::surest(found);
        }
        Ok(notes)
    }

    fn call(&self, evidence: &Evidence, attempt: &Attempt) -> anyhow::Result<Call> {
        let task = &evidence.task;
        let payer = Payer { tenant: task.tenant.clone(), root: task.event_job, run: None, task: None };
        Ok(Call {
            job: attempt.job,
            tenant: task.tenant.clone(),
            step: "notes".to_owned(),
            request: self.request(evidence)?,
            budgets: lowered(self.limits.budgets("writer", &payer, attempt.now()), task.budget),
            deadline: None,
        })
    }

    fn request(&self, evidence: &Evidence) -> anyhow::Result<Request> {
        let system = self.prompts.render("notes.md", serde_json::json!({}))?;
        let user = self.prompts.render("input.md", serde_json::json!({ "input": note::input(evidence) }))?;
        Ok(Request::new(system, user).with_max_tokens(4_000).with_temperature(0.0).cached())
    }
}

/// What is written whoever waits for it: the evidence, its trail, and what it ends of older research.
fn stored(attempt: &Attempt, evidence: &Evidence, against: &[Contradiction]) -> Outcome {
    let at = attempt.now();
    let line = |line| Effect::Audited(Box::new(line));
    let mut outcome = Outcome::none()
        .write(Effect::EvidenceStored(Box::new(evidence.clone())))
        .write(line(audit::filtered(attempt.job, evidence, at)));
    for one in against {
        outcome = outcome.write(line(audit::invalidated(attempt.job, evidence, one, at)));
    }
    // All are about one version; the first reason is the one that it keeps.
    if let (Some(one), Some(entity)) = (against.first(), &evidence.research.entity) {
        let (entity, version, because) = (entity.clone(), one.version, one.because());
        outcome = outcome.write(Effect::ResearchContradicted { entity, version, at, because });
    }
    outcome
}

/// No call may cost more than its task may: an event that lowered the task's budget lowers the writer's share, too.
pub(super) fn lowered(mut budgets: Vec<domain::Budget>, task: MicroUsd) -> Vec<domain::Budget> {
    for budget in budgets.iter_mut().filter(|budget| budget.scope.key().starts_with("agent:")) {
        budget.limit = budget.limit.min(task);
    }
    budgets
}

fn waiting(evidence: &Evidence) -> Option<RunId> {
    evidence.task.subject.waiting().map(|(run, _)| run)
}

#[cfg(test)]
#[path = "evidence_test.rs"]
mod tests;
