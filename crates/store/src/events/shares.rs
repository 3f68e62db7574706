//! How many of the recent events were researched, and what the classifier's model cost, from which further events are
//! estimated.

use std::collections::BTreeMap;

use domain::port::PortError;
use domain::{MicroUsd, Tenant, Verdict};

use super::facet::PgEvents;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Decisions about recent events of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventShare {
    /// Event kind, as in the subject.
    pub kind: String,
    /// Number of events that were decided.
    pub events: u64,
    /// Number of those with research tasks or a run.
    pub researched: u64,
    /// Number of those that the classifier's model judged.
    pub judged: u64,
    /// Amount charged for these judgements.
    pub judging: MicroUsd,
}

/// Reads the newest `$1` rows of each of three classes: events with work, events without, and groups of verdicts. Each
/// class has an index by time, so that the cost does not grow with the tables. Classes that reach the limit cover
/// different spans; only the span that all of them cover is counted, else the share would depend on the limit. Events
/// without work are kept for at least 30 days, and the others for longer. A call about several events has the job of
/// one of them.
const SHARES: &str = "
WITH worked AS MATERIALIZED (
  SELECT job, kind, decided_by, tasks > 0 OR run IS NOT NULL AS researched, received_at AS at FROM event
  WHERE (interesting OR tasks > 0 OR run IS NOT NULL) AND received_at > now() - interval '30 days'
    AND ($2::text IS NULL OR tenant = $2)
  ORDER BY received_at DESC LIMIT $1
), idle AS MATERIALIZED (
  SELECT job, kind, decided_by, false AS researched, received_at AS at FROM event
  WHERE NOT interesting AND tasks = 0 AND run IS NULL AND received_at > now() - interval '30 days'
    AND ($2::text IS NULL OR tenant = $2)
  ORDER BY received_at DESC LIMIT $1
), grouped AS MATERIALIZED (
  SELECT kinds, counts, made_at AS at FROM verdict_group
  WHERE made_at > now() - interval '30 days' AND ($2::text IS NULL OR tenant = $2)
  ORDER BY made_at DESC LIMIT $1
), span AS (
  SELECT coalesce(max(oldest), '-infinity') AS start FROM (
    SELECT min(at) AS oldest FROM worked HAVING count(*) = $1
    UNION ALL SELECT min(at) FROM idle HAVING count(*) = $1
    UNION ALL SELECT min(at) FROM grouped HAVING count(*) = $1) AS cut
)
SELECT kind, NULL::smallint, count(*), count(*) FILTER (WHERE researched), count(*) FILTER (WHERE decided_by = 'model'),
       coalesce(sum((SELECT sum(c.charged) FROM call c WHERE c.job = e.job AND c.agent = 'classifier')), 0)::int8
FROM (SELECT * FROM worked UNION ALL SELECT * FROM idle) e WHERE at >= (SELECT start FROM span)
GROUP BY kind
UNION ALL
SELECT NULL, code, sum(n)::int8, 0, 0, 0
FROM grouped, unnest(kinds, counts) AS of_kind (code, n) WHERE at >= (SELECT start FROM span)
GROUP BY code";

row! {
    /// A kind, or its code if it has no name, with its counts.
    struct Row {
        name: Option<String>,
        code: Option<i16>,
        events: i64,
        researched: i64,
        judged: i64,
        judging: i64,
    }
}

impl PgEvents {
    /// Returns the decisions about the newest events of one tenant or of all by kind: of the last 30 days, and at most
    /// `limit` events with work, `limit` events without and `limit` groups of verdicts.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn shares(&self, tenant: Option<&Tenant>, limit: u32) -> Result<Vec<EventShare>, PortError> {
        let read = |pool: PgPool| async move {
            let rows: Vec<Row> = {
                let query = sqlx::query_as(SHARES).bind(i64::from(limit)).bind(tenant.map(Tenant::as_str));
                query.fetch_all(&pool).await?
            };
            Ok(by_kind(rows))
        };
        self.database.run("event", read).await
    }
}

/// Adds the rows of each kind. A kind that a newer version introduced is left out.
fn by_kind(rows: Vec<Row>) -> Vec<EventShare> {
    let mut shares: BTreeMap<String, EventShare> = BTreeMap::new();
    for Row { name, code, events, researched, judged, judging } in rows {
        let named = || code.and_then(Verdict::kind_of_code).map(str::to_owned);
        let Some(kind) = name.or_else(named) else { continue };
        let share = shares.entry(kind.clone()).or_insert_with(|| EventShare { kind, ..EventShare::default() });
        share.events += number(events);
        share.researched += number(researched);
        share.judged += number(judged);
        share.judging = share.judging + MicroUsd::from_i64(judging);
    }
    shares.into_values().collect()
}
