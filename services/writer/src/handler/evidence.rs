//! **Consumes** `EvidenceFiltered`.
//! **Emits** `ResultPublished` for research outside a run; the evidence of a run is answered by its forecast.
//! **Idempotent because** every row is keyed by the message's job, and a file is replaced by an identical one.

use std::sync::Arc;

use domain::effect::Note;
use domain::research::Ending;
use domain::{ClaimStatus, Effect, Entity, Evidence, Filtering, JobId, MicroUsd, RunId, Subject};
use llm::{Request, Schema};
use proto::events::EvidenceFiltered;
use proto::result::ResultContent;
use research::support::fact::question_key;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::{History, Memory};
use worker::degraded::{self, Degraded};
use worker::metering::structured;
use worker::{MeteredCall, ModelClient, Payer, Prompts, SpendingLimits, Work};

use super::contradictions::{Comparison, ContradictionFinder};
use crate::contradiction::Contradiction;
use crate::report_store::{Folder, ReportFiles, ReportStore};
use crate::result::{result_row, with_result};
use crate::{audit, links, note, research_report};

/// Transient failures after which notes are made from the findings.
pub(super) const MAX_RETRIES: u32 = 3;

/// The writer's access to its model: client, prompts and spending limits.
#[derive(Clone)]
pub struct WriterModel {
    /// The metered model.
    pub client: Arc<dyn ModelClient>,
    /// Templates of the writer's system and user prompts.
    pub prompts: Arc<Prompts>,
    /// Limits of the budgets that pay for a call.
    pub limits: SpendingLimits,
}

/// Stores evidence, and publishes it outside a run.
pub struct EvidenceWriter<M> {
    model: WriterModel,
    memory: Arc<M>,
    schema: Schema,
    reports: ReportStore,
    contradictions: ContradictionFinder<M>,
}

impl<M: Memory + History> Handler for EvidenceWriter<M> {
    const NAME: &'static str = "writer-evidence";
    const EMITS: &'static [&'static str] = &["auspex.result."];
    type In = EvidenceFiltered;

    async fn handle(&self, event: EvidenceFiltered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let mut evidence = event.0;
        let at = attempt.now();
        let Comparison { contradictions, is_unjudged } = self.contradictions.find(&evidence, attempt).await?;
        if is_unjudged {
            evidence.research.add_lack(Degraded::UnjudgedSources.name());
        }
        let notes = self.notes(&mut evidence, attempt).await?;
        let stored = stored(attempt, &evidence, &contradictions);
        let stored = notes.into_iter().fold(stored, |outcome, note| outcome.write(Effect::NoteStored(Box::new(note))));
        if waiting(&evidence).is_some() {
            return Ok(stored.labelled("of_a_run"));
        }
        let folder = Folder::for_evidence(attempt.job, &evidence);
        let mut page = research_report::page(&evidence, &contradictions);
        if let Some(entity) = self.entity(&evidence).await? {
            page = research_report::about_entity(page, &entity, &evidence);
        }
        let cited = research_report::cited(&evidence.research);
        let trail = audit::task_trail(attempt.job, &evidence, &contradictions, at);
        let files = ReportFiles { folder: &folder, page: &page, cited: &cited, trail: &trail };
        let report = self.reports.put(files, evidence.task.tenant.clone(), at).await?;
        let outcome = stored.write(Effect::ReportStored(Box::new(report))).labelled("research");
        Ok(with_result(outcome, result_row(ResultContent::Research(&evidence), attempt.job, &folder.report(), at)))
    }
}

impl<M: Memory + History> EvidenceWriter<M> {
    /// Compiles the schema.
    pub fn new(model: WriterModel, memory: Arc<M>, reports: ReportStore) -> Self {
        let schema = Schema::new("write_notes", "Write one note for each source.", note::schema());
        let contradictions = ContradictionFinder::new(model.clone(), Arc::clone(&memory));
        Self { model, memory, schema, reports, contradictions }
    }

    /// Returns the entity that the research is about.
    async fn entity(&self, evidence: &Evidence) -> Result<Option<Entity>, Failure> {
        match &evidence.research.entity {
            Some(id) => Ok(self.memory.entity(&evidence.task.tenant, id).await?),
            None => Ok(None),
        }
    }

    /// Makes the notes of the evidence. Those of a look-up get keywords from the model and links to stored notes; the
    /// evidence records if the model did not write them.
    async fn notes(&self, evidence: &mut Evidence, attempt: &Attempt) -> Result<Vec<Note>, Failure> {
        let is_look_up = matches!(evidence.task.subject, Subject::Miss { .. });
        if !is_look_up || evidence.research.from_cache || !note::worthwhile(evidence) {
            let notes = note::notes(attempt.job, evidence, None);
            log(attempt, evidence, notes.len());
            return Ok(with_siblings(notes));
        }
        let call = self.call(evidence, attempt).map_err(Failure::reject)?;
        let reply = match structured::<note::NotesReply>(&*self.model.client, call, &self.schema).await {
            Ok(answered) => Some(answered.value),
            Err(error) => {
                let error = error.unless_later(attempt.failures, MAX_RETRIES)?;
                degraded::count(Degraded::PlainNotes, &error);
                evidence.research.add_lack(Degraded::PlainNotes.name());
                tracing::warn!(error = %error, "notes are made from the findings without the model");
                None
            }
        };
        let notes = note::notes(attempt.job, evidence, reply);
        log(attempt, evidence, notes.len());
        self.linked(notes).await
    }

