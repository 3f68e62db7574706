//! Results of one tenant in the order of their transactions, for event streams that clients resume at a position.
//!
//! All rows of transactions below `pg_snapshot_xmin` are visible, and no such row is added later. So a reader that
//! stays below it misses no result and receives none twice, whether a row is old or new. A result is readable once no
//! older transaction is open.

use std::time::Duration;

use domain::Tenant;
use domain::port::PortError;
use uuid::Uuid;

use super::facet::PgResults;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// Position of a result. Positions are comparable within one [`History`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResultPosition {
    /// Transaction that stored the result.
    pub xid: u64,
    /// Id of the result.
    pub id: Uuid,
}

impl ResultPosition {
    /// Before every result.
    pub const START: Self = Self { xid: 0, id: Uuid::nil() };

    /// Before the results of a transaction and of later ones.
    pub const fn before(xid: u64) -> Self {
        Self { xid, id: Uuid::nil() }
    }
}

/// Identifies a database and its timeline. A restored or promoted server has another one: it counts its transactions
/// anew from an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct History(pub u32);

/// A result of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamedResult {
    /// Its position in the stream.
    pub position: ResultPosition,
    /// Kind of the result.
    pub kind: String,
    /// The body as it is stored.
    pub body: String,
}

/// Results after a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultPage {
    /// History of the positions.
    pub history: History,
    /// Position before which every result is readable.
    pub horizon: ResultPosition,
    /// `true` if a result is stored that is not readable yet, because an older transaction is open.
    pub is_waiting: bool,
    /// Results in order.
    pub results: Vec<StreamedResult>,
}

/// Limits of a page. It has at least one result if there is one.
#[derive(Debug, Clone, Copy)]
pub struct PageSize {
    /// Maximum number of results.
    pub results: u32,
    /// Maximum size of the bodies in bytes.
    pub bytes: u32,
}

/// What the database knows about a position that a client resumes at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionState {
    /// History of the database.
    pub history: History,
    /// Position before which every result is readable.
    pub horizon: ResultPosition,
    /// `true` if the result at this position is stored.
    pub is_stored: bool,
    /// The last position at which a result was deleted.
    pub removed: Option<ResultPosition>,
    /// Results about groups of quiet events are stored since this position. `None`: they are not stored.
    pub groups_since: Option<ResultPosition>,
}

/// A timeline begins with a promotion. The identifier of the cluster and the database distinguish other servers. The
/// order keeps the planner on the index while an old transaction is open: it then expects many rows, and `EXISTS` would
/// read the table for the first of them.
const HISTORY: &str = "
SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())
       || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
       pg_snapshot_xmin(pg_current_snapshot())::text,
       (SELECT r.xid FROM result r WHERE r.tenant = $1 AND r.xid >= pg_snapshot_xmin(pg_current_snapshot())
          AND r.xid < pg_snapshot_xmax(pg_current_snapshot()) ORDER BY r.xid LIMIT 1) IS NOT NULL";

const PAGE: &str = "
WITH next AS MATERIALIZED (
    SELECT r.xid, r.id, r.kind, r.body::text AS body FROM result r
    WHERE r.tenant = $1 AND (r.xid, r.id) > ($2::text::xid8, $3) AND r.xid < $4::text::xid8
    ORDER BY r.xid, r.id LIMIT $5
), sized AS (SELECT *, sum(octet_length(body)) OVER (ORDER BY xid, id) AS bytes FROM next)
SELECT sized.xid::text, id, kind, body FROM sized WHERE bytes <= $6 OR bytes = octet_length(body) ORDER BY sized.xid, sized.id";

const STATE: &str = "
SELECT EXISTS (SELECT FROM result r WHERE r.tenant = $1 AND r.xid = $2::text::xid8 AND r.id = $3),
       (SELECT m.xid::text FROM result_removed m WHERE m.tenant = $1), (SELECT m.id FROM result_removed m WHERE m.tenant = $1),
       (SELECT r.since::text FROM result_reader r WHERE r.tenant = $1 AND r.until > now())";

/// The time of an expired row has a gap, so its `since` begins anew.
const READ: &str = "
INSERT INTO result_reader AS known (tenant, since, until)
VALUES ($1, pg_snapshot_xmin(pg_current_snapshot()), now() + make_interval(secs => $2))
ON CONFLICT (tenant) DO UPDATE
SET since = CASE WHEN known.until > now() THEN known.since ELSE excluded.since END, until = greatest(known.until, excluded.until)";

