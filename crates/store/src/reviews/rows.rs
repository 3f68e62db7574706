//! Rows of sessions, results and decisions, and the sessions that a commit changes.

use std::collections::{BTreeMap, HashSet};

use domain::review::{ReviewedResult, Session};
use domain::{JobId, Tenant, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::forecasts::{self, ForecastReview};
use super::read::{SessionRow, session_of};
use crate::columns::column;
use crate::failure::Failed;
use crate::text::clean;

/// Creates sessions that are used for the first time, in the order of the key.
const CREATE: &str = "
INSERT INTO macro_session (tenant, id, version, state)
SELECT tenant, id, 0, 'idle' FROM unnest($1::text[], $2::uuid[]) AS new (tenant, id) ON CONFLICT DO NOTHING";

/// In the order of the key, so that transactions cannot wait for each other in a circle.
const LOCK: &str = "
SELECT s.tenant, s.id, s.version, s.state, s.result, s.changed::text
FROM macro_session s JOIN unnest($1::text[], $2::uuid[]) AS used (tenant, id) ON s.tenant = used.tenant AND s.id = used.id
ORDER BY s.tenant, s.id FOR UPDATE OF s";

const KNOWN: &str = "SELECT id FROM macro_result WHERE id = ANY($1)";

const UPDATE_SESSIONS: &str = "
UPDATE macro_session SET version = new.version, state = new.state, result = new.result, changed = new.changed::json, changed_at = now()
FROM unnest($1::text[], $2::uuid[], $3::int8[], $4::text[], $5::uuid[], $6::text[])
     AS new (tenant, id, version, state, result, changed)
WHERE macro_session.tenant = new.tenant AND macro_session.id = new.id";

const INSERT: &str = "
INSERT INTO macro_result (id, tenant, session, name, version, state, event_id, event, body, definition, review, made_at, expires_at,
                          subject)
SELECT id, tenant, session, name, version, state, event_id, event, body::json, definition, review::json, made_at, expires_at, subject
FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::text[],
            $11::text[], $12::timestamptz[], $13::timestamptz[], $14::text[])
     AS new (id, tenant, session, name, version, state, event_id, event, body, definition, review, made_at, expires_at, subject)
ON CONFLICT (id) DO NOTHING";

const UPDATE: &str = "
UPDATE macro_result SET state = $2, review = $3::text::json, execution = $4::text::json, changed_at = now() WHERE id = $1";

const INSERT_DECISIONS: &str = "
INSERT INTO macro_review (result, state, version, by, at, reason, edits)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::text[], $5::timestamptz[], $6::text[], $7::int[])
ON CONFLICT (result, state) DO NOTHING";

/// A result as rows, serialised before the transaction begins.
#[derive(Debug, Clone)]
pub(crate) struct Changes {
    /// Version of the session that the author of a new result read.
    read: i64,
    session: Session,
    id: Uuid,
    name: String,
    version: String,
    state: &'static str,
    event_id: String,
    event: Uuid,
    body: String,
    definition: String,
    review: Option<String>,
    execution: Option<String>,
    made_at: Time,
    expires_at: Option<Time>,
    decision: Option<DecisionRow>,
    forecast: Option<ForecastReview>,
}

/// A row of `macro_review`.
#[derive(Debug, Clone)]
struct DecisionRow {
    by: String,
    at: Time,
    reason: String,
    edits: i32,
}

impl Changes {
    /// The rows of a new result whose author read this version of the session.
    pub(crate) fn new(reviewed: &ReviewedResult, read: i64) -> Result<Self, serde_json::Error> {
        Ok(Self { read, ..Self::from_result(reviewed)? })
    }