    /// Adds links to stored notes and between the new notes.
    async fn linked(&self, mut notes: Vec<Note>) -> Result<Vec<Note>, Failure> {
        let own: Vec<_> = notes.iter().map(|note| note.id).collect();
        for place in 0..notes.len() {
            let (before, rest) = notes.split_at_mut(place);
            let note = &mut rest[0];
            let known = self.memory.retrieve(&note.tenant, &links::query(note), links::MAX_CANDIDATES).await?;
            let mut found = links::to_siblings(note, before);
            found.extend(links::to_known(&known, &own));
            note.links = links::surest(found);
        }
        Ok(notes)
    }

    fn call(&self, evidence: &Evidence, attempt: &Attempt) -> anyhow::Result<MeteredCall> {
        let task = &evidence.task;
        let payer =
            Payer { tenant: task.tenant.clone(), root: task.event_job, work: Work::Task(attempt.job), task: None };
        Ok(MeteredCall {
            job: attempt.job,
            tenant: task.tenant.clone(),
            step: "notes".to_owned(),
            request: self.request(evidence)?,
            budgets: lowered(self.model.limits.budgets("writer", &payer, attempt.now()), task.budget),
            deadline: None,
            can_wait: task.can_wait,
        })
    }

    fn request(&self, evidence: &Evidence) -> anyhow::Result<Request> {
        let system = self.model.prompts.render("notes.md", serde_json::json!({}))?;
        let user = self.model.prompts.render("input.md", serde_json::json!({ "input": note::input(evidence) }))?;
        Ok(Request::new(system, user).with_max_tokens(4_000).with_temperature(0.0).cached())
    }
}

/// Returns the effects that every evidence has: the evidence, its audit line, and the end of contradicted research.
fn stored(attempt: &Attempt, evidence: &Evidence, contradictions: &[Contradiction]) -> Outcome {
    let at = attempt.now();
    let line = |line| Effect::Audited(Box::new(line));
    let (tenant, made_at) = (&evidence.task.tenant, evidence.research.made_at);
    let question = answered_question(evidence);
    let question = question.map(|question| Effect::QuestionAnswered { question, tenant: tenant.clone(), made_at });
    let mut outcome = question.into_iter().fold(Outcome::none(), Outcome::write);
    outcome = outcome.write(Effect::EvidenceStored(Box::new(evidence.clone()))).write(line(audit::filtered(
        attempt.job,
        evidence,
        at,
    )));
    for one in contradictions {
        outcome = outcome.write(line(audit::invalidated(attempt.job, evidence, one, at)));
    }
    // All contradictions concern one version, which keeps the first reason.
    if let (Some(one), Some(entity)) = (contradictions.first(), &evidence.research.entity) {
        let (entity, version, because) = (entity.clone(), one.version, one.because());
        outcome = outcome.write(Effect::ResearchContradicted { entity, version, at, because });
    }
    outcome
}

/// Limits the writer's budget to the task's: an event that lowered the task's budget also lowers the writer's.
pub(super) fn lowered(mut budgets: Vec<domain::Budget>, task: MicroUsd) -> Vec<domain::Budget> {
    for budget in budgets.iter_mut().filter(|budget| budget.scope.key().starts_with("agent:")) {
        budget.limit = budget.limit.min(task);
    }
    budgets
}

/// Logs how many findings become notes with the outcome, which stores all of them or none.
fn log(attempt: &Attempt, evidence: &Evidence, notes: usize) {
    let (job, tenant, findings) = (attempt.job, &evidence.task.tenant, evidence.research.findings.len());
    let query = domain::effect::subject_label(&evidence.task);
    let failed = findings - notes.min(findings);
    tracing::info!(
        event = "RESEARCHER_NOTES_STORED",
        %job, %tenant, query, notes_created = findings, notes_stored = notes, notes_failed = failed,
        "findings become notes"
    );
}

/// Adds links between the new notes.
fn with_siblings(mut notes: Vec<Note>) -> Vec<Note> {
    for place in 1..notes.len() {
        let (before, rest) = notes.split_at_mut(place);
        rest[0].links = links::surest(links::to_siblings(&rest[0], before));
    }
    notes
}

/// Returns the key of the question that the evidence answers completely, so that it need not be researched again.
fn answered_question(evidence: &Evidence) -> Option<JobId> {
    let research = &evidence.research;
    let is_complete = research.ending == Ending::Complete && !research.from_cache && research.lacks.is_empty();
    let is_filtered = matches!(evidence.filtering, Filtering::Filtered { .. });
    let is_answered = research.findings.iter().any(|finding| finding.status == ClaimStatus::Supported);
    if is_complete && is_filtered && is_answered { question_key(&evidence.task) } else { None }
}

fn waiting(evidence: &Evidence) -> Option<RunId> {
    evidence.task.subject.waiting().map(|(run, _)| run)
}

#[cfg(test)]
#[path = "evidence_test.rs"]
mod tests;
