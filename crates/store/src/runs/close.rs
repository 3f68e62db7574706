//! Closing a round from outside: the sweeper's part of fan-in.

use domain::port::PortError;
use domain::{Outgoing, RunId};
use sqlx::PgPool;

use crate::Store;
use crate::failure::Failed;
use crate::journal::outbox;

/// The row lock decides between the sweeper and the last answer.
const CLOSE: &str = "
UPDATE run SET phase = 'analyzing', version = version + 1, changed_at = now()
WHERE id = $1 AND iteration = $2 AND phase = 'waiting'";

pub(super) async fn close_round(store: &Store, run: RunId, iteration: u32, says: &Outgoing) -> Result<bool, PortError> {
    let iteration = i32::try_from(iteration).unwrap_or(i32::MAX);
    store.run("run", |pool| async move { close(&pool, run, iteration, says).await }).await
}

async fn close(pool: &PgPool, run: RunId, iteration: i32, says: &Outgoing) -> Result<bool, Failed> {
    let mut transaction = pool.begin().await?;
    let closed = sqlx::query(CLOSE).bind(run.0).bind(iteration).execute(&mut *transaction).await?.rows_affected() == 1;
    if closed {
        outbox::insert(&mut transaction, &[says]).await?;
    }
    transaction.commit().await?;
    Ok(closed)
}
