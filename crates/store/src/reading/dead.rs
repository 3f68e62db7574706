//! Dead letters: list, show, redrive.

use domain::port::{DeadLetter, PortError};
use domain::{JobId, Tenant, Time};
use sqlx::PgPool;
use uuid::Uuid;

use crate::Store;
use crate::failure::Failed;

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLine {
    /// The letter's id; what `show` and `redrive` take.
    pub id: JobId,
    /// The consumer that gave up.
    pub consumer: String,
    /// The subject the message came on.
    pub subject: String,
    /// `undecodable`, `rejected`, `exhausted`, `poisoned`.
    pub class: String,
    /// The outermost reason.
    pub reason: String,
    /// When it died.
    pub at: Time,
    /// When it was last redriven, if it was.
    pub redriven_at: Option<Time>,
}

const LIST: &str = "
SELECT id, consumer, subject, class, coalesce(errors[1], ''), at, redriven_at FROM dead_letter
WHERE $1 OR redriven_at IS NULL ORDER BY at DESC, id LIMIT $2";

const SHOW: &str = "
SELECT id, consumer, job, tenant, subject, headers::text, payload, class, errors, attempts, trace_id, at
FROM dead_letter WHERE id = $1";

/// The outcome is forgotten, the message is watched again, and the audit trail says who is to blame.
const FORGET: &str = "DELETE FROM inbox WHERE consumer = $1 AND job = $2";
const WATCH: &str = "
INSERT INTO dispatch (id, subject, sent_at) SELECT id, subject, now() FROM outbox WHERE id = $1
ON CONFLICT (id) DO UPDATE SET sent_at = now(), look_at = '-infinity', republished = 0";
const MARK: &str = "UPDATE dead_letter SET redriven_at = now() WHERE id = $1 AND redriven_at IS NULL";
const AUDIT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, tools, cost, errors, at)
SELECT $1, (SELECT count(*) FROM audit WHERE job = $1 AND worker = 'cli' AND action = 'redriven')::int,
       $1, $2, 'cli', 'redriven', $3, '', 0, '', now()
ON CONFLICT DO NOTHING";

type LineRow = (Uuid, String, String, String, String, Time, Option<Time>);
type Row = (Uuid, String, Uuid, String, String, String, Vec<u8>, String, Vec<String>, i32, String, Time);

impl Store {
    /// The newest dead letters; `all` includes the redriven ones.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn dead_letters(&self, all: bool, limit: u32) -> Result<Vec<DeadLine>, PortError> {
        let ask = |pool: PgPool| async move {
            let query = sqlx::query_as(LIST).bind(all).bind(i64::from(limit));
            let rows: Vec<LineRow> = query.fetch_all(&pool).await?;
            let line = |(id, consumer, subject, class, reason, at, redriven_at)| DeadLine {
                id: JobId(id),
                consumer,
                subject,
                class,
                reason,
                at,
                redriven_at,
            };
            Ok(rows.into_iter().map(line).collect())
        };
        self.run("dead letter", ask).await
    }

    /// How many dead letters wait to be redriven.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn dead_count(&self) -> Result<u64, PortError> {
        let ask = |pool: PgPool| async move {
            let query = sqlx::query_scalar("SELECT count(*) FROM dead_letter WHERE redriven_at IS NULL");
            Ok(super::accounts::number(query.fetch_one(&pool).await?))
        };
        self.run("dead letter", ask).await
    }

    /// One dead letter, whole.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn dead_letter(&self, id: JobId) -> Result<Option<DeadLetter>, PortError> {
        self.run("dead letter", |pool| async move { show(&mut *pool.acquire().await?, id).await }).await
    }

    /// Makes a dead job runnable again and returns its message for publishing: inbox row and attempts are forgotten, the
    /// reconciler watches it again, the audit trail says so. Doing it twice is doing it once, until it dies again. `None`
    /// if there is no such letter. What the job was heard to say when it died stays said.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn redrive(&self, id: JobId) -> Result<Option<DeadLetter>, PortError> {
        self.run("dead letter", |pool| async move { redrive(&pool, id).await }).await
    }
}

async fn show(conn: &mut sqlx::PgConnection, id: JobId) -> Result<Option<DeadLetter>, Failed> {
    let row: Option<Row> = sqlx::query_as(SHOW).bind(id.0).fetch_optional(conn).await?;
    row.map(letter).transpose()
}

fn letter(row: Row) -> Result<DeadLetter, Failed> {
    let (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at) = row;
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
    let job = letter.job.0;
    // The mark decides: of two redrives one forgets the outcome. The other must not, it may be the new run's already.
    let first = sqlx::query(MARK).bind(id.0).execute(&mut *transaction).await?.rows_affected() == 1;
    if first {
        sqlx::query(FORGET).bind(&letter.consumer).bind(job).execute(&mut *transaction).await?;
        sqlx::query(WATCH).bind(job).execute(&mut *transaction).await?;
        let audit = sqlx::query(AUDIT).bind(job).bind(letter.tenant.as_str()).bind(&letter.subject);
        audit.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(Some(letter))
}
