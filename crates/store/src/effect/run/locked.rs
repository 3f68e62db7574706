//! The runs of a transaction: locked, passed through the state machine, and written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::run::{
    Cancellation, FORMAT, QuestionProgress, RunEffect, RunEvent, RunMachine, RunProgress, StaleEvent, Step, readable,
};
use domain::{JobId, RunId, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::change::{ForecastRow, RunChange, RunRow, parse_phase, phase_name};
use super::rows::{self, NewAnswer, NewDeadLetter, NewQuestion};
use crate::columns::column;
use crate::effect::forecast;
use crate::failure::Failed;
use crate::rows::row;

/// In the order of the key, so that transactions cannot wait for each other in a circle.
const LOCK: &str = "
SELECT id, phase, iteration, outstanding, version, deadline, format, cancelled::text, event
FROM run WHERE id = ANY($1) ORDER BY id FOR UPDATE";

/// Serialises the start of a run with its early cancellation, which takes the exclusive lock; starts do not exclude
/// each other.
const LOCK_STARTS: &str =
    "SELECT pg_advisory_xact_lock_shared(hashtextextended(new.run::text, 0)) FROM unnest($1::uuid[]) AS new (run)";

/// A separate statement after the lock, so that it sees every cancellation that was committed before.
const EARLY_CANCELLATIONS: &str = "SELECT run, body::text FROM run_stop WHERE run = ANY($1)";

/// Reads the state of the questions that the transaction answers.
const QUESTIONS: &str = "
SELECT q.run, q.id, q.iteration, a.run IS NOT NULL
FROM unnest($1::uuid[], $2::text[]) AS asked (run, question)
JOIN question q ON q.run = asked.run AND q.id = asked.question
LEFT JOIN answer a ON a.run = asked.run AND a.question = asked.question";

const INSERT_RUNS: &str = "
INSERT INTO run (id, phase, iteration, outstanding, version, deadline, cancelled, ended, format, tenant, event, question, body, market, family,
                 event_option)
SELECT id, phase, iteration, outstanding, version, deadline, cancelled::json, ended::json, $9, tenant, event, question, body::json,
       body::json->'asked'->'market'->>'condition_id', body::json->'reading'->'family'->>'key',
       body::json->'reading'->'event_option'->>'key'
FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int8[], $6::timestamptz[], $7::text[], $8::text[],
            $10::text[], $11::uuid[], $12::text[], $13::text[])
     AS new (id, phase, iteration, outstanding, version, deadline, cancelled, ended, tenant, event, question, body)
ON CONFLICT (id) DO NOTHING";

/// A run that a newer binary has stored keeps its format: the events that may change it touch only what all formats
/// share.
const UPDATE_RUNS: &str = "
UPDATE run SET phase = new.phase, iteration = new.iteration, outstanding = new.outstanding, version = new.version,
               deadline = new.deadline, cancelled = coalesce(new.cancelled::json, run.cancelled),
               ended = coalesce(new.ended::json, run.ended), format = greatest(format, $9), changed_at = now()
FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int8[], $6::timestamptz[], $7::text[], $8::text[])
     AS new (id, phase, iteration, outstanding, version, deadline, cancelled, ended)
WHERE run.id = new.id";

row! {
    struct Row {
        id: Uuid,
        phase: String,
        iteration: i32,
        outstanding: i32,
        version: i64,
        deadline: Time,
        format: i32,
        cancelled: Option<String>,
        event: Uuid,
    }
}

row! {
    struct QuestionRow {
        run: Uuid,
        id: String,
        iteration: i32,
        answered: bool,
    }
}

/// A run between lock and write.
#[derive(Debug, Default)]
struct LockedRun<'a> {
    machine: RunMachine,
    /// Job of the event that asked; nil before the start.
    event: Uuid,
    new: Option<&'a RunRow>,
    changed: bool,
    cancelled: Option<&'a str>,
    ended: Option<&'a str>,
}

/// The runs of a transaction with the rows that it will store.
#[derive(Debug, Default)]
pub(crate) struct LockedRuns<'a> {
    runs: BTreeMap<Uuid, LockedRun<'a>>,
    questions: Vec<NewQuestion<'a>>,
    answers: Vec<NewAnswer<'a>>,
    dead_letters: Vec<NewDeadLetter<'a>>,
    forecasts: Vec<&'a ForecastRow>,
}