row! {
    struct HistoryRow {
        history: String,
        horizon: String,
        is_waiting: bool,
    }
}
row! {
    struct PageRow {
        xid: String,
        id: Uuid,
        kind: String,
        body: String,
    }
}
row! {
    struct StateRow {
        is_stored: bool,
        xid: Option<String>,
        id: Option<Uuid>,
        since: Option<String>,
    }
}

impl PgResults {
    /// Returns the results of a tenant after a position; without a position only the state of the stream.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn page(
        &self,
        tenant: &Tenant,
        after: Option<ResultPosition>,
        size: PageSize,
    ) -> Result<ResultPage, PortError> {
        self.database.run("results", |pool| async move { page(&pool, tenant, (after, size)).await }).await
    }

    /// Returns what the database knows about a position.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn position(&self, tenant: &Tenant, position: ResultPosition) -> Result<PositionState, PortError> {
        self.database.run("results", |pool| async move { state(&pool, tenant, position).await }).await
    }

    /// Stores the results about groups of quiet events of a tenant for this time, too.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn keep_groups(&self, tenant: &Tenant, keep: Duration) -> Result<(), PortError> {
        let keep = |pool: PgPool| async move {
            sqlx::query(READ).bind(tenant.as_str()).bind(keep.as_secs_f64()).execute(&pool).await?;
            Ok(())
        };
        self.database.run("results", keep).await
    }
}

async fn page(
    pool: &PgPool,
    tenant: &Tenant,
    (after, size): (Option<ResultPosition>, PageSize),
) -> Result<ResultPage, Failed> {
    let mut transaction = pool.begin().await?;
    // The horizon first: every row below it is visible to the second statement.
    let row: HistoryRow = sqlx::query_as(HISTORY).bind(tenant.as_str()).fetch_one(&mut *transaction).await?;
    let rows: Vec<PageRow> = match after {
        None => Vec::new(),
        Some(after) => {
            let query = sqlx::query_as(PAGE).bind(tenant.as_str()).bind(after.xid.to_string()).bind(after.id);
            let query = query.bind(&row.horizon).bind(i64::from(size.results)).bind(i64::from(size.bytes));
            query.fetch_all(&mut *transaction).await?
        }
    };
    transaction.commit().await?;
    let HistoryRow { history, horizon, is_waiting } = row;
    let result = |PageRow { xid, id, kind, body }: PageRow| StreamedResult {
        position: ResultPosition { xid: number(xid), id },
        kind,
        body,
    };
    let results = rows.into_iter().map(result).collect();
    let horizon = ResultPosition::before(number(horizon));
    Ok(ResultPage { history: named(&history), horizon, is_waiting, results })
}

async fn state(pool: &PgPool, tenant: &Tenant, position: ResultPosition) -> Result<PositionState, Failed> {
    let mut transaction = pool.begin().await?;
    let query = sqlx::query_as(STATE).bind(tenant.as_str()).bind(position.xid.to_string()).bind(position.id);
    let StateRow { is_stored, xid, id, since } = query.fetch_one(&mut *transaction).await?;
    let HistoryRow { history, horizon, .. } =
        sqlx::query_as(HISTORY).bind(tenant.as_str()).fetch_one(&mut *transaction).await?;
    transaction.commit().await?;
    let removed = xid.zip(id).map(|(xid, id)| ResultPosition { xid: number(xid), id });
    let groups_since = since.map(|since| ResultPosition::before(number(since)));
    let horizon = ResultPosition::before(number(horizon));
    Ok(PositionState { history: named(&history), horizon, is_stored, removed, groups_since })
}

/// Parses an `xid8`, which Postgres writes as digits.
fn number(xid: impl AsRef<str>) -> u64 {
    xid.as_ref().parse().unwrap_or(u64::MAX)
}

/// Shortens the name of a history to 32 bits: it distinguishes the few servers that a client meets, and does not name
/// them.
fn named(history: &str) -> History {
    let hash = Uuid::new_v5(&Uuid::NAMESPACE_OID, history.as_bytes());
    let [a, b, c, d, ..] = *hash.as_bytes();
    History(u32::from_be_bytes([a, b, c, d]))
}

/// Returns the statements that a stream repeats, for tests of their plans.
#[cfg(feature = "testing")]
pub fn stream_statements() -> [&'static str; 3] {
    [HISTORY, PAGE, STATE]
}