    /// The rows of a result.
    pub(super) fn from_result(reviewed: &ReviewedResult) -> Result<Self, serde_json::Error> {
        let ReviewedResult {
            session, event, event_job, result, definition, state, expires_at, review, execution, ..
        } = reviewed;
        Ok(Self {
            read: session.version,
            session: session.clone(),
            id: result.id.0,
            name: clean(&result.name),
            version: clean(&result.version),
            state: state.name(),
            event_id: event.to_string(),
            event: event_job.0,
            body: serde_json::to_string(result)?,
            definition: clean(definition),
            review: review.as_ref().map(serde_json::to_string).transpose()?,
            execution: execution.as_ref().map(serde_json::to_string).transpose()?,
            made_at: result.at,
            expires_at: *expires_at,
            decision: DecisionRow::from_result(reviewed),
            forecast: ForecastReview::from_result(reviewed)?,
        })
    }

    /// Approximate number of bytes sent to the server.
    pub(crate) fn bytes(&self) -> usize {
        self.body.len() + self.definition.len() + self.review.as_ref().map_or(0, String::len)
    }

    /// Writes the state of a stored result, and its decision.
    pub(super) async fn update(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        let update = sqlx::query(UPDATE).bind(self.id).bind(self.state).bind(&self.review).bind(&self.execution);
        update.execute(&mut *conn).await?;
        forecasts::update(conn, &self.forecast.iter().collect::<Vec<_>>()).await?;
        insert_decisions(conn, &[self]).await
    }

    fn key(&self) -> Key {
        key(&self.session)
    }
}

impl DecisionRow {
    fn from_result(reviewed: &ReviewedResult) -> Option<Self> {
        let review = reviewed.review.as_ref()?;
        let edits = reviewed.approved().map_or(0, |approved| approved.edits.len());
        let row = |by: &str, at: Time, reason: &str, edits: usize| Self {
            by: clean(by),
            at,
            reason: clean(reason),
            edits: i32::try_from(edits).unwrap_or(i32::MAX),
        };
        Some(match &reviewed.execution {
            Some(execution) => row(&execution.by, execution.at, "", 0),
            None => row(&review.by, review.at, &review.reason, edits),
        })
    }
}

/// Tenant and id of a session.
type Key = (String, Uuid);

fn key(session: &Session) -> Key {
    (session.tenant.as_str().to_owned(), session.id.0)
}

/// The sessions of a commit between lock and write.
#[derive(Debug, Default)]
pub(crate) struct LockedSessions<'a> {
    sessions: BTreeMap<Key, Session>,
    changed: BTreeMap<Key, &'a Session>,
    known: HashSet<Uuid>,
    new: Vec<&'a Changes>,
}

