//! Questions that are asked again and again. One firing per schedule and instant, whatever the number of replicas: the row moves
//! on from the instant and the message is written in one transaction, and only from the instant that was seen.

mod write;

use std::future::Future;

use domain::port::PortError;
use domain::schedule::Schedule;
use domain::{JobId, MicroUsd, Outgoing, Tenant, Time};
use sqlx::PgPool;
use uuid::Uuid;

use crate::Store;
use crate::failure::Failed;

/// A firing as the store writes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fired {
    /// Whose.
    pub tenant: Tenant,
    /// Which.
    pub name: String,
    /// The instant that it fires for, as it was read.
    pub at: Time,
    /// The next; `None`: it is over.
    pub next: Option<Time>,
    /// The event, with its job; `None`: nothing is published any more.
    pub says: Option<Outgoing>,
}

/// What the forecaster's task needs of schedules.
pub trait Schedules: Send + Sync + 'static {
    /// Those whose instant has come at `now`, the oldest first.
    fn due_schedules(&self, now: Time, limit: u32) -> impl Future<Output = Result<Vec<Schedule>, PortError>> + Send;

    /// Moves one on and writes its message, in one transaction. `false` if another replica was faster, or it was changed.
    fn fire(&self, fired: &Fired) -> impl Future<Output = Result<bool, PortError>> + Send;
}

const COLUMNS: &str = "SELECT tenant, name, cron, event::text, next_at, fired, last_at, last_job FROM schedule";

type Row = (String, String, String, String, Option<Time>, i64, Option<Time>, Option<Uuid>);

impl Schedules for Store {
    async fn due_schedules(&self, now: Time, limit: u32) -> Result<Vec<Schedule>, PortError> {
        let sql = format!("{COLUMNS} WHERE next_at <= $1 ORDER BY next_at LIMIT $2");
        let sql = &sql;
        let ask = |pool: PgPool| async move {
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql.clone())).bind(now).bind(i64::from(limit));
            schedules(query.fetch_all(&pool).await?)
        };
        self.run("schedule", ask).await
    }

    async fn fire(&self, fired: &Fired) -> Result<bool, PortError> {
        self.run("schedule", |pool| async move { write::fire(&pool, fired).await }).await
    }
}

impl Store {
    /// Keeps a schedule; one of the same name is replaced, and forgets how often it fired.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn put_schedule(&self, schedule: &Schedule) -> Result<(), PortError> {
        self.run("schedule", |pool| async move { write::put(&pool, schedule).await }).await
    }

    /// Forgets a schedule; `false` if there was none. What it has published goes on.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn remove_schedule(&self, tenant: &Tenant, name: &str) -> Result<bool, PortError> {
        let ask = |pool: PgPool| async move {
            let query = sqlx::query("DELETE FROM schedule WHERE tenant = $1 AND name = $2");
            Ok(query.bind(tenant.as_str()).bind(name).execute(&pool).await?.rows_affected() > 0)
        };
        self.run("schedule", ask).await
    }

    /// All of a tenant's schedules, or of all tenants, by name.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` if a newer version wrote one in a shape that this one cannot read.
    pub async fn schedules(&self, tenant: Option<&Tenant>) -> Result<Vec<Schedule>, PortError> {
        let sql = format!("{COLUMNS} WHERE $1 IS NULL OR tenant = $1 ORDER BY tenant, name");
        let sql = &sql;
        let ask = |pool: PgPool| async move {
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql.clone())).bind(tenant.map(Tenant::as_str));
            schedules(query.fetch_all(&pool).await?)
        };
        self.run("schedule", ask).await
    }
}

fn schedules(rows: Vec<Row>) -> Result<Vec<Schedule>, Failed> {
    rows.into_iter().map(schedule).collect()
}

fn schedule((tenant, name, cron, event, next_at, fired, last_at, last_job): Row) -> Result<Schedule, Failed> {
    Ok(Schedule {
        // A tenant was checked before it was stored.
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
