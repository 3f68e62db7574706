//! Reading sessions and results.

use domain::port::PortError;
use domain::review::{ResultState, ReviewedResult, Session, SessionChange, SessionId, SessionState};
use domain::{EventId, JobId, Tenant, Time};
use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgRow};
use uuid::Uuid;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::unreadable::{Swept, sweep};

const SESSION: &str =
    "SELECT tenant, id, version, state, result, changed::text FROM macro_session WHERE tenant = $1 AND id = $2";

/// The columns of a result with its session. `SHOW` and the others select the rows.
macro_rules! results {
    ($where:literal) => {
        concat!(
            "SELECT r.id, r.state, r.event_id, r.event, r.body::text, r.definition, r.review::text, r.execution::text,
                    r.expires_at, f.body::text AS forecast, s.tenant, s.id AS session, s.version, s.state AS session_state, s.result, s.changed::text
             FROM macro_result r JOIN macro_session s ON s.tenant = r.tenant AND s.id = r.session
                  LEFT JOIN forecast f ON r.subject = 'forecast' AND f.run = r.id WHERE ",
            $where
        )
    };
}

const SHOW: &str = results!("r.tenant = $1 AND r.id = $2");
const APPROVED: &str = results!(
    "r.tenant = $1 AND r.session = $2 AND r.state IN ('approved', 'executed') ORDER BY r.made_at DESC, r.id DESC LIMIT $3"
);
const DUE: &str = results!("r.state = 'pending' AND r.expires_at <= $1 ORDER BY r.expires_at, r.id LIMIT $2 OFFSET $3");

row! {
    pub(super) struct SessionRow {
        pub(super) tenant: String,
        pub(super) id: Uuid,
        pub(super) version: i64,
        pub(super) state: String,
        pub(super) result: Option<Uuid>,
        pub(super) changed: Option<String>,
    }
}

pub(super) async fn session(database: &Database, tenant: &Tenant, id: SessionId) -> Result<Session, PortError> {
    let select = |pool: PgPool| async move {
        let row = sqlx::query_as(SESSION).bind(tenant.as_str()).bind(id.0).fetch_optional(&pool).await?;
        row.map_or_else(|| Ok(Session::new(tenant.clone(), id)), session_of)
    };
    database.run("macro_session", select).await
}

pub(super) async fn show(
    database: &Database,
    tenant: &Tenant,
    result: JobId,
) -> Result<Option<ReviewedResult>, PortError> {
    let select = |pool: PgPool| async move { read_one(&mut *pool.begin().await?, tenant, result).await };
    database.run("macro_result", select).await
}

pub(super) async fn approved(
    database: &Database,
    (tenant, session): (&Tenant, SessionId),
    limit: u32,
) -> Result<Vec<ReviewedResult>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query(APPROVED).bind(tenant.as_str()).bind(session.0).bind(i64::from(limit));
        query.fetch_all(&pool).await?.iter().map(reviewed).collect()
    };
    database.run("macro_result", select).await
}

pub(super) async fn due(database: &Database, now: Time, limit: u32) -> Result<Vec<ReviewedResult>, PortError> {
    Ok(swept(database, now, limit).await?.rows)
}

/// Returns the results that are due. One that cannot be read does not keep the others from their end.
pub(crate) async fn swept(database: &Database, now: Time, limit: u32) -> Result<Swept<ReviewedResult>, PortError> {
    let select = |pool: PgPool| async move {
        let fetch = |offset: i64| {
            let query = sqlx::query(DUE).bind(now).bind(i64::from(limit)).bind(offset);
            async { Ok(query.fetch_all(&pool).await?) }
        };
        let convert = |row: PgRow| {
            let name = row.try_get::<Uuid, _>("id").map(|id| id.to_string()).unwrap_or_default();
            (name, reviewed(&row))
        };
        sweep("macro_result", limit, fetch, convert).await
    };
    database.run("macro_result", select).await
}

/// Reads one result of a tenant, on any connection.
pub(super) async fn read_one(
    conn: &mut PgConnection,
    tenant: &Tenant,
    result: JobId,
) -> Result<Option<ReviewedResult>, Failed> {
    let row = sqlx::query(SHOW).bind(tenant.as_str()).bind(result.0).fetch_optional(conn).await?;
    row.as_ref().map(reviewed).transpose()
}

/// Converts a row of `macro_session`. The table's checks permit known states only, so an unknown one is of a newer
/// version.
pub(super) fn session_of(row: SessionRow) -> Result<Session, Failed> {
    let SessionRow { tenant, id, version, state, result, changed } = row;
    Ok(Session {
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        id: SessionId(id),
        version,
        state: SessionState::parse(&state).ok_or_else(|| unreadable("state of a session"))?,
        result: result.map(JobId),
        changed: parsed::<SessionChange>(changed)?,
    })
}

fn reviewed(row: &PgRow) -> Result<ReviewedResult, Failed> {
    let session = session_of(SessionRow {
        tenant: row.try_get("tenant")?,
        id: row.try_get("session")?,
        version: row.try_get("version")?,
        state: row.try_get("session_state")?,
        result: row.try_get("result")?,
        changed: row.try_get("changed")?,
    })?;
    let (state, event_id): (String, String) = (row.try_get("state")?, row.try_get("event_id")?);
    Ok(ReviewedResult {
        session,
        event: EventId::parse(&event_id).map_err(|_| unreadable("id of an event"))?,
        event_job: JobId(row.try_get("event")?),
        result: serde_json::from_str(row.try_get("body")?)?,
        definition: row.try_get("definition")?,
        state: ResultState::parse(&state).ok_or_else(|| unreadable("state of a result"))?,
        expires_at: row.try_get("expires_at")?,
        review: parsed(row.try_get("review")?)?,
        execution: parsed(row.try_get("execution")?)?,
        forecast: parsed(row.try_get("forecast")?)?,
    })
}

fn parsed<T: serde::de::DeserializeOwned>(text: Option<String>) -> Result<Option<T>, Failed> {
    Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
}

fn unreadable(what: &'static str) -> Failed {
    Failed::from(<serde_json::Error as serde::de::Error>::custom(what))
}