impl<'a> LockedSessions<'a> {
    /// Locks the sessions of new results, creating those that are used for the first time.
    pub(crate) async fn lock(conn: &mut PgConnection, changes: &[&'a Changes]) -> Result<Self, Failed> {
        let mut locked = Self::default();
        if changes.is_empty() {
            return Ok(locked);
        }
        let keys: BTreeMap<Key, ()> = changes.iter().map(|change| (change.key(), ())).collect();
        let (tenants, ids): (Vec<String>, Vec<Uuid>) = keys.into_keys().unzip();
        sqlx::query(CREATE).bind(&tenants).bind(&ids).execute(&mut *conn).await?;
        let rows: Vec<SessionRow> = sqlx::query_as(LOCK).bind(&tenants).bind(&ids).fetch_all(&mut *conn).await?;
        for row in rows {
            let session = session_of(row)?;
            locked.sessions.insert(key(&session), session);
        }
        let results: Vec<Uuid> = changes.iter().map(|change| change.id).collect();
        let known: Vec<Uuid> = sqlx::query_scalar(KNOWN).bind(&results).fetch_all(conn).await?;
        locked.known.extend(known);
        Ok(locked)
    }

    /// Returns the conflict, if the session has changed since the author of the new result read it. A result that is
    /// stored already is not stale.
    pub(crate) fn stale(&self, change: &Changes) -> Option<String> {
        let session = self.sessions.get(&change.key()).filter(|_| !self.known.contains(&change.id))?;
        let conflict = session.check_version(change.read).err()?;
        Some(format!("session {} of tenant {}: {conflict}", session.id, session.tenant))
    }

    /// Takes in a new result; one that is stored already changes nothing.
    pub(crate) fn apply(&mut self, change: &'a Changes) {
        if !self.known.insert(change.id) {
            return;
        }
        self.new.push(change);
        if let Some(session) = self.sessions.get_mut(&change.key()).filter(|old| old.version != change.session.version)
        {
            session.clone_from(&change.session);
            self.changed.insert(change.key(), &change.session);
        }
    }

    /// Writes the new results and the changed sessions.
    pub(crate) async fn write(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        if self.new.is_empty() {
            return Ok(());
        }
        update_sessions(conn, &self.changed.values().copied().collect::<Vec<_>>()).await?;
        insert(conn, &self.new).await?;
        let reviews: Vec<&ForecastReview> = self.new.iter().filter_map(|new| new.forecast.as_ref()).collect();
        forecasts::update(conn, &reviews).await?;
        insert_decisions(conn, &self.new).await
    }
}

/// Writes sessions that the transaction has locked.
pub(super) async fn update_sessions(conn: &mut PgConnection, sessions: &[&Session]) -> Result<(), Failed> {
    let changed = sessions.iter().map(|session| session.changed.as_ref().map(serde_json::to_string).transpose());
    let changed: Vec<Option<String>> = changed.collect::<Result<_, _>>()?;
    let update = sqlx::query(UPDATE_SESSIONS)
        .bind(column(sessions, |session| session.tenant.as_str()))
        .bind(column(sessions, |session| session.id.0))
        .bind(column(sessions, |session| session.version))
        .bind(column(sessions, |session| session.state.name()))
        .bind(column(sessions, |session| session.result.map(|JobId(id)| id)))
        .bind(changed);
    update.execute(conn).await?;
    Ok(())
}

async fn insert(conn: &mut PgConnection, rows: &[&Changes]) -> Result<(), Failed> {
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.id))
        .bind(column(rows, |row| tenant(&row.session.tenant)))
        .bind(column(rows, |row| row.session.id.0))
        .bind(column(rows, |row| row.name.as_str()))
        .bind(column(rows, |row| row.version.as_str()))
        .bind(column(rows, |row| row.state))
        .bind(column(rows, |row| row.event_id.as_str()))
        .bind(column(rows, |row| row.event))
        .bind(column(rows, |row| row.body.as_str()))
        .bind(column(rows, |row| row.definition.as_str()))
        .bind(column(rows, |row| row.review.as_deref()))
        .bind(column(rows, |row| row.made_at))
        .bind(column(rows, |row| row.expires_at))
        .bind(column(rows, |row| ForecastReview::subject(row.forecast.as_ref())));
    insert.execute(conn).await?;
    Ok(())
}

fn tenant(tenant: &Tenant) -> &str {
    tenant.as_str()
}

async fn insert_decisions(conn: &mut PgConnection, rows: &[&Changes]) -> Result<(), Failed> {
    let made: Vec<(&Changes, &DecisionRow)> =
        rows.iter().filter_map(|row| Some((*row, row.decision.as_ref()?))).collect();
    if made.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT_DECISIONS)
        .bind(made.iter().map(|(row, _)| row.id).collect::<Vec<_>>())
        .bind(made.iter().map(|(row, _)| row.state).collect::<Vec<_>>())
        .bind(made.iter().map(|(row, _)| row.session.version).collect::<Vec<_>>())
        .bind(made.iter().map(|(_, decision)| decision.by.as_str()).collect::<Vec<_>>())
        .bind(made.iter().map(|(_, decision)| decision.at).collect::<Vec<_>>())
        .bind(made.iter().map(|(_, decision)| decision.reason.as_str()).collect::<Vec<_>>())
        .bind(made.iter().map(|(_, decision)| decision.edits).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}