impl<'a> LockedRuns<'a> {
    /// Locks the runs of these changes and reads what the machine needs for them.
    pub(crate) async fn lock(conn: &mut PgConnection, changes: &[&RunChange]) -> Result<Self, Failed> {
        let mut locked = Self::default();
        if changes.is_empty() {
            return Ok(locked);
        }
        locked.runs.extend(changes.iter().map(|change| (change.run, LockedRun::default())));
        locked.lock_starts(conn, changes).await?;
        let ids: Vec<Uuid> = locked.runs.keys().copied().collect();
        let rows: Vec<Row> = sqlx::query_as(LOCK).bind(&ids).fetch_all(&mut *conn).await?;
        let guarded: BTreeSet<Uuid> =
            changes.iter().filter(|change| !is_safe_in_newer_formats(&change.event)).map(|change| change.run).collect();
        for Row { id, phase, iteration, outstanding, version, deadline, format, cancelled, event } in rows {
            if guarded.contains(&id) {
                readable(u32::try_from(format).unwrap_or(u32::MAX))?;
            }
            let progress = RunProgress {
                phase: parse_phase(&phase),
                round: u32::try_from(iteration).unwrap_or(0),
                outstanding: u32::try_from(outstanding).unwrap_or(0),
                version,
                deadline,
                cancelled: cancelled.map(|body| serde_json::from_str(&body)).transpose()?,
                questions: HashMap::new(),
            };
            locked.runs.insert(id, LockedRun { machine: RunMachine::Started(progress), event, ..LockedRun::default() });
        }
        locked.read_questions(conn, changes).await?;
        Ok(locked)
    }

    async fn lock_starts(&mut self, conn: &mut PgConnection, changes: &[&RunChange]) -> Result<(), Failed> {
        let is_start = |change: &&&RunChange| matches!(change.event, RunEvent::Started { .. });
        let starts: Vec<Uuid> = changes.iter().filter(is_start).map(|change| change.run).collect();
        if starts.is_empty() {
            return Ok(());
        }
        sqlx::query(LOCK_STARTS).bind(&starts).execute(&mut *conn).await?;
        let rows: Vec<(Uuid, String)> = sqlx::query_as(EARLY_CANCELLATIONS).bind(&starts).fetch_all(conn).await?;
        for (run, body) in rows {
            let machine = RunMachine::Unstarted { stop: Some(serde_json::from_str(&body)?) };
            self.runs.insert(run, LockedRun { machine, ..LockedRun::default() });
        }
        Ok(())
    }

    async fn read_questions(&mut self, conn: &mut PgConnection, changes: &[&RunChange]) -> Result<(), Failed> {
        let answered: BTreeSet<(Uuid, &str)> = changes
            .iter()
            .filter_map(|change| match &change.event {
                RunEvent::Answered { question } => Some((change.run, question.as_str())),
                _ => None,
            })
            .collect();
        if answered.is_empty() {
            return Ok(());
        }
        let (runs, questions): (Vec<Uuid>, Vec<&str>) = answered.into_iter().unzip();
        let query = sqlx::query_as(QUESTIONS).bind(runs).bind(questions);
        let rows: Vec<QuestionRow> = query.fetch_all(conn).await?;
        for QuestionRow { run, id, iteration, answered } in rows {
            if let Some(RunMachine::Started(progress)) = self.runs.get_mut(&run).map(|locked| &mut locked.machine) {
                let round = u32::try_from(iteration).unwrap_or(0);
                progress.questions.insert(id, QuestionProgress { round, answered });
            }
        }
        Ok(())
    }

    /// Checks that a change does not contradict the run's state.
    pub(crate) fn check(&self, change: &RunChange) -> Result<(), StaleEvent> {
        self.runs.get(&change.run).map_or(Ok(()), |locked| locked.machine.check(&change.event))
    }

