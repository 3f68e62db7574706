//! The durable hop beside the keys of many ended jobs, and what it costs to move and to drop such keys.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions};
use store::{PostgresConfig, Retention, Store};
use tests::publish::Publisher;
use tests::{Database, wait};

use super::hop::{Load, through};
use super::percentile;

/// Rounds of each measurement; the median counts.
const ROUNDS: usize = 3;
/// Keys of one move out of the inbox.
const MOVED: u32 = 500_000;

/// As in `k8s/servers/postgres.yaml`. A server with many keys has more memory than the 128 MB of a local fleet.
pub(super) const SHARED_BUFFERS: &str = "shared_buffers=2GB";

const EMPTY: &str = "TRUNCATE inbox, outbox, dispatch, audit";
/// The old keys are an hour older than those of a round.
const EMPTY_BUT_OLD: &str =
    "TRUNCATE outbox, dispatch, audit; DELETE FROM inbox WHERE begun_at > now() - interval '50 minutes'";
const WAL: &str = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";
const ENDED: &str = "INSERT INTO inbox (consumer, job, done_at) SELECT 'researcher', gen_random_uuid(), now()";
const EXPIRE: &str = "UPDATE inbox_period SET closed_at = now() - interval '91 days' WHERE slot = 0";
pub(super) const SETTLE: &[&str] = &["VACUUM ANALYZE", "CHECKPOINT"];

/// Results of the measurement.
pub(super) struct Growth {
    /// Hops per second with an empty inbox and no old keys.
    pub(super) empty: f64,
    /// Hops per second beside the old keys.
    pub(super) grown: f64,
    /// Moved keys per second, and bytes of WAL per key; `None` if the keys are in the inbox.
    pub(super) moving: Option<(f64, f64)>,
    /// Seconds for emptying a partition while hops run; `None` if the keys are in the inbox.
    pub(super) drop: Option<f64>,
}

/// Extent of the measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Hops per round.
    pub(super) hops: usize,
    /// Number of old keys.
    pub(super) old: usize,
    /// The keys stay in the inbox, as in versions before the keys were moved.
    pub(super) unaged: bool,
}

/// Measures on one server: empty, then filled.
pub(super) async fn measure(extent: Extent) -> anyhow::Result<Growth> {
    let nats = Nats::start(NatsOptions::default()).await?;
    let settings = vec![SHARED_BUFFERS.to_owned()];
    let postgres = Postgres::start(PostgresOptions { settings, ..PostgresOptions::default() }).await?;
    let store = Store::connect(PostgresConfig::new(postgres.url(), "bench")).await?;
    store.migrate().await?;
    let (url, publisher) = (nats.url(), Publisher::connect(&nats.url()).await?);
    let bench = Bench { url, publisher, store, database: Database::connect_lazy(&postgres.url())? };
    bench.run(extent).await
}

/// Returns the number of old rows per partition, in the middle of a deduplication window: the closed one has twice as
/// many as the open one.
pub(super) fn parts(old: usize) -> [(i16, usize); 2] {
    [(0, old / 3 * 2), (1, old / 3)]
}

/// Returns SQL that sets the periods of the partitions to the middle of a deduplication window.
pub(super) fn ring(periods: &str) -> String {
    format!(
        "TRUNCATE {periods}; INSERT INTO {periods} (slot, opened_at, closed_at)
         VALUES (0, now() - interval '45 days', now() - interval '15 days'), (1, now() - interval '15 days', NULL)"
    )
}

struct Bench {
    url: String,
    publisher: Publisher,
    store: Store,
    database: Database,
}

impl Bench {
    async fn run(self, extent: Extent) -> anyhow::Result<Growth> {
        let empty = self.hops(extent, EMPTY).await.context("with an empty inbox")?;
        if extent.unaged {
            self.fill_inbox(extent.old).await?;
            let grown = self.hops(extent, EMPTY_BUT_OLD).await?;
            return Ok(Growth { empty, grown, moving: None, drop: None });
        }
        self.fill_old(extent.old).await?;
        let grown = self.hops(extent, EMPTY).await.context("beside the old keys")?;
        let moving = self.moving().await?;
        let drop = self.emptying(extent).await?;
        Ok(Growth { empty, grown, moving: Some(moving), drop: Some(drop) })
    }

