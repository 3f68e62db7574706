//! Effects as rows. They are converted on the caller's task before the transaction begins, to keep the transaction and
//! its locks short.

pub(crate) mod answered;
pub(crate) mod audit;
pub(crate) mod basis;
pub(crate) mod contradicted;
pub(crate) mod event;
pub(crate) mod evidence;
pub(crate) mod fact_note;
pub(crate) mod forecast;
pub(crate) mod note;
pub(crate) mod report;
pub(crate) mod research;
pub(crate) mod result;
pub(crate) mod run;
pub(crate) mod valuation;
pub(crate) mod verdicts;

use domain::effect::Note;
use domain::{Effect, JobId};
use sqlx::postgres::PgConnection;

use crate::failure::Failed;
use crate::memory::facts;
use crate::reviews::rows::Changes;

/// The rows of one job, by table.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    pub(crate) events: Vec<event::Row>,
    pub(crate) runs: Vec<run::RunChange>,
    pub(crate) research: Vec<research::Row>,
    pub(crate) macros: Vec<Changes>,
    contradicted: Vec<contradicted::Row>,
    evidence: Vec<evidence::Row>,
    notes: Vec<note::Row>,
    facts_seen: Vec<Note>,
    questions: Vec<answered::Row>,
    reports: Vec<report::Row>,
    audits: Vec<audit::Row>,
    results: Vec<result::Row>,
    bases: Vec<basis::Row>,
    facts: Vec<facts::Learned>,
    valuations: Vec<valuation::Row>,
    answered: Vec<verdicts::Row>,
}

impl Writes {
    /// Sorts a job's effects by table, in order.
    pub(crate) fn from_effects(job: JobId, effects: Vec<Effect>) -> Result<Self, serde_json::Error> {
        let mut writes = Self::default();
        for (ordinal, effect) in effects.into_iter().enumerate() {
            writes.add(job, ordinal, effect)?;
        }
        Ok(writes)
    }

    fn add(&mut self, job: JobId, ordinal: usize, effect: Effect) -> Result<(), serde_json::Error> {
        match effect {
            Effect::Classified(made) => self.events.push(event::Row::from_classification(&made)?),
            Effect::VerdictsAnswered(group) => self.answered.push(group.0),
            Effect::RunStarted { .. }
            | Effect::RunExtended { .. }
            | Effect::Answered { .. }
            | Effect::DecisionDeadLettered { .. }
            | Effect::RunFinished { .. }
            | Effect::RunEnded { .. } => self.runs.extend(run::RunChange::from_effect(&effect)?),
            Effect::RoundValued { run, valuation } => self.valuations.push(valuation::Row::new(run, &valuation)?),
            Effect::ResearchStored { entity, research, fence, owner } => {
                self.research.push(research::Row::new(&entity, &research, (fence, owner))?);
            }
            Effect::ResearchContradicted { entity, version, at, because } => {
                self.contradicted.push(contradicted::Row::new(&entity, version, at, &because));
            }
            Effect::FactsLearned { entity, statements, owner } => {
                self.facts.push(facts::Learned { entity, statements, owner });
            }
            Effect::EvidenceStored(kept) => self.evidence.push(evidence::Row::new(job, &kept)?),
            Effect::NoteStored(note) if note.fact.is_some() => self.facts_seen.push(*note),
            Effect::NoteStored(note) => self.notes.push(note::Row::from_note(*note)),
            Effect::QuestionAnswered { question, tenant, made_at } => {
                self.questions.push(answered::Row::new(job, question, &tenant, made_at));
            }
            Effect::ReportStored(report) => self.reports.push(*report),
            Effect::Audited(line) => self.audits.push(audit::Row::new(ordinal, &line)),
            Effect::ResultStored(result) => self.results.push(result::Row::from_result(&result)),
            Effect::MacroResulted { reviewed, version } => {
                self.notes.extend(reviewed.notes().into_iter().map(note::Row::from_note));
                self.macros.push(Changes::new(&reviewed, version)?);
            }
            Effect::RestedOn(bases) => self.bases.extend(bases.into_iter().map(|basis| basis::Row::new(job, basis))),
        }
        Ok(())
    }

    /// Approximate number of bytes sent to the server.
    pub(crate) fn bytes(&self) -> usize {
        let bodies = self.events.iter().map(|row| row.body.len()).sum::<usize>()
            + self.runs.iter().map(run::RunChange::bytes).sum::<usize>()
            + self.research.iter().map(|row| row.body.len()).sum::<usize>()
            + self.macros.iter().map(Changes::bytes).sum::<usize>()
            + self.evidence.iter().map(|row| row.body.len()).sum::<usize>();
        bodies
            + self.notes.iter().map(|row| row.text.len()).sum::<usize>()
            + self.facts_seen.iter().map(|note| note.text.len() + 500 * note.sources.len()).sum::<usize>()
            + self.reports.iter().map(|row| row.markdown.len()).sum::<usize>()
            + self.results.iter().map(|row| row.body.len()).sum::<usize>()
            + self.bases.iter().map(basis::Row::bytes).sum::<usize>()
    }
}

/// Writes the rows that need no decision. Fences, runs and sessions are decided in `journal::commit`.
pub(crate) async fn write_plain(
    conn: &mut PgConnection,
    members: &[&Writes],
    shares_memory: bool,
) -> Result<(), Failed> {
    event::insert(conn, &gathered(members, |writes| &writes.events)).await?;
    contradicted::end(conn, &gathered(members, |writes| &writes.contradicted)).await?;
    evidence::insert(conn, &gathered(members, |writes| &writes.evidence)).await?;
    note::insert(conn, &gathered(members, |writes| &writes.notes)).await?;
    let contradicted = gathered(members, |writes| &writes.contradicted);
    let entities: Vec<&str> = contradicted.iter().map(|row| row.entity()).collect();
    fact_note::apply(conn, &gathered(members, |writes| &writes.facts_seen), &entities).await?;
    note::link_facts(conn, &gathered(members, |writes| &writes.facts_seen)).await?;
    answered::insert(conn, &gathered(members, |writes| &writes.questions)).await?;
    report::upsert(conn, &gathered(members, |writes| &writes.reports)).await?;
    audit::insert(conn, &gathered(members, |writes| &writes.audits)).await?;
    result::insert(conn, &gathered(members, |writes| &writes.results)).await?;
    basis::insert(conn, &gathered(members, |writes| &writes.bases)).await?;
    facts::learn_from_jobs(conn, &gathered(members, |writes| &writes.facts), shares_memory).await?;
    valuation::insert(conn, &gathered(members, |writes| &writes.valuations)).await?;
    verdicts::answer(conn, &gathered(members, |writes| &writes.answered)).await
}

/// Writes the rows that contain messages of the outbox, once these are inserted.
pub(crate) async fn write_offered(conn: &mut PgConnection, members: &[&Writes]) -> Result<(), Failed> {
    verdicts::offer(conn, &gathered(members, |writes| &writes.answered)).await
}

fn gathered<'a, T>(members: &[&'a Writes], rows: impl Fn(&'a Writes) -> &'a Vec<T>) -> Vec<&'a T> {
    members.iter().flat_map(|writes| rows(writes)).collect()
}
