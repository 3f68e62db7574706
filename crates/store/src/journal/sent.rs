//! The stream has confirmed these messages.
//!
//! Not flushed to disk at once (`synchronous_commit = off`): if Postgres crashes and forgets it, the relay sends them again
//! under the same id, which the stream and every inbox absorb.

use sqlx::postgres::PgConnection;
use uuid::Uuid;

use domain::JobId;

use crate::batch::{UNFLUSHED, Work};
use crate::failure::Failed;
use crate::store::Shared;

/// Locked in the order of the id, because two relays may have sent the same rows.
const SENT: &str = "
WITH locked AS MATERIALIZED (
    SELECT id FROM dispatch WHERE id = ANY($1) AND sent_at IS NULL ORDER BY id FOR UPDATE
)
UPDATE dispatch SET sent_at = now() FROM locked WHERE dispatch.id = locked.id";

pub(crate) struct Sent;

impl Work for Sent {
    type In = Vec<JobId>;
    type Out = ();
    const NAME: &'static str = "sent";
    const BEGIN: &'static str = UNFLUSHED;

    async fn apply(conn: &mut PgConnection, _: &Shared, members: &[Vec<JobId>]) -> Result<Vec<()>, Failed> {
        let ids: Vec<Uuid> = members.iter().flatten().map(|id| id.0).collect();
        sqlx::query(SENT).bind(&ids).execute(conn).await?;
        Ok(vec![(); members.len()])
    }
}
