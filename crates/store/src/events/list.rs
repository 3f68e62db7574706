//! A tenant's classified events, newest first, by kind and state.

use domain::port::PortError;
use domain::{EventKind, JobId, RunId, Tenant, Time};
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
    /// Subject: the question of its run, or the reason of its classification, at most 300 characters.
    pub about: String,
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

/// Number of the events of a kind in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventTally {
    /// Kind of the events.
    pub kind: String,
    /// State of the events.
    pub state: &'static str,
    /// Their number.
    pub count: u64,
}

/// States by their number in `event_state.state`.
pub const STATES: [&str; 3] = ["open", "answered", "dead"];

/// Each pair of a state and a kind is one range of the index in the order of the list. The newest rows of each are
/// merged, and only those of the page are read whole. Postgres cannot read a member of JSON with a NUL in it.
const LIST: &str = "
SELECT e.job, e.id, e.kind, left(coalesce((SELECT r.question FROM run r WHERE r.id = e.run),
       CASE WHEN strpos(e.body::text, '\\u0000') = 0 THEN e.body->>'reason' END, ''), 300), e.source, e.interesting, e.score, e.decided_by, e.run, s.state, e.received_at
FROM (SELECT one.job, one.state
      FROM unnest($3::text[]) AS wanted (kind) CROSS JOIN unnest($4::int2[]) AS wanted_state (state)
      CROSS JOIN LATERAL (
          SELECT l.job, l.state, l.received_at FROM event_state l
          WHERE l.tenant = $1 AND l.state = wanted_state.state AND l.kind = wanted.kind AND l.received_at >= $2
            AND (l.received_at, l.job) < (coalesce($5, 'infinity'::timestamptz), coalesce($6, '00000000-0000-0000-0000-000000000000'::uuid))
          ORDER BY l.received_at DESC, l.job DESC LIMIT $7) AS one
      ORDER BY one.received_at DESC, one.job DESC LIMIT $7) AS s
JOIN event e ON e.job = s.job ORDER BY e.received_at DESC, e.job DESC";

const COUNT: &str = "
SELECT count(*) FROM (
    SELECT FROM event_state l
    WHERE l.tenant = $1 AND l.received_at >= $2 AND l.kind = ANY($3) AND l.state = ANY($4) LIMIT $5) AS selected";

/// Each pair of a kind and a state is one range of the index, of which at most $5 entries are counted.
const VALUES: &str = "
SELECT wanted.kind, wanted_state.state, (
    SELECT count(*) FROM (
        SELECT FROM event_state l
        WHERE l.tenant = $1 AND l.state = wanted_state.state AND l.kind = wanted.kind AND l.received_at >= $2 LIMIT $5) AS counted)
FROM unnest($3::text[]) AS wanted (kind) CROSS JOIN unnest($4::int2[]) AS wanted_state (state)";

/// The list, its count and its values, for the test of their plans.
#[cfg(feature = "testing")]
pub(crate) const STATEMENTS: (&str, &str, &str) = (LIST, COUNT, VALUES);

row! {
    struct Row {
        job: Uuid,
        id: String,
        kind: String,
        about: String,
        source: String,
        interesting: bool,
        score: f64,
        decided_by: String,
        run: Option<Uuid>,
        state: i16,
        received_at: Time,
    }
}

impl EventFilter {
    /// Returns the selected kinds.
    fn kinds(&self) -> Vec<&str> {
        self.kind.as_deref().map_or_else(|| EventKind::NAMES.to_vec(), |kind| vec![kind])
    }

    /// Returns the numbers of the selected states; an unknown one selects nothing.
    fn states(&self) -> Vec<i16> {
        let is_selected = |state: &str| self.state.as_deref().is_none_or(|wanted| wanted == state);
        (0..).zip(STATES).filter(|(_, state)| is_selected(state)).map(|(number, _)| number).collect()
    }
}

fn state_name(number: i16) -> &'static str {
    usize::try_from(number).ok().and_then(|state| STATES.get(state)).copied().unwrap_or("open")
}

impl PgEvents {
    /// Counts the events of a tenant since a time by kind and state, each pair up to `most`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn values(&self, tenant: &Tenant, since: Time, most: u32) -> Result<Vec<EventTally>, PortError> {
        let all = &EventFilter { kind: None, state: None, since };
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(VALUES).bind(tenant.as_str()).bind(since).bind(all.kinds()).bind(all.states());
            let rows: Vec<(String, i16, i64)> = query.bind(i64::from(most)).fetch_all(&pool).await?;
            let count = |(kind, state, count)| EventTally { kind, state: state_name(state), count: number(count) };
            Ok(rows.into_iter().map(count).collect())
        };
        self.database.list("event", select).await
    }

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
            let query = sqlx::query_as(LIST).bind(tenant.as_str()).bind(filter.since).bind(filter.kinds());
            let query = query.bind(filter.states()).bind(after.map(|after| after.at));
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
            let query = sqlx::query_scalar(COUNT).bind(tenant.as_str()).bind(filter.since).bind(filter.kinds());
            let query = query.bind(filter.states()).bind(i64::from(most));
            Ok(number(query.fetch_one(&pool).await?))
        };
        self.database.list("event", count).await
    }
}

impl From<Row> for EventLine {
    fn from(row: Row) -> Self {
        let Row { job, id, kind, about, source, interesting, score, decided_by, run, state, received_at } = row;
        let (job, run) = (JobId(job), run.map(RunId));
        let state = state_name(state).to_owned();
        Self { job, id, kind, about, source, interesting, score, decided_by, run, state, received_at }
    }
}
