//! Notes of facts: their rows, and look-ups by id and by question.

use std::collections::BTreeMap;

use domain::effect::Note;
use domain::note::{FactEnd, NoteFact, NoteSource, StoredNote};
use domain::port::PortError;
use domain::port::memory::Ended;
use domain::{Evidence, JobId, Source, Tenant, Tier, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

const NOTES: &str = "
SELECT n.id, n.tenant, n.text, n.summary, n.keywords, n.tags, n.kind, n.source_url, n.made_at, n.ended_at, n.ended_because,
       f.topic, f.research, f.question, f.context, f.dated, f.seen_at, f.ended_by
FROM note n JOIN note_fact f ON f.note = n.id
WHERE n.id = ANY($1) AND ($2::text IS NULL OR n.tenant = $2) ORDER BY n.id";

const SOURCES: &str = "
SELECT note, url, title, publisher, tier, tier_reason, quote, published_at, fetched_at, content_hash
FROM note_source WHERE note = ANY($1) ORDER BY note, tier DESC, url COLLATE \"C\"";

/// The newest evidence that answers a question.
const EVIDENCE: &str = "
SELECT e.body::text FROM answered_question q JOIN evidence e ON e.job = q.job
WHERE q.question = $1 AND q.tenant = $2 AND e.tenant = $2 ORDER BY q.made_at DESC, q.job LIMIT 1";

/// The facts that these replaced, the newest first. A fact and the one that replaced it have the same topic.
const REPLACED: &str = "
SELECT f.ended_by, n.id, n.text, n.ended_at, n.ended_because
FROM note_fact h JOIN note_fact f ON f.topic = h.topic AND f.ended_by = h.note JOIN note n ON n.id = f.note
WHERE h.note = ANY($1) AND n.tenant = $2 AND n.ended_at IS NOT NULL ORDER BY n.ended_at DESC, n.id LIMIT 100";

/// Facts that were seen in the research of a job.
const SEEN: &str = "
SELECT count(*) FROM note_sighting s JOIN note_fact f ON f.note = s.note
JOIN evidence e ON e.job = s.research WHERE e.event = $1 AND f.tenant = $2";

row! {
    struct StoredRow {
        id: Uuid,
        tenant: String,
        text: String,
        summary: String,
        keywords: String,
        tags: String,
        kind: String,
        source_url: String,
        made_at: Time,
        ended_at: Option<Time>,
        ended_because: Option<String>,
        topic: Uuid,
        research: Uuid,
        question: String,
        context: String,
        dated: Time,
        seen_at: Time,
        ended_by: Option<Uuid>,
    }
}

row! {
    struct StoredSource {
        note: Uuid,
        url: String,
        title: String,
        publisher: String,
        tier: i16,
        tier_reason: String,
        quote: String,
        published_at: Option<Time>,
        fetched_at: Time,
        content_hash: String,
    }
}

row! {
    struct ReplacedRow {
        ended_by: Uuid,
        id: Uuid,
        text: String,
        ended_at: Time,
        ended_because: Option<String>,
    }
}

/// A fact that another one replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedFact {
    /// Id of its note.
    pub id: JobId,
    /// Id of the note that replaced it.
    pub by: JobId,
    /// Statement of the fact, one sentence.
    pub text: String,
    /// Time and reason of the end of its validity.
    pub ended: Ended,
}

/// Notes as rows of `note`, `note_fact` and `note_source`.
pub(crate) struct NoteRows<'a> {
    pub(crate) notes: Vec<NoteRow<'a>>,
    pub(crate) sources: Vec<SourceRow<'a>>,
}

/// A row of `note` and of `note_fact`.
pub(crate) struct NoteRow<'a> {
    pub(crate) id: Uuid,
    pub(crate) tenant: &'a str,
    pub(crate) text: String,
    pub(crate) summary: String,
    pub(crate) keywords: String,
    pub(crate) tags: String,
    pub(crate) kind: String,
    pub(crate) source_url: String,
    pub(crate) made_at: Time,
    pub(crate) topic: Uuid,
    pub(crate) research: Uuid,
    pub(crate) question: String,
    pub(crate) context: String,
    pub(crate) dated: Time,
    pub(crate) seen_at: Time,
    pub(crate) tier: i16,
}

/// A row of `note_source`.
pub(crate) struct SourceRow<'a> {
    pub(crate) note: Uuid,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) publisher: String,
    pub(crate) tier: i16,
    pub(crate) tier_reason: String,
    pub(crate) quote: String,
    pub(crate) published_at: Option<Time>,
    pub(crate) fetched_at: Time,
    pub(crate) content_hash: &'a str,
}

