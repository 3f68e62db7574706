//! Effects as rows. Everything is turned into columns on the caller's task, before any transaction begins: what is open for
//! long holds locks for long.

pub(crate) mod audit;
pub(crate) mod basis;
pub(crate) mod contradicted;
pub(crate) mod event;
pub(crate) mod evidence;
pub(crate) mod fan_in;
pub(crate) mod forecast;
pub(crate) mod note;
pub(crate) mod report;
pub(crate) mod research;
pub(crate) mod result;
pub(crate) mod round;
pub(crate) mod run;
pub(crate) mod text;

use domain::entity::fact::Statement;
use domain::{Effect, EntityId, JobId};
use sqlx::postgres::PgConnection;

use crate::failure::Failed;
use crate::memory::facts;

/// All that one job writes, by table.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    pub(crate) events: Vec<event::Row>,
    pub(crate) runs: Vec<fan_in::Change>,
    pub(crate) research: Vec<research::Row>,
    contradicted: Vec<contradicted::Row>,
    evidence: Vec<evidence::Row>,
    notes: Vec<note::Row>,
    reports: Vec<report::Row>,
    audits: Vec<audit::Row>,
    results: Vec<result::Row>,
    bases: Vec<basis::Row>,
    facts: Vec<(EntityId, Vec<Statement>)>,
    valuations: Vec<round::Row>,
    given_up: Vec<round::Row>,
}

impl Writes {
    /// Sorts a job's effects by table, in order.
    pub(crate) fn of(job: JobId, effects: Vec<Effect>) -> Result<Self, serde_json::Error> {
        let mut writes = Self::default();
        for (ordinal, effect) in effects.into_iter().enumerate() {
            writes.add(job, ordinal, effect)?;
        }
        Ok(writes)
    }

    fn add(&mut self, job: JobId, ordinal: usize, effect: Effect) -> Result<(), serde_json::Error> {
        match effect {
            Effect::Classified(made) => self.events.push(event::Row::of(&made)?),
            Effect::RunStarted { run, questions, deadline, stopped } => {
                self.runs.push(run::started(&run, &questions, deadline, stopped)?);
            }
            Effect::RunExtended { run, version, questions, deadline } => {
                self.runs.push(run::extended(run, version, &questions, deadline)?);
            }
            Effect::Answered { run, question, evidence } => self.runs.push(run::answered(run, question, &evidence)?),
            Effect::RoundValued { run, valuation } => self.valuations.push(round::Row::valued(run, &valuation)?),
            Effect::DecisionGivenUp { run, round, because } => {
                self.given_up.push(round::Row::given_up(run, round, &because));
            }
            Effect::RunFinished { forecast, version } => self.runs.push(run::finished(&forecast, version)?),
            Effect::RunEnded { run, version, ending } => self.runs.push(run::ended(run, version, &ending)?),
            Effect::ResearchStored { entity, research, fence } => {
                self.research.push(research::Row::of(&entity, &research, fence)?);
            }
            Effect::ResearchContradicted { entity, version, at, because } => {
                self.contradicted.push(contradicted::Row::of(&entity, version, at, &because));
            }
            Effect::FactsLearned { entity, said } => self.facts.push((entity, said)),
            Effect::EvidenceStored(kept) => self.evidence.push(evidence::Row::of(job, &kept)?),
            Effect::NoteStored(note) => self.notes.push(note::Row::of(*note)),
            Effect::ReportStored(report) => self.reports.push(*report),
            Effect::Audited(line) => self.audits.push(audit::Row::of(ordinal, &line)),
            Effect::ResultStored(result) => self.results.push(result::Row::of(&result)),
            Effect::RestedOn(bases) => self.bases.extend(bases.into_iter().map(|basis| basis::Row::of(job, basis))),
        }
        Ok(())
    }

    /// About how many bytes go to the server.
    pub(crate) fn bytes(&self) -> usize {
        let bodies = self.events.iter().map(|row| row.body.len()).sum::<usize>()
            + self.runs.iter().map(fan_in::Change::bytes).sum::<usize>()
            + self.research.iter().map(|row| row.body.len()).sum::<usize>()
            + self.evidence.iter().map(|row| row.body.len()).sum::<usize>();
        bodies
            + self.notes.iter().map(|row| row.text.len()).sum::<usize>()
            + self.reports.iter().map(|row| row.markdown.len()).sum::<usize>()
            + self.results.iter().map(|row| row.body.len()).sum::<usize>()
            + self.bases.iter().map(basis::Row::bytes).sum::<usize>()
    }
}

/// Writes what needs no decision. Fences and runs were decided before; see `journal::commit`.
pub(crate) async fn write_plain(conn: &mut PgConnection, members: &[&Writes]) -> Result<(), Failed> {
    event::insert(conn, &gathered(members, |writes| &writes.events)).await?;
    contradicted::end(conn, &gathered(members, |writes| &writes.contradicted)).await?;
    evidence::insert(conn, &gathered(members, |writes| &writes.evidence)).await?;
    note::insert(conn, &gathered(members, |writes| &writes.notes)).await?;
    report::upsert(conn, &gathered(members, |writes| &writes.reports)).await?;
    audit::insert(conn, &gathered(members, |writes| &writes.audits)).await?;
    result::insert(conn, &gathered(members, |writes| &writes.results)).await?;
    basis::insert(conn, &gathered(members, |writes| &writes.bases)).await?;
    facts::learn_more(conn, &gathered(members, |writes| &writes.facts)).await?;
    round::insert(conn, round::GIVEN_UP, &gathered(members, |writes| &writes.given_up)).await?;
    round::insert(conn, round::VALUED, &gathered(members, |writes| &writes.valuations)).await
}

fn gathered<'a, T>(members: &[&'a Writes], rows: impl Fn(&'a Writes) -> &'a Vec<T>) -> Vec<&'a T> {
    members.iter().flat_map(|writes| rows(writes)).collect()
}

/// One column of many rows, as `unnest` wants it.
pub(crate) fn column<'a, T, C>(rows: &[&'a T], value: impl Fn(&'a T) -> C) -> Vec<C> {
    rows.iter().map(|row| value(row)).collect()
}
