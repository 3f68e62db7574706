//! Shares of a tenant's daily budget (ADR 0013).
//!
//! Every call of a tenant counts against its budget of the day. If all replicas reserved from one row, each would wait
//! until the others' transactions are on disk. A replica therefore reserves from a share: a row with a part of the
//! limit, which counts as committed in the row of the whole budget. Only a replica whose share is used up locks the
//! whole budget and all of its shares. It takes the unused parts of other shares if it needs them, so a call is denied
//! only if the whole limit is exhausted.

use std::collections::BTreeMap;

use sqlx::postgres::PgConnection;

use super::deltas::Deltas;
use crate::failure::Failed;

/// A share receives this part of what is left of the whole budget, so that even with all shares in use most of it is
/// not distributed.
const PART: i64 = 64;
/// SQL expression: the amount that was reserved and settled of the budget `whole`, its shares included. The limits of
/// the shares are committed in its row.
macro_rules! spent {
    () => {
        "(whole.committed + coalesce((SELECT sum(share.committed - share.\"limit\") FROM budget share WHERE share.share_of = whole.scope), 0))::int8"
    };
}
pub(crate) use spent;

/// Creates the share of this replica. The row of the whole budget is locked, so no other process creates or removes
/// shares.
const CREATE: &str = "
INSERT INTO budget (scope, \"limit\", share_of, share_limit) VALUES ($1, 0, $2, 0) ON CONFLICT (scope) DO NOTHING";

const LOCK: &str =
    "SELECT scope, \"limit\", committed FROM budget WHERE share_of = $1 ORDER BY scope COLLATE \"C\" FOR UPDATE";

/// Limit and committed amount of a share.
struct Share {
    limit: i64,
    committed: i64,
}

/// A budget that is locked with all of its shares.
pub(super) struct WholeDay {
    own: String,
    /// The limit of the whole budget, without amounts that an operator added.
    limit: i64,
    shares: BTreeMap<String, Share>,
    /// The unused parts of other shares were taken.
    has_taken: bool,
}

impl WholeDay {
    /// Creates this replica's share and locks all shares. The caller has locked the row of the whole budget.
    pub(super) async fn lock(conn: &mut PgConnection, scope: &str, own: String) -> Result<Self, Failed> {
        sqlx::query(CREATE).bind(&own).bind(scope).execute(&mut *conn).await?;
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(LOCK).bind(scope).fetch_all(conn).await?;
        let share = |(key, limit, committed)| (key, Share { limit, committed });
        Ok(Self { own, limit: 0, shares: rows.into_iter().map(share).collect(), has_taken: false })
    }

    /// Returns the row of this replica's share.
    pub(super) fn own(&self) -> &str {
        &self.own
    }

    /// Takes the state of the whole budget: its limit, and the part of it that neither calls nor shares have. Returns
    /// the amount that is available to this replica without the unused parts of other shares. A share whose calls cost
    /// more than it had is compensated. `changes` are those of the calls that end in this batch.
    pub(super) fn available(&mut self, limit: i64, undistributed: i64, changes: &Deltas) -> i64 {
        self.limit = limit;
        let parts = self.unused(changes).map(|(key, unused)| if key == self.own { unused } else { unused.min(0) });
        undistributed + parts.sum::<i64>()
    }

    /// Takes the unused parts of the other shares. Returns their sum, the first time.
    pub(super) fn take_unused(&mut self, changes: &Deltas) -> i64 {
        if std::mem::replace(&mut self.has_taken, true) {
            return 0;
        }
        self.unused(changes).filter(|(key, _)| *key != self.own).map(|(_, unused)| unused.max(0)).sum()
    }

    fn unused(&self, changes: &Deltas) -> impl Iterator<Item = (&str, i64)> {
        self.shares.iter().map(|(key, share)| (key.as_str(), share.limit - share.committed_after(key, changes)))
    }

    /// Divides the amount that is left: this replica's share receives a part, the rest belongs to no share. `changes`
    /// are those of the whole batch.
    pub(super) fn divide(&self, left: i64, changes: &Deltas) -> Division {
        let funds = left.max(0) / PART;
        let limit = |(key, share): (&String, &Share)| {
            let committed = share.committed_after(key, changes);
            let limit = match (*key == self.own, self.has_taken) {
                (true, _) => committed + funds,
                (false, true) => committed,
                (false, false) => share.limit.max(committed),
            };
            (key.clone(), limit)
        };
        let limits: BTreeMap<String, i64> = self.shares.iter().map(limit).collect();
        let before: i64 = self.shares.values().map(|share| share.limit).sum();
        Division { share_limit: self.limit, committed: limits.values().sum::<i64>() - before, limits, funds }
    }
}

impl Share {
    fn committed_after(&self, key: &str, changes: &Deltas) -> i64 {
        self.committed + changes.get(key).copied().unwrap_or(0)
    }
}

/// A new division of a budget into shares.
pub(super) struct Division {
    /// Limits by share.
    pub(super) limits: BTreeMap<String, i64>,
    /// Limit of the whole budget, which each share repeats: a call with a lower limit locks the whole budget.
    pub(super) share_limit: i64,
    /// Change of the whole budget's commitment.
    pub(super) committed: i64,
    /// Amount left in this replica's share.
    pub(super) funds: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(shares: [(&str, i64, i64); 3]) -> WholeDay {
        let share = |(key, limit, committed): (&str, i64, i64)| (key.to_owned(), Share { limit, committed });
        WholeDay { own: "a".to_owned(), limit: 0, shares: shares.map(share).into(), has_taken: false }
    }

    fn reserved(amount: i64) -> Deltas {
        Deltas::from([("a".to_owned(), amount)])
    }

    #[test]
    fn a_division_distributes_exactly_the_limit() {
        // 1,000 in all: 300 are distributed, of which 130 are used; 60 were spent without a share.
        let (mut whole, none) = (day([("a", 100, 90), ("b", 150, 40), ("c", 50, 0)]), Deltas::new());
        assert_eq!(whole.available(1_000, 1_000 - 300 - 60, &none), 10 + 640);
        let division = whole.divide(650 - 10, &reserved(10));
        assert_eq!((division.limits["a"], division.limits["b"], division.limits["c"]), (100 + 10, 150, 50));
        assert_eq!((division.committed, division.funds, division.share_limit), (10, 10, 1_000));

        assert_eq!(whole.take_unused(&none), 110 + 50);
        assert_eq!(whole.take_unused(&none), 0, "once");
        let division = whole.divide(650 + 160 - 800, &reserved(800));
        assert_eq!((division.limits["a"], division.limits["b"], division.limits["c"]), (890, 40, 0));
        assert_eq!(60 + 300 + division.committed, 1_000 - 10, "10 are left, too little to give a share its part");
    }

    #[test]
    fn a_share_that_cost_more_than_it_had_is_compensated_by_the_whole() {
        let (mut whole, none) = (day([("a", 0, 0), ("b", 50, 80), ("c", 0, 0)]), Deltas::new());
        assert_eq!(whole.available(100, 50, &none), 20);
        let division = whole.divide(0, &reserved(20));
        assert_eq!((division.limits["a"], division.limits["b"], division.committed), (20, 80, 50));
    }

    #[test]
    fn what_ending_calls_return_to_a_share_is_available() {
        let mut whole = day([("a", 50, 50), ("b", 50, 50), ("c", 0, 0)]);
        let returned = Deltas::from([("a".to_owned(), -20), ("b".to_owned(), -5)]);
        assert_eq!(whole.available(100, 0, &returned), 20);
        assert_eq!(whole.take_unused(&returned), 5);
        let division = whole.divide(0, &Deltas::from([("a".to_owned(), 5), ("b".to_owned(), -5)]));
        assert_eq!((division.limits["a"], division.limits["b"], division.committed), (55, 45, 0));
    }
}
