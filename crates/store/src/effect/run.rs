//! Runs: effects to changes, the locked rows to a board, the board to rows.

use std::collections::{BTreeMap, BTreeSet};

use domain::event::Wanted;
use domain::run::{Cancellation, FORMAT, NoForecast, Phase, Question, readable};
use domain::{Evidence, Forecast, Run, RunId, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::fan_in::{Asked, Board, Change, ForecastRow, NewRun, QuestionRow, Standing};
use super::text::clean;
use crate::failure::Failed;

/// In the order of the key; everything about a run happens under its row's lock.
const LOCK: &str = "
SELECT id, phase, iteration, outstanding, version, deadline, format, cancelled IS NOT NULL FROM run WHERE id = ANY($1) ORDER BY id FOR UPDATE";

/// A run that begins and somebody who stops it before it began wait for each other; those that begin do not (`runs::early`).
const BEGIN: &str =
    "SELECT pg_advisory_xact_lock_shared(hashtextextended(new.run::text, 0)) FROM unnest($1::uuid[]) AS new (run)";

/// A statement of its own after the lock: it sees every stop that was committed before the lock was had.
const STOPS: &str = "SELECT run, body::text FROM run_stop WHERE run = ANY($1)";

/// The questions and answers that this group's answers touch.
const TOUCHED: &str = "
SELECT asked.run, asked.question, q.iteration, a.run IS NOT NULL
FROM unnest($1::uuid[], $2::text[]) AS asked (run, question)
LEFT JOIN question q ON q.run = asked.run AND q.id = asked.question
LEFT JOIN answer a ON a.run = asked.run AND a.question = asked.question";

const NEW_RUNS: &str = "
INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, format, cancelled, ended)
SELECT id, tenant, event, question, body::json, 'waiting', 1, 0, 0, '-infinity', $6, cancelled::json, ended::json
FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $7::text[], $8::text[])
     AS new (id, tenant, event, question, body, cancelled, ended)
ON CONFLICT (id) DO NOTHING";

const QUESTIONS: &str = "
INSERT INTO question (run, id, iteration, ordinal, body)
SELECT run, id, iteration, ordinal, body::json
FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::text[]) AS asked (run, id, iteration, ordinal, body)";

const ANSWERS: &str = "
INSERT INTO answer (run, question, late, body)
SELECT run, question, late, body::json
FROM unnest($1::uuid[], $2::text[], $3::bool[], $4::text[]) AS made (run, question, late, body)
ON CONFLICT (run, question) DO NOTHING";

const STANDINGS: &str = "
UPDATE run SET phase = new.phase, iteration = new.iteration, outstanding = new.outstanding, version = new.version,
               deadline = new.deadline, format = $7, changed_at = now()
FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int8[], $6::timestamptz[])
     AS new (id, phase, iteration, outstanding, version, deadline)
WHERE run.id = new.id";

const ENDINGS: &str = "
UPDATE run SET ended = new.body::json FROM unnest($1::uuid[], $2::text[]) AS new (id, body) WHERE run.id = new.id";

pub(crate) fn started(
    run: &Run,
    questions: &[Question],
    deadline: Time,
    stopped: Option<Cancellation>,
) -> Result<Change, serde_json::Error> {
    let ended = stopped.clone().filter(|stop| !stop.forecast).map(NoForecast::Cancelled);
    let new = NewRun {
        run: run.id.0,
        tenant: run.tenant.to_string(),
        event: run.event_job.0,
        question: clean(&run.asked.text),
        body: serde_json::to_string(run)?,
        cancelled: stopped.as_ref().map(serde_json::to_string).transpose()?,
        ended: ended.as_ref().map(serde_json::to_string).transpose()?,
        stopped,
    };
    // Nobody researches for a caller who wants the request itself, nor for a run that was stopped, so nobody is waited for.
    let waits = !questions.is_empty() && run.asked.config.wanted == Wanted::Forecast && new.stopped.is_none();
    Ok(Change::Started { new, questions: rows(questions)?, deadline, waits })
}

pub(crate) fn extended(
    run: RunId,
    version: i64,
    questions: &[Question],
    deadline: Time,
) -> Result<Change, serde_json::Error> {
    Ok(Change::Extended { run: run.0, version, questions: rows(questions)?, deadline })
}

