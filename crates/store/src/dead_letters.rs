//! Dead letters: listing, reading, redriving, dropping.

use std::sync::Arc;

use domain::port::{DeadLetter, PortError};
use domain::{JobId, Tenant, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::count_scope::CountScope;
use crate::database::Database;
use crate::failure::Failed;
use crate::journal::{old, quiet, verdicts};
use crate::page::{self, Before, PageRequest};
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Access to dead letters; see [`crate::Store::dead_letters`].
#[derive(Clone)]
pub struct PgDeadLetters {
    pub(crate) database: Arc<Database>,
}

/// A dead letter in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetterLine {
    /// Id of the dead letter, as `show` and `redrive` take it.
    pub id: JobId,
    /// Consumer that dead-lettered the message.
    pub consumer: String,
    /// Subject of the message.
    pub subject: String,
    /// `undecodable`, `rejected`, `exhausted`, `poisoned`.
    pub class: String,
    /// Outermost error of the chain.
    pub reason: String,
    /// Time of dead-lettering.
    pub at: Time,
    /// Time of the last redrive, if any.
    pub redriven_at: Option<Time>,
    /// Time at which it was dropped, if it was.
    pub dropped_at: Option<Time>,
    /// The publisher's id of the event that the work is about, if the event is classified.
    pub event: Option<String>,
    /// The message, if it is an event of a publisher and has at most 16 KiB.
    pub message: Option<Vec<u8>>,
}

/// Work that was dead-lettered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadWork {
    /// Id of the dead letter.
    pub id: JobId,
    /// `undecodable`, `rejected`, `exhausted`, `poisoned`.
    pub class: String,
    /// Outermost error of the chain.
    pub reason: String,
}

/// The publisher's id of the letter's event: of the event itself, or of the one whose work the job is. A message that
/// was not classified has neither, so its own bytes are read if they are few.
macro_rules! event {
    () => {
        "coalesce((SELECT e.id FROM event e WHERE e.job = dead_letter.job),
         (SELECT e.id FROM audit a JOIN event e ON e.job = a.event WHERE a.job = dead_letter.job LIMIT 1)),
CASE WHEN starts_with(subject, 'auspex.event.') AND octet_length(payload) <= 16384 THEN payload END"
    };
}
pub(crate) use event;

pub(crate) const DEAD_LETTERS: &str = concat!(
    "SELECT id, consumer, subject, class, coalesce(errors[1], ''), at, redriven_at, dropped_at, ",
    event!(),
    " FROM dead_letter
WHERE tenant = $1
  AND (at, id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY at DESC, id DESC LIMIT $4"
);

/// The newest one that has not been redriven.
const DEAD: &str = "
SELECT id, class, coalesce(errors[1], '') FROM dead_letter
WHERE job = ANY($1) AND tenant = $2 AND redriven_at IS NULL ORDER BY at DESC LIMIT 1";

const LIST: &str = concat!(
    "SELECT id, consumer, subject, class, coalesce(errors[1], '') || CASE WHEN count > 1 THEN ' (one of ' || count || ')' ELSE '' END,
       at, redriven_at, dropped_at, ",
    event!(),
    " FROM dead_letter
WHERE $1 OR redriven_at IS NULL AND dropped_at IS NULL ORDER BY at DESC, id LIMIT $2"
);

const SHOW: &str = "
SELECT id, consumer, job, tenant, subject, headers::text, payload, class, errors, attempts, trace_id, at
FROM dead_letter WHERE id = $1";

/// Redriving deletes the outcome, watches the message again and adds an audit entry. The caller publishes the message;
/// the reconciler publishes it a minute later if it has no position or outcome by then.
const FORGET: &str = "DELETE FROM inbox WHERE consumer = $1 AND job = $2";
const WATCH: &str = "
INSERT INTO dispatch (id, consumer, subject, bytes, sent_at, look_at)
SELECT id, $2, subject, octet_length(payload), now(), now() + interval '1 minute' FROM outbox WHERE id = $1
ON CONFLICT (id, consumer) DO UPDATE SET sent_at = excluded.sent_at, sequence = NULL, look_at = excluded.look_at";
const MARK: &str =
    "UPDATE dead_letter SET redriven_at = now(), dropped_at = NULL WHERE id = $1 AND redriven_at IS NULL";
const AUDIT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, tools, cost, errors, at)
SELECT $1, (SELECT count(*) FROM audit WHERE job = $1 AND worker = 'cli' AND action = $4)::int,
       $1, $2, 'cli', $4, $3, '', 0, '', now()
