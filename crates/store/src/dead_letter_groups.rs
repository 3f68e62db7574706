//! Dead letters by consumer, class and reason. A reason is compared without its numbers and ids, so that letters of one
//! cause are one group.

use domain::port::PortError;
use domain::{Tenant, Time};

use crate::dead_letters::{DeadLetterLine, LineRow, PgDeadLetters, event, line};
use crate::page::Before;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Maximum groups of an answer.
const MAX_GROUPS: i64 = 200;

/// Selects dead letters of a tenant. The list and the count use the same condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeadLetterFilter {
    /// Only those of this consumer.
    pub consumer: Option<String>,
    /// Only those of this class.
    pub class: Option<String>,
    /// Only those with this reason, in the form of [`DeadLetterGroup::reason`].
    pub reason: Option<String>,
    /// Only those that have been neither redriven nor dropped.
    pub open: bool,
}

/// Open dead letters of one cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetterGroup {
    /// Consumer that dead-lettered the messages.
    pub consumer: String,
    /// `undecodable`, `rejected`, `exhausted`, `poisoned`.
    pub class: String,
    /// Outermost error with `#` in the place of numbers and ids, at most 200 characters.
    pub reason: String,
    /// Number of letters.
    pub letters: u64,
    /// Number of messages that they represent.
    pub messages: u64,
    /// Number of letters of the last hour.
    pub recent: u64,
    /// Time of the oldest letter.
    pub oldest_at: Time,
    /// Time of the newest letter.
    pub newest_at: Time,
}

macro_rules! reason {
    () => {
        "left(regexp_replace(coalesce(errors[1], ''), '[0-9a-f]*[0-9][0-9a-f-]*', '#', 'g'), 200)"
    };
}
pub(crate) use reason;

macro_rules! selected {
    ($columns:expr, $end:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM dead_letter
WHERE tenant = $1 AND ($2::text IS NULL OR consumer = $2) AND ($3::text IS NULL OR class = $3)
  AND ($4::text IS NULL OR ",
            reason!(),
            " = $4) AND (NOT $5 OR redriven_at IS NULL AND dropped_at IS NULL) ",
            $end
        )
    };
}

const GROUPS: &str = concat!(
    "SELECT consumer, class, ",
    reason!(),
    ", count(*), sum(count)::bigint, count(*) FILTER (WHERE at > now() - interval '1 hour'), min(at), max(at)
FROM dead_letter WHERE tenant = $1 AND redriven_at IS NULL AND dropped_at IS NULL GROUP BY 1, 2, 3 ORDER BY max(at) DESC, 1, 2, 3 LIMIT $2"
);

const LIST: &str = selected!(
    concat!("id, consumer, subject, class, coalesce(errors[1], ''), at, redriven_at, dropped_at, ", event!()),
    "AND (at, id) < (coalesce($6, 'infinity'::timestamptz), coalesce($7, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY at DESC, id DESC LIMIT $8"
);

const COUNT: &str = concat!("SELECT count(*) FROM (", selected!("1", "LIMIT $6"), ") AS selected");

/// All statements, for the test of their plans.
#[cfg(feature = "testing")]
pub(crate) const STATEMENTS: [&str; 3] = [GROUPS, LIST, COUNT];

row! {
    struct GroupRow {
        consumer: String,
        class: String,
        reason: String,
        letters: i64,
        messages: i64,
        recent: i64,
        oldest_at: Time,
        newest_at: Time,
    }
}

impl PgDeadLetters {
    /// Returns the groups of a tenant's open dead letters, newest first, at most 200.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn groups(&self, tenant: &Tenant) -> Result<Vec<DeadLetterGroup>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(GROUPS).bind(tenant.as_str()).bind(MAX_GROUPS);
            let rows: Vec<GroupRow> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DeadLetterGroup::from).collect())
        };
        self.database.list("dead letter", select).await
    }

    /// Returns selected dead letters of a tenant, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn selected(
        &self,
        tenant: &Tenant,
        filter: &DeadLetterFilter,
        (after, limit): (Option<Before>, u32),
    ) -> Result<Vec<DeadLetterLine>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(LIST).bind(tenant.as_str()).bind(&filter.consumer).bind(&filter.class);
            let query = query.bind(&filter.reason).bind(filter.open);
            let query = query.bind(after.map(|after| after.at)).bind(after.map(|after| after.id));
            let rows: Vec<LineRow> = query.bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.list("dead letter", select).await
    }

    /// Counts selected dead letters of a tenant, up to `most`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count_selected(
        &self,
        tenant: &Tenant,
        filter: &DeadLetterFilter,
        most: u32,
    ) -> Result<u64, PortError> {
        let count = |pool: PgPool| async move {
            let query = sqlx::query_scalar(COUNT).bind(tenant.as_str()).bind(&filter.consumer).bind(&filter.class);
            let query = query.bind(&filter.reason).bind(filter.open).bind(i64::from(most));
            Ok(number(query.fetch_one(&pool).await?))
        };
        self.database.list("dead letter", count).await
    }
}

impl From<GroupRow> for DeadLetterGroup {
    fn from(row: GroupRow) -> Self {
        let GroupRow { consumer, class, reason, letters, messages, recent, oldest_at, newest_at } = row;
        let [letters, messages, recent] = [letters, messages, recent].map(number);
        Self { consumer, class, reason, letters, messages, recent, oldest_at, newest_at }
    }
}