impl<'a> NoteRows<'a> {
    /// Converts the notes that state facts. Texts are cleaned, so that a text that Postgres refuses loses no fact.
    pub(crate) fn new(notes: &[&'a Note]) -> Self {
        let row = |note: &&'a Note| Some(NoteRow::new(note, note.fact.as_ref()?));
        let sources = notes.iter().flat_map(|note| note.sources.iter().map(|source| SourceRow::new(note.id, source)));
        Self { notes: notes.iter().filter_map(row).collect(), sources: sources.collect() }
    }
}

impl<'a> NoteRow<'a> {
    fn new(note: &'a Note, fact: &NoteFact) -> Self {
        Self {
            id: note.id.0,
            tenant: note.tenant.as_str(),
            text: clean(&note.text),
            summary: clean(&note.summary),
            keywords: clean(&note.keywords.join("\n")),
            tags: clean(&note.tags.join("\n")),
            kind: clean(&note.kind),
            source_url: clean(&note.source_url),
            made_at: note.made_at,
            topic: fact.topic.0,
            research: fact.research.0,
            question: clean(&fact.question),
            context: clean(&fact.context),
            dated: fact.dated,
            seen_at: fact.seen_at,
            tier: tier_number(note.tier()),
        }
    }
}

impl<'a> SourceRow<'a> {
    fn new(note: JobId, NoteSource { source, quote }: &'a NoteSource) -> Self {
        Self {
            note: note.0,
            url: clean(&source.url),
            title: clean(&source.title),
            publisher: clean(&source.publisher),
            tier: tier_number(source.tier),
            tier_reason: clean(&source.tier_reason),
            quote: clean(quote),
            published_at: source.published_at,
            fetched_at: source.fetched_at,
            content_hash: &source.content_hash,
        }
    }
}

fn tier_number(tier: Tier) -> i16 {
    match tier {
        Tier::Other => 0,
        Tier::Secondary => 1,
        Tier::Official => 2,
    }
}

/// Returns the tier with this number; a number of a newer version counts as the lowest.
pub(crate) fn tier_from_number(number: i16) -> Tier {
    match number {
        2 => Tier::Official,
        1 => Tier::Secondary,
        _ => Tier::Other,
    }
}

/// Reads the notes of facts with these ids: those of the tenant, or of all.
pub(crate) async fn load(
    conn: &mut PgConnection,
    ids: &[Uuid],
    tenant: Option<&Tenant>,
) -> Result<Vec<StoredNote>, Failed> {
    let rows = sqlx::query_as(NOTES).bind(ids).bind(tenant.map(Tenant::as_str));
    let rows: Vec<StoredRow> = rows.fetch_all(&mut *conn).await?;
    let visible: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let sources: Vec<StoredSource> = sqlx::query_as(SOURCES).bind(visible).fetch_all(conn).await?;
    let mut by_note: BTreeMap<Uuid, Vec<NoteSource>> = BTreeMap::new();
    for source in sources {
        by_note.entry(source.note).or_default().push(source.into());
    }
    rows.into_iter().map(|row| row.into_note(&mut by_note)).collect()
}

impl StoredRow {
    fn into_note(self, sources: &mut BTreeMap<Uuid, Vec<NoteSource>>) -> Result<StoredNote, Failed> {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        let Self { id, topic, research, question, context, dated, seen_at, .. } = self;
        let fact = NoteFact { topic: JobId(topic), research: JobId(research), question, context, dated, seen_at };
        let because = self.ended_because.unwrap_or_default();
        let ended = self.ended_at.map(|at| FactEnd { ended: Ended { at, because }, by: self.ended_by.map(JobId) });
        let tenant = Tenant::parse(&self.tenant).map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        let note = Note {
            id: JobId(id),
            tenant,
            text: self.text,
            summary: self.summary,
            keywords: lines(&self.keywords),
            tags: lines(&self.tags),
            kind: self.kind,
            source_url: self.source_url,
            made_at: self.made_at,
            entity: None,
            links: Vec::new(),
            sources: sources.remove(&id).unwrap_or_default(),
            fact: Some(fact),
        };
        Ok(StoredNote { note, ended })
    }
}

impl From<StoredSource> for NoteSource {
    fn from(row: StoredSource) -> Self {
        let StoredSource {
            url,
            title,
            publisher,
            tier,
            tier_reason,
            quote,
            published_at,
            fetched_at,
            content_hash,
            ..
        } = row;
        let (id, tier) = (String::new(), tier_from_number(tier));
        let source = Source { id, url, title, publisher, published_at, fetched_at, tier, tier_reason, content_hash };
        Self { source, quote }
    }
}

pub(super) async fn by_id(database: &Database, tenant: &Tenant, ids: &[JobId]) -> Result<Vec<StoredNote>, PortError> {
    let ids: &Vec<Uuid> = &ids.iter().map(|id| id.0).collect();
    let select = |pool: PgPool| async move {
        let mut transaction = pool.begin().await?;
        load(&mut transaction, ids, Some(tenant)).await
    };
    database.run("note", select).await
}

pub(super) async fn replaced(
    database: &Database,
    tenant: &Tenant,
    ids: &[JobId],
) -> Result<Vec<ReplacedFact>, PortError> {
    let ids: &Vec<Uuid> = &ids.iter().map(|id| id.0).collect();
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(REPLACED).bind(ids).bind(tenant.as_str());
        let rows: Vec<ReplacedRow> = query.fetch_all(&pool).await?;
        Ok(rows.into_iter().map(ReplacedRow::into_fact).collect())
    };
    database.run("note", select).await
}

impl ReplacedRow {
    fn into_fact(self) -> ReplacedFact {
        let ended = Ended { at: self.ended_at, because: self.ended_because.unwrap_or_default() };
        ReplacedFact { id: JobId(self.id), by: JobId(self.ended_by), text: self.text, ended }
    }
}

pub(super) async fn evidence_for(
    database: &Database,
    tenant: &Tenant,
    question: JobId,
) -> Result<Option<Evidence>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_scalar(EVIDENCE).bind(question.0).bind(tenant.as_str());
        let body: Option<String> = query.fetch_optional(&pool).await?;
        Ok(body.as_deref().map(serde_json::from_str).transpose()?)
    };
    database.run("evidence", select).await
}

/// Counts the facts that were seen in the research of an event.
pub(super) async fn count_seen(database: &Database, tenant: &Tenant, event: JobId) -> Result<u64, PortError> {
    let count = |pool: PgPool| async move {
        let query = sqlx::query_scalar(SEEN).bind(event.0).bind(tenant.as_str());
        let count: i64 = query.fetch_one(&pool).await?;
        Ok(u64::try_from(count).unwrap_or(0))
    };
    database.run("note", count).await
}