ON CONFLICT DO NOTHING";

/// Dropping changes nothing but the list of letters that wait: the job keeps its outcome.
const DROP: &str =
    "UPDATE dead_letter SET dropped_at = now() WHERE id = $1 AND redriven_at IS NULL AND dropped_at IS NULL";
const DROPPED: &str = "SELECT dropped_at FROM dead_letter WHERE id = $1";

row! {
    pub(crate) struct LineRow {
        id: Uuid,
        consumer: String,
        subject: String,
        class: String,
        reason: String,
        at: Time,
        redriven_at: Option<Time>,
        dropped_at: Option<Time>,
        event: Option<String>,
        message: Option<Vec<u8>>,
    }
}
row! {
    struct Row {
        id: Uuid,
        consumer: String,
        job: Uuid,
        tenant: String,
        subject: String,
        headers: String,
        payload: Vec<u8>,
        class: String,
        errors: Vec<String>,
        attempts: i32,
        trace_id: String,
        at: Time,
    }
}

impl PgDeadLetters {
    /// Returns the newest dead letters; `all` includes redriven and dropped ones.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn list(&self, all: bool, limit: u32) -> Result<Vec<DeadLetterLine>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(LIST).bind(all).bind(i64::from(limit));
            let rows: Vec<LineRow> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.run("dead letter", select).await
    }

    /// Counts messages that were dead-lettered and have been neither redriven nor dropped; a letter may represent many.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count(&self, scope: &CountScope) -> Result<u64, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar(
                "SELECT coalesce(sum(count), 0)::bigint FROM dead_letter
                 WHERE redriven_at IS NULL AND dropped_at IS NULL AND ($1::text IS NULL OR tenant = $1) AND ($2::timestamptz IS NULL OR at >= $2)",
            );
            Ok(number(query.bind(scope.tenant()).bind(scope.since).fetch_one(&pool).await?))
        };
        self.database.run("dead letter", select).await
    }

    /// Returns one dead letter with its payload.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn load(&self, id: JobId) -> Result<Option<DeadLetter>, PortError> {
        self.database.run("dead letter", |pool| async move { show(&mut *pool.begin().await?, id).await }).await
    }

    /// Makes a dead-lettered job runnable again and returns its message for publishing: deletes the inbox row with its
    /// attempts, watches the message again and adds an audit entry. Repeating the call changes nothing until the job is
    /// dead-lettered again. Returns `None` if the dead letter does not exist. Messages that the job emitted when it was
    /// dead-lettered stay published.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn redrive(&self, id: JobId) -> Result<Option<DeadLetter>, PortError> {
        self.database.run("dead letter", |pool| async move { redrive(&pool, id).await }).await
    }

    /// Closes a dead letter that will not be redriven, and adds an audit entry; a repetition changes nothing. The event
    /// stays dead, and a redrive of the letter by its id stays possible. Returns the time at which it was dropped;
    /// `None` if it does not exist or was redriven.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn drop(&self, id: JobId) -> Result<Option<Time>, PortError> {
        self.database.run("dead letter", |pool| async move { drop_letter(&pool, id).await }).await
    }

    /// Returns dead letters of a tenant, redriven and dropped ones included, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn page(
        &self,
        tenant: &Tenant,
        page: Option<Before>,
        limit: u32,
    ) -> Result<Vec<DeadLetterLine>, PortError> {
        let rows: Vec<LineRow> =
            page::read(&self.database, DEAD_LETTERS, PageRequest { tenant, after: page, limit }).await?;
        Ok(rows.into_iter().map(line).collect())
    }

    /// Returns the newest dead letter of these jobs that belongs to the tenant and has not been redriven.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn of_jobs(&self, tenant: &Tenant, jobs: &[JobId]) -> Result<Option<DeadWork>, PortError> {
        let jobs: &[Uuid] = &jobs.iter().map(|job| job.0).collect::<Vec<_>>();
        let read = |pool: PgPool| async move {
            let row: Option<(Uuid, String, String)> =
                sqlx::query_as(DEAD).bind(jobs).bind(tenant.as_str()).fetch_optional(&pool).await?;
            Ok(row.map(|(id, class, reason)| DeadWork { id: JobId(id), class, reason }))
        };
        self.database.run("dead letter", read).await
    }
}

