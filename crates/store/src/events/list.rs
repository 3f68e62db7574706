//! A tenant's classified events, newest first. The list and its count are built from one condition.

use domain::port::PortError;
use domain::{JobId, RunId, Tenant, Time};
use uuid::Uuid;

use super::facet::PgEvents;
use crate::page::Before;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Selects classified events of a tenant.
#[derive(Debug, Clone, PartialEq)]
pub struct EventFilter {
    /// Only events of this kind.
    pub kind: Option<String>,
    /// Only events in this state: `open`, `answered` or `dead`.
    pub state: Option<String>,
    /// Only events that were received at or after this time.
    pub since: Time,
}

/// An event in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct EventLine {
    /// Job of the event.
    pub job: JobId,
    /// The publisher's id.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// Publisher of the event; may be empty.
    pub source: String,
    /// `true` if the fleet works on the event.
    pub interesting: bool,
    /// Score of the classification, 0 to 1.
    pub score: f64,
    /// What decided: `rule` or the name of a model.
    pub decided_by: String,
    /// Run that the event has started.
    pub run: Option<RunId>,
    /// `dead` if its own job was dead-lettered and not redriven, else `answered` if it has a result, else `open`.
    pub state: String,
    /// Time at which the fleet received it.
    pub received_at: Time,
}

macro_rules! state {
    () => {
        "CASE WHEN EXISTS (SELECT FROM dead_letter d WHERE d.job = e.job AND d.redriven_at IS NULL) THEN 'dead'
              WHEN EXISTS (SELECT FROM result r WHERE r.event = e.job) THEN 'answered' ELSE 'open' END"
    };
}

macro_rules! selected {
    ($columns:expr, $end:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM event e WHERE e.tenant = $1 AND e.received_at >= $2 AND ($3::text IS NULL OR e.kind = $3)
  AND ($4::text IS NULL OR ",
            state!(),
            " = $4) ",
            $end
        )
    };
}

const LIST: &str = selected!(
    concat!(
        "e.job, e.id, e.kind, e.source, e.interesting, e.score, e.decided_by, e.run, ",
        state!(),
        ", e.received_at"
    ),
    "AND (e.received_at, e.job) < (coalesce($5, 'infinity'::timestamptz), coalesce($6, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY e.received_at DESC, e.job DESC LIMIT $7"
);

const COUNT: &str =
    concat!("SELECT count(*) FROM (", selected!("1", "ORDER BY e.received_at DESC LIMIT $5"), ") AS selected");

/// The list and its count, for the test of their plans.
#[cfg(feature = "testing")]
pub(crate) const STATEMENTS: (&str, &str) = (LIST, COUNT);

row! {
    struct Row {
        job: Uuid,
        id: String,
        kind: String,
        source: String,
        interesting: bool,
        score: f64,
        decided_by: String,
        run: Option<Uuid>,
        state: String,
        received_at: Time,
    }
}

impl PgEvents {
    /// Returns selected events of a tenant, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn list(
        &self,
        tenant: &Tenant,
        filter: &EventFilter,
        (after, limit): (Option<Before>, u32),
    ) -> Result<Vec<EventLine>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(LIST).bind(tenant.as_str()).bind(filter.since).bind(&filter.kind);
            let query = query.bind(&filter.state).bind(after.map(|after| after.at));
            let query = query.bind(after.map(|after| after.id)).bind(i64::from(limit));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(EventLine::from).collect())
        };
        self.database.list("event", select).await
    }

    /// Counts selected events of a tenant, up to `most`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count(&self, tenant: &Tenant, filter: &EventFilter, most: u32) -> Result<u64, PortError> {
        let count = |pool: PgPool| async move {
            let query = sqlx::query_scalar(COUNT).bind(tenant.as_str()).bind(filter.since).bind(&filter.kind);
            let query = query.bind(&filter.state).bind(i64::from(most));
            Ok(number(query.fetch_one(&pool).await?))
        };
        self.database.list("event", count).await
    }
}

impl From<Row> for EventLine {
    fn from(row: Row) -> Self {
        let Row { job, id, kind, source, interesting, score, decided_by, run, state, received_at } = row;
        let (job, run) = (JobId(job), run.map(RunId));
        Self { job, id, kind, source, interesting, score, decided_by, run, state, received_at }
    }
}
