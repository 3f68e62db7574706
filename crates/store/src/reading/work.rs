//! What is still to be done.

use domain::port::PortError;
use domain::{JobId, Time};
use uuid::Uuid;

use crate::Store;

/// Work that has no outcome yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWork {
    /// The consumer, empty where no hearer has begun it.
    pub consumer: String,
    /// The job.
    pub job: JobId,
    /// Its subject, empty for a publisher's event.
    pub subject: String,
    /// The instance that holds it, if one does.
    pub holder: Option<String>,
    /// Transient failures so far.
    pub failures: u32,
    /// The last reason it was handed back for.
    pub last_error: Option<String>,
    /// Since when it is known.
    pub since: Time,
}

const BEGUN: &str = "
SELECT i.consumer, i.job, coalesce(o.subject, ''), i.holder, i.failures, i.last_error, i.begun_at
FROM inbox i LEFT JOIN outbox o ON o.id = i.job WHERE i.done_at IS NULL ORDER BY i.begun_at LIMIT $1";

/// Said, but unknown to a hearer.
const WAITING: &str = "
SELECT h.consumer, d.id, d.subject, NULL::text, 0, NULL::text, d.created_at
FROM dispatch d JOIN hearer h ON h.subject = d.subject
WHERE NOT EXISTS (SELECT 1 FROM inbox i WHERE i.consumer = h.consumer AND i.job = d.id)
ORDER BY d.created_at LIMIT $1";

type Row = (String, Uuid, String, Option<String>, i32, Option<String>, Time);

impl Store {
    /// Begun work without an outcome, then said work that nobody has begun, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn open_work(&self, limit: u32) -> Result<Vec<OpenWork>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let mut rows: Vec<Row> = sqlx::query_as(BEGUN).bind(i64::from(limit)).fetch_all(&pool).await?;
            let room = i64::from(limit) - i64::try_from(rows.len()).unwrap_or(0);
            rows.extend(sqlx::query_as::<_, Row>(WAITING).bind(room).fetch_all(&pool).await?);
            let open = |(consumer, job, subject, holder, failures, last_error, since): Row| OpenWork {
                consumer,
                job: JobId(job),
                subject,
                holder,
                failures: u32::try_from(failures).unwrap_or(0),
                last_error,
                since,
            };
            Ok(rows.into_iter().map(open).collect())
        };
        self.run("inbox", ask).await
    }

    /// Messages that are written but not confirmed by the stream.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn unsent_count(&self) -> Result<u64, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_scalar("SELECT count(*) FROM dispatch WHERE sent_at IS NULL");
            Ok(super::accounts::number(query.fetch_one(&pool).await?))
        };
        self.run("outbox", ask).await
    }
}