pub(crate) fn line(row: LineRow) -> DeadLetterLine {
    let LineRow { id, consumer, subject, class, reason, at, redriven_at, dropped_at, event, message } = row;
    let id = JobId(id);
    DeadLetterLine { id, consumer, subject, class, reason, at, redriven_at, dropped_at, event, message }
}

fn letter(row: Row) -> Result<DeadLetter, Failed> {
    let Row { id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at } = row;
    Ok(DeadLetter {
        id: JobId(id),
        consumer,
        job: JobId(job),
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        subject,
        headers: serde_json::from_str(&headers)?,
        payload,
        class,
        errors,
        attempts: u32::try_from(attempts).unwrap_or(0),
        trace_id,
        at,
    })
}

async fn redrive(pool: &PgPool, id: JobId) -> Result<Option<DeadLetter>, Failed> {
    let mut transaction = pool.begin().await?;
    let Some(letter) = show(&mut transaction, id).await? else { return Ok(None) };
    rerun(&mut transaction, &letter).await?;
    transaction.commit().await?;
    Ok(Some(letter))
}

/// Returns a letter, in a transaction of its redrive.
pub(crate) async fn show(conn: &mut PgConnection, id: JobId) -> Result<Option<DeadLetter>, Failed> {
    let row: Option<Row> = sqlx::query_as(SHOW).bind(id.0).fetch_optional(conn).await?;
    row.map(letter).transpose()
}

/// Makes the job of a letter runnable again. Returns `false` if the letter has been redriven already. The mark decides
/// which of two redrives deletes the outcome: the second could delete that of the new run.
pub(crate) async fn rerun(conn: &mut PgConnection, letter: &DeadLetter) -> Result<bool, Failed> {
    let job = letter.job.0;
    if sqlx::query(MARK).bind(letter.id.0).execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query(FORGET).bind(&letter.consumer).bind(job).execute(&mut *conn).await?;
    old::forget(conn, &letter.consumer, job).await?;
    if letter.consumer == quiet::CONSUMER {
        verdicts::unmark(conn, &[job]).await?;
    }
    sqlx::query(WATCH).bind(job).bind(&letter.consumer).execute(&mut *conn).await?;
    audit(conn, letter, "redriven").await?;
    Ok(true)
}

async fn audit(conn: &mut PgConnection, letter: &DeadLetter, action: &str) -> Result<(), Failed> {
    let audit = sqlx::query(AUDIT).bind(letter.job.0).bind(letter.tenant.as_str()).bind(&letter.subject);
    audit.bind(action).execute(conn).await?;
    Ok(())
}

async fn drop_letter(pool: &PgPool, id: JobId) -> Result<Option<Time>, Failed> {
    let mut transaction = pool.begin().await?;
    let Some(letter) = show(&mut transaction, id).await? else { return Ok(None) };
    if sqlx::query(DROP).bind(id.0).execute(&mut *transaction).await?.rows_affected() == 1 {
        audit(&mut transaction, &letter, "dropped").await?;
    }
    let at: Option<Option<Time>> = sqlx::query_scalar(DROPPED).bind(id.0).fetch_optional(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(at.flatten())
}