pub(crate) fn answered(run: RunId, question: String, evidence: &Evidence) -> Result<Change, serde_json::Error> {
    Ok(Change::Answered { run: run.0, question, body: serde_json::to_string(evidence)? })
}

pub(crate) fn finished(forecast: &Forecast, version: i64) -> Result<Change, serde_json::Error> {
    let forecast = ForecastRow {
        run: forecast.run.id.0,
        tenant: forecast.run.tenant.to_string(),
        probability: forecast.probability.get(),
        cost: forecast.cost.as_i64(),
        body: serde_json::to_string(forecast)?,
        made_at: forecast.made_at,
    };
    Ok(Change::Finished { forecast, version })
}

pub(crate) fn ended(run: RunId, version: i64, ending: &NoForecast) -> Result<Change, serde_json::Error> {
    Ok(Change::Ended { run: run.0, version, body: serde_json::to_string(ending)? })
}

fn rows(questions: &[Question]) -> Result<Vec<QuestionRow>, serde_json::Error> {
    let row = |question: &Question| Ok(QuestionRow { id: question.id.clone(), body: serde_json::to_string(question)? });
    questions.iter().map(row).collect()
}

pub(crate) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Analyzing => "analyzing",
        Phase::Done => "done",
    }
}

/// The table's check allows these three only.
pub(crate) fn phase_of(name: &str) -> Phase {
    match name {
        "waiting" => Phase::Waiting,
        "analyzing" => Phase::Analyzing,
        _ => Phase::Done,
    }
}

/// id, phase, iteration, outstanding, version, deadline, format, cancelled.
type Locked = (Uuid, String, i32, i32, i64, Time, i32, bool);

/// Locks the runs of a group and reads what its answers touch.
pub(crate) async fn lock<'a>(conn: &mut PgConnection, changes: &[&Change]) -> Result<Board<'a>, Failed> {
    let mut board = Board::default();
    let (mut runs, mut touched) = (BTreeSet::new(), BTreeSet::new());
    for change in changes {
        runs.insert(change.run());
        if let Change::Answered { run, question, .. } = change {
            touched.insert((*run, question.as_str()));
        }
    }
    if runs.is_empty() {
        return Ok(board);
    }
    let runs: Vec<Uuid> = runs.into_iter().collect();
    let begun: Vec<Uuid> =
        changes.iter().filter(|change| matches!(change, Change::Started { .. })).map(|change| change.run()).collect();
    if !begun.is_empty() {
        board.stops = stops(conn, &begun).await?;
    }
    let rows: Vec<Locked> = sqlx::query_as(LOCK).bind(&runs).fetch_all(&mut *conn).await?;
    for (id, phase, iteration, outstanding, version, deadline, format, cancelled) in rows {
        readable(u32::try_from(format).unwrap_or(u32::MAX))?;
        let phase = phase_of(&phase);
        board.runs.insert(id, Standing { phase, iteration, outstanding, version, deadline, cancelled });
    }
    if !touched.is_empty() {
        let (runs, questions): (Vec<Uuid>, Vec<&str>) = touched.into_iter().unzip();
        read_touched(conn, &mut board, &runs, &questions).await?;
    }
    Ok(board)
}

/// Whoever of these was stopped before it began.
async fn stops(conn: &mut PgConnection, begun: &[Uuid]) -> Result<BTreeMap<Uuid, Cancellation>, Failed> {
    sqlx::query(BEGIN).bind(begun).execute(&mut *conn).await?;
    let rows: Vec<(Uuid, String)> = sqlx::query_as(STOPS).bind(begun).fetch_all(conn).await?;
    rows.into_iter().map(|(run, body)| Ok((run, serde_json::from_str(&body)?))).collect()
}

async fn read_touched(
    conn: &mut PgConnection,
    board: &mut Board<'_>,
    runs: &[Uuid],
    questions: &[&str],
) -> Result<(), Failed> {
    let rows: Vec<(Uuid, String, Option<i32>, bool)> =
        sqlx::query_as(TOUCHED).bind(runs).bind(questions).fetch_all(conn).await?;
    for (run, question, iteration, answered) in rows {
        let key = (run, question);
        if let Some(iteration) = iteration {
            board.rounds.insert(key.clone(), iteration);
        }
        if answered {
            board.answered.insert(key);
        }
    }
    Ok(())
}

