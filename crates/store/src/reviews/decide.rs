//! Decisions about results: one transaction for the state, the published result and the outbox row.

use domain::port::PortError;
use domain::review::{ReviewEvent, ReviewedResult};
use domain::{JobId, Tenant};
use sqlx::postgres::PgConnection;

use super::port::{Announce, Decided, ReviewTarget};
use super::read;
use super::rows::{self, Changes};
use crate::database::Database;
use crate::effect::{note, result};
use crate::failure::Failed;
use crate::journal::outbox;
use crate::pool::PgPool;

/// Locks the session of a result: every transition of the session waits for it.
const LOCK: &str = "
SELECT s.version FROM macro_session s
WHERE (s.tenant, s.id) = (SELECT r.tenant, r.session FROM macro_result r WHERE r.tenant = $1 AND r.id = $2)
FOR UPDATE";

pub(super) async fn decide(
    database: &Database,
    target: &ReviewTarget,
    event: ReviewEvent,
    announce: Announce,
) -> Result<Decided, PortError> {
    let event = &event;
    database.run("macro_result", |pool| async move { try_decide(&pool, target, event, announce).await }).await
}

async fn try_decide(
    pool: &PgPool,
    target: &ReviewTarget,
    event: &ReviewEvent,
    announce: Announce,
) -> Result<Decided, Failed> {
    let mut transaction = pool.begin().await?;
    let Some(stored) = lock(&mut transaction, &target.tenant, target.result).await? else {
        return Ok(Decided::Unknown);
    };
    if stored.is_result_of(event) {
        // A repetition whose first answer was lost.
        return Ok(Decided::Done(Box::new(stored)));
    }
    if let Err(conflict) = stored.session.check_version(target.version) {
        return Ok(Decided::Conflict(conflict));
    }
    let next = match stored.step(event) {
        Ok(next) => next,
        Err(refused) => return Ok(Decided::Refused(refused)),
    };
    let (row, message) = announce(&next, event.at());
    Changes::from_result(&next)?.update(&mut transaction).await?;
    rows::update_sessions(&mut transaction, &[&next.session]).await?;
    result::insert(&mut transaction, &[&result::Row::from_result(&row)]).await?;
    // An execution changes no data: its notes were written with the approval, and one that was deleted since stays so.
    if let ReviewEvent::Approved(_) = event {
        remember(&mut transaction, &next).await?;
    }
    outbox::insert(&mut transaction, &[&message]).await?;
    transaction.commit().await?;
    Ok(Decided::Done(Box::new(next)))
}

/// Writes the notes of approved data.
async fn remember(conn: &mut PgConnection, next: &ReviewedResult) -> Result<(), Failed> {
    let rows: Vec<note::Row> = next.notes().into_iter().map(note::Row::from_note).collect();
    note::insert(conn, &rows.iter().collect::<Vec<_>>()).await
}

/// Reads the result after the session is locked, so that the statement sees every committed transition.
async fn lock(conn: &mut PgConnection, tenant: &Tenant, result: JobId) -> Result<Option<ReviewedResult>, Failed> {
    let locked: Option<i64> =
        sqlx::query_scalar(LOCK).bind(tenant.as_str()).bind(result.0).fetch_optional(&mut *conn).await?;
    if locked.is_none() {
        return Ok(None);
    }
    read::read_one(conn, tenant, result).await
}
