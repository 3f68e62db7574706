//! What no fleet can undercut: a flushed commit of Postgres.

use std::time::Instant;

use sqlx::{Connection, Executor, PgConnection};

/// Milliseconds of one small insert, flushed to disk, one after another; the mean of `count`.
pub async fn commit_ms(url: &str, count: usize) -> anyhow::Result<f64> {
    let mut conn = PgConnection::connect(url).await?;
    conn.execute("CREATE TABLE IF NOT EXISTS bench_floor (n bigint)").await?;
    let begin = Instant::now();
    for _ in 0..count {
        sqlx::query("INSERT INTO bench_floor VALUES (1)").execute(&mut conn).await?;
    }
    let mean = begin.elapsed().as_secs_f64() * 1000.0 / count as f64;
    conn.execute("DROP TABLE bench_floor").await?;
    conn.close().await?;
    Ok(mean)
}