/// Writes what the members changed.
pub(crate) async fn write(conn: &mut PgConnection, board: &mut Board<'_>) -> Result<(), Failed> {
    if !board.new_runs.is_empty() {
        insert_runs(conn, &board.new_runs).await?;
        // A run is inserted empty and gets its standing with the others.
        board.changed.extend(board.new_runs.iter().map(|new| new.run));
    }
    if !board.asked.is_empty() {
        insert_questions(conn, &board.asked).await?;
    }
    if !board.answers.is_empty() {
        insert_answers(conn, board).await?;
    }
    if !board.changed.is_empty() {
        update_standings(conn, board).await?;
    }
    if !board.endings.is_empty() {
        insert_endings(conn, &board.endings).await?;
    }
    super::forecast::insert(conn, &board.forecasts).await
}

async fn insert_runs(conn: &mut PgConnection, new: &[&NewRun]) -> Result<(), Failed> {
    let insert = sqlx::query(NEW_RUNS)
        .bind(super::column(new, |row| row.run))
        .bind(super::column(new, |row| row.tenant.as_str()))
        .bind(super::column(new, |row| row.event))
        .bind(super::column(new, |row| row.question.as_str()))
        .bind(super::column(new, |row| row.body.as_str()))
        .bind(format())
        .bind(super::column(new, |row| row.cancelled.as_deref()))
        .bind(super::column(new, |row| row.ended.as_deref()));
    insert.execute(conn).await?;
    Ok(())
}

/// What this binary writes, it writes in its own format.
fn format() -> i32 {
    i32::try_from(FORMAT).unwrap_or(i32::MAX)
}

async fn insert_endings(conn: &mut PgConnection, endings: &[(Uuid, &str)]) -> Result<(), Failed> {
    let (runs, bodies): (Vec<Uuid>, Vec<&str>) = endings.iter().copied().unzip();
    sqlx::query(ENDINGS).bind(runs).bind(bodies).execute(conn).await?;
    Ok(())
}

async fn insert_questions(conn: &mut PgConnection, asked: &[Asked<'_>]) -> Result<(), Failed> {
    let ordinals: Vec<i32> = asked.iter().map(|asked| i32::try_from(asked.ordinal).unwrap_or(i32::MAX)).collect();
    let insert = sqlx::query(QUESTIONS)
        .bind(asked.iter().map(|asked| asked.run).collect::<Vec<_>>())
        .bind(asked.iter().map(|asked| asked.question.id.as_str()).collect::<Vec<_>>())
        .bind(asked.iter().map(|asked| asked.iteration).collect::<Vec<_>>())
        .bind(ordinals)
        .bind(asked.iter().map(|asked| asked.question.body.as_str()).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}

async fn insert_answers(conn: &mut PgConnection, board: &Board<'_>) -> Result<(), Failed> {
    let insert = sqlx::query(ANSWERS)
        .bind(board.answers.iter().map(|answer| answer.run).collect::<Vec<_>>())
        .bind(board.answers.iter().map(|answer| answer.question).collect::<Vec<_>>())
        .bind(board.answers.iter().map(|answer| answer.late).collect::<Vec<_>>())
        .bind(board.answers.iter().map(|answer| answer.body).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}

async fn update_standings(conn: &mut PgConnection, board: &Board<'_>) -> Result<(), Failed> {
    let changed: Vec<(Uuid, &Standing)> =
        board.changed.iter().filter_map(|run| board.runs.get(run).map(|standing| (*run, standing))).collect();
    let update = sqlx::query(STANDINGS)
        .bind(changed.iter().map(|(run, _)| *run).collect::<Vec<_>>())
        .bind(changed.iter().map(|(_, now)| phase_name(now.phase)).collect::<Vec<_>>())
        .bind(changed.iter().map(|(_, now)| now.iteration).collect::<Vec<_>>())
        .bind(changed.iter().map(|(_, now)| now.outstanding).collect::<Vec<_>>())
        .bind(changed.iter().map(|(_, now)| now.version).collect::<Vec<_>>())
        .bind(changed.iter().map(|(_, now)| now.deadline).collect::<Vec<_>>())
        .bind(format());
    update.execute(conn).await?;
    Ok(())
}
