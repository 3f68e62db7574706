//! The rate of a fleet beside the backfill of vectors. Rounds with and without notes that lack a vector take turns in
//! one run, so that both see the same machine. The local embedder computes the vectors, on its own thread.

use std::time::{Duration, Instant};

use domain::{Event, Tenant};
use store::{PostgresConfig, Store};
use tests::{Fleet, Setup, events};

use super::memory::{self, LocalEmbedder};
use super::percentile;

/// Pairs of rounds, and questions of a round.
const ROUNDS: usize = 3;
const QUESTIONS: usize = 60;
/// Notes without a vector: at one a second, more than are embedded in all rounds.
const NOTES: usize = 5_000;
/// Maximum time of a round.
const PATIENCE: Duration = Duration::from_secs(300);

/// Notes that have ended get no vector.
const END: &str = "UPDATE note SET ended_at = now() WHERE tenant = 'bench'";
const REOPEN: &str = "UPDATE note SET ended_at = NULL WHERE tenant = 'bench'";
const VECTORS: &str = "SELECT count(*) FROM note_embedding WHERE tenant = 'bench'";

/// Questions answered per second, medians of the rounds.
pub(super) struct Backfill {
    /// While every note has its vector.
    pub(super) idle: f64,
    /// While vectors are added.
    pub(super) busy: f64,
    /// Vectors added per second meanwhile.
    pub(super) vectors: f64,
}

/// Measures with the local embedder; `None` if it is not installed.
pub(super) async fn measure() -> anyhow::Result<Option<Backfill>> {
    let Some(embedder) = LocalEmbedder::start().await? else { return Ok(None) };
    let setup = Setup { ack_wait: Duration::from_secs(30), ..Setup::default() }
        .with("AUSPEX_LOG", "warn")
        .with("AUSPEX_EMBEDDINGS_URL", embedder.url())
        .with("AUSPEX_EMBEDDINGS_MODEL", memory::MODEL);
    let fleet = Fleet::start(setup).await?;
    let store = Store::connect(PostgresConfig::new(fleet.servers.postgres.url(), "bench")).await?;
    anyhow::ensure!(store.memory().stores_vectors().await?, "the local Postgres has no pgvector");
    memory::fill(&store, &Tenant::parse("bench")?, NOTES).await?;
    fleet.database.change(END).await?;
    // Fills the caches, and memory with what the questions have in common.
    round(&fleet, 0).await?;
    let (mut idle, mut busy, mut seconds) = (Vec::new(), Vec::new(), 0.0);
    let before = fleet.database.count(VECTORS).await?;
    for number in 0..ROUNDS {
        idle.push(round(&fleet, 1 + 2 * number).await?);
        fleet.database.change(REOPEN).await?;
        let begin = Instant::now();
        busy.push(round(&fleet, 2 + 2 * number).await?);
        seconds += begin.elapsed().as_secs_f64();
        fleet.database.change(END).await?;
    }
    let added = fleet.database.count(VECTORS).await? - before;
    anyhow::ensure!(added > 0, "no vector was added beside the fleet\n{}", fleet.logs());
    #[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
    let vectors = added as f64 / seconds;
    Ok(Some(Backfill { idle: percentile(&idle, 50), busy: percentile(&busy, 50), vectors }))
}

/// Answers the questions of a round together. Returns their number per second.
async fn round(fleet: &Fleet, number: usize) -> anyhow::Result<f64> {
    let questions: Vec<Event> = (0..QUESTIONS).map(|n| events::question(number * QUESTIONS + n)).collect();
    let begin = Instant::now();
    fleet.run(&questions, PATIENCE).await?;
    #[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
    let count = QUESTIONS as f64;
    Ok(count / begin.elapsed().as_secs_f64())
}