    /// Passes a change through the machine and collects the rows to write. Returns the machine's instructions.
    pub(crate) fn apply(&mut self, change: &'a RunChange) -> Vec<RunEffect> {
        let Some(locked) = self.runs.get_mut(&change.run) else { return Vec::new() };
        let before = version(&locked.machine);
        let Step { machine, effects } = std::mem::take(&mut locked.machine).step(&change.event);
        locked.changed |= version(&machine) != before;
        locked.machine = machine;
        for effect in &effects {
            match (*effect, &change.event) {
                (RunEffect::StoreRun, _) => locked.new = change.new_run.as_ref(),
                (RunEffect::StoreCancellation, _) => locked.cancelled = change.cancelled.as_deref(),
                (RunEffect::StoreEnding, _) => locked.ended = change.ended.as_deref(),
                (RunEffect::StoreForecast, _) => self.forecasts.extend(&change.forecast),
                (
                    RunEffect::StoreQuestions { round },
                    RunEvent::Started { questions, .. } | RunEvent::Extended { questions, .. },
                ) => {
                    let rows = (0..).zip(questions).zip(&change.questions);
                    let (run, round) = (change.run, int(round));
                    let new = |((ordinal, id), body): ((i32, &'a String), &'a String)| NewQuestion {
                        run,
                        round,
                        ordinal,
                        id,
                        body,
                    };
                    self.questions.extend(rows.map(new));
                }
                (RunEffect::StoreAnswer { late }, RunEvent::Answered { question }) => {
                    self.answers.push(NewAnswer { run: change.run, question, late, body: &change.body });
                }
                (RunEffect::StoreDeadLetter, RunEvent::DecisionDeadLettered { round }) => {
                    let (run, round) = (change.run, int(*round));
                    self.dead_letters.push(NewDeadLetter { run, round, because: &change.body });
                }
                // Messages and budgets are the caller's.
                _ => {}
            }
        }
        effects
    }

    /// The cancellation that is stored with a run.
    pub(crate) fn cancellation(&self, run: RunId) -> Option<&Cancellation> {
        self.runs.get(&run.0)?.machine.cancellation()
    }

    /// The job of the event that a run answers, nil before the start.
    pub(crate) fn event(&self, run: RunId) -> JobId {
        JobId(self.runs.get(&run.0).map_or(Uuid::nil(), |locked| locked.event))
    }

    /// Writes everything that was applied.
    pub(crate) async fn write(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        self.insert_runs(conn).await?;
        rows::insert_questions(conn, &self.questions).await?;
        rows::insert_answers(conn, &self.answers).await?;
        self.update_runs(conn).await?;
        rows::insert_dead_letters(conn, &self.dead_letters).await?;
        forecast::insert(conn, &self.forecasts).await
    }

    async fn insert_runs(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        let columns = Columns::collect(self.runs.iter().filter(|(_, locked)| locked.new.is_some()));
        if columns.ids.is_empty() {
            return Ok(());
        }
        let new: Vec<&RunRow> = self.runs.values().filter_map(|locked| locked.new).collect();
        let insert = columns
            .bind(INSERT_RUNS)
            .bind(column(&new, |row| row.tenant.as_str()))
            .bind(column(&new, |row| row.event))
            .bind(column(&new, |row| row.question.as_str()))
            .bind(column(&new, |row| row.body.as_str()));
        insert.execute(conn).await?;
        Ok(())
    }

    async fn update_runs(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        let is_update = |locked: &LockedRun<'_>| locked.changed && locked.new.is_none();
        let columns = Columns::collect(self.runs.iter().filter(|(_, locked)| is_update(locked)));
        if !columns.ids.is_empty() {
            columns.bind(UPDATE_RUNS).execute(conn).await?;
        }
        Ok(())
    }
}

/// These events change phase, version and notes, which mean the same in every format.
fn is_safe_in_newer_formats(event: &RunEvent) -> bool {
    matches!(event, RunEvent::DeadlineReached { .. } | RunEvent::DecisionDeadLettered { .. })
}

/// 0 before the start.
fn version(machine: &RunMachine) -> i64 {
    if let RunMachine::Started(progress) = machine { progress.version } else { 0 }
}

fn int(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The columns that transitions change, of several runs.
#[derive(Default)]
struct Columns<'a> {
    ids: Vec<Uuid>,
    phases: Vec<&'static str>,
    rounds: Vec<i32>,
    outstanding: Vec<i32>,
    versions: Vec<i64>,
    deadlines: Vec<Time>,
    cancelled: Vec<Option<&'a str>>,
    ended: Vec<Option<&'a str>>,
}

impl<'a> Columns<'a> {
    fn collect<'b>(runs: impl Iterator<Item = (&'b Uuid, &'b LockedRun<'a>)>) -> Self
    where
        'a: 'b,
    {
        let mut columns = Self::default();
        for (id, locked) in runs {
            let RunMachine::Started(progress) = &locked.machine else { continue };
            columns.ids.push(*id);
            columns.phases.push(phase_name(progress.phase));
            columns.rounds.push(int(progress.round));
            columns.outstanding.push(int(progress.outstanding));
            columns.versions.push(progress.version);
            columns.deadlines.push(progress.deadline);
            columns.cancelled.push(locked.cancelled);
            columns.ended.push(locked.ended);
        }
        columns
    }

    /// Binds the columns as `$1` to `$8` and the format that this binary writes as `$9`.
    fn bind(self, sql: &'static str) -> sqlx::query::Query<'a, sqlx::Postgres, sqlx::postgres::PgArguments> {
        sqlx::query(sql)
            .bind(self.ids)
            .bind(self.phases)
            .bind(self.rounds)
            .bind(self.outstanding)
            .bind(self.versions)
            .bind(self.deadlines)
            .bind(self.cancelled)
            .bind(self.ended)
            .bind(int(FORMAT))
    }
}
