//! Recurring questions. A schedule fires once per instant, regardless of the number of replicas: one transaction
//! advances the row and writes the message, and only if the row still has the instant that was read.

mod port;
mod write;

use domain::port::PortError;
use domain::schedule::Schedule;
use domain::{JobId, MicroUsd, Tenant, Time};
use sqlx::{FromRow, Row as _};
use uuid::Uuid;

pub use port::{Fired, PgSchedules, Schedules};

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::unreadable::{Swept, sweep};

const COLUMNS: &str = "SELECT tenant, name, cron, event::text, next_at, fired, last_at, last_job FROM schedule";

/// Due schedules among which the tenants take turns. A tenant has a limited number of schedules, so those of many
/// tenants are among them.
const MAX_DUE: i64 = 20_000;

const DUE: &str = "
WITH due AS MATERIALIZED (SELECT tenant, name, next_at FROM schedule WHERE next_at <= $1 ORDER BY next_at LIMIT $3),
turns AS MATERIALIZED (
    SELECT tenant, name, next_at, row_number() OVER (PARTITION BY tenant ORDER BY next_at, name) AS turn
    FROM due ORDER BY turn, next_at, tenant, name LIMIT $2 OFFSET $4
)
SELECT s.tenant, s.name, s.cron, s.event::text, s.next_at, s.fired, s.last_at, s.last_job
FROM turns t JOIN schedule s ON s.tenant = t.tenant AND s.name = t.name AND s.next_at = t.next_at ORDER BY t.turn, t.next_at, t.tenant, t.name";

/// Bytes of questions on one page. It has at least one schedule.
const MAX_PAGE_BYTES: i64 = 1 << 20;

/// Reads one schedule more than the page has, which shows if another page follows.
const PAGE: &str = "
WITH next AS MATERIALIZED (
    SELECT tenant, name, cron, event::text AS event, next_at, fired, last_at, last_job
    FROM schedule WHERE tenant = $1 AND name > $2 ORDER BY name LIMIT $3::bigint + 1
), sized AS (
    SELECT *, sum(octet_length(event)) OVER (ORDER BY name) AS bytes, row_number() OVER (ORDER BY name) AS place, count(*) OVER () AS found
    FROM next
)
SELECT tenant, name, cron, event, next_at, fired, last_at, last_job, place < found AS has_more FROM sized
WHERE place <= $3 AND (bytes <= $4 OR place = 1) ORDER BY name";

const FIND: &str = "
SELECT tenant, name, cron, event::text, next_at, fired, last_at, last_job FROM schedule WHERE tenant = $1 AND name = $2";

row! {
    struct Row {
        tenant: String,
        name: String,
        cron: String,
        event: String,
        next_at: Option<Time>,
        fired: i64,
        last_at: Option<Time>,
        last_job: Option<Uuid>,
    }
}

/// A page of a tenant's schedules.
#[derive(Debug, Clone, PartialEq)]
pub struct SchedulePage {
    /// Schedules, ordered by name.
    pub schedules: Vec<Schedule>,
    /// `true` if schedules follow that the page has no room for.
    pub has_more: bool,
}

impl Schedules for PgSchedules {
    async fn due(&self, now: Time, limit: u32) -> Result<Vec<Schedule>, PortError> {
        Ok(swept(&self.database, now, limit).await?.rows)
    }

    async fn fire(&self, fired: &Fired) -> Result<bool, PortError> {
        self.database.run("schedule", |pool| async move { write::fire(&pool, fired).await }).await
    }
}

impl PgSchedules {
    /// Stores a schedule. Replaces a schedule of the same name and resets its counter. Returns `false` if the tenant
    /// has `limit` other schedules; `None` is no limit.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn put(&self, schedule: &Schedule, limit: Option<u32>) -> Result<bool, PortError> {
        self.database.run("schedule", |pool| async move { write::put(&pool, schedule, limit).await }).await
    }

    /// Returns a page of the schedules of a tenant after a name.
    ///
    /// # Errors
    /// As for [`PgSchedules::list`].
    pub async fn after(&self, tenant: &Tenant, name: &str, limit: u32) -> Result<SchedulePage, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query(PAGE).bind(tenant.as_str()).bind(name).bind(i64::from(limit));
            let rows = query.bind(MAX_PAGE_BYTES).fetch_all(&pool).await?;
            let has_more = rows.last().map(|last| last.try_get("has_more")).transpose()?.unwrap_or(false);
            let rows = rows.iter().map(Row::from_row).collect::<Result<_, _>>()?;
            Ok(SchedulePage { schedules: schedules(rows)?, has_more })
        };
        self.database.run("schedule", select).await
    }

    /// Returns a schedule of a tenant.
    ///
    /// # Errors
    /// As for [`PgSchedules::list`].
    pub async fn find(&self, tenant: &Tenant, name: &str) -> Result<Option<Schedule>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(FIND).bind(tenant.as_str()).bind(name);
            let row: Option<Row> = query.fetch_optional(&pool).await?;
            row.map(schedule).transpose()
        };
        self.database.run("schedule", select).await
    }

    /// Deletes a schedule. Returns `false` if it does not exist. Events that it has published are not affected.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn remove(&self, tenant: &Tenant, name: &str) -> Result<bool, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query("DELETE FROM schedule WHERE tenant = $1 AND name = $2");
            Ok(query.bind(tenant.as_str()).bind(name).execute(&pool).await?.rows_affected() > 0)
        };
        self.database.run("schedule", select).await
    }

    /// Returns the schedules of one tenant, or of all tenants, ordered by name, for an operator.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored one in an unknown format.
    pub async fn list(&self, tenant: Option<&Tenant>) -> Result<Vec<Schedule>, PortError> {
        let sql = format!("{COLUMNS} WHERE $1::text IS NULL OR tenant = $1 ORDER BY tenant, name");
        let sql = &sql;
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql.clone())).bind(tenant.map(Tenant::as_str));
            schedules(query.fetch_all(&pool).await?)
        };
        self.database.run("schedule", select).await
    }
}

/// Returns the schedules that are due. One that cannot be read does not fire and does not stop the others.
pub(crate) async fn swept(database: &Database, now: Time, limit: u32) -> Result<Swept<Schedule>, PortError> {
    let select = |pool: PgPool| async move {
        let fetch = |offset: i64| {
            let query = sqlx::query_as(DUE).bind(now).bind(i64::from(limit)).bind(MAX_DUE).bind(offset);
            async { Ok(query.fetch_all(&pool).await?) }
        };
        sweep("schedule", limit, fetch, |row: Row| (format!("{}/{}", row.tenant, row.name), schedule(row))).await
    };
    database.run("schedule", select).await
}

fn schedules(rows: Vec<Row>) -> Result<Vec<Schedule>, Failed> {
    rows.into_iter().map(schedule).collect()
}

fn schedule(row: Row) -> Result<Schedule, Failed> {
    let Row { tenant, name, cron, event, next_at, fired, last_at, last_job } = row;
    Ok(Schedule {
        // The tenant was validated before it was stored.
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        name,
        cron,
        event: serde_json::from_str(&event)?,
        next_at,
        fired: MicroUsd::from_i64(fired).0,
        last_at,
        last_job: last_job.map(JobId),
    })
}
