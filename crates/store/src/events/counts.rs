//! Counts of events, quiet ones included.

use domain::Verdict;
use domain::port::PortError;

use super::facet::PgEvents;
use crate::count_scope::CountScope;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Counts of the events of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct EventCount {
    /// Event kind, as in the subject.
    pub kind: String,
    /// Number of events accepted.
    pub events: u64,
    /// Events classified as interesting.
    pub interesting: u64,
    /// Events that started a run.
    pub runs: u64,
    /// Events with at least one result.
    pub answered: u64,
    /// Events whose own job was dead-lettered and not redriven.
    pub dead: u64,
    /// Events that are neither answered nor dead-lettered.
    pub open: u64,
}

const EVENTS: &str = "
SELECT kind, count(*), count(*) FILTER (WHERE interesting), count(*) FILTER (WHERE run IS NOT NULL),
       count(*) FILTER (WHERE answered), count(*) FILTER (WHERE dead), count(*) FILTER (WHERE NOT answered AND NOT dead)
FROM (SELECT e.kind, e.interesting, e.run,
             EXISTS (SELECT 1 FROM result r WHERE r.event = e.job AND r.kind <> 'outcome') AS answered,
             EXISTS (SELECT 1 FROM dead_letter d WHERE d.job = e.job AND d.redriven_at IS NULL) AS dead
      FROM event e
      WHERE ($1::text IS NULL OR e.tenant = $1) AND ($2::timestamptz IS NULL OR e.received_at >= $2)) AS accounted
GROUP BY kind ORDER BY kind";

/// A group without a result is dead if the writer's job is.
const QUIET: &str = "
SELECT kind, sum(n)::bigint, coalesce(sum(n) FILTER (WHERE answered), 0)::bigint,
       coalesce(sum(n) FILTER (WHERE NOT answered AND dead), 0)::bigint
FROM (SELECT unnest(g.kinds) AS kind, unnest(g.counts) AS n, g.answered_at IS NOT NULL AS answered,
             EXISTS (SELECT 1 FROM dead_letter d WHERE d.job = g.message AND d.redriven_at IS NULL) AS dead
      FROM verdict_group g
      WHERE ($1::text IS NULL OR g.tenant = $1) AND ($2::timestamptz IS NULL OR g.made_at >= $2)) AS counted
GROUP BY kind";

row! {
    /// Code of the kind, events, answered events, dead events.
    struct QuietRow {
        kind: i16,
        events: i64,
        answered: i64,
        dead: i64,
    }
}

row! {
    struct Row {
        kind: String,
        events: i64,
        interesting: i64,
        runs: i64,
        answered: i64,
        dead: i64,
        open: i64,
    }
}

impl PgEvents {
    /// Counts events by kind, quiet ones included.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn counts(&self, scope: &CountScope) -> Result<Vec<EventCount>, PortError> {
        let count = |Row { kind, events, interesting, runs, answered, dead, open }: Row| EventCount {
            kind,
            events: number(events),
            interesting: number(interesting),
            runs: number(runs),
            answered: number(answered),
            dead: number(dead),
            open: number(open),
        };
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(EVENTS).bind(scope.tenant()).bind(scope.since).fetch_all(&pool).await?;
            let quiet: Vec<QuietRow> =
                sqlx::query_as(QUIET).bind(scope.tenant()).bind(scope.since).fetch_all(&pool).await?;
            let mut counts = rows.into_iter().map(count).collect();
            add(&mut counts, quiet);
            Ok(counts)
        };
        self.database.run("event", select).await
    }
}

/// Adds quiet events to the counts of their kinds.
fn add(counts: &mut Vec<EventCount>, quiet: Vec<QuietRow>) {
    for QuietRow { kind, events, answered, dead } in quiet {
        let name = Verdict::kind_of_code(kind).unwrap_or("unknown");
        let [events, answered, dead] = [events, answered, dead].map(number);
        let place = counts.iter().position(|count| count.kind == name).unwrap_or_else(|| {
            counts.push(EventCount { kind: name.to_owned(), ..EventCount::default() });
            counts.len() - 1
        });
        let Some(count) = counts.get_mut(place) else { continue };
        count.events += events;
        count.answered += answered;
        count.dead += dead;
        count.open += events.saturating_sub(answered + dead);
    }
    counts.sort_by(|one, other| one.kind.cmp(&other.kind));
}
