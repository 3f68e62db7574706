//! Starts of nats-server at which redelivery was asked for.

use domain::port::PortError;

use crate::database::Database;
use crate::pool::PgPool;

const KNOWN: &str = "SELECT EXISTS (SELECT FROM nats_server WHERE consumer = $1 AND server = $2)";

/// Forgets servers that were started long ago: each start adds one row per consumer.
const RECORD: &str = "
WITH old AS (DELETE FROM nats_server WHERE consumer = $1 AND asked_at < now() - interval '90 days' AND server <> $2)
INSERT INTO nats_server (consumer, server) VALUES ($1, $2) ON CONFLICT (consumer, server) DO UPDATE SET asked_at = now()";

pub(super) async fn is_known(database: &Database, consumer: &str, server: &str) -> Result<bool, PortError> {
    let select =
        |pool: PgPool| async move { Ok(sqlx::query_scalar(KNOWN).bind(consumer).bind(server).fetch_one(&pool).await?) };
    database.run("nats_server", select).await
}

pub(super) async fn record(database: &Database, consumer: &str, server: &str) -> Result<(), PortError> {
    let insert = |pool: PgPool| async move {
        sqlx::query(RECORD).bind(consumer).bind(server).execute(&pool).await?;
        Ok(())
    };
    database.run("nats_server", insert).await
}