    /// Each round begins with a checkpoint, after which the first change of a page writes the whole page to the WAL.
    async fn hops(&self, extent: Extent, prepare: &str) -> anyhow::Result<f64> {
        let mut rates = Vec::new();
        for _ in 0..ROUNDS {
            self.execute(prepare).await?;
            self.execute("CHECKPOINT").await?;
            rates.push(self.round(extent).await?);
        }
        Ok(percentile(&rates, 50))
    }

    async fn round(&self, extent: Extent) -> anyhow::Result<f64> {
        let load = Load { count: extent.hops, writes: true };
        through(&self.publisher, &self.url, Arc::new(self.store.journal()), load).await
    }

    /// Fills partitions without their index, which is built afterwards.
    async fn fill_old(&self, old: usize) -> anyhow::Result<()> {
        self.execute(&ring("inbox_period")).await?;
        self.execute("DROP INDEX inbox_old_key").await?;
        for (slot, keys) in parts(old) {
            self.execute(&format!("INSERT INTO inbox_old_{slot} (job, slot, consumer) SELECT gen_random_uuid(), {slot}, 'researcher' FROM generate_series(1, {keys})")).await?;
        }
        self.execute("SET maintenance_work_mem = '512MB'").await?;
        self.execute("CREATE INDEX inbox_old_key ON inbox_old (job, consumer)").await?;
        self.settle().await
    }

    async fn fill_inbox(&self, old: usize) -> anyhow::Result<()> {
        self.execute("ALTER TABLE inbox DROP CONSTRAINT inbox_pkey").await?;
        self.execute(&format!("INSERT INTO inbox (consumer, job, begun_at, done_at) SELECT 'researcher', gen_random_uuid(), now() - interval '1 hour' - i * interval '0.1 second', now() FROM generate_series({old}, 1, -1) i")).await?;
        self.execute("SET maintenance_work_mem = '512MB'").await?;
        self.execute("ALTER TABLE inbox ADD PRIMARY KEY (consumer, job)").await?;
        self.settle().await
    }

    async fn settle(&self) -> anyhow::Result<()> {
        for sql in SETTLE {
            self.execute(sql).await?;
        }
        Ok(())
    }

    /// Moves keys out of the inbox after a checkpoint: each page that a key is moved to is written to the WAL as a
    /// whole.
    async fn moving(&self) -> anyhow::Result<(f64, f64)> {
        self.execute(EMPTY).await?;
        self.execute(&format!("{ENDED} FROM generate_series(1, {MOVED})")).await?;
        self.settle().await?;
        let before = self.database.count(WAL).await?;
        let begin = Instant::now();
        let moved = self.store.maintenance().move_ended(Duration::ZERO).await?;
        anyhow::ensure!(moved == u64::from(MOVED), "{moved} of {MOVED} keys were moved");
        let rate = f64::from(MOVED) / begin.elapsed().as_secs_f64();
        let after = self.database.count(WAL).await?;
        Ok((rate, (after - before) as f64 / f64::from(MOVED)))
    }

    /// Empties a partition while hops run.
    async fn emptying(&self, extent: Extent) -> anyhow::Result<f64> {
        self.execute(EMPTY).await?;
        self.execute(EXPIRE).await?;
        let emptying = async {
            wait::until("hops run", Duration::from_secs(60), || async {
                let begun = self.database.count("SELECT count(*) FROM inbox").await?;
                Ok(if begun > 0 { Ok(()) } else { Err("no job has begun".to_owned()) })
            })
            .await?;
            let begin = Instant::now();
            let aged = self.store.maintenance().age_inbox(&Retention::default()).await?;
            anyhow::ensure!(aged.emptied == 1, "{aged:?}");
            anyhow::Ok(begin.elapsed().as_secs_f64())
        };
        let (seconds, rate) = tokio::join!(emptying, self.round(extent));
        rate?;
        seconds
    }

    async fn execute(&self, sql: &str) -> anyhow::Result<()> {
        self.database.change(sql).await.map(drop)
    }
}
