//! Notes of a tenant, for people.

use domain::effect::Note;
use domain::port::PortError;
use domain::{EntityId, JobId, Tenant, Time};
use uuid::Uuid;

use super::facet::PgMemory;
use super::fact_notes::ReplacedFact;
use crate::effect::note::{self, Row};
use crate::page::{self, Before, PageRequest};
use crate::pool::PgPool;
use crate::rows::row;

/// A note in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteRow {
    /// Id of the note.
    pub id: JobId,
    /// Text of the note.
    pub text: String,
    /// Summary of the note in one sentence.
    pub summary: String,
    /// Keywords of the note.
    pub keywords: Vec<String>,
    /// Tags of the note.
    pub tags: Vec<String>,
    /// Type of the note.
    pub kind: String,
    /// Address of its source.
    pub source_url: String,
    /// Time at which the fleet learned it.
    pub made_at: Time,
    /// Reason for the end of its validity; `None` while it is valid.
    pub ended_because: Option<String>,
    /// The note that replaced it, if there is one.
    pub ended_by: Option<JobId>,
    /// Time at which a source of the fact was last read; `None` for a note that states no fact of its own.
    pub seen_at: Option<Time>,
}

/// Notes of a document that one transaction adds: it takes milliseconds, and a document may have thousands.
const ADDED_AT_ONCE: usize = 200;

/// Notes of an entity that a list of them follows at most, the newest.
const MAX_FOLLOWED: i64 = 10_000;

macro_rules! notes {
    ($condition:literal) => {
        concat!(
            "
SELECT id, text, summary, keywords, tags, kind, source_url, made_at, ended_because,
       (SELECT f.ended_by FROM note_fact f WHERE f.note = note.id), (SELECT f.seen_at FROM note_fact f WHERE f.note = note.id)
FROM note WHERE tenant = $1
  AND (made_at, id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))",
            $condition,
            "
ORDER BY made_at DESC, id DESC LIMIT $4"
        )
    };
}

pub(crate) const NOTES: &str = notes!("");

/// Ids of the tenant's notes that research of an entity saw.
pub(crate) const SEEN: &str = "
SELECT DISTINCT note FROM (
    SELECT note FROM note_sighting WHERE entity = $1 AND tenant = $2 ORDER BY made_at DESC LIMIT $3) AS seen";
const OF_ENTITY: &str = notes!(" AND id = ANY($5)");

row! {
    struct NoteColumns {
        id: Uuid,
        text: String,
        summary: String,
        keywords: String,
        tags: String,
        kind: String,
        source_url: String,
        made_at: Time,
        ended_because: Option<String>,
        ended_by: Option<Uuid>,
        seen_at: Option<Time>,
    }
}

impl From<NoteColumns> for NoteRow {
    fn from(row: NoteColumns) -> Self {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        Self {
            id: JobId(row.id),
            text: row.text,
            summary: row.summary,
            keywords: lines(&row.keywords),
            tags: lines(&row.tags),
            kind: row.kind,
            source_url: row.source_url,
            made_at: row.made_at,
            ended_because: row.ended_because,
            ended_by: row.ended_by.map(JobId),
            seen_at: row.seen_at,
        }
    }
}

impl PgMemory {
    /// Returns notes of a tenant, newest first, invalid ones included.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn notes(&self, tenant: &Tenant, page: Option<Before>, limit: u32) -> Result<Vec<NoteRow>, PortError> {
        let rows: Vec<NoteColumns> =
            page::read(&self.database, NOTES, PageRequest { tenant, after: page, limit }).await?;
        Ok(rows.into_iter().map(NoteRow::from).collect())
    }

    /// Returns the notes of a tenant that research of an entity saw, newest first: as [`PgMemory::notes`]; and the
    /// number of those on all pages.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn notes_about(
        &self,
        entity: &EntityId,
        tenant: &Tenant,
        (after, limit): (Option<Before>, u32),
    ) -> Result<(Vec<NoteRow>, u64), PortError> {
        let select = |pool: PgPool| async move {
            let seen = sqlx::query_scalar(SEEN).bind(entity.as_str()).bind(tenant.as_str()).bind(MAX_FOLLOWED);
            let seen: Vec<Uuid> = seen.fetch_all(&pool).await?;
            let count = u64::try_from(seen.len()).unwrap_or(u64::MAX);
            let query = sqlx::query_as(OF_ENTITY).bind(tenant.as_str()).bind(after.map(|after| after.at));
            let query = query.bind(after.map(|after| after.id)).bind(i64::from(limit));
            let rows: Vec<NoteColumns> = query.bind(seen).fetch_all(&pool).await?;
            Ok((rows.into_iter().map(NoteRow::from).collect(), count))
        };
        self.database.list("note", select).await
    }

    /// Adds notes that a tenant gives, some in each transaction. A note with the id of a stored one changes nothing, so
    /// a call that failed may be repeated.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the first notes may be stored.
    pub async fn add_notes(&self, notes: Vec<Note>) -> Result<(), PortError> {
        let mut notes = notes.into_iter().peekable();
        while notes.peek().is_some() {
            let rows: Vec<Row> = notes.by_ref().take(ADDED_AT_ONCE).map(Row::from_note).collect();
            let rows: &Vec<&Row> = &rows.iter().collect();
            let insert = |pool: PgPool| async move {
                let mut transaction = pool.begin().await?;
                note::insert(&mut transaction, rows).await?;
                transaction.commit().await?;
                Ok(())
            };
            self.database.run("note", insert).await?;
        }
        Ok(())
    }

    /// Returns the tenant's facts that the facts with these ids replaced, newest first, at most 100.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn replaced_facts(&self, tenant: &Tenant, ids: &[JobId]) -> Result<Vec<ReplacedFact>, PortError> {
        super::fact_notes::replaced(&self.database, tenant, ids).await
    }

    /// Counts the facts that were seen in the research of an event.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count_facts(&self, tenant: &Tenant, event: JobId) -> Result<u64, PortError> {
        super::fact_notes::count_seen(&self.database, tenant, event).await
    }
}
