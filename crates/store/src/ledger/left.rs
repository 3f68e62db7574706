//! What budgets have left: a look, for hints and for people. It reserves nothing.

use std::collections::HashMap;

use domain::{Budget, MicroUsd};
use sqlx::postgres::PgConnection;

use crate::batch::Work;
use crate::failure::Failed;
use crate::store::Shared;

/// From a closed budget nothing can be had.
const LEFT: &str =
    "SELECT scope, CASE WHEN closed THEN committed ELSE \"limit\" END, committed FROM budget WHERE scope = ANY($1)";

pub(crate) struct Left;

impl Work for Left {
    type In = Budget;
    type Out = MicroUsd;
    const NAME: &'static str = "budget";
    const BEGIN: &'static str = "";

    async fn apply(conn: &mut PgConnection, _: &Shared, members: &[Budget]) -> Result<Vec<MicroUsd>, Failed> {
        let scopes: Vec<&str> = members.iter().map(|budget| budget.scope.key()).collect();
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(LEFT).bind(scopes).fetch_all(conn).await?;
        let known: HashMap<String, (i64, i64)> =
            rows.into_iter().map(|(scope, limit, committed)| (scope, (limit, committed))).collect();
        let left = |budget: &Budget| {
            let (limit, committed) = known.get(budget.scope.key()).copied().unwrap_or((i64::MAX, 0));
            MicroUsd::from_i64(limit.min(budget.limit.as_i64()).saturating_sub(committed))
        };
        Ok(members.iter().map(left).collect())
    }
}
