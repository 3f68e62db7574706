//! Every event accounted for, in numbers.

use domain::port::PortError;

use crate::Store;

/// The events of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct EventCount {
    /// The kind, as in the subject.
    pub kind: String,
    /// Taken in.
    pub events: u64,
    /// Worth attention.
    pub interesting: u64,
    /// Asked for a forecast.
    pub runs: u64,
    /// With at least one result.
    pub answered: u64,
    /// With a dead letter in their own name that was not redriven.
    pub dead: u64,
    /// Neither answered nor dead yet.
    pub open: u64,
}

/// The results of one kind.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ResultCount {
    /// `classification`, `research`, `forecast`.
    pub kind: String,
    /// How many.
    pub results: u64,
}

const EVENTS: &str = "
SELECT kind, count(*), count(*) FILTER (WHERE interesting), count(*) FILTER (WHERE run IS NOT NULL),
       count(*) FILTER (WHERE answered), count(*) FILTER (WHERE dead), count(*) FILTER (WHERE NOT answered AND NOT dead)
FROM (SELECT e.kind, e.interesting, e.run,
             EXISTS (SELECT 1 FROM result r WHERE r.event = e.job) AS answered,
             EXISTS (SELECT 1 FROM dead_letter d WHERE d.job = e.job AND d.redriven_at IS NULL) AS dead
      FROM event e) AS accounted
GROUP BY kind ORDER BY kind";

impl Store {
    /// Events by kind: taken in, interesting, answered, dead, open.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn event_counts(&self) -> Result<Vec<EventCount>, PortError> {
        type Row = (String, i64, i64, i64, i64, i64, i64);
        let count = |(kind, events, interesting, runs, answered, dead, open): Row| EventCount {
            kind,
            events: number(events),
            interesting: number(interesting),
            runs: number(runs),
            answered: number(answered),
            dead: number(dead),
            open: number(open),
        };
        let ask = |pool: sqlx::PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(EVENTS).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(count).collect())
        };
        self.run("event", ask).await
    }

    /// Results by kind.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn result_counts(&self) -> Result<Vec<ResultCount>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as("SELECT kind, count(*) FROM result GROUP BY kind ORDER BY kind");
            let rows: Vec<(String, i64)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(kind, results)| ResultCount { kind, results: number(results) }).collect())
        };
        self.run("result", ask).await
    }

    /// How often each action stands in the audit trail, by worker; `from_cache` counts the cached ones.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn action_counts(&self) -> Result<Vec<(String, String, u64, u64)>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(
                "SELECT worker, action, count(*), count(*) FILTER (WHERE from_cache) FROM audit GROUP BY 1, 2 ORDER BY 1, 2",
            );
            let rows: Vec<(String, String, i64, i64)> = query.fetch_all(&pool).await?;
            Ok(rows
                .into_iter()
                .map(|(worker, action, all, cached)| (worker, action, number(all), number(cached)))
                .collect())
        };
        self.run("audit", ask).await
    }
}

/// A count is never negative.
pub(super) fn number(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}
