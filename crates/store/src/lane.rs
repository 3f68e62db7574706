//! Leases of lanes: one instance at a time serves a lane of batches, or has an elected role.

use std::time::Duration;

use domain::port::PortError;

use crate::database::Database;
use crate::pool::PgPool;

/// Takes the lane if it is free, if its holder is dead, or if it is held by this instance already.
const HOLD: &str = "
INSERT INTO batch_lane AS l (lane, holder, held_until) VALUES ($1, $2, now() + make_interval(secs => $3))
ON CONFLICT (lane) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
WHERE l.holder = excluded.holder OR l.held_until < now()
   OR NOT EXISTS (SELECT FROM instance a WHERE a.name = l.holder AND a.alive_until > now())
RETURNING true";

/// Takes the lane for this instance, or extends its lease. Returns `false` while another live instance holds it.
pub(crate) async fn hold(database: &Database, lane: &str, lease: Duration) -> Result<bool, PortError> {
    let hold = |pool: PgPool| async move {
        let hold = sqlx::query_scalar(HOLD).bind(lane).bind(&database.instance).bind(lease.as_secs_f64());
        Ok(hold.fetch_optional(&pool).await?.unwrap_or(false))
    };
    database.run("batch lane", hold).await
}
