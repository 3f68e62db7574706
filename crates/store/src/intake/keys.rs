//! Idempotency keys of requests.

use domain::Time;
use domain::port::PortError;

use super::facet::PgIntake;
use super::request::RequestKey;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Inserts the key at its first use and returns the stored row. The key of a concurrent request may be invisible to
/// this statement; the statement then returns no row and is repeated.
const CLAIM: &str = "
WITH new AS (
    INSERT INTO gateway_request (tenant, key, hash, at) VALUES ($1, $2, $3, $4) ON CONFLICT (tenant, key) DO NOTHING
    RETURNING hash, at
)
SELECT hash, at FROM new UNION ALL SELECT hash, at FROM gateway_request WHERE tenant = $1 AND key = $2 LIMIT 1";

/// The first use of an idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimed {
    /// Time of the first use.
    pub at: Time,
    /// `true` if the key was used before.
    pub is_repeated: bool,
}

impl PgIntake {
    /// Records the use of an idempotency key at `now` and returns its first use, or `None` if the key belongs to
    /// another request.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the key may be recorded all the same.
    pub async fn claim_key(&self, key: &RequestKey, now: Time) -> Result<Option<Claimed>, PortError> {
        let claim = |pool: PgPool| async move {
            let query = sqlx::query_as(CLAIM).bind(key.tenant.as_str()).bind(&key.key).bind(&key.hash[..]).bind(now);
            let row: Option<(Vec<u8>, Time)> = query.fetch_optional(&pool).await?;
            row.ok_or(Failed::Again)
        };
        let (hash, at) = self.database.run("gateway_request", claim).await?;
        // Postgres stores microseconds. An attempt that is repeated by the store finds its own row.
        let is_repeated = at.timestamp_micros() != now.timestamp_micros();
        Ok((hash == key.hash).then_some(Claimed { at, is_repeated }))
    }
}
